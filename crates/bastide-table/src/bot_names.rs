//! Display names of bots. Each level has one name per seat, so two bots at a table never share a
//! name. Records and the wire protocol contain levels only; names are added in the language of the
//! reader.

use bastide::{Colour, Seat};
use bastide_protocol::Language;

/// Names of a level, and of its bots by seat, in the order of [`Language`].
struct Level {
    code: &'static str,
    shown: [&'static str; 3],
    people: [[&'static str; Seat::MOST]; 3],
}

const LEVELS: [Level; 8] = [
    Level {
        code: "beginner",
        shown: ["Beginner", "Початківець", "Новичок"],
        people: [
            ["Perrin", "Colette", "Jehan", "Lisette", "Marion", "Robin"],
            ["Перрен", "Колетта", "Жеан", "Лізетта", "Маріон", "Робен"],
            ["Перрен", "Колетта", "Жеан", "Лизетта", "Марион", "Робен"],
        ],
    },
    Level {
        code: "easy",
        shown: ["Easy", "Легкий", "Лёгкий"],
        people: [
            ["Bertrand", "Amelie", "Gaston", "Jeanne", "Hugo", "Lucie"],
            ["Бертран", "Амелі", "Гастон", "Жанна", "Гуго", "Люсі"],
            ["Бертран", "Амели", "Гастон", "Жанна", "Гуго", "Люси"],
        ],
    },
    Level {
        code: "normal",
        shown: ["Normal", "Звичайний", "Обычный"],
        people: [
            ["Raymond", "Clemence", "Thibault", "Odile", "Adele", "Etienne"],
            ["Раймон", "Клеманс", "Тібо", "Оділь", "Адель", "Етьєн"],
            ["Раймон", "Клеманс", "Тибо", "Одиль", "Адель", "Этьен"],
        ],
    },
    Level {
        code: "hard",
        shown: ["Hard", "Сильний", "Сильный"],
        people: [
            ["Guilhem", "Beatrice", "Roland", "Isolde", "Aimery", "Yolande"],
            ["Гільєм", "Беатриса", "Роланд", "Ізольда", "Емері", "Іоланда"],
            ["Гильем", "Беатриса", "Роланд", "Изольда", "Эмери", "Иоланда"],
        ],
    },
    Level {
        code: "master",
        shown: ["Master", "Майстер", "Мастер"],
        people: [
            ["Anselm", "Eleanor", "Godfrey", "Heloise", "Matilda", "Abelard"],
            ["Ансельм", "Алієнора", "Готфрід", "Елоїза", "Матильда", "Абеляр"],
            ["Ансельм", "Алиенора", "Готфрид", "Элоиза", "Матильда", "Абеляр"],
        ],
    },
    Level {
        code: "builder",
        shown: ["Builder", "Будівничий", "Строитель"],
        people: [
            ["Villard", "Blanche", "Gautier", "Sabine", "Martin", "Estelle"],
            ["Віллар", "Бланш", "Готьє", "Сабіна", "Мартен", "Естель"],
            ["Виллар", "Бланш", "Готье", "Сабина", "Мартен", "Эстель"],
        ],
    },
    Level {
        code: "farmer",
        shown: ["Farmer", "Хлібороб", "Хлебороб"],
        people: [
            ["Lambert", "Marguerite", "Fulk", "Agnes", "Cecile", "Gilbert"],
            ["Ламбер", "Маргарита", "Фульк", "Агнеса", "Сесіль", "Жільбер"],
            ["Ламбер", "Маргарита", "Фульк", "Агнесса", "Сесиль", "Жильбер"],
        ],
    },
    Level {
        code: "robber",
        shown: ["Robber", "Розбійник", "Разбойник"],
        people: [
            ["Renard", "Jacotte", "Basile", "Corinne", "Mandrin", "Toinette"],
            ["Ренар", "Жакотта", "Базіль", "Корінна", "Мандрен", "Туанетта"],
            ["Ренар", "Жакотта", "Базиль", "Коринна", "Мандрен", "Туанетта"],
        ],
    },
];

/// Names of players by colour, in the orders of [`Language`] and [`Colour`].
const COLOURS: [[&str; Colour::ALL.len()]; 3] = [
    ["Red", "Blue", "Green", "Yellow", "Black", "White"],
    ["Червоний", "Синій", "Зелений", "Жовтий", "Чорний", "Білий"],
    ["Красный", "Синий", "Зелёный", "Жёлтый", "Чёрный", "Белый"],
];

/// Returns the name of the bot of `level` at `seat`, or `None` if the level is unknown.
pub fn bot_name(level: &str, seat: Seat, language: Language) -> Option<&'static str> {
    let known = LEVELS.iter().find(|known| known.code == level)?;
    known.people[language as usize].get(seat.index()).copied()
}

/// Returns all names of `level` and of its bot at `seat`, in all languages.
pub(crate) fn names_at(level: &str, seat: Option<Seat>) -> impl Iterator<Item = &'static str> {
    let known = LEVELS.iter().filter(move |known| known.code == level);
    known.flat_map(move |known| {
        let bots = known.people.iter().filter_map(move |names| names.get(seat?.index()));
        known.shown.iter().chain(bots).copied()
    })
}

/// Returns the display name of a player without a name.
pub fn colour_name(colour: Colour, language: Language) -> &'static str {
    COLOURS[language as usize][colour.index()]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::{Path, PathBuf};

    use bastide_bots::Kind;

    use super::*;

    #[test]
    fn no_two_bots_share_a_name() {
        for language in Language::ALL {
            let names = LEVELS.iter().flat_map(|level| level.people[language as usize]);
            let all: Vec<&str> = names.collect();
            let distinct: BTreeSet<&str> = all.iter().copied().collect();
            assert_eq!(distinct.len(), all.len(), "{}", language.code());
        }
    }

    /// Reads a file of the web client, with single spaces: a long text is on the line below its
    /// key.
    fn read_words(path: &Path) -> String {
        let text = fs::read_to_string(path).expect("the words of the page");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn client() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src")
    }

    /// Reads a message file of the web client in one language.
    fn page_words(language: Language, file: &str) -> String {
        let code = language.code();
        read_words(&client().join(format!("lib/words/messages/{code}/{file}.ts")))
    }

    /// Reads the names of the bots that belong to an expansion.
    fn expansion_bots(language: Language) -> String {
        let name = format!("bot.{}.ts", language.code());
        let folders = fs::read_dir(client().join("expansions")).expect("the expansions");
        let files = folders.map(|folder| folder.expect("a readable entry").path().join(&name));
        files.filter(|file| file.exists()).map(|file| read_words(&file)).collect()
    }

    #[test]
    fn bot_names_match_the_web_client() {
        let known: Vec<&str> = LEVELS.iter().map(|level| level.code).collect();
        let levels: Vec<&str> = Kind::opponents().map(Kind::name).collect();
        assert_eq!(known, levels);
        for language in Language::ALL {
            let names = page_words(language, "names") + &expansion_bots(language);
            let common = page_words(language, "common");
            for Level { code, shown, people } in LEVELS {
                let level = format!("'bot.{code}.name': '{}'", shown[language as usize]);
                assert!(names.contains(&level), "{level} in {}", language.code());
                let bots = people[language as usize].join(",");
                let bots = format!("'bot.{code}.people': '{bots}'");
                assert!(names.contains(&bots), "{bots} in {}", language.code());
            }
            for colour in Colour::ALL {
                let name = colour_name(colour, language);
                let line = format!("'colour.player.{colour}': '{name}'");
                assert!(common.contains(&line), "{line} in {}", language.code());
            }
        }
    }
}
