//! Walls and tracks as wall files describe them, and files that are refused (S-SETUP-2,
//! S-SETUP-4).

use bastide::{Cell, Certainty, Wall, WallFileError, WallProblem, sets};

/// An L of five cells, with comments that look like rows.
const TINY: &str = "# tiny\nwall tiny certainty=inherited # a comment\nrow .## # L-shaped\n\
                    row ### #so\n\ntrack 20\ncorner 1,0 0 1 bare\ncorner 3,0 18 19\n";

fn cells(wall: &Wall) -> Vec<(i8, i8)> {
    wall.cells().map(|cell| (cell.x, cell.y)).collect()
}

fn vertices(wall: &Wall) -> Vec<(i8, i8)> {
    wall.corners().iter().map(|corner| (corner.vertex.x, corner.vertex.y)).collect()
}

#[test]
fn the_castle_has_a_track_of_100_spaces() {
    let wall = sets::stronghold_wall();
    assert_eq!((wall.name(), wall.track(), wall.corners().len()), ("stronghold", 100, 14));
    assert_eq!(wall.certainty(), Certainty::Reconstructed);
}

#[test]
fn a_wall_matches_its_file() {
    let wall = Wall::parse(TINY).expect("a good file");
    assert_eq!((wall.name(), wall.width(), wall.height(), wall.track()), ("tiny", 3, 2, 20));
    assert_eq!(wall.certainty(), Certainty::Inherited);
    assert_eq!(cells(&wall), [(1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]);
    assert_eq!(vertices(&wall), [(1, 0), (3, 0)]);
    assert_eq!(
        (wall.corner_at(1), wall.corner_at(19), wall.corner_at(2)),
        (Some(0), Some(1), None)
    );
    // Seen in a mirror.
    let mirrored = wall.mirrored();
    assert_eq!(cells(&mirrored), [(0, 0), (1, 0), (0, 1), (1, 1), (2, 1)]);
    assert_eq!(vertices(&mirrored), [(2, 0), (0, 0)]);
    assert_eq!(mirrored.mirrored(), wall);
    // A row of a single cell is not a comment.
    let column = Wall::parse("wall column\nrow #\nrow #\ntrack 2\n").expect("a good file");
    assert_eq!(cells(&column), [(0, 0), (0, 1)]);
}

#[test]
fn sizes_of_walls_are_limited() {
    // The widest and the highest, the shortest and the longest track.
    for (row, rows, track) in [("#".repeat(32), 1, 2), ("#".to_owned(), 32, 1000)] {
        let text = format!("wall t\n{}track {track}\n", format!("row {row}\n").repeat(rows));
        let wall = Wall::parse(&text).expect("no larger than it may be");
        assert_eq!(wall.cells().count(), 32);
    }
    // S-SETUP-4: 18 tokens. A comb has many corners.
    let comb = format!("row {}\nrow {}\n", "#.".repeat(16), "#".repeat(32));
    let corners = |tokens: usize, all: usize| -> String {
        let bare = |n: usize| if n < tokens { "" } else { " bare" };
        let corner = |n: usize| {
            format!("corner {},{} {} {}{}\n", n / 2 + 1, n % 2, 2 * n, 2 * n + 1, bare(n))
        };
        (0..all).map(corner).collect()
    };
    let problem = |tokens: usize, all: usize| {
        Wall::parse(&format!("wall comb\n{comb}track 99\n{}", corners(tokens, all))).err()
    };
    assert_eq!(problem(18, 32), None);
    let at = |line, problem| Some(WallFileError { line, problem });
    assert_eq!(problem(19, 19), at(1, WallProblem::TooManyTokens(19)));
    assert_eq!(problem(0, 33), at(37, WallProblem::TooLarge));
}

#[test]
fn towers_are_at_corners_of_the_outline() {
    // A ring with a bay: at 2,1 two cells touch by their corners only.
    let rows = "wall t\nrow ##.\nrow #.#\nrow ###\ntrack 9\n";
    let corner = |x: i8, y: i8| Wall::parse(&format!("{rows}corner {x},{y} 1 2\n")).err();
    for (x, y) in [(0, 0), (2, 0), (2, 1), (1, 1), (3, 1), (3, 3), (0, 3)] {
        assert_eq!(corner(x, y), None, "the outline turns at {x},{y}");
    }
    let none = |x, y| WallFileError { line: 6, problem: WallProblem::NoCorner(Cell::new(x, y)) };
    // Along a side, in the middle of four cells, and nowhere near.
    for (x, y) in [(1, 0), (0, 1), (1, 3), (9, 9)] {
        assert_eq!(corner(x, y), Some(none(x, y)));
    }
    let full = Wall::parse("wall t\nrow ##\nrow ##\ntrack 9\ncorner 1,1 1 2\n").err();
    assert_eq!(full, Some(WallFileError { line: 5, ..none(1, 1) }));
}

#[test]
fn errors_in_wall_files_name_the_line() {
    let good = "wall t\nrow ##\ntrack 9\n";
    let word = |word: &str| WallProblem::UnknownWord(word.to_owned());
    let row = |row: &str| WallProblem::BadRow(row.to_owned());
    for (text, line, wanted) in [
        ("", 1, WallProblem::NoName),
        ("\nrow ##\n", 2, WallProblem::NoName),
        ("wall t sure\n", 1, word("sure")),
        ("wall t certainty=none\n", 1, word("certainty=none")),
        ("wall t\nwall u\n", 2, word("wall")),
        ("wall t\nmoat 3\n", 2, word("moat")),
        ("wall t\nrow ## ##\n", 2, row("## ##")),
        ("wall t\nrow\n", 2, row("")),
        ("wall t\nrow #x\n", 2, row("#x")),
        ("wall t\nrow ##\nrow #\n", 3, row("#")),
        (&format!("wall t\nrow {}\n", "#".repeat(33)), 2, WallProblem::TooLarge),
        (&format!("wall t\n{}", "row #\n".repeat(33)), 34, WallProblem::TooLarge),
        ("wall t\nrow ..\ntrack 9\n", 1, WallProblem::NothingInside),
        ("wall t\nrow #.#\ntrack 9\n", 1, WallProblem::Apart),
        ("wall t\nrow #.\nrow .#\ntrack 9\n", 1, WallProblem::Apart),
        ("wall t\nrow #\n", 1, WallProblem::BadTrack),
        ("wall t\nrow #\ntrack 0\n", 3, WallProblem::BadTrack),
        ("wall t\nrow #\ntrack 1\n", 3, WallProblem::BadTrack),
        ("wall t\nrow #\ntrack 1001\n", 3, WallProblem::BadTrack),
        (&format!("{good}track 9\n"), 4, WallProblem::BadTrack),
        (&format!("{good}track long\n"), 4, WallProblem::BadNumber("long".into())),
        (&format!("{good}corner 0,0 1\n"), 4, word("corner")),
        (&format!("{good}corner 00 1 2\n"), 4, WallProblem::BadNumber("00".into())),
        (&format!("{good}corner 0,0 8 9\n"), 4, WallProblem::NoSuchSpace(9)),
        (&format!("{good}corner 0,0 9 0\n"), 4, WallProblem::NoSuchSpace(9)),
        (&format!("{good}corner 0,0 1 3\n"), 4, WallProblem::SpacesApart(1, 3)),
        (&format!("{good}corner 0,0 2 1\n"), 4, WallProblem::SpacesApart(2, 1)),
        (&format!("{good}corner 0,0 1 2\ncorner 2,0 2 3\n"), 5, WallProblem::SpaceTaken(2)),
        (
            &format!("{good}corner 0,0 1 2\n\ncorner 0,0 4 5\n"),
            6,
            WallProblem::CornerTaken(Cell::new(0, 0)),
        ),
    ] {
        assert_eq!(Wall::parse(text), Err(WallFileError { line, problem: wanted }), "{text}");
    }
    // The last space and the first follow each other.
    assert!(Wall::parse(&format!("{good}corner 0,0 8 0\n")).is_ok());
}
