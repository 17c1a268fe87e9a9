//! A page of the documents taken apart, for terminals and browsers.

/// A part of a page.
#[derive(PartialEq, Debug)]
pub enum Block<'a> {
    /// The title of the page.
    Title(&'a str),
    /// The heading of a section.
    Heading(&'a str),
    /// One paragraph, its lines joined.
    Paragraph(String),
    /// An item of a list: its mark with the space behind it, and its words.
    Item(String, String),
    /// The rows of a table, the head first.
    Table(Vec<Vec<&'a str>>),
    /// Lines of code.
    Code(Vec<&'a str>),
    /// A picture: what it shows, and the words of the command that draws it, if a comment before it says so.
    Picture(&'a str, Vec<&'a str>),
    /// One or more empty lines.
    Gap,
}

/// How words stand out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Not at all.
    Plain,
    /// Bold.
    Bold,
    /// As code.
    Code,
}

/// The parts of a page in Markdown, as far as the documents use it.
pub fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut lines = page.lines().peekable();
    let mut command = Vec::new();
    while let Some(line) = lines.next() {
        if let Some(comment) = line.strip_prefix("<!--") {
            command = words(comment.trim_end_matches("-->").trim());
            continue;
        }
        let command = std::mem::take(&mut command);
        blocks.push(if let Some(title) = line.strip_prefix("# ") {
            Block::Title(title)
        } else if let Some(heading) = line.strip_prefix("## ").or_else(|| line.strip_prefix("### ")) {
            Block::Heading(heading)
        } else if let Some(picture) = line.strip_prefix("![") {
            Block::Picture(picture.split_once("](").map_or(picture, |(caption, _)| caption), command)
        } else if line.starts_with("```") {
            Block::Code(lines.by_ref().take_while(|line| !line.starts_with("```")).collect())
        } else if line.starts_with('|') {
            let mut rows = vec![cells(line)];
            while let Some(line) = lines.next_if(|line| line.starts_with('|')) {
                rows.push(cells(line));
            }
            // Below the head is a line of dashes.
            rows.retain(|row| row.iter().any(|cell| cell.contains(|c: char| c != '-' && c != ':')));
            Block::Table(rows)
        } else if line.is_empty() {
            while lines.next_if(|line| line.is_empty()).is_some() {}
            Block::Gap
        } else {
            let mut words = line.to_owned();
            let goes_on = |line: &&str| {
                !line.is_empty()
                    && !line.starts_with(['|', '-', '#', '!', '<'])
                    && !line.starts_with("```")
                    && !is_item(line)
            };
            while let Some(line) = lines.next_if(goes_on) {
                words = format!("{words} {}", line.trim_start());
            }
            match words.find(' ').filter(|_| is_item(&words)) {
                Some(end) => Block::Item(words[..=end].to_owned(), words[end + 1..].to_owned()),
                None => Block::Paragraph(words),
            }
        });
    }
    blocks
}

/// Whether a line begins an item of a list.
fn is_item(line: &str) -> bool {
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with("- ") || number.len() < line.len() && number.starts_with(". ")
}

/// The cells of a row of a table.
fn cells(line: &str) -> Vec<&str> {
    line.trim().trim_matches('|').split('|').map(str::trim).collect()
}

/// The words of a command; what stands in double quotes is one.
fn words(command: &str) -> Vec<&str> {
    let parts = command.split('"').enumerate();
    parts.flat_map(|(at, part)| if at % 2 == 1 { vec![part] } else { part.split_whitespace().collect() }).collect()
}

/// The words of a paragraph, heading or cell with their styles; of links, what they say.
pub fn spans(text: &str) -> Vec<(Style, &str)> {
    let mut spans = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let marked = [("`", "`", Style::Code), ("**", "**", Style::Bold), ("[", "](", Style::Plain)];
        let found = marked.into_iter().filter_map(|(open, close, style)| {
            let begin = rest.find(open)?;
            let inner = &rest[begin + open.len()..];
            let end = inner.find(close)?;
            let behind = &inner[end + close.len()..];
            let behind = if open == "[" { behind.split_once(')')?.1 } else { behind };
            Some((begin, style, &inner[..end], behind))
        });
        let Some((begin, style, inner, behind)) = found.min_by_key(|&(begin, ..)| begin) else { break };
        spans.extend([(Style::Plain, &rest[..begin]), (style, inner)]);
        rest = behind;
    }
    spans.push((Style::Plain, rest));
    spans.retain(|(_, text)| !text.is_empty());
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_styles() {
        let text = "A [link](x.md#y), `a|b`, **bold**: `[` and 2 ** 3";
        let expected = [
            (Style::Plain, "A "),
            (Style::Plain, "link"),
            (Style::Plain, ", "),
            (Style::Code, "a|b"),
            (Style::Plain, ", "),
            (Style::Bold, "bold"),
            (Style::Plain, ": "),
            (Style::Code, "["),
            (Style::Plain, " and 2 ** 3"),
        ];
        assert_eq!(spans(text), expected);
    }

    #[test]
    fn a_paragraph_goes_on_with_code() {
        let page = "One\n`two` three\n```\nfour\n```\n";
        assert_eq!(blocks(page), [Block::Paragraph("One `two` three".into()), Block::Code(vec!["four"])]);
    }

    #[test]
    fn pictures_know_their_commands() {
        let page = "<!-- manyply show hop --moves \"40-41 37-36\" -->\n![A chain](hop.svg)\n![Another](x.svg)\n";
        let command = vec!["manyply", "show", "hop", "--moves", "40-41 37-36"];
        assert_eq!(blocks(page), [Block::Picture("A chain", command), Block::Picture("Another", Vec::new())]);
    }
}
