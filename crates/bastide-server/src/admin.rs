//! Administration of tables and addresses by the operator of a server.
//!
//! All requests are implemented once, over a [`Hub`]. A running server answers them at a socket in
//! its data directory; `bastide admin` executes them itself if no server holds the database, or if
//! several processes may share it.

mod engines;
#[cfg(unix)]
mod socket;

use std::collections::BTreeMap;

use bastide_protocol::{Occupant, Problem, ProblemCode, TableLine};
use bastide_table::{Erasure, MAX_LINE, MAX_NAME, problem, sanitize};
use serde::{Deserialize, Serialize};

use crate::ban::read_net;
use crate::hub::{Hub, ReportBody, not_saved};
use crate::store::{Millis, Row, Stage, StoredBan, StoredReport, TableId};

#[cfg(unix)]
pub use socket::{AdminSocket, SOCKET, ask};

/// Number of tables read per page.
const PAGE: u16 = 500;

/// A request of the operator.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AdminRequest {
    /// Lists tables.
    List(ListFilter),
    /// Shows all details of a table except its secrets.
    Show {
        /// Table id, as in links.
        table: String,
    },
    /// Closes a table for all players and watchers.
    Close {
        /// Table id, as in links.
        table: String,
        /// Reason, shown to all clients of the table.
        reason: String,
    },
    /// Deletes a table and its log.
    Delete {
        /// Table id, as in links.
        table: String,
    },
    /// Bans an address or a network.
    Ban {
        /// The address or network.
        net: String,
        /// Duration in milliseconds; `None` until the ban is lifted.
        lasts: Option<Millis>,
        /// Reason, shown to banned clients.
        reason: String,
    },
    /// Lifts a ban.
    Unban {
        /// The address or network, as it was banned.
        net: String,
    },
    /// Lists bans.
    Bans,
    /// Erases the names and chat messages of a person.
    Erase(EraseWhom),
    /// Lists reports.
    Reports {
        /// If set, only reports of this table.
        table: Option<String>,
        /// Maximum number of reports returned, newest first.
        limit: u16,
    },
    /// Deletes a resolved report.
    Resolve {
        /// Id of the report.
        report: i64,
    },
    /// Issues a token to an engine.
    AddEngine {
        /// Name of the engine, shown to all players.
        name: String,
        /// Validity of the token in milliseconds; `None` until it is revoked.
        lasts: Option<Millis>,
        /// Note for the operator.
        note: String,
    },
    /// Revokes the token of an engine.
    RevokeEngine {
        /// Name of the engine.
        name: String,
    },
    /// Deletes the account of an engine and its rating.
    RemoveEngine {
        /// Name of the engine.
        name: String,
    },
    /// Lists engines.
    Engines,
}

/// Selects the person whose names and chat messages are erased.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum EraseWhom {
    /// All players of this name, at all tables.
    Name {
        /// The name.
        name: String,
    },
    /// All players who ever occupied a seat of a table.
    Seat {
        /// Table id, as in links.
        table: String,
        /// Seat number, from 0.
        seat: u8,
    },
}

/// Filter for tables.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ListFilter {
    /// `open`, `playing` or `over`.
    pub stage: Option<String>,
    /// Minimum time since the last change, in milliseconds.
    pub older_than: Option<Millis>,
    /// Minimum number of facts in the log.
    pub min_facts: Option<u64>,
    /// True to return only tables whose log cannot be read. Reads every log.
    pub is_damaged: bool,
    /// Maximum number of tables returned, most recently changed first.
    pub limit: usize,
}

/// Response to an [`AdminRequest`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AdminAnswer {
    /// Tables.
    List {
        /// Matching tables, at most `limit` of the filter.
        tables: Vec<TableInfo>,
        /// Total number of matching tables.
        of: u64,
    },
    /// Details of one table.
    Show(Box<TableDetails>),
    /// The request succeeded and has no result.
    Done,
    /// A ban was added.
    Banned(BanInfo),
    /// Bans.
    Bans {
        /// All bans that have not expired.
        bans: Vec<BanInfo>,
    },
    /// The data of a person was erased.
    Erased {
        /// Number of changed tables.
        tables: u64,
        /// Number of changed facts.
        facts: u64,
        /// Number of changed reports.
        reports: u64,
        /// Tables that could not be read and are unchanged.
        failed: Vec<String>,
    },
    /// Reports.
    Reports {
        /// Matching reports.
        reports: Vec<ReportInfo>,
    },
    /// A token was issued.
    EngineAdded {
        /// The engine.
        engine: EngineInfo,
        /// The token, which is not stored and cannot be shown again.
        token: String,
    },
    /// Engines.
    Engines {
        /// All engines, including those whose token is no longer valid.
        engines: Vec<EngineInfo>,
    },
}

/// Summary of a table in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableInfo {
    /// Table id, as in links.
    pub table: String,
    /// `open`, `playing` or `over`.
    pub stage: String,
    /// True if the table is listed publicly.
    pub is_listed: bool,
    /// Creation time, in milliseconds since 1970.
    pub created: Millis,
    /// Time of the last change, in milliseconds since 1970.
    pub updated: Millis,
    /// Number of facts in the log.
    pub facts: u64,
    /// Stored size of the log in bytes.
    pub bytes: u64,
    /// Occupant of each seat: the name of a person, the level of a bot, empty if free.
    pub seats: Vec<String>,
    /// Error from reading the log; set only if the request checked for damage.
    pub damage: Option<String>,
}

/// Details of a table, without its secrets.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableDetails {
    /// Summary, as in lists.
    pub info: TableInfo,
    /// Number of facts in the log by kind.
    pub kinds: BTreeMap<String, u64>,
    /// Seat numbers muted by the table's creator.
    pub muted_seats: Vec<u8>,
    /// True if watchers may chat.
    pub is_watcher_chat_open: bool,
    /// Reason given by the operator when closing the table.
    pub closed: Option<String>,
    /// Number of reports about the table.
    pub reports: u64,
}

/// A banned network.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BanInfo {
    /// The network.
    pub net: String,
    /// Reason of the ban.
    pub reason: String,
    /// Creation time, in milliseconds since 1970.
    pub created: Millis,
    /// Expiry time, in milliseconds since 1970; `None` if the ban does not expire.
    pub until: Option<Millis>,
}

/// A report by a player or watcher.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReportInfo {
    /// Id of the report.
    pub id: i64,
    /// Table id.
    pub table: String,
    /// Creation time, in milliseconds since 1970.
    pub at: Millis,
    /// Content of the report.
    #[serde(flatten)]
    pub report: ReportBody,
}

/// An engine, without its token.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EngineInfo {
    /// Its name.
    pub name: String,
    /// Note of the operator.
    pub note: String,
    /// Time at which its token was issued, in milliseconds since 1970.
    pub created: Millis,
    /// Expiry time of the token; `None` if it does not expire.
    pub expires: Option<Millis>,
    /// Time at which the token was revoked.
    pub revoked: Option<Millis>,
    /// True if the token is valid now.
    pub is_valid: bool,
}

/// Executes requests of the operator.
#[derive(Clone)]
pub struct Admin {
    hub: Hub,
}

impl Admin {
    /// Creates an executor for the tables of `hub`.
    pub fn new(hub: Hub) -> Admin {
        Admin { hub }
    }

    /// Executes `request`.
    ///
    /// # Errors
    /// Returns a [`Problem`] if the request cannot be executed; in this case nothing has changed.
    pub async fn run(&self, request: AdminRequest) -> Result<AdminAnswer, Problem> {
        match request {
            AdminRequest::List(filter) => self.list(&filter).await,
            AdminRequest::Show { table } => self.show(&table).await,
            AdminRequest::Close { table, reason } => {
                table_id(&table)?;
                self.hub.close_table(&table, &reason).await?;
                tracing::info!(table, reason, "closed by the operator");
                Ok(AdminAnswer::Done)
            }
            AdminRequest::Delete { table } => {
                if !self.hub.delete_table(&table_id(&table)?, None).await? {
                    return Err(no_table(&table));
                }
                tracing::info!(table, "deleted by the operator");
                Ok(AdminAnswer::Done)
            }
            AdminRequest::Ban { net, lasts, reason } => self.ban(&net, lasts, &reason).await,
            AdminRequest::Unban { net } => {
                let net = network(&net)?;
                let store = self.hub.admin_store()?;
                if !store.unban(&net).await.map_err(|error| not_saved(&error))? {
                    return Err(problem(ProblemCode::NotFound, format!("{net} is not banned")));
                }
                self.hub.refresh_bans().await;
                Ok(AdminAnswer::Done)
            }
            AdminRequest::Bans => {
                let stored = self.hub.admin_store()?.bans().await;
                let now = self.hub.now();
                let mut bans = stored.map_err(|error| not_saved(&error))?;
                bans.retain(|ban| ban.until.is_none_or(|until| until > now));
                Ok(AdminAnswer::Bans { bans: bans.into_iter().map(ban_info).collect() })
            }
            AdminRequest::Erase(whom) => self.erase(&whom).await,
            AdminRequest::Reports { table, limit } => self.reports(table.as_deref(), limit).await,
            AdminRequest::Resolve { report } => {
                let store = self.hub.admin_store()?;
                if !store.delete_report(report).await.map_err(|error| not_saved(&error))? {
                    let text = format!("there is no report {report}");
                    return Err(problem(ProblemCode::NotFound, text));
                }
                Ok(AdminAnswer::Done)
            }
            AdminRequest::AddEngine { name, lasts, note } => {
                self.add_engine(&name, lasts, &note).await
            }
            AdminRequest::RevokeEngine { name } => self.revoke_engine(&name).await,
            AdminRequest::RemoveEngine { name } => self.remove_engine(&name).await,
            AdminRequest::Engines => self.engines().await,
        }
    }

    async fn list(&self, filter: &ListFilter) -> Result<AdminAnswer, Problem> {
        let stage = filter.stage.as_deref().map(|name| {
            Stage::from_name(name).ok_or_else(|| {
                problem(ProblemCode::Malformed, "invalid stage: write open, playing or over")
            })
        });
        let stage = stage.transpose()?;
        let before = filter.older_than.map(|age| self.hub.now().saturating_sub(age));
        let is_wanted = |row: &Row| {
            stage.is_none_or(|stage| row.stage == stage)
                && before.is_none_or(|before| row.updated < before)
                && filter.min_facts.is_none_or(|least| row.last >= least)
        };
        let (mut found, mut of) = (Vec::new(), 0);
        let mut after = TableId::default();
        loop {
            let rows = self.hub.rows(&after, PAGE).await?;
            let is_last = rows.len() < usize::from(PAGE);
            if let Some(row) = rows.last() {
                after = row.id.clone();
            }
            for row in rows.into_iter().filter(is_wanted) {
                let damage = match filter.is_damaged {
                    true => self.damage(&row.id).await?,
                    false => None,
                };
                if filter.is_damaged && damage.is_none() {
                    continue;
                }
                of += 1;
                found.push((row, damage));
            }
            found.sort_by(|(a, _), (b, _)| (b.updated, &b.id).cmp(&(a.updated, &a.id)));
            found.truncate(filter.limit);
            if is_last {
                break;
            }
        }
        let mut tables = Vec::new();
        for (row, damage) in found {
            tables.push(self.info(&row, damage).await?);
        }
        Ok(AdminAnswer::List { tables, of })
    }

    /// Returns the error from reading the log of a table, or `None` if it is readable.
    async fn damage(&self, id: &TableId) -> Result<Option<String>, Problem> {
        match self.hub.inspect(id).await {
            Ok(inspection) => Ok(inspection.view.err()),
            // The table was deleted in the meantime; any other problem means that its log is
            // unreadable.
            Err(problem) if problem.code == ProblemCode::NoSuchTable => Ok(None),
            Err(problem) => Ok(Some(problem.message)),
        }
    }

    async fn info(&self, row: &Row, damage: Option<String>) -> Result<TableInfo, Problem> {
        let bytes = self.hub.admin_store()?.size(&row.id).await;
        let line: Option<TableLine> = serde_json::from_str(&row.summary).ok();
        let seats = line.map_or_else(Vec::new, |line| line.seats);
        Ok(TableInfo {
            table: row.id.to_string(),
            stage: row.stage.name().to_owned(),
            is_listed: row.is_listed,
            created: row.created,
            updated: row.updated,
            facts: row.last,
            bytes: bytes.map_err(|error| not_saved(&error))?,
            seats: seats.iter().map(seat_name).collect(),
            damage,
        })
    }

    async fn show(&self, table: &str) -> Result<AdminAnswer, Problem> {
        let id = table_id(table)?;
        let inspection = self.hub.inspect(&id).await?;
        let store = self.hub.admin_store()?;
        let row = self.row(&id).await?.ok_or_else(|| no_table(table))?;
        let reports =
            store.reports(Some(&id), u16::MAX).await.map_err(|error| not_saved(&error))?;
        let (moderation, damage) = match inspection.view {
            Ok(view) => (Some(view.moderation), None),
            Err(damage) => (None, Some(damage)),
        };
        Ok(AdminAnswer::Show(Box::new(TableDetails {
            info: self.info(&row, damage).await?,
            kinds: inspection.kinds,
            muted_seats: moderation.as_ref().map_or_else(Vec::new, |it| it.muted_seats.clone()),
            is_watcher_chat_open: moderation.as_ref().is_none_or(|it| it.is_watcher_chat_open),
            closed: moderation.and_then(|it| it.closed),
            reports: reports.len() as u64,
        })))
    }

    /// Returns the row of one table.
    async fn row(&self, id: &TableId) -> Result<Option<Row>, Problem> {
        // A key that sorts just before `id`, so that the page starts with the table itself.
        let mut before = id.0.to_string();
        let last = before.pop().and_then(|last| char::from_u32(u32::from(last).saturating_sub(1)));
        before.extend(last);
        before.push('~');
        let rows = self.hub.rows(&TableId(before.into()), 1).await?;
        Ok(rows.into_iter().find(|row| row.id == *id))
    }

    async fn ban(
        &self,
        net: &str,
        lasts: Option<Millis>,
        reason: &str,
    ) -> Result<AdminAnswer, Problem> {
        let net = network(net)?;
        let reason = match reason.trim() {
            "" => String::new(),
            reason => sanitize(reason, MAX_LINE)
                .map_err(|bad| problem(ProblemCode::BadText, format!("invalid reason: {bad}")))?,
        };
        if lasts.is_some_and(|lasts| lasts <= 0) {
            return Err(problem(ProblemCode::Malformed, "the duration of a ban must be positive"));
        }
        let created = self.hub.now();
        let until = lasts.map(|lasts| created.saturating_add(lasts));
        let ban = StoredBan { net, reason, created, until };
        let saved = self.hub.admin_store()?.ban(ban.clone()).await;
        saved.map_err(|error| not_saved(&error))?;
        self.hub.refresh_bans().await;
        tracing::info!(net = ban.net, until = ban.until, "banned by the operator");
        Ok(AdminAnswer::Banned(ban_info(ban)))
    }

    async fn erase(&self, whom: &EraseWhom) -> Result<AdminAnswer, Problem> {
        let (table, erasure) = match whom {
            EraseWhom::Name { name } => {
                let name = sanitize(name, MAX_NAME)
                    .map_err(|bad| problem(ProblemCode::BadName, format!("invalid name: {bad}")))?;
                (None, Erasure::Name(name))
            }
            EraseWhom::Seat { table, seat } => (Some(table_id(table)?), Erasure::Seat(*seat)),
        };
        let (mut tables, mut facts, mut failed) = (0, 0, Vec::new());
        if let Some(id) = &table {
            facts = self.hub.erase(id, &erasure).await?;
            tables = u64::from(facts > 0);
        } else {
            let mut after = TableId::default();
            loop {
                let rows = self.hub.rows(&after, PAGE).await?;
                for row in &rows {
                    match self.hub.erase(&row.id, &erasure).await {
                        Ok(0) => {}
                        Ok(changed) => {
                            tables += 1;
                            facts += changed;
                        }
                        Err(problem) if problem.code == ProblemCode::NoSuchTable => {}
                        Err(problem) => failed.push(format!("{}: {}", row.id, problem.message)),
                    }
                }
                match rows.last() {
                    Some(last) if rows.len() == usize::from(PAGE) => after = last.id.clone(),
                    Some(_) | None => break,
                }
            }
        }
        let reports = self.hub.erase_reports(table.as_ref(), &erasure).await?;
        tracing::info!(tables, facts, reports, "the data of a person was erased by the operator");
        Ok(AdminAnswer::Erased { tables, facts, reports, failed })
    }

    async fn reports(&self, table: Option<&str>, limit: u16) -> Result<AdminAnswer, Problem> {
        let id = table.map(table_id).transpose()?;
        let stored = self.hub.admin_store()?.reports(id.as_ref(), limit).await;
        let stored = stored.map_err(|error| not_saved(&error))?;
        Ok(AdminAnswer::Reports { reports: stored.iter().filter_map(report_info).collect() })
    }
}

fn table_id(table: &str) -> Result<TableId, Problem> {
    TableId::from_name(table).ok_or_else(|| {
        problem(
            ProblemCode::NoSuchTable,
            "invalid table id: use the 12 letters in the link of the table",
        )
    })
}

fn no_table(table: &str) -> Problem {
    problem(ProblemCode::NoSuchTable, format!("there is no table {table}"))
}

fn network(net: &str) -> Result<String, Problem> {
    let net = read_net(net).map_err(|error| problem(ProblemCode::Malformed, error))?;
    Ok(net.to_string())
}

fn ban_info(ban: StoredBan) -> BanInfo {
    let StoredBan { net, reason, created, until } = ban;
    BanInfo { net, reason, created, until }
}

fn report_info(stored: &StoredReport) -> Option<ReportInfo> {
    let report = serde_json::from_str(&stored.body).ok()?;
    Some(ReportInfo { id: stored.id, table: stored.table.to_string(), at: stored.at, report })
}

fn seat_name(who: &Occupant) -> String {
    match who {
        Occupant::Nobody => String::new(),
        Occupant::Person { name, .. } => name.clone(),
        Occupant::Bot { level, instead_of: None } => level.clone(),
        Occupant::Bot { instead_of: Some(name), .. } => name.clone(),
    }
}
