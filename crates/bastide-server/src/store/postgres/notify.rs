//! Hints by `NOTIFY` of the database.
//!
//! They are sent on a reader connection: a `notify` inside the transactions would serialize them.

use async_trait::async_trait;
use deadpool_postgres::Pool;
use tokio_postgres::AsyncMessage;

use super::bus::{Bus, Heard};
use super::connect::{self, Target, reason};

/// Name of the notification channel.
const CHANNEL: &str = "bastide";

/// The notifications of a database.
pub(super) struct Notify {
    pub(super) pool: Pool,
    pub(super) target: Target,
}

#[async_trait]
impl Bus for Notify {
    async fn publish(&self, messages: &[String]) -> Result<(), String> {
        let sql = "select pg_notify($1, payload) from unnest($2::text[]) as payload";
        let client = connect::connection(&self.pool).await.map_err(|error| error.to_string())?;
        let sent = connect::answer(client, async |client| {
            let statement = client.prepare_cached(sql).await?;
            client.execute(&statement, &[&CHANNEL, &messages]).await
        });
        sent.await.map(drop).map_err(|refusal| refusal.error.to_string())
    }

    async fn receive(&self, heard: &Heard<'_>) -> Result<(), String> {
        let fail = |error: tokio_postgres::Error| reason(&error);
        let (client, mut connection) = self.target.connect().await.map_err(fail)?;
        let received = async {
            while let Some(message) = std::future::poll_fn(|cx| connection.poll_message(cx)).await {
                if let AsyncMessage::Notification(notification) = message?
                    && notification.channel() == CHANNEL
                {
                    heard(notification.payload());
                }
            }
            Ok(())
        };
        let asked = async {
            let listening = client.batch_execute(&format!("listen {CHANNEL}")).await;
            match listening {
                // The client must outlive the connection.
                Ok(()) => std::future::pending().await,
                Err(error) => Err(error),
            }
        };
        let ended: Result<(), tokio_postgres::Error> = tokio::select! {
            ended = received => ended,
            refused = asked => refused,
        };
        ended.map_err(fail)
    }
}
