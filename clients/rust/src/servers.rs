use std::{
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::{net::lookup_host, sync::Mutex as AsyncMutex, time::Instant};
use tonic::{
    Status,
    transport::{Channel, ClientTlsConfig, Endpoint, Error},
};

use crate::{BuildError, target::Target};

/// A way that answers nothing must leave time for another server within a call's deadline.
const CONNECT_PATIENCE: Duration = Duration::from_secs(3);
/// The server takes a ping every ten seconds.
const PING_AFTER: Duration = Duration::from_secs(20);
const PING_PATIENCE: Duration = Duration::from_secs(5);
const SHORTEST_OUTAGE: Duration = Duration::from_secs(1);
const LONGEST_OUTAGE: Duration = Duration::from_secs(60);
const LOOK_UP_AT_MOST_EVERY: Duration = Duration::from_secs(1);

/// The servers behind the targets, each with a channel of its own that connects when it is used.
pub(crate) struct Servers {
    targets: Vec<Target>,
    dial: Dial,
    in_turn: bool,
    next: AtomicUsize,
    /// Set when a server has failed: others may have taken its place.
    is_stale: AtomicBool,
    known: AsyncMutex<Known>,
}

#[derive(Default)]
struct Known {
    servers: Vec<Server>,
    looked_up: Option<Instant>,
}

/// How servers are connected to.
pub(crate) struct Dial {
    pub(crate) tls: Option<ClientTlsConfig>,
    pub(crate) user_agent: String,
}

/// One server, and how long it is passed over because it could not be reached.
#[derive(Clone)]
pub(crate) struct Server {
    pub(crate) channel: Channel,
    place: Place,
    outage: Arc<Mutex<Outage>>,
}

/// The number of a target, and an address found for it; `None`: it needs none.
type Place = (usize, Option<SocketAddr>);

#[derive(Default)]
struct Outage {
    until: Option<Instant>,
    lasts: Duration,
}

impl Servers {
    /// Takes what connects to every target; with `in_turn` calls go round, else to the first that is up.
    pub(crate) fn new(targets: Vec<Target>, dial: Dial, in_turn: bool) -> Result<Self, BuildError> {
        for target in &targets {
            // Whatever is wrong with the settings shows with any address.
            dial.endpoint(target, Some(SocketAddr::from(([127, 0, 0, 1], 1))))
                .map_err(|error| BuildError::because(target.authority(), &error))?;
        }
        Ok(Self {
            targets,
            dial,
            in_turn,
            next: AtomicUsize::new(0),
            is_stale: AtomicBool::new(false),
            known: AsyncMutex::default(),
        })
    }

    /// Returns the server whose turn it is, of those that are up if any is.
    pub(crate) async fn pick(&self) -> Result<Server, Status> {
        let mut known = self.known.lock().await;
        let fresh = known.looked_up.is_some_and(|at| {
            !self.is_stale.load(Ordering::Relaxed) || at.elapsed() < LOOK_UP_AT_MOST_EVERY
        });
        if !fresh {
            self.look_up(&mut known).await?;
        }
        let turn = if self.in_turn {
            self.next.fetch_add(1, Ordering::Relaxed)
        } else {
            0
        };
        let count = known.servers.len();
        let mut order = (0..count).map(|step| &known.servers[(turn + step) % count]);
        let picked = order.find(|server| server.is_up());
        Ok(picked.unwrap_or(&known.servers[turn % count]).clone())
    }

    /// Passes a server over for a while; tells whether another is up.
    pub(crate) async fn lost(&self, server: &Server) -> bool {
        server.passed_over();
        self.suspect();
        let known = self.known.lock().await;
        known.servers.iter().any(|server| server.is_up())
    }

    /// Has names looked up again before the next call.
    pub(crate) fn suspect(&self) {
        self.is_stale.store(true, Ordering::Relaxed);
    }

    /// Ends the connections that no call is using.
    pub(crate) async fn forget(&self) {
        *self.known.lock().await = Known::default();
    }

    /// Finds the servers; those that were known before keep their channels.
    async fn look_up(&self, known: &mut Known) -> Result<(), Status> {
        self.is_stale.store(false, Ordering::Relaxed);
        let mut servers = Vec::new();
        let mut trouble = None;
        for (number, target) in self.targets.iter().enumerate() {
            let before = known
                .servers
                .iter()
                .filter(|server| server.place.0 == number);
            let addresses = match addresses(target).await {
                Ok(addresses) => addresses,
                Err(error) => {
                    servers.extend(before.cloned());
                    trouble = Some(format!("{} is not found: {error}", target.authority()));
                    continue;
                }
            };
            for address in addresses {
                let place = (number, address);
                let kept = before.clone().find(|server| server.place == place);
                servers.push(match kept {
                    Some(server) => server.clone(),
                    None => self.open(place)?,
                });
            }
        }
        if servers.is_empty() {
            return Err(Status::unavailable(
                trouble.unwrap_or_else(|| "the target has no address".into()),
            ));
        }
        *known = Known {
            servers,
            looked_up: Some(Instant::now()),
        };
        Ok(())
    }

    fn open(&self, place: Place) -> Result<Server, Status> {
        let endpoint = self
            .dial
            .endpoint(&self.targets[place.0], place.1)
            .map_err(|error| Status::unavailable(error.to_string()))?;
        Ok(Server {
            channel: endpoint.connect_lazy(),
            place,
            outage: Arc::default(),
        })
    }
}

impl Dial {
    fn endpoint(&self, target: &Target, address: Option<SocketAddr>) -> Result<Endpoint, Error> {
        let scheme = if self.tls.is_some() { "https" } else { "http" };
        let endpoint = match (target, address) {
            (Target::Host { host, port }, None) => format!("{scheme}://{host}:{port}"),
            (Target::Host { .. }, Some(address)) => format!("{scheme}://{address}"),
            (Target::Unix { path }, _) => format!("unix:{path}"),
        };
        let origin = format!("{scheme}://{}", target.authority());
        let endpoint = Endpoint::from_shared(endpoint)?
            .origin(
                origin
                    .parse()
                    .expect("a target that was read names an origin"),
            )
            .user_agent(self.user_agent.as_str())?
            .connect_timeout(CONNECT_PATIENCE)
            .http2_keep_alive_interval(PING_AFTER)
            .keep_alive_timeout(PING_PATIENCE);
        match (&self.tls, target) {
            (None, _) => Ok(endpoint),
            (Some(tls), Target::Host { host, .. }) => {
                endpoint.tls_config(tls.clone().domain_name(host))
            }
            (Some(tls), Target::Unix { .. }) => endpoint.tls_config(tls.clone()),
        }
    }
}

impl Server {
    /// Says that the server was reached.
    pub(crate) fn reached(&self) {
        *self.outage.lock().unwrap() = Outage::default();
    }

    /// Tells whether the server may be called; after an outage one call may, to see.
    fn is_up(&self) -> bool {
        let mut outage = self.outage.lock().unwrap();
        let Some(until) = outage.until else {
            return true;
        };
        let is_over = until <= Instant::now();
        if is_over {
            outage.until = Some(Instant::now() + outage.lasts);
        }
        is_over
    }

    fn passed_over(&self) {
        let mut outage = self.outage.lock().unwrap();
        outage.lasts = (outage.lasts * 2).clamp(SHORTEST_OUTAGE, LONGEST_OUTAGE);
        outage.until = Some(Instant::now() + outage.lasts);
    }
}

async fn addresses(target: &Target) -> std::io::Result<Vec<Option<SocketAddr>>> {
    match target {
        Target::Unix { .. } => Ok(vec![None]),
        Target::Host { host, port } => {
            let found = lookup_host((host.as_str(), *port)).await?;
            Ok(found.map(Some).collect())
        }
    }
}
