//! The program with the games of the library.

fn main() -> std::process::ExitCode {
    manyply_app::Program::with_all_games().run()
}
