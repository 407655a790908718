//! Hints over a NATS server. The client reconnects by itself, and subscribes again when it does.

use std::time::Duration;

use async_nats::{Client, ConnectOptions, Event};
use async_trait::async_trait;
use futures_util::StreamExt as _;
use tokio::sync::OnceCell;

use super::bus::{Bus, Heard};
use super::via::{NatsLogin, NatsUrl};

/// Timeout of a connection, and of sending messages.
const PATIENCE: Duration = Duration::from_secs(2);

/// Messages that wait during an outage; further ones are lost.
const WAITING: usize = 256;

/// A NATS server.
pub(super) struct Nats {
    url: NatsUrl,
    client: OnceCell<Client>,
}

impl Nats {
    pub(super) fn new(url: NatsUrl) -> Nats {
        Nats { url, client: OnceCell::new() }
    }

    /// Returns the client, which connects in the background.
    async fn client(&self) -> Result<&Client, String> {
        let made = self.client.get_or_try_init(|| async {
            let shown = self.url.to_string();
            let options =
                options(&self.url).retry_on_initial_connect().event_callback(move |event| {
                    let shown = shown.clone();
                    async move { tell(&shown, &event) }
                });
            options.connect(&self.url.server).await.map_err(|error| error.to_string())
        });
        made.await
    }
}

fn options(url: &NatsUrl) -> ConnectOptions {
    let options = ConnectOptions::new()
        .name("bastide")
        .no_echo()
        .connection_timeout(PATIENCE)
        .ping_interval(Duration::from_secs(10))
        .client_capacity(WAITING)
        .reconnect_delay_callback(|tries| Duration::from_millis(100 << tries.min(5)).min(PATIENCE));
    match &url.login {
        Some(NatsLogin::Token(token)) => options.token(token.clone()),
        Some(NatsLogin::User(user, password)) => {
            options.user_and_password(user.clone(), password.clone())
        }
        None => options,
    }
}

fn tell(at: &str, event: &Event) {
    match event {
        Event::Connected => tracing::info!(at, "connected to NATS"),
        Event::SlowConsumer(_) => tracing::debug!(at, "hints over NATS were dropped"),
        Event::Disconnected | Event::LameDuckMode | Event::Draining | Event::Closed => {
            tracing::warn!(
                at,
                "NATS is unavailable ({event}): changes of other processes arrive \
                within seconds instead"
            );
        }
        Event::ServerError(_) | Event::ClientError(_) => {
            tracing::warn!(at, "NATS: {event}; check the URL and the credentials of --hints");
        }
    }
}

/// Checks that a server can be reached with these credentials.
pub(crate) async fn check(url: &NatsUrl) -> Result<String, String> {
    let client = options(url).connect(&url.server).await.map_err(|error| error.to_string())?;
    let version = client.server_info().version;
    client.drain().await.map_err(|error| error.to_string())?;
    Ok(version)
}

#[async_trait]
impl Bus for Nats {
    async fn publish(&self, messages: &[String]) -> Result<(), String> {
        let client = self.client().await?;
        for message in messages {
            let sent = client.publish(self.url.subject.clone(), message.clone().into());
            match tokio::time::timeout(PATIENCE, sent).await {
                Ok(sent) => sent.map_err(|error| error.to_string())?,
                Err(_) => return Err("NATS takes no messages".to_owned()),
            }
        }
        Ok(())
    }

    async fn receive(&self, heard: &Heard<'_>) -> Result<(), String> {
        let client = self.client().await?;
        let subscribed = client.subscribe(self.url.subject.clone()).await;
        let mut messages = subscribed.map_err(|error| error.to_string())?;
        while let Some(message) = messages.next().await {
            // Other programs may use the same subject.
            if let Ok(text) = std::str::from_utf8(&message.payload) {
                heard(text);
            }
        }
        Ok(())
    }
}
