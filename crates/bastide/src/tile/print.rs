//! Formatting of a tile set as a tile file, the inverse of `tile/parse.rs`.

use core::fmt;

use super::{Certainty, Segment, TileKind, TileSet, TileUse};

impl fmt::Display for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "set {}", self.name)?;
        for kind in &self.kinds {
            write!(f, "\n{kind}")?;
        }
        if let Some(patch) = &self.patch {
            writeln!(f, "\npatch")?;
            for (cell, id, rotation) in &patch.cells {
                writeln!(f, "  cell {cell} {} {rotation}", self.kind(*id).name)?;
            }
            for (a, b) in &patch.links {
                writeln!(f, "  link {a} {b}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for TileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tile {} x{}", self.name, self.count)?;
        if self.is_start {
            f.write_str(" start")?;
        }
        if let Some((_, role)) = TileUse::NAMED.iter().find(|(role, _)| *role == self.usage) {
            write!(f, " {role}")?;
        }
        if let Some(year) = self.printing {
            write!(f, " printing={year}")?;
        }
        if self.icon > 0 {
            write!(f, " icon={}", self.icon)?;
        }
        if self.has_village {
            f.write_str(" village")?;
        }
        if self.certainty != Certainty::default() {
            write!(f, " certainty={}", self.certainty.name())?;
        }
        writeln!(f)?;
        for segment in &self.segments {
            writeln!(f, "  {segment}")?;
        }
        for (a, b) in &self.touches {
            writeln!(f, "  touch {} {}", a.0, b.0)?;
        }
        Ok(())
    }
}

impl fmt::Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.terrain.name())?;
        if !self.ports.is_empty() {
            write!(f, " {}", self.ports)?;
        }
        if let Some(corner) = self.corner {
            write!(f, " corner={}", corner.letters())?;
        }
        self.marks.iter().try_for_each(|mark| write!(f, " +{}", mark.name()))?;
        if !self.borders.is_empty() {
            f.write_str(" borders")?;
            self.borders.iter().try_for_each(|city| write!(f, " {}", city.0))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets;

    #[test]
    fn built_in_sets_read_back_as_they_print() {
        for set in sets::all() {
            let text = set.to_string();
            let again = TileSet::parse(&text).expect("what is printed can be read");
            assert_eq!(again.to_string(), text, "{}", set.name);
            assert_eq!(again.total(), set.total());
            assert!(again.kinds.iter().zip(&set.kinds).all(|(a, b)| a.segments == b.segments));
        }
    }
}
