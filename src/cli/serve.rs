//! `manyply serve`: the board in a browser.

use super::failure::Failure;
use super::resources;
use super::session::Session;
use super::tables;
use crate::serve::{Settings, serve};
use crate::service::{self, Means};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Show boards in a browser, to play, analyse and annotate games
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  manyply serve --open\n  manyply serve --port 9000 --threads 4 --hash 512\n\nThe page is \
    inside the program and nothing leaves this machine. Only browsers of this machine reach it, unless --host says \
    otherwise: whoever reaches it may use as much of the machine as the options allow. Ctrl-C ends it."
)]
pub(super) struct Arguments {
    /// Listen on this address; 0.0.0.0 lets other machines in
    #[arg(long, value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// Listen on this port; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = 8080)]
    port: u16,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Searches at once; more wait
    #[arg(long, value_name = "N", default_value = "2", value_parser = resources::threads)]
    jobs: usize,
    /// Threads of a search at most [default: all, shared out over the searches]
    #[arg(long, value_name = "N", value_parser = resources::threads)]
    threads: Option<usize>,
    /// Size of the transposition table of a search at most, in MiB
    #[arg(long, value_name = "MiB", default_value = "64", value_parser = resources::hash)]
    hash: usize,
    /// No search takes longer
    #[arg(long, value_name = "TIME", default_value = "1h", value_parser = resources::time)]
    time: Duration,
}

pub(super) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result<(), Failure> {
    let Arguments { host, port, jobs, hash, .. } = *arguments;
    if jobs.saturating_mul(hash) > resources::memory_mib() {
        let most = resources::memory_mib() / jobs;
        return Err(Failure::input(format!("--hash: {jobs} tables of {hash} MiB; expected at most {most} MiB each")));
    }
    service::all().for_each(tables::load_found);
    let means = Means {
        jobs,
        threads: arguments.threads.unwrap_or_else(|| (resources::cores() / jobs).max(1)),
        hash_mib: hash,
        memory: (resources::memory_mib() as u64) << 19,
        is_fresh: false,
    };
    let address = SocketAddr::new(host, port);
    let listener = TcpListener::bind(address).map_err(|error| {
        let help = "is another server there? --port takes another port, --port 0 any that is free";
        Failure::input(format!("{address}: {error}; {help}"))
    })?;
    // Where it really listens, if any port would do.
    let address = listener.local_addr()?;
    let page = format!("http://{address}/");
    writeln!(session.out, "{page}")?;
    session.out.flush()?;
    if arguments.open && !open(&page) {
        writeln!(session.err, "no browser was found; open {page} yourself")?;
    }
    serve(listener, Settings { means, longest: arguments.time }, &session.stop.clone())?;
    if session.is_stopped() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// Asks the system to show a page.
fn open(page: &str) -> bool {
    let (program, arguments): (_, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/c", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}
