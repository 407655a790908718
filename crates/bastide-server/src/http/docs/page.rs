//! API documentation as a self-contained HTML page without scripts.

use std::fmt::Write as _;

use serde_json::{Map, Value};

const STYLE: &str = "
:root { color-scheme: light dark; --line: #8886; --soft: #8882; }
body { font: 16px/1.5 Georgia, 'Times New Roman', serif; margin: 0 auto; max-width: 60rem; padding: 1rem; }
h1, h2, h3 { line-height: 1.2; } h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); }
code, .path { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .9em; }
section { margin: 1.5rem 0; padding: 0 1rem .5rem; border: 1px solid var(--line); border-radius: .5rem; }
section h3 { margin: .75rem 0 .25rem; font-weight: normal; }
.method { display: inline-block; min-width: 3.2rem; font: bold .8em ui-monospace, monospace; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; }
td { padding: .2rem .75rem .2rem 0; vertical-align: top; border-top: 1px solid var(--soft); }
td:first-child { white-space: nowrap; width: 1%; }
";

/// Renders the whole page.
pub(super) fn html(api: &Value) -> String {
    let mut out = String::with_capacity(100_000);
    let about = text(&api["info"]["description"]);
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>Bastide API</title>\n<style>{STYLE}</style>\n\
         <h1>Bastide API</h1>\n<p>{}</p>\n\
         <p>Machine-readable: <a href=\"/api/openapi.json\">openapi.json</a>. Authorization is \
         <code>authorization: Bearer TOKEN</code> where it says <i>token</i>.</p>\n",
        prose(about)
    );
    for tag in list(&api["tags"]) {
        let name = text(&tag["name"]);
        let _ =
            writeln!(out, "<h2>{}</h2>\n<p>{}</p>", escape(name), prose(text(&tag["description"])));
        for (path, item) in map(&api["paths"]) {
            for (method, operation) in map(item) {
                let is_here = list(&operation["tags"]).iter().any(|tag| text(tag) == name);
                if is_here {
                    write_operation(&mut out, method, path, operation);
                }
            }
        }
    }
    out.push_str("<h2>Types</h2>\n");
    for (name, schema) in map(&api["components"]["schemas"]) {
        write_schema(&mut out, name, schema);
    }
    out.push_str("</html>\n");
    out
}

fn write_operation(out: &mut String, method: &str, path: &str, operation: &Value) {
    let token = match list(&operation["security"]) {
        [] => "",
        some if some.iter().any(|one| map(one).is_empty()) => " · <i>token optional</i>",
        _ => " · <i>token</i>",
    };
    let _ = writeln!(
        out,
        "<section><h3><span class=\"method\">{}</span> <span class=\"path\">{}</span>{token}</h3>\n\
         <p>{}. {}</p>\n<table>",
        method.to_uppercase(),
        escape(path),
        prose(text(&operation["summary"])),
        prose(text(&operation["description"])),
    );
    for parameter in list(&operation["parameters"]) {
        let _ = writeln!(
            out,
            "<tr><td><code>{}</code><td>{}<td>{}",
            escape(text(&parameter["name"])),
            kind(&parameter["schema"]),
            prose(text(&parameter["description"])),
        );
    }
    for (media, content) in map(&operation["requestBody"]["content"]) {
        let _ = writeln!(
            out,
            "<tr><td>body<td>{}<td><code>{}</code>",
            kind(&content["schema"]),
            escape(media)
        );
    }
    for (status, answer) in map(&operation["responses"]) {
        let kinds: Vec<String> =
            map(&answer["content"]).values().map(|content| kind(&content["schema"])).collect();
        let _ = writeln!(
            out,
            "<tr><td><code>{}</code><td>{}<td>{}",
            escape(status),
            kinds.join(" or "),
            prose(text(&answer["description"])),
        );
    }
    out.push_str("</table></section>\n");
}

fn write_schema(out: &mut String, name: &str, schema: &Value) {
    let _ = writeln!(
        out,
        "<section id=\"{0}\"><h3><code>{0}</code></h3>\n<p>{1}</p>\n<table>",
        escape(name),
        prose(text(&schema["description"])),
    );
    write_fields(out, schema);
    let values: Vec<String> = list(&schema["enum"])
        .iter()
        .map(|value| format!("<code>{}</code>", escape(text(value))))
        .collect();
    if !values.is_empty() {
        let _ = writeln!(out, "<tr><td>one of<td>{}", values.join(", "));
    }
    for variant in list(&schema["oneOf"]) {
        let _ = writeln!(
            out,
            "<tr><td colspan=\"3\"><b>{}</b> {}",
            kind(variant),
            prose(text(&variant["description"]))
        );
        write_fields(out, variant);
    }
    out.push_str("</table></section>\n");
}

fn write_fields(out: &mut String, schema: &Value) {
    let needed: Vec<&str> = list(&schema["required"]).iter().map(text).collect();
    for (field, value) in map(&schema["properties"]) {
        let needed = if needed.contains(&field.as_str()) { "" } else { "?" };
        let _ = writeln!(
            out,
            "<tr><td><code>{}{needed}</code><td>{}<td>{}",
            escape(field),
            kind(value),
            prose(text(&value["description"])),
        );
    }
}

/// Describes the type of a value briefly, with links to schemas.
fn kind(schema: &Value) -> String {
    if let Some(name) = text(&schema["$ref"]).strip_prefix("#/components/schemas/") {
        return format!("<a href=\"#{0}\">{0}</a>", escape(name));
    }
    if let [only] = list(&schema["enum"]) {
        return format!("<code>{}</code>", escape(text(only)));
    }
    let several = list(&schema["oneOf"]);
    if !several.is_empty() {
        return several.iter().map(kind).collect::<Vec<_>>().join(" or ");
    }
    match &schema["type"] {
        Value::String(one) if one == "array" => format!("list of {}", kind(&schema["items"])),
        Value::String(one) => escape(one),
        Value::Array(some) => {
            some.iter().map(|one| escape(text(one))).collect::<Vec<_>>().join(" or ")
        }
        _ => String::new(),
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn map(value: &Value) -> &Map<String, Value> {
    static EMPTY: std::sync::LazyLock<Map<String, Value>> = std::sync::LazyLock::new(Map::new);
    value.as_object().unwrap_or(&EMPTY)
}

/// Escapes text as HTML, with backquoted parts as code.
fn prose(text: &str) -> String {
    let escaped = escape(text);
    let parts = escaped.split('`').enumerate();
    parts
        .map(|(n, part)| if n % 2 == 1 { format!("<code>{part}</code>") } else { part.to_owned() })
        .collect()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
