//! The look of the site: mdBook's pages with the colours, typefaces and icon of the web client.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// Selectors of the client's themes, and mdBook's names of those that the site offers.
const SHADES: [(&str, &str); 2] =
    [("\n:root {", "html.light"), ("\n:root[data-shade='dark'] {", "html.navy")];

/// Writes the configuration and the theme of the book into `source`.
pub(crate) fn write(root: &Path, source: &Path) -> Result<()> {
    let own = root.join("docs/theme");
    fs::copy(own.join("book.toml"), source.join("book.toml"))?;
    let fonts = source.join("theme/fonts");
    fs::create_dir_all(&fonts)?;
    let faces = fs::read_to_string(root.join("web/src/fonts.css"))?;
    fs::write(fonts.join("fonts.css"), faces.replace("./fonts/", ""))?;
    for entry in fs::read_dir(root.join("web/src/fonts"))? {
        let entry = entry?;
        fs::copy(entry.path(), fonts.join(entry.file_name()))?;
    }
    fs::copy(root.join("web/public/icon.svg"), source.join("theme/favicon.svg"))?;
    let tokens = fs::read_to_string(root.join("web/src/tokens.css"))?;
    let style = fs::read_to_string(own.join("bastide.css"))?;
    fs::write(source.join("bastide.css"), format!("{}\n{style}", colours(&tokens)?))?;
    Ok(())
}

/// Returns the variables of the client's themes for the themes of the site.
fn colours(tokens: &str) -> Result<String> {
    let mut out = String::new();
    for (selector, theme) in SHADES {
        let (_, rest) = tokens
            .split_once(selector)
            .with_context(|| format!("web/src/tokens.css has no '{}'", selector.trim()))?;
        let block = rest.split("\n}").next().unwrap_or_default();
        out.push_str(&format!("{theme} {{{block}\n}}\n"));
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell;

    /// The style of the site uses only variables that the client or mdBook define.
    #[test]
    fn colours_are_those_of_the_client() {
        let read = |file: &str| fs::read_to_string(shell::root().join(file)).expect(file);
        let colours = colours(&read("web/src/tokens.css")).expect("both themes");
        let light = colours.split("html.navy").next().unwrap_or_default();
        for theme in [light, &colours[light.len()..]] {
            for name in ["--paper", "--ink", "--accent", "--line"] {
                assert!(theme.contains(&format!("  {name}: #")), "{name} in {theme}");
            }
        }
        let style = read("docs/theme/bastide.css");
        let known = format!("{colours}{style}");
        for used in style.split("var(").skip(1) {
            let name = used.split([')', ',']).next().unwrap_or_default();
            let is_of_mdbook = name.starts_with("--sidebar-") || name == "--page-padding";
            assert!(is_of_mdbook || known.contains(&format!("{name}:")), "{name} is not defined");
        }
    }
}
