//! Records with variations, comments and evaluations.
//!
//! Annotations are comments of the text form that begin with `#!`, so programs that do not know
//! them read the game itself. `docs/notation.md` specifies them.

use core::fmt;

use bastide::{Action, Game};

use super::header::Fields;
use super::text::{self, Reader, check_text, words};
use super::{Record, RecordError, RecordErrorKind, clip};
use crate::characters::is_invisible;

/// Mark of an annotation.
const MARK: &str = "#!";
/// Maximum number of turns in a tree.
const MOST_NODES: usize = 4_000;
/// Maximum number of variations that contain each other.
const DEEPEST: usize = 64;
/// Largest absolute evaluation, far above the points of any game.
const MOST_POINTS: f32 = 99_999.0;

/// A turn in the tree of an annotated record, with the notes on it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Node {
    /// Index of the turn before it; 0 is the start of the game.
    pub parent: usize,
    /// Actions of the turn; empty for the start. Only the last turn of a line may be unfinished.
    pub actions: Vec<Action>,
    /// True if the turn has only begun.
    pub is_unfinished: bool,
    /// Name of the line that begins with the turn; empty if it has none.
    pub name: String,
    /// Comment on the position after the turn. Lines are separated by `\n`.
    pub comment: String,
    /// Evaluation: the expected final points of each seat; empty if there is none.
    pub values: Vec<f32>,
}

/// A record with variations, comments and evaluations: a tree of turns.
///
/// ```
/// use bastide_host::AnnotatedRecord;
/// let text = "bastide 1\n\
///     game land rules=base,fields seats=2 first=0\n\
///     DV P1,0r0 M0\n\
///     #! text Claims the road.\n\
///     #! (\n\
///     #! DV P1,0r0 M1\n\
///     #! )\n";
/// let annotated = AnnotatedRecord::read(text)?;
/// assert_eq!(annotated.record().full_turns(), 1);
/// assert_eq!(annotated.nodes().len(), 3, "the start, the turn, and its alternative");
/// assert_eq!(annotated.to_string(), text);
/// # Ok::<(), bastide_host::RecordError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct AnnotatedRecord {
    record: Record,
    nodes: Vec<Node>,
}

impl AnnotatedRecord {
    /// Parses a record with its annotations. The JSON form has none.
    ///
    /// # Errors
    /// Returns errors like [`Record::read`], and also if a variation is illegal or an annotation is
    /// malformed.
    pub fn read(bytes: impl AsRef<[u8]>) -> Result<AnnotatedRecord, RecordError> {
        let bytes = bytes.as_ref();
        let record = Record::read(bytes)?;
        let text = core::str::from_utf8(bytes).unwrap_or_default();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.trim_start().starts_with('{') || !text.contains(MARK) {
            return Ok(AnnotatedRecord::from(record));
        }
        let mut tree = Tree::default();
        tree.read(text)?;
        Ok(AnnotatedRecord { record, nodes: tree.nodes })
    }

    /// Returns the game itself: the main line.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Returns all turns. The first node is the start of the game. A node comes after its parent,
    /// and the first child of a node continues its line.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns the indices of the turns that follow a turn.
    pub fn children(&self, node: usize) -> impl Iterator<Item = usize> {
        let after = self.nodes.iter().enumerate().skip(node.max(1));
        after.filter(move |(_, child)| child.parent == node).map(|(index, _)| index)
    }

    /// Returns the actions of a turn in notation, separated by spaces.
    pub fn show(&self, node: &Node) -> String {
        let notation = self.record.notation();
        let tokens = node.actions.iter().map(|&action| notation.show(action).to_string());
        tokens.collect::<Vec<_>>().join(" ")
    }
}

impl From<Record> for AnnotatedRecord {
    fn from(record: Record) -> AnnotatedRecord {
        let start = core::iter::once(Node::default());
        let turns = record.turns().enumerate();
        let full = record.full_turns();
        let turns = turns.map(|(parent, actions)| Node {
            parent,
            actions: actions.to_vec(),
            is_unfinished: parent >= full,
            ..Node::default()
        });
        let nodes = start.chain(turns).collect();
        AnnotatedRecord { record, nodes }
    }
}

/// A line of turns that is being read.
#[derive(Clone)]
struct Line {
    /// The last turn.
    node: usize,
    /// The game before that turn, to which its alternatives belong.
    before: Option<Reader>,
    /// The game after that turn.
    after: Reader,
    /// Line number of the bracket, for messages.
    opened: usize,
}

/// The tree while it is read.
struct Tree {
    nodes: Vec<Node>,
    /// The line being read, preceded by those that contain it.
    lines: Vec<Line>,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree { nodes: vec![Node::default()], lines: Vec::new() }
    }
}

impl Tree {
    /// Reads the annotations of a record in the text form, which is legal.
    fn read(&mut self, text: &str) -> Result<(), RecordError> {
        let mut heading = 0;
        for (index, line) in text.split('\n').enumerate() {
            let at = index + 1;
            match words(line).next() {
                None => {
                    if let Some(note) = line.trim_start().strip_prefix(MARK) {
                        check_text(line).map_err(|kind| kind.at(at))?;
                        self.note(at, note.trim())?;
                    }
                }
                Some(_) if heading == 0 => heading = 1,
                Some(_) if heading == 1 => {
                    let reader = Fields::parse(words(line))
                        .map_err(RecordErrorKind::from)
                        .and_then(|fields| Reader::new(fields, None));
                    let after = reader.map_err(|kind| kind.at(at))?;
                    self.lines.push(Line { node: 0, before: None, after, opened: at });
                    heading = 2;
                }
                Some("end" | "seed") => {}
                Some(_) => {
                    self.check_closed()?;
                    self.turn(at, line)?;
                }
            }
        }
        self.check_closed()
    }

    /// Returns an error if a variation is open.
    fn check_closed(&self) -> Result<(), RecordError> {
        match &self.lines[..] {
            [_, .., open] => Err(bad("the variation is not closed".to_owned()).at(open.opened)),
            _ => Ok(()),
        }
    }

    /// Reads an annotation.
    fn note(&mut self, at: usize, note: &str) -> Result<(), RecordError> {
        let (word, rest) = note.split_once([' ', '\t']).unwrap_or((note, ""));
        let Some(line) = self.lines.last() else { return Ok(()) };
        let node = line.node;
        match word {
            "text" => {
                let comment = &mut self.nodes[node].comment;
                if !comment.is_empty() {
                    comment.push('\n');
                }
                comment.push_str(&visible(rest));
            }
            "name" => self.nodes[node].name = visible(rest),
            "value" => self.nodes[node].values = self.values(rest).map_err(|kind| kind.at(at))?,
            "(" => self.open(at).map_err(|kind| kind.at(at))?,
            ")" if self.lines.len() > 1 => {
                self.lines.pop();
            }
            ")" => return Err(bad("no variation is open".to_owned()).at(at)),
            // Outside of variations there are only these words; anything else is a comment.
            _ if self.lines.len() == 1 => {}
            _ => self.turn(at, note)?,
        }
        Ok(())
    }

    /// Begins a variation: an alternative to the last turn.
    fn open(&mut self, at: usize) -> Result<(), RecordErrorKind> {
        let last = &self.lines[self.lines.len() - 1];
        let Some(before) = last.before.clone() else {
            return Err(bad("a variation follows the turn that it replaces".to_owned()));
        };
        if self.lines.len() > DEEPEST {
            return Err(bad(format!("more than {DEEPEST} variations contain each other")));
        }
        let node = self.nodes[last.node].parent;
        self.lines.push(Line { node, before: None, after: before, opened: at });
        Ok(())
    }

    /// Plays a turn and adds it to the tree.
    fn turn(&mut self, at: usize, tokens: &str) -> Result<(), RecordError> {
        if self.nodes.len() > MOST_NODES {
            return Err(bad(format!("more than {MOST_NODES} turns")).at(at));
        }
        let index = self.lines.len() - 1;
        let line = &mut self.lines[index];
        let (before, played) = (line.after.clone(), line.after.actions().len());
        line.after.turn(at, words(tokens))?;
        let actions = line.after.actions()[played..].to_vec();
        if actions.is_empty() {
            return Ok(());
        }
        let (parent, is_unfinished) = (line.node, line.after.is_unfinished());
        (line.node, line.before) = (self.nodes.len(), Some(before));
        self.nodes.push(Node { parent, actions, is_unfinished, ..Node::default() });
        Ok(())
    }

    /// Reads the points of each seat.
    fn values(&self, text: &str) -> Result<Vec<f32>, RecordErrorKind> {
        let seats = usize::from(self.lines[0].after.game().seats());
        let value = |word: &str| {
            let value = word.parse::<f32>().ok()?;
            (value.abs() <= MOST_POINTS).then_some(value)
        };
        let values: Option<Vec<f32>> = text.split_ascii_whitespace().map(value).collect();
        values
            .filter(|values| values.len() == seats)
            .ok_or_else(|| bad(format!("'{}' is not a number of points for each seat", clip(text))))
    }
}

fn bad(why: String) -> RecordErrorKind {
    RecordErrorKind::Annotation(why)
}

/// Returns a text without characters that are not visible.
fn visible(text: &str) -> String {
    let text: String = text.chars().filter(|&c| !is_invisible(c)).collect();
    text.trim().to_owned()
}

impl fmt::Display for AnnotatedRecord {
    /// Writes the canonical text form. Comments that are not annotations are lost.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write_with(&self.record, f, |f, turn| match turn {
            0 => self.write_notes(f, 0),
            turn => self.write_after(f, self.main(turn)),
        })
    }
}

impl AnnotatedRecord {
    /// Returns the node of a turn of the main line, counted from 1.
    fn main(&self, turn: usize) -> usize {
        (0..turn).fold(0, |node, _| self.children(node).next().unwrap_or(node))
    }

    /// Writes the notes on a turn, and its alternatives if it continues a line.
    fn write_after(&self, f: &mut fmt::Formatter<'_>, node: usize) -> fmt::Result {
        // An explicit stack: variations are as deep as their author likes.
        enum Step {
            Notes(usize),
            Turn(usize),
            Close,
        }
        let parent = self.nodes[node].parent;
        let others = |node: usize, steps: &mut Vec<Step>| {
            let others: Vec<usize> = self.children(self.nodes[node].parent).skip(1).collect();
            for &other in others.iter().rev() {
                steps.extend([Step::Close, Step::Turn(other)]);
            }
        };
        let is_first = |node: usize| self.children(self.nodes[node].parent).next() == Some(node);
        debug_assert!(self.children(parent).next() == Some(node), "on the main line");
        let mut steps = Vec::new();
        others(node, &mut steps);
        steps.push(Step::Notes(node));
        while let Some(step) = steps.pop() {
            match step {
                Step::Notes(node) => self.write_notes(f, node)?,
                Step::Close => writeln!(f, "{MARK} )")?,
                Step::Turn(node) => {
                    if !is_first(node) {
                        writeln!(f, "{MARK} (")?;
                    }
                    writeln!(f, "{MARK} {}", self.show(&self.nodes[node]))?;
                    if let Some(next) = self.children(node).next() {
                        steps.push(Step::Turn(next));
                    }
                    if is_first(node) {
                        others(node, &mut steps);
                    }
                    steps.push(Step::Notes(node));
                }
            }
        }
        Ok(())
    }

    fn write_notes(&self, f: &mut fmt::Formatter<'_>, node: usize) -> fmt::Result {
        let Node { name, comment, values, .. } = &self.nodes[node];
        if !name.is_empty() {
            writeln!(f, "{MARK} name {name}")?;
        }
        if !values.is_empty() {
            let values: Vec<String> = values.iter().map(|value| format!("{value:.1}")).collect();
            writeln!(f, "{MARK} value {}", values.join(" "))?;
        }
        for line in comment.split('\n').filter(|_| !comment.is_empty()) {
            writeln!(f, "{}", format!("{MARK} text {line}").trim_end())?;
        }
        Ok(())
    }
}
