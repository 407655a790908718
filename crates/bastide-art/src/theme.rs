//! Colour themes of drawings.

use std::fmt;
use std::str::FromStr;

/// Colour theme of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Theme {
    /// A tinted map on warm paper.
    #[default]
    Light,
    /// The same map on a dark background.
    Dark,
    /// Few flat colours and strong lines.
    Contrast,
    /// Ink on white, for printing.
    Print,
}

/// Error of parsing a theme name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no theme '{0}'; the themes are light, dark, contrast and print")]
pub struct UnknownTheme(String);

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 4] = [Theme::Light, Theme::Dark, Theme::Contrast, Theme::Print];

    /// Returns the lower-case name.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
            Theme::Contrast => "contrast",
            Theme::Print => "print",
        }
    }

    /// Returns its colours.
    pub(crate) const fn palette(self) -> &'static Palette {
        match self {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
            Theme::Contrast => &CONTRAST,
            Theme::Print => &PRINT,
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Theme {
    type Err = UnknownTheme;

    fn from_str(text: &str) -> Result<Theme, UnknownTheme> {
        let found = Theme::ALL.into_iter().find(|theme| theme.name() == text);
        found.ok_or_else(|| UnknownTheme(text.chars().take(40).collect()))
    }
}

/// Amount of decoration without meaning for the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Detail {
    /// All decoration.
    Rich,
    /// Only trees.
    Sparse,
    /// None.
    Bare,
}

/// The colours of a theme.
#[derive(Debug)]
pub(crate) struct Palette {
    pub(crate) detail: Detail,
    pub(crate) ink: &'static str,
    /// Background of the map, its faint lines, and the colours of text on it.
    pub(crate) table: &'static str,
    pub(crate) table_line: &'static str,
    pub(crate) text: &'static str,
    pub(crate) faint: &'static str,
    /// Grass: ground, lighter, darker, blades, and the tint along its edges.
    pub(crate) grass: [&'static str; 5],
    /// Ploughed land: three tints.
    pub(crate) crops: [&'static str; 3],
    /// Roads: edge, sand, ruts.
    pub(crate) road: [&'static str; 3],
    /// Rivers: bank, deep, shallow, foam.
    pub(crate) river: [&'static str; 4],
    /// Cities: ground, cobbles.
    pub(crate) city: [&'static str; 2],
    /// Stone: light, middle, dark.
    pub(crate) stone: [&'static str; 3],
    pub(crate) plaster: [&'static str; 2],
    pub(crate) roofs: [&'static str; 4],
    /// Trees: three greens.
    pub(crate) trees: [&'static str; 3],
    pub(crate) slate: [&'static str; 2],
    pub(crate) gold: &'static str,
    pub(crate) blue: &'static str,
    /// Courtyards: ground, pebbles.
    pub(crate) yard: [&'static str; 2],
    /// Paved paths: stones, joints.
    pub(crate) paving: [&'static str; 2],
    /// True for drawings to print: large areas are white or pale grey.
    pub(crate) saves_ink: bool,
    /// Wood, lighter wood.
    pub(crate) wood: [&'static str; 2],
    pub(crate) pink: &'static str,
    pub(crate) berry: &'static str,
    /// The backs of wall tokens: ground and emblem.
    pub(crate) back: [&'static str; 2],
    /// Opacity of shadows.
    pub(crate) shade: &'static str,
}

const LIGHT: Palette = Palette {
    detail: Detail::Rich,
    ink: "#3a2a1c",
    table: "#efe2c6",
    table_line: "#d9c6a0",
    text: "#3a2a1c",
    faint: "#8a7354",
    grass: ["#bcc480", "#cbd08f", "#aab66c", "#7d8a46", "#8c9c4e"],
    crops: ["#d9cc8a", "#c3c27a", "#cbb878"],
    road: ["#cfae74", "#ecd9ad", "#b8965c"],
    river: ["#d9c795", "#4f86a0", "#7bacbf", "#dcebea"],
    city: ["#dcba88", "#b58d5a"],
    stone: ["#eae1cd", "#b9ab92", "#8b7d68"],
    plaster: ["#f4e7cb", "#d8c198"],
    roofs: ["#b4533a", "#c46a45", "#a2452f", "#9b6340"],
    trees: ["#6d8a43", "#7f9a4c", "#58763a"],
    slate: ["#7d8b97", "#566370"],
    gold: "#e3b84e",
    blue: "#2f5d8a",
    yard: ["#d8c9a6", "#b39f78"],
    paving: ["#cfc8ba", "#8f8674"],
    saves_ink: false,
    wood: ["#8a6238", "#b98a54"],
    pink: "#e9a3a0",
    berry: "#7d2f55",
    back: ["#7a2f25", "#e3b84e"],
    shade: ".2",
};

const DARK: Palette = Palette {
    table: "#2f2620",
    table_line: "#43362c",
    text: "#efe2c6",
    faint: "#a8926f",
    grass: ["#a9b26e", "#b7be7c", "#98a55c", "#6d7a3c", "#768640"],
    shade: ".26",
    ..LIGHT
};

const CONTRAST: Palette = Palette {
    detail: Detail::Sparse,
    ink: "#000000",
    table: "#ffffff",
    table_line: "#d0d0d0",
    text: "#000000",
    faint: "#404040",
    grass: ["#cfe8b0", "#cfe8b0", "#cfe8b0", "#4c7a2a", "#cfe8b0"],
    crops: ["#cfe8b0", "#cfe8b0", "#cfe8b0"],
    road: ["#ffffff", "#ffffff", "#000000"],
    river: ["#ffffff", "#1f6fd0", "#4f9bf0", "#ffffff"],
    city: ["#f7dcae", "#cf9a4c"],
    stone: ["#ffffff", "#b0b0b0", "#606060"],
    plaster: ["#ffffff", "#e0e0e0"],
    roofs: ["#a01818", "#c03020", "#801010", "#b04818"],
    trees: ["#3f7a26", "#4f8c30", "#2f661c"],
    slate: ["#5a6f86", "#33455a"],
    gold: "#ffd000",
    blue: "#0038a0",
    yard: ["#efe6cc", "#a89868"],
    paving: ["#ffffff", "#505050"],
    saves_ink: false,
    wood: ["#8a6238", "#b98a54"],
    pink: "#e9a3a0",
    berry: "#78004c",
    back: ["#7a2f25", "#ffd000"],
    shade: "0",
};

const PRINT: Palette = Palette {
    detail: Detail::Sparse,
    ink: "#222222",
    table: "#ffffff",
    table_line: "#e4e4e4",
    text: "#222222",
    faint: "#777777",
    grass: ["#ffffff", "#ffffff", "#ffffff", "#bbbbbb", "#ffffff"],
    crops: ["#ffffff", "#ffffff", "#ffffff"],
    road: ["#ffffff", "#ffffff", "#999999"],
    river: ["#ffffff", "#a9c3d1", "#cfe0e8", "#ffffff"],
    city: ["#efefef", "#cccccc"],
    stone: ["#ffffff", "#dddddd", "#aaaaaa"],
    plaster: ["#ffffff", "#f2f2f2"],
    roofs: ["#cfcfcf", "#dadada", "#c4c4c4", "#d4d4d4"],
    trees: ["#ffffff", "#f4f4f4", "#eeeeee"],
    slate: ["#9a9a9a", "#727272"],
    gold: "#ffffff",
    blue: "#888888",
    yard: ["#f3f3f3", "#cccccc"],
    paving: ["#f4f4f4", "#aaaaaa"],
    saves_ink: true,
    wood: ["#cccccc", "#eeeeee"],
    pink: "#f4f4f4",
    berry: "#666666",
    back: ["#999999", "#ffffff"],
    shade: "0",
};
