//! Texts of the skeleton of an expansion. `NAME` stands for its name, `TITLE` for the name with a
//! capital, `RULE` for the prefix of its rules and `BIT` for its bit in position keys.

/// The names of an expansion.
pub(super) struct Names {
    name: String,
    title: String,
    rule: String,
    bit: String,
}

impl Names {
    pub(super) fn new(name: &str, bit: u32) -> Names {
        let title = name[..1].to_uppercase() + &name[1..];
        Names { name: name.to_owned(), title, rule: name.to_uppercase(), bit: bit.to_string() }
    }

    /// Replaces the placeholders.
    pub(super) fn fill(&self, text: &str) -> String {
        text.replace("NAME", &self.name)
            .replace("TITLE", &self.title)
            .replace("RULE", &self.rule)
            .replace("BIT", &self.bit)
    }
}

/// Texts in another language.
macro_rules! translation {
    ($language:literal) => {
        concat!(
            "// TITLE: ",
            $language,
            " texts.

import type * as en from './en';
import type { Guide } from '../../lib/words/guide/guide';
import type { Texts } from '../../lib/words/message';

/** Texts of tables; of type `Texts<typeof en.table>` as soon as there are any. */
export const table = {};

/** Texts of the other pages. */
export const pages: Texts<typeof en.pages> = {
  'rules.NAME': 'TODO: name in a list of rules',
  'guide.NAME': 'TODO: name of the guide',
  'expansion.NAME.name': 'TODO: name',
  'expansion.NAME.about': 'TODO: one or two sentences',
};

/** Texts of hints; of type `Texts<typeof en.hints>` as soon as there are any. */
export const hints = {};

/** The guide. */
export const guide: Guide = {
  title: 'TODO: title',
  lead: 'TODO: one or two sentences',
  sections: [{ heading: 'TODO: a heading', blocks: ['TODO: the rules, with pictures'] }],
};
"
        )
    };
}

/// Files of the skeleton.
pub(super) const TEMPLATES: &[(&str, &str)] = &[
    (
        "crates/bastide/src/land/expansions/NAME.rs",
        "\
//! TODO: describe the expansion in one sentence (RULE-*).

use crate::land::expansion::ExpansionSpec;

/// TODO: add tiles, figures and pieces; see `ExpansionSpec`.
pub(super) const EXPANSION: ExpansionSpec = ExpansionSpec::named(\"NAME\", BIT);
",
    ),
    (
        "crates/bastide-oracle/src/oracle/expansions/NAME.rs",
        "\
//! TITLE (RULE-*).
//!
//! TODO: implement the rules again, as simply as possible, and call them from `expansions.rs`
",
    ),
    (
        "crates/bastide-cli/src/expansions/NAME.rs",
        "\
//! Texts of the expansion (RULE-*).

use super::Texts;

pub(super) const TEXTS: Texts = Texts { title: \"NAME\", help: \"TODO: one line for --rules\" };
",
    ),
    (
        "web/src/expansions/NAME/expansion.ts",
        "\
import type { Expansion } from '../../lib/expansions';

export const expansion: Expansion = { preset: 'fortress' };
",
    ),
    (
        "web/src/expansions/NAME/en.ts",
        "\
// TITLE: English texts.

import type { Guide } from '../../lib/words/guide/guide';

/** Texts of tables. */
export const table = {};

/** Texts of the other pages. */
export const pages = {
  'rules.NAME': 'NAME',
  'guide.NAME': 'TITLE',
  'expansion.NAME.name': 'TITLE',
  'expansion.NAME.about': 'TODO: one or two sentences',
};

/** Texts of hints. */
export const hints = {};

/** The guide. */
export const guide: Guide = {
  title: 'TITLE',
  lead: 'TODO: one or two sentences',
  sections: [{ heading: 'TODO: a heading', blocks: ['TODO: the rules, with pictures'] }],
};

declare module '../../lib/words/expansions' {
  interface ExpansionTexts {
    NAME: typeof table & typeof pages & typeof hints;
  }
}
",
    ),
    ("web/src/expansions/NAME/uk.ts", translation!("Ukrainian")),
    ("web/src/expansions/NAME/ru.ts", translation!("Russian")),
    (
        "docs/rules/NAME.md",
        "\
# TITLE

- **RULE-1** TODO: the first rule, in one or two sentences
",
    ),
    (
        "crates/bastide-host/tests/scenarios/NAME-1.scn",
        "\
title RULE-1: TODO: what the scenario shows

game land rules=base,fields,NAME seats=2
expect red supply 7
",
    ),
];

/// A line that registers the skeleton.
pub(super) struct Registration {
    pub(super) file: &'static str,
    /// The text behind which `before` is searched.
    pub(super) after: &'static str,
    /// The text before which the line is inserted.
    pub(super) before: &'static str,
    pub(super) line: &'static str,
}

pub(super) const REGISTRATIONS: &[Registration] = &[
    Registration {
        file: "crates/bastide/src/land/expansions.rs",
        after: "",
        before: "mod ",
        line: "mod NAME;\n",
    },
    Registration {
        file: "crates/bastide/src/land/expansions.rs",
        after: "\nexpansions! {",
        before: "}\n",
        line: "    /// TITLE (RULE-*).\n    TITLE = NAME;\n",
    },
    Registration {
        file: "crates/bastide-oracle/src/oracle/expansions.rs",
        after: "",
        before: "mod ",
        line: "mod NAME;\n",
    },
    Registration {
        file: "crates/bastide-cli/src/expansions.rs",
        after: "",
        before: "mod ",
        line: "mod NAME;\n",
    },
    Registration {
        file: "crates/bastide-cli/src/expansions.rs",
        after: "const fn texts",
        before: "    }\n",
        line: "        Expansion::TITLE => &NAME::TEXTS,\n",
    },
];
