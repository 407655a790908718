//! Output of `bastide admin` as text and as JSON.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;
use bastide_server::admin::{
    AdminAnswer, BanInfo, EngineInfo, ReportInfo, TableDetails, TableInfo,
};
use serde_json::{Value, json};

use crate::console::Console;

/// Prints an answer.
pub(super) fn answer(answer: &AdminAnswer, console: &mut Console) -> Result<()> {
    if console.json {
        return console.value(&value(answer)?);
    }
    match answer {
        AdminAnswer::List { tables, of } => list(tables, *of, console),
        AdminAnswer::Show(details) => show(details, console),
        AdminAnswer::Done => console.line("done"),
        AdminAnswer::Banned(ban) => console.line(format_args!("banned {}", ban_line(ban))),
        AdminAnswer::Bans { bans } if bans.is_empty() => console.line("no address is banned"),
        AdminAnswer::Bans { bans } => console.lines(bans.iter().map(ban_line)),
        AdminAnswer::Erased { tables, facts, reports, failed } => {
            let text =
                format!("erased data in {facts} facts of {tables} tables and in {reports} reports");
            console.line(text)?;
            console.lines(failed.iter().map(|failed| format!("not erased: {failed}")))
        }
        AdminAnswer::Reports { reports } if reports.is_empty() => console.line("no reports"),
        AdminAnswer::Reports { reports } => {
            reports.iter().try_for_each(|report| tell_report(report, console))
        }
        AdminAnswer::EngineAdded { engine, token } => {
            console.line(format_args!("token of {}, shown only now:", engine_line(engine)))?;
            console.line(token)
        }
        AdminAnswer::Engines { engines } if engines.is_empty() => console.line("no engines"),
        AdminAnswer::Engines { engines } => console.lines(engines.iter().map(engine_line)),
    }
}

fn value(answer: &AdminAnswer) -> Result<Value> {
    Ok(match answer {
        AdminAnswer::List { tables, of } => json!({ "tables": tables, "of": of }),
        AdminAnswer::Show(details) => serde_json::to_value(details)?,
        AdminAnswer::Done => json!({ "done": true }),
        AdminAnswer::Banned(ban) => serde_json::to_value(ban)?,
        AdminAnswer::Bans { bans } => json!({ "bans": bans }),
        AdminAnswer::Erased { tables, facts, reports, failed } => {
            json!({ "tables": tables, "facts": facts, "reports": reports, "failed": failed })
        }
        AdminAnswer::Reports { reports } => json!({ "reports": reports }),
        AdminAnswer::EngineAdded { engine, token } => json!({ "engine": engine, "token": token }),
        AdminAnswer::Engines { engines } => json!({ "engines": engines }),
    })
}

fn list(tables: &[TableInfo], of: u64, console: &mut Console) -> Result<()> {
    for table in tables {
        let TableInfo { table: name, stage, facts, bytes, .. } = table;
        let (age, kb) = (age(table.updated), bytes.div_ceil(1000));
        let seats = seats(table);
        console.line(format_args!(
            "{name}  {stage:<7} {age:>5}  {facts:>5} facts {kb:>5} kB  {seats}"
        ))?;
        if let Some(damage) = &table.damage {
            console.line(format_args!("{:12}  {damage}", ""))?;
        }
    }
    console.line(format_args!("{} of {of} tables", tables.len()))
}

fn show(details: &TableDetails, console: &mut Console) -> Result<()> {
    let TableInfo { table, stage, is_listed, created, updated, facts, bytes, .. } = &details.info;
    let listed = if *is_listed { "listed" } else { "not listed" };
    console.line(format_args!("{table}: {stage}, {listed}"))?;
    let (made, changed) = (age(*created), age(*updated));
    console.line(format_args!("created {made} ago, changed {changed} ago"))?;
    console.line(format_args!("seats: {}", seats(&details.info)))?;
    console.line(format_args!("{facts} facts, {bytes} bytes:"))?;
    for (kind, count) in &details.kinds {
        console.line(format_args!("  {count:>6} {kind}"))?;
    }
    if !details.muted_seats.is_empty() {
        console.line(format_args!("seats muted by the owner: {:?}", details.muted_seats))?;
    }
    if !details.is_watcher_chat_open {
        console.line("the chat is closed for watchers")?;
    }
    if let Some(reason) = &details.closed {
        console.line(format_args!("closed by the operator: {reason}"))?;
    }
    if let Some(damage) = &details.info.damage {
        console.line(format_args!("DAMAGED: {damage}"))?;
    }
    console.line(format_args!("{} reports", details.reports))
}

fn tell_report(info: &ReportInfo, console: &mut Console) -> Result<()> {
    let ReportInfo { id, table, at, report } = info;
    let by = report.by.map_or("a watcher".to_owned(), |seat| format!("seat {seat}"));
    let age = age(*at);
    console.line(format_args!("#{id} table {table}, {age} ago, by {by}, about {}", report.name))?;
    console.line(format_args!("  reason: {}", report.reason))?;
    if let Some(line) = &report.line {
        console.line(format_args!("  reported message: {line}"))?;
    }
    for line in &report.chat {
        console.line(format_args!("  | {}: {}", line.name, line.text))?;
    }
    Ok(())
}

fn ban_line(ban: &BanInfo) -> String {
    let until = ban.until.map_or("until it is lifted".to_owned(), |until| {
        format!("for {}", span(until.saturating_sub(now())))
    });
    let reason = if ban.reason.is_empty() { String::new() } else { format!(": {}", ban.reason) };
    format!("{} {until}{reason}", ban.net)
}

fn engine_line(engine: &EngineInfo) -> String {
    let EngineInfo { name, note, created, expires, revoked, .. } = engine;
    let state = match (revoked, expires) {
        (Some(at), _) => format!("revoked {} ago", age(*at)),
        (None, Some(at)) if *at <= now() => format!("expired {} ago", age(*at)),
        (None, Some(at)) => format!("valid for {}", span(at.saturating_sub(now()))),
        (None, None) => "valid until it is revoked".to_owned(),
    };
    let note = if note.is_empty() { String::new() } else { format!(": {note}") };
    format!("{name}, issued {} ago, {state}{note}", age(*created))
}

fn seats(table: &TableInfo) -> String {
    let name = |name: &String| if name.is_empty() { "(free)".to_owned() } else { name.clone() };
    table.seats.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// Formats the time since `at`.
fn age(at: i64) -> String {
    span(now().saturating_sub(at))
}

/// Formats a time span in its largest unit.
fn span(millis: i64) -> String {
    let seconds = millis.max(0) / 1000;
    match seconds {
        0..120 => format!("{seconds}s"),
        120..7_200 => format!("{}m", seconds / 60),
        7_200..172_800 => format!("{}h", seconds / 3_600),
        _ => format!("{}d", seconds / 86_400),
    }
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
