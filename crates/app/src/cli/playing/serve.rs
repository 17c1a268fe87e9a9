//! `manyply serve`: the board in a browser.

use crate::cli::common::{
    AlgorithmArgument, NetworksArgument, Result, Session, TablesArgument, count, input, resources,
};
use crate::serve::{Settings, Watched, serve, show};
use manyply::search::{Level, Options};
use manyply::threads;
use manyply_arena::service::Means;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::JoinHandle;
use std::time::Duration;

/// Where the page is, if nobody says otherwise.
const USUAL_PORT: u16 = 8080;

/// Show boards in a browser, to play, analyse and annotate games
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Listen on this address; 0.0.0.0 lets other machines in
    #[arg(long, value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// Listen on this port; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = USUAL_PORT, value_parser = count::<u16>(0..=u16::MAX))]
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
    /// Memory of the games' solvers, of all searches together, in MiB [default: half of what is free]
    #[arg(long, value_name = "MiB", value_parser = resources::memory)]
    memory: Option<usize>,
    #[command(flatten)]
    tables: TablesArgument,
    #[command(flatten)]
    networks: NetworksArgument,
    #[command(flatten)]
    algorithm: AlgorithmArgument,
    /// No search takes longer
    #[arg(long, value_name = "TIME", default_value = "1h", value_parser = resources::time)]
    time: Duration,
}

pub(crate) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result {
    let Arguments { host, port, jobs, hash, .. } = *arguments;
    if jobs.saturating_mul(hash) > resources::memory_mib() {
        let most = resources::memory_mib() / jobs;
        return Err(input!("--hash: {jobs} tables of {hash} MiB; expected at most {most} MiB each"));
    }
    arguments.tables.load_all(&session.games)?;
    let networks = arguments.networks.load(&session.games)?;
    arguments.algorithm.check(&Options { network: networks.first().copied(), ..Options::default() }, Level::MAX)?;
    let means = Means {
        jobs,
        threads: arguments.threads.unwrap_or_else(|| (resources::cores() / jobs).max(1)),
        hash_mib: hash,
        memory: resources::solver_memory(arguments.memory),
        is_fresh: false,
        engine: arguments.algorithm.named,
        networks,
    };
    let (listener, page) = listen(SocketAddr::new(host, port))?;
    writeln!(session.out, "{page}")?;
    if arguments.open && !open(&page) {
        writeln!(session.err, "no browser was found; open {page} yourself")?;
    }
    serve(listener, session.games.clone(), Settings { means, longest: arguments.time }, &session.stop.clone())?;
    session.check_stop()
}

/// Begins to listen, and says where its page is.
fn listen(address: SocketAddr) -> Result<(TcpListener, String)> {
    let listener = TcpListener::bind(address).map_err(|error| {
        let help =
            "is another server there? expected an address of this machine and another port; 0 is any that is free";
        input!("{address}: {error}; {help}")
    })?;
    // Where it really listens, if any port would do.
    let address = listener.local_addr()?;
    Ok((listener, format!("http://{address}/")))
}

/// Where a match is shown: `IP:PORT`, or one of the two.
pub(crate) fn address(text: &str) -> Result<SocketAddr, String> {
    let host = |ip: IpAddr| SocketAddr::new(ip, USUAL_PORT);
    let port = |port: u16| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let parsed = text.parse().ok().or_else(|| text.parse().ok().map(host)).or_else(|| text.parse().ok().map(port));
    parsed.ok_or_else(|| "expected an address such as 127.0.0.1:8080, or a port".into())
}

/// A page that shows a match, until this is dropped.
pub(crate) struct Showing {
    watched: Arc<Watched>,
    /// Set when the user wants an end.
    interrupted: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
    server: Option<JoinHandle<io::Result<()>>>,
}

impl Showing {
    /// Begins to show a match at `address`, and says where.
    pub(crate) fn start(address: SocketAddr, watched: Watched, session: &mut Session<'_>) -> Result<Self> {
        let (listener, page) = listen(address)?;
        writeln!(session.err, "the match is shown at {page}")?;
        let (watched, stop) = (Arc::new(watched), Arc::new(AtomicBool::new(false)));
        let (games, shown, ended) = (session.games.clone(), watched.clone(), stop.clone());
        let server = Some(threads::spawn(move || show(listener, games, shown, &ended))?);
        Ok(Self { watched, interrupted: session.stop.clone(), stop, server })
    }

    /// What is shown.
    pub(crate) fn watched(&self) -> &Watched {
        &self.watched
    }
}

impl Drop for Showing {
    fn drop(&mut self) {
        self.watched.end(&self.interrupted);
        self.stop.store(true, Relaxed);
        // A page is no part of the match: whatever stopped it, the match is what counts.
        let _ = self.server.take().map(JoinHandle::join);
    }
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
