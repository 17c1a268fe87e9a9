//! The whole program for Othello and Breakthrough: `cargo run --release --package two-games -- serve --open`.

fn main() -> std::process::ExitCode {
    manyply_app::Program::new().game::<two_games::Othello>().game::<two_games::Breakthrough>().run()
}
