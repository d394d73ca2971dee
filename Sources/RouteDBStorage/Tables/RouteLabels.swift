package import RouteDBDatabase
package import RouteDBRouting

/// The rules for labels and the note of a route, and how labels are stored: as a JSON object of
/// texts, sorted by key.
package enum RouteLabels {
    /// The most labels of one route.
    static let count = 32
    /// The longest key, in bytes.
    static let keyBytes = 63
    /// The longest note, in bytes.
    static let noteBytes = 1_024

    /// Checks the key of a label.
    package static func checkKey(_ key: String) throws(RouteDBError) {
        let bytes = key.utf8
        guard (1...keyBytes).contains(bytes.count), let first = bytes.first,
            first.isASCIILetter || first.isASCIIDigit,
            bytes.allSatisfy({ EditRules.isNamespaceByte($0) || $0 == UInt8(ascii: "/") })
        else {
            throw RouteDBError(
                .invalidValue, "'\(key)' is not a valid key of a label.",
                hint: "Use 1 to \(keyBytes) ASCII letters, digits, '-', '_', '.' and '/', the first"
                    + " a letter or digit.")
        }
    }

    /// Checks labels.
    static func check(_ labels: [String: String]) throws(RouteDBError) {
        guard labels.count <= count else {
            throw RouteDBError(
                .invalidValue, "The route has \(labels.count) labels.",
                hint: "A route can have up to \(count).")
        }
        for (key, value) in labels.sorted(by: { $0.key < $1.key }) {
            try checkKey(key)
            try EditRules.checkText(value, called: "value of the label '\(key)'")
        }
    }

    /// Checks a note.
    static func checkNote(_ note: String) throws(RouteDBError) {
        let bytes = note.utf8
        let isText =
            bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
            && bytes.first != UInt8(ascii: " ") && bytes.last != UInt8(ascii: " ")
        guard (1...noteBytes).contains(bytes.count), isText else {
            throw RouteDBError(
                .invalidValue,
                bytes.count > noteBytes
                    ? "The note has \(bytes.count) bytes." : "'\(note)' is not a valid note.",
                hint: "Use 1 to \(noteBytes) bytes without control characters, and no space at"
                    + " either end.")
        }
    }

    /// The labels as JSON.
    package static func json(_ labels: [String: String]) -> JSONObject {
        labels.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            .reduce(into: [:]) { $0[$1.key] = .string($1.value) }
    }

    /// The labels in stored form, after checks; `nil` if there are none.
    static func stored(_ labels: [String: String]) throws(RouteDBError) -> String? {
        guard !labels.isEmpty else { return nil }
        try check(labels)
        return json(labels).description
    }

    /// Reads labels from JSON.
    static func labels(_ json: JSONValue) throws(RouteDBError) -> [String: String] {
        guard case .object(let object) = json else {
            throw RouteDBError(
                .invalidValue, "Labels must be a JSON object.",
                hint: #"Write {"owner": "growth"}."#)
        }
        guard object.members.count <= count else {
            throw RouteDBError(
                .invalidValue, "The route has \(object.members.count) labels.",
                hint: "A route can have up to \(count).")
        }
        var labels: [String: String] = [:]
        for member in object.members {
            guard case .string(let text) = member.value else {
                throw RouteDBError(
                    .invalidValue, "The label '\(member.key)' is not a string.",
                    hint: "Write the value in quotes.")
            }
            labels[member.key] = text
        }
        try check(labels)
        return labels
    }

    /// Reads the stored labels of a route.
    static func read(
        _ text: String?, of id: RouteID, in database: Database
    ) throws(RouteDBError) -> [String: String] {
        guard let text else { return [:] }
        do {
            return try labels(stored: text)
        } catch {
            throw database.corrupt(
                "route #\(id.rawValue) has invalid labels: \(error)", underlying: error)
        }
    }

    /// Reads a stored text.
    static func labels(stored text: String) throws -> [String: String] {
        try labels(try JSONValue(parsing: text))
    }

    /// Reads the stored note of a route.
    static func readNote(
        _ text: String?, of id: RouteID, in database: Database
    ) throws(RouteDBError) -> String? {
        guard let text else { return nil }
        do {
            try checkNote(text)
        } catch {
            throw database.corrupt("route #\(id.rawValue) has an invalid note", underlying: error)
        }
        return text
    }
}

extension [String: String]: FieldValue {
    static var form: FieldForm { .json }

    static var unset: [String: String]? { [:] }

    var fieldJSON: JSONValue? { isEmpty ? nil : .object(RouteLabels.json(self)) }

    init(fieldJSON json: JSONValue) throws(RouteDBError) { self = try RouteLabels.labels(json) }
}
