//! The call that reads games: records with annotations, positions, and games of other programs.

use std::collections::BTreeMap;

use bastide::{Game as _, Seat};
use bastide_host::{AnnotatedRecord, Node, Record};
use bastide_import::{Format, ImportError, ImportErrorKind, Imported, Note, import_legal_part};
use serde::Serialize;
use serde_json::Value;

use crate::request::{Response, ok};

/// The result of an import. A refusal is a value too: it has more places than a problem.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Outcome {
    /// A game.
    Imported { format: &'static str, notes: Vec<NoteView>, tree: TreeView },
    /// The reason why the input is not a game.
    Refused {
        /// Code of the reason, stable across versions.
        code: String,
        /// The reason in English.
        message: String,
        /// Number of the turn, from 1.
        turn: Option<usize>,
        /// Number of the line, from 1.
        line: Option<usize>,
        /// Path of a value in a JSON file.
        path: Option<String>,
        /// True if the input is a game that breaks a rule.
        is_illegal: bool,
        /// The turns before the one that breaks a rule, as a record.
        legal: Option<String>,
    },
}

/// A remark on an import.
#[derive(Serialize)]
struct NoteView {
    code: &'static str,
    /// Values for a text with this code.
    values: BTreeMap<&'static str, Value>,
}

/// An annotated record: the lines around its turns, and the tree of all turns.
#[derive(Serialize)]
struct TreeView {
    /// Version and header of the record.
    head: String,
    /// The lines after the last turn.
    tail: String,
    nodes: Vec<NodeView>,
    /// The whole in canonical form.
    text: String,
}

#[derive(Serialize)]
struct NodeView {
    parent: usize,
    /// The seat whose turn it is; at the start of the game, the seat that begins.
    seat: usize,
    /// The actions in notation, separated by spaces.
    turn: String,
    name: String,
    comment: String,
    values: Vec<f32>,
    /// True for a turn that has only begun.
    is_unfinished: bool,
}

/// Reads a game in any format.
pub(crate) fn import(text: &str) -> Response {
    let (imported, error) = match import_legal_part(text.as_bytes(), None) {
        Ok(found) => found,
        Err(error) => return ok(&refused(&error, None)),
    };
    if let Some(error) = error {
        return ok(&refused(&error, Some(&imported.record)));
    }
    let Imported { record, format, notes } = imported;
    let tree = match format {
        Format::Record => match AnnotatedRecord::read(text.trim_start()) {
            Ok(tree) => tree,
            Err(error) => {
                // Leading lines that were left out count too.
                let skipped = text[..text.len() - text.trim_start().len()].matches('\n').count();
                let mut error = ImportError::from(error);
                error.place.line = error.place.line.map(|line| line + skipped);
                return ok(&refused(&error, Some(&record)));
            }
        },
        _ => AnnotatedRecord::from(record),
    };
    let notes = notes.iter().map(note).collect();
    ok(&Outcome::Imported { format: format.name(), notes, tree: view(&tree) })
}

fn refused(error: &ImportError, legal: Option<&Record>) -> Outcome {
    // Records name the line; its turn follows from the legal part.
    let is_record = matches!(error.kind, ImportErrorKind::Record(_));
    let is_illegal = error.kind.breaks_a_rule();
    let counted = legal.filter(|_| is_record && is_illegal).map(|legal| legal.full_turns() + 1);
    Outcome::Refused {
        code: error.kind.code().to_owned(),
        message: error.kind.to_string(),
        turn: error.place.turn.or(counted),
        line: error.place.line,
        path: error.place.path.clone(),
        is_illegal,
        legal: legal.filter(|legal| legal.full_turns() > 0).map(Record::to_text),
    }
}

fn view(tree: &AnnotatedRecord) -> TreeView {
    let record = tree.record();
    let game = record.to_text();
    let mut lines = game.split_inclusive('\n');
    let head = lines.by_ref().take(2).collect();
    let is_tail = |line: &&str| line.starts_with("end") || line.starts_with("seed");
    let node = |(node, seat): (&Node, Seat)| NodeView {
        parent: node.parent,
        seat: seat.index(),
        turn: tree.show(node),
        name: node.name.clone(),
        comment: node.comment.clone(),
        values: node.values.clone(),
        is_unfinished: node.is_unfinished,
    };
    TreeView {
        head,
        tail: lines.filter(is_tail).collect(),
        nodes: tree.nodes().iter().zip(seats(tree)).map(node).collect(),
        text: tree.to_string(),
    }
}

/// Returns the seat of each turn. Seats do not always alternate: a wall token or a builder gives a
/// further turn.
fn seats(tree: &AnnotatedRecord) -> Vec<Seat> {
    let start = tree.record().start();
    let mut seats = vec![start.turn(); tree.nodes().len()];
    let mut open = vec![(0, start)];
    while let Some((node, game)) = open.pop() {
        for child in tree.children(node) {
            seats[child] = game.turn();
            let mut after = game.clone();
            for &action in &tree.nodes()[child].actions {
                after.play_unchecked(action);
            }
            open.push((child, after));
        }
    }
    seats
}

/// Returns a remark with the values that its text needs.
fn note(note: &Note) -> NoteView {
    let points = |points: &[i32]| {
        let points: Vec<String> = points.iter().map(ToString::to_string).collect();
        Value::from(points.join(" : "))
    };
    let values = match note {
        Note::Discarded { tile, turn } => {
            vec![("tile", tile.as_str().into()), ("turn", (*turn).into())]
        }
        Note::Ambiguous { turn, chosen, of } => {
            vec![("turn", (*turn).into()), ("chosen", chosen.as_str().into()), ("n", (*of).into())]
        }
        Note::Unfinished { left } => vec![("n", (*left).into())],
        Note::OtherScores { written, actual } => {
            vec![("written", points(written)), ("actual", points(actual))]
        }
        Note::Renamed { player } => vec![("player", (*player).into())],
        Note::NoPlayers { assumed } => vec![("n", (*assumed).into())],
        Note::LegalPart { turns } => vec![("n", (*turns).into())],
        _ => Vec::new(),
    };
    NoteView { code: note.code(), values: values.into_iter().collect() }
}
