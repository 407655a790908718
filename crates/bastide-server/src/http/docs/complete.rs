//! Completion of the generated OpenAPI description: responses common to all requests, ranges of
//! numbers, and links from responses to further requests.

use serde_json::{Map, Value, json};

/// Responses of all requests.
const COMMON: [(&str, &str); 5] = [
    ("403", "The origin or the request is not allowed"),
    ("408", "Reading or answering the request timed out"),
    ("429", "Too many requests; the header retry-after contains the delay"),
    ("500", "Internal server error"),
    ("503", "Unavailable: the server is too busy, cannot save, or is shutting down"),
];

/// Additional responses of requests with a body.
const WITH_BODY: [(&str, &str); 2] =
    [("413", "The body is longer than 64 KiB"), ("415", "The content type is not supported")];

/// Numeric fields that clients send, with their minimum and maximum.
const NUMBERS: [(&str, u64, u64); 6] = [
    ("seat", 0, 4),
    ("revision", 0, u32::MAX as u64),
    ("seconds", 10, 86_400),
    ("increment", 0, 600),
    ("days", 1, 14),
    ("actions", 0, 10_000),
];

/// Completes a description.
pub(super) fn complete(api: &mut Value) {
    let sent = sent(api);
    if let Some(schemas) = api["components"]["schemas"].as_object_mut() {
        for (_, schema) in schemas.iter_mut().filter(|(name, _)| sent.contains(name)) {
            bound(schema);
        }
        if let Some(game) = schemas.get_mut("NewTable").map(|new| &mut new["properties"]["game"]) {
            game["enum"] = json!(["land", "stronghold"]);
        }
    }
    let links = links(api);
    let Some(paths) = api["paths"].as_object_mut() else { return };
    for operation in paths.values_mut().filter_map(Value::as_object_mut).flat_map(Map::values_mut) {
        let more = match operation["requestBody"] {
            Value::Null => &[][..],
            _ => &WITH_BODY,
        };
        let Some(answers) = operation["responses"].as_object_mut() else { continue };
        for (status, text) in COMMON.iter().chain(more) {
            answers.entry(*status).or_insert_with(|| problem(text));
        }
        for answer in answers.values_mut() {
            if answer["content"]["application/json"]["schema"]["$ref"] == reference("Seated") {
                answer["links"] = links.clone();
            }
        }
    }
}

fn problem(text: &str) -> Value {
    let schema = json!({ "$ref": reference("Problem") });
    json!({ "description": text, "content": { "application/json": { "schema": schema } } })
}

fn reference(name: &str) -> String {
    format!("#/components/schemas/{name}")
}

/// Returns the names of all schemas that clients send.
fn sent(api: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let operations = api["paths"].as_object().into_iter().flat_map(Map::values);
    for operation in operations.filter_map(Value::as_object).flat_map(Map::values) {
        gather(api, &operation["requestBody"], &mut found);
    }
    found
}

fn gather(api: &Value, value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            let name =
                map.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next());
            if let Some(name) = name.filter(|name| !found.iter().any(|known| known == name)) {
                found.push(name.to_owned());
                gather(api, &api["components"]["schemas"][name], found);
            }
            map.values().for_each(|value| gather(api, value, found));
        }
        Value::Array(list) => list.iter().for_each(|value| gather(api, value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Documents the validation of a schema: no unknown fields, and ranges of numbers.
fn bound(schema: &mut Value) {
    if let Some(variants) = schema.get_mut("oneOf").and_then(Value::as_array_mut) {
        variants.iter_mut().for_each(bound);
    }
    let Some(fields) = schema.get_mut("properties").and_then(Value::as_object_mut) else { return };
    for (name, least, most) in NUMBERS {
        if let Some(field) = fields.get_mut(name).filter(|field| is_integer(field)) {
            (field["minimum"], field["maximum"]) = (json!(least), json!(most));
        }
    }
    // For variants without fields only the name is checked.
    if fields.len() > 1 || !fields.contains_key("kind") {
        schema["additionalProperties"] = json!(false);
    }
}

fn is_integer(field: &Value) -> bool {
    match &field["type"] {
        Value::String(kind) => kind == "integer",
        Value::Array(kinds) => kinds.iter().any(|kind| kind == "integer"),
        _ => false,
    }
}

/// Links from a response with a seat to all operations at the table.
fn links(api: &Value) -> Value {
    let mut links = Map::new();
    let paths = api["paths"].as_object().into_iter().flatten();
    for (_, item) in paths.filter(|(path, _)| path.contains("{table}")) {
        for operation in item.as_object().into_iter().flat_map(Map::values) {
            let Some(id) = operation["operationId"].as_str() else { continue };
            let link = json!({
                "operationId": id,
                "parameters": { "table": "$response.body#/table" },
            });
            links.insert(id.to_owned(), link);
        }
    }
    Value::Object(links)
}
