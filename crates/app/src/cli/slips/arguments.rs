//! The steps in which the arguments of a command are mended: options, the game, values, and the rest.

use super::{Line, pairs};
use clap::Arg;
use manyply::face::Setup;
use manyply::spelling::nearest;
use std::path::Path;

/// Options as other programs call them.
const OPTIONS: &str = "fen=position pos=position startpos=position movetime=time seconds=time tc=clock visits=nodes \
    playouts=nodes plies=depth pv=multipv lines=multipv variant=rules searchmoves=root-moves cores=threads \
    cpus=threads jobs=threads concurrency=threads memory=hash tt=hash engine1=a engine2=b rounds=games openings=book \
    color=side colour=side skill=level strength=level input=file output=out pgnout=out lr=learning-rate \
    lambda=wdl-lambda h=help";

impl Line<'_> {
    /// Options with two dashes, by their names here; a word without dashes may be one, or name what stands behind it.
    pub(super) fn options(&mut self) {
        let known: Vec<&str> = self.command.get_arguments().filter_map(Arg::get_long).collect();
        let places: Vec<&str> = self.command.get_positionals().map(|arg| arg.get_id().as_str()).collect();
        let game = self.game_place().and_then(|at| self.kind(&self.words[at]));
        let mut at = self.begin;
        while at < self.words.len() {
            let word = self.words[at].clone();
            let (head, value) = word.split_once('=').map_or((word.as_str(), None), |(a, b)| (a, Some(b.to_owned())));
            let name = head.trim_start_matches('-').to_lowercase().replace('_', "-");
            let has_dash = head.starts_with('-') && !name.starts_with(|c: char| c.is_ascii_digit());
            let is_meant =
                has_dash || !self.is_value(at) && (known.contains(&name.as_str()) || places.contains(&&*name));
            if !is_meant || known.contains(&head.trim_start_matches("--")) && head.starts_with("--") || name.is_empty()
            {
                at += 1;
                continue;
            }
            let other =
                pairs(OPTIONS).find(|(other, name)| *other == head.trim_start_matches('-') && known.contains(name));
            let letter = || {
                let mut begins = known.iter().chain(&places).filter(|long| long.starts_with(&name));
                begins.next().filter(|_| begins.next().is_none()).copied().filter(|long| known.contains(long))
            };
            let near = || if name.len() == 1 { letter() } else { nearest(&name, known.iter().copied()) };
            let exact = known.iter().copied().find(|long| *long == name);
            // Rules are no options of commands.
            let rule = game.filter(|_| known.contains(&"rules")).and_then(|kind| {
                let text = value.clone().or_else(|| self.words.get(at + 1).cloned());
                let with = text.map(|text| format!("{name}={text}")).filter(|rules| kind.rules(rules).is_ok());
                with.map(|rules| (rules, true)).or_else(|| kind.rules(&name).is_ok().then(|| (name.clone(), false)))
            });
            let words = match (exact, rule) {
                (None, Some((rules, takes_next))) => {
                    if takes_next && value.is_none() {
                        self.words.remove(at + 1);
                    }
                    vec!["--rules".to_owned(), rules]
                }
                // What stands behind it needs no name.
                (None, None) if places.contains(&&*name) => value.into_iter().collect(),
                _ => match exact.or(other.map(|(_, name)| name)).or_else(near) {
                    Some(long) => {
                        let unit = if name == "movetime" { "ms" } else { "" };
                        let next = self.words.get_mut(at + 1).filter(|next| next.parse::<u64>().is_ok());
                        if let (Some(next), None) = (next, &value) {
                            next.push_str(unit);
                        }
                        std::iter::once(format!("--{long}")).chain(value.map(|value| value + unit)).collect()
                    }
                    None => vec![word],
                },
            };
            let count = words.len();
            self.words.splice(at..=at, words);
            at += count;
        }
    }

    /// The game behind the command, by its name, and nowhere where the command is of one game.
    pub(super) fn game(&mut self) {
        let Some((at, kind)) = self.game_place().and_then(|at| Some((at, self.kind(&self.words[at])?))) else { return };
        if self.takes_game() {
            self.words.remove(at);
            self.words.insert(self.begin, kind.name.to_owned());
        } else if self.games.kind(&self.words[at]).is_ok() {
            self.words.remove(at);
        }
    }

    /// Times with a unit, numbers without commas.
    pub(super) fn values(&mut self) {
        for at in self.begin + 1..self.words.len() {
            let before = self.words[at - 1].strip_prefix("--").and_then(|name| self.option(name));
            let names = before.and_then(|arg| arg.get_value_names()).unwrap_or_default();
            let value = &mut self.words[at];
            match names.first().map(clap::builder::Str::as_str) {
                Some("TIME") if value.parse::<f64>().is_ok() => value.push('s'),
                Some("TIME+TIME") => {
                    let with_unit = |(index, part): (usize, &str)| {
                        let unit = if index == 0 { "m" } else { "s" };
                        if part.parse::<f64>().is_ok() { format!("{part}{unit}") } else { part.to_owned() }
                    };
                    *value = value.split('+').enumerate().map(with_unit).collect::<Vec<_>>().join("+");
                }
                Some("N" | "K" | "MiB") => *value = value.replace([',', '\''], ""),
                _ => {}
            }
        }
    }

    /// What stands there without an option: a position, moves, a file.
    pub(super) fn rest(&mut self) {
        let game = self.game_place();
        let kind = game.and_then(|at| self.kind(&self.words[at]));
        let places = self.command.get_positionals().count();
        let bare = self.bare();
        let is_file = |&&at: &&usize| Path::new(&self.words[at]).is_file();
        let extra = match bare.get(places..) {
            Some(extra) if !extra.is_empty() => extra.to_vec(),
            _ => bare.last().filter(is_file).into_iter().copied().collect(),
        };
        let Some(&first) = extra.first() else { return };
        let text = extra.iter().map(|&at| self.words[at].clone()).collect::<Vec<_>>().join(" ");
        let has = |name: &&str| self.option(name).is_some();
        let begins = |position: &str| {
            let setup = Setup { position: Some(position.to_owned()), ..Setup::default() };
            kind.is_some_and(|kind| kind.begin(&setup).is_ok())
        };
        let is_move = kind.is_some_and(|kind| {
            let moves = kind.split_moves(&text);
            let start = kind.begin(&Setup::default());
            start.is_ok_and(|start| moves.first().is_some_and(|(_, text)| start.parse_move(text).is_ok()))
        });
        // A value without its quotes goes on.
        let open = first.checked_sub(2).map(|at| self.words[at].clone());
        let open = open.filter(|option| ["--position", "--moves"].contains(&option.as_str()));
        let option = match &open {
            Some(option) => option.trim_start_matches('-'),
            None if is_move => "moves",
            None if Path::new(&text).is_file() => ["file", "suite"].into_iter().find(has).unwrap_or_default(),
            None if text.contains('/') || begins(&text) => "position",
            None if text.parse::<u32>().is_ok() => "depth",
            // That is what is done without a limit.
            None if text == "infinite" => {
                self.words.remove(first);
                return;
            }
            None => return,
        };
        if !has(&option) {
            return;
        }
        for &at in extra.iter().rev() {
            self.words.remove(at);
        }
        match open {
            Some(_) => {
                let value = &mut self.words[first - 1];
                *value = format!("{value} {text}");
            }
            None => drop(self.words.splice(first..first, [format!("--{option}"), text])),
        }
    }
}
