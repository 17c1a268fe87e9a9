//! The whole program for Connect Four: `cargo run --release --package connect-four -- serve --open`.

fn main() -> std::process::ExitCode {
    manyply_app::Program::new().game::<connect_four::ConnectFour>().run()
}
