//! Whole games against a small server of the same protocol, and what happens when it misbehaves.

use super::*;
use manyply::game::{Outcome, Position, Side, Variant};
use std::io::Cursor;
use std::net::{TcpListener, TcpStream};
use std::thread;

fn settings() -> Settings {
    Settings { team: 109, threads: 1, memory: 1 << 24, time: Duration::from_secs(5) }
}

/// The rows of numbers that ask for a move.
fn request(position: &Hexnim, number: i32) -> Vec<u8> {
    let map = (0..SIZE * SIZE).map(|at| -i32::from(!position.free().contains(grid::cell(at / SIZE, at % SIZE))));
    let numbers = [MOVE, number].into_iter().chain(map).chain([0; SIZE * SIZE]);
    numbers.flat_map(i32::to_le_bytes).collect()
}

/// Serves a game in which the client moves at the sides of `client`, the baseline at the others; who has won.
fn serve(stream: &mut TcpStream, mut position: Hexnim, client: Side) -> Side {
    assert_eq!(read_numbers(stream).expect("team"), [109]);
    let mut number = 40;
    while position.outcome().is_none() {
        if position.side_to_move() == client {
            stream.write_all(&request(&position, number)).expect("sent");
            let [code, again, x, y, length, direction] = read_numbers(stream).expect("an answer");
            assert_eq!((code, again), (MOVE, number));
            let line = position.parse_move(&format!("{x},{y},{length},{direction}")).expect("a legal move");
            position.make(line);
        } else {
            let line = position.baseline("rounds4", 3, None).expect("a move");
            position.make(line);
        }
        number += 1;
    }
    stream.write_all(&[END, number].map(i32::to_le_bytes).concat()).expect("sent");
    position.outcome().and_then(Outcome::winner).expect("a winner")
}

#[test]
fn wins_what_is_won() {
    let board = (0..).filter_map(|seed| Hexnim::random_start(&Rules::default(), seed));
    for board in board.filter(|board| board.free().len() <= 20).take(6) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let client = thread::spawn(move || {
            let mut said = Vec::new();
            run("127.0.0.1", port, &settings(), &mut |text| said.push(text.to_owned())).expect("played");
            said
        });
        let (mut stream, _) = listener.accept().expect("a client");
        let winner = serve(&mut stream, board.clone(), Side::FIRST);
        let said = client.join().expect("joined");
        assert_eq!(said[0].ends_with(": wins"), !said[0].ends_with("best play"));
        assert!(winner == Side::FIRST || said[0].ends_with("lost against best play"), "{said:?}");
    }
}

/// What comes in is given, what goes out is dropped.
struct Script(Cursor<Vec<u8>>);

impl Read for Script {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl Write for Script {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        Ok(buffer.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn bad_servers_are_told_so() {
    let full = Hexnim::start(&Rules::default());
    let empty = Hexnim::new(12, 12, Cells::EMPTY, Rules::default());
    let answer = |bytes: Vec<u8>| play(&mut Script(Cursor::new(bytes)), &settings(), &mut |_| ());
    for bytes in [vec![], request(&full, 1)[..600].to_vec(), request(&full, 1)] {
        assert!(answer(bytes).is_err_and(|error| error.to_string().contains("the server left before the end")));
    }
    assert!(answer(vec![7, 0, 0, 0, 1, 0, 0, 0]).is_err_and(|error| error.to_string().contains("code 7")));
    assert!(answer(request(&empty, 1)).is_err_and(|error| error.to_string().contains("no cell")));
    assert!(answer(vec![0; 8]).is_ok());
    // A board beyond any table is played on all the same.
    assert!(answer([request(&full, 1), vec![0; 8]].concat()).is_ok());
}
