//! A page of the documents as text for a terminal: paragraphs wrapped, tables aligned, no pictures and links.

use manyply_page::markdown::{Block, blocks, spans};

/// Characters of a line where the terminal does not say.
const USUAL_WIDTH: usize = 100;

/// Columns of the terminal.
pub(crate) fn terminal_width() -> usize {
    terminal_size::terminal_size().map_or(USUAL_WIDTH, |(width, _)| width.0.into())
}

/// The text of a page in Markdown, in lines of at most `width` characters where words and tables allow. Its title is
/// left out.
pub(crate) fn page_text(page: &str, width: usize) -> String {
    let mut text = Text { out: String::new(), width };
    for block in blocks(page) {
        match block {
            // What stands around them is one gap.
            Block::Title(_) | Block::Picture(..) => {}
            Block::Code(lines) => lines.into_iter().for_each(|line| text.line(&format!("  {line}"))),
            Block::Table(rows) => {
                text.table(&rows.iter().map(|row| row.iter().copied().map(plain).collect()).collect::<Vec<_>>());
            }
            Block::Gap => text.gap(),
            Block::Heading(heading) => text.line(&plain(heading).to_uppercase()),
            Block::Paragraph(words) => text.wrapped("", &plain(&words)),
            Block::Item(mark, words) => text.wrapped(&mark, &plain(&words)),
        }
    }
    text.out.trim_end().to_owned() + "\n"
}

/// Words without marks and without the targets of links.
fn plain(text: &str) -> String {
    spans(text).into_iter().map(|(_, words)| words).collect()
}

struct Text {
    out: String,
    width: usize,
}

impl Text {
    fn line(&mut self, line: &str) {
        self.out.push_str(line.trim_end());
        self.out.push('\n');
    }

    /// An empty line, unless there is one.
    fn gap(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    /// Words behind `mark`, all lines but the first as far to the right.
    fn wrapped(&mut self, mark: &str, words: &str) {
        let margin = " ".repeat(mark.chars().count());
        let mut line = mark.to_owned();
        let mut is_empty = true;
        for word in words.split_whitespace() {
            if !is_empty && line.chars().count() + 1 + word.chars().count() > self.width {
                self.line(&line);
                (line, is_empty) = (margin.clone(), true);
            }
            if !is_empty {
                line.push(' ');
            }
            line.push_str(word);
            is_empty = false;
        }
        self.line(&line);
    }

    /// Rows with all columns but the last as wide as their widest cell.
    fn table(&mut self, rows: &[Vec<String>]) {
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let wide = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
        let widths: Vec<usize> = (0..columns).map(|column| wide(column).unwrap_or(0)).collect();
        for row in rows {
            let Some((last, others)) = row.split_last() else { continue };
            let mark = others
                .iter()
                .zip(&widths)
                .fold("  ".to_owned(), |mark, (cell, &width)| format!("{mark}{cell:width$}  "));
            self.wrapped(&mark, last);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::page_text;

    #[test]
    fn a_page_is_plain_text() {
        let page = "# Title\n\nOne **two** [three](x.md#y)\nfour.\n\n<!-- drawn -->\n![A picture](x.svg)\n\n\
                    ## Moves\n\n- `a1`: a move\n  of one stone\n- b\n\n1. c\n\n```\nas it is   here\n```\n\n\
                    | a | means |\n|---|---:|\n| `x` | one two three |\n";
        let text = "One two\nthree four.\n\nMOVES\n\n- a1: a move\n  of one\n  stone\n- b\n\n1. c\n\n\
                    \x20 as it is   here\n\n  a  means\n  x  one two\n     three\n";
        assert_eq!(page_text(page, 12), text);
    }
}
