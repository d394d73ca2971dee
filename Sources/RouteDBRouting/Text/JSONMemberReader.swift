/// Why a JSON object is not valid: which member is wrong, and which rule it breaks.
package struct JSONMemberError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The keys that lead to the member, outermost first; empty for the object itself.
    package let keys: [String]
    /// The index in the member's array, from 0, if the error is about an element.
    package let index: Int?
    /// The rule that is broken, as a sentence.
    package let message: String
    /// How to fix it, as a sentence, if there is something to suggest.
    package let hint: String?

    package init(_ keys: [String], index: Int? = nil, _ message: String, hint: String? = nil) {
        self.keys = keys
        self.index = index
        self.message = message
        self.hint = hint
    }

    /// The message and the hint.
    package var description: String { hint.map { "\(message) \($0)" } ?? message }
}

/// Reads the members of a JSON object by type, with errors that name the member.
package struct JSONMemberReader {
    package let object: JSONObject
    /// The keys that lead to the object.
    private let path: [String]

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - path: The keys that lead to it, for errors.
    package init(_ object: JSONObject, at path: [String] = []) {
        self.object = object
        self.path = path
    }

    /// The value of a key; `null` counts as absent.
    package func value(_ key: String) -> JSONValue? {
        let value = object[key]
        return value == .null ? nil : value
    }

    /// The text of a key.
    package func string(_ key: String) throws(JSONMemberError) -> String? {
        guard let value = value(key) else { return nil }
        guard case .string(let text) = value else { throw mismatch(key, "a string") }
        return text
    }

    /// The Boolean of a key.
    package func truth(_ key: String) throws(JSONMemberError) -> Bool? {
        guard let value = value(key) else { return nil }
        guard case .bool(let truth) = value else { throw mismatch(key, "true or false") }
        return truth
    }

    /// The number of a key.
    package func number(_ key: String) throws(JSONMemberError) -> Int32? {
        guard let value = value(key) else { return nil }
        guard case .int(let number) = value, let number = Int32(exactly: number) else {
            throw mismatch(key, "a whole number from \(Int32.min) to \(Int32.max)")
        }
        return number
    }

    /// The object of a key.
    package func object(_ key: String) throws(JSONMemberError) -> JSONObject? {
        guard let value = value(key) else { return nil }
        guard case .object(let object) = value else { throw mismatch(key, "an object") }
        return object
    }

    /// The elements of a key's array.
    package func array(_ key: String) throws(JSONMemberError) -> [JSONValue]? {
        guard let value = value(key) else { return nil }
        guard case .array(let elements) = value else { throw mismatch(key, "an array") }
        return elements
    }

    /// The strings of a key's array.
    package func strings(_ key: String) throws(JSONMemberError) -> [String] {
        var texts: [String] = []
        for (index, element) in (try array(key) ?? []).enumerated() {
            guard case .string(let text) = element else {
                throw JSONMemberError(
                    path + [key], index: index, "An element of '\(key)' is not a string.")
            }
            texts.append(text)
        }
        return texts
    }

    /// The time of a key, written as text, in microseconds since 1970-01-01T00:00:00Z.
    package func time(_ key: String) throws(JSONMemberError) -> Int64? {
        guard let text = try string(key) else { return nil }
        if let time = Timestamp(text) { return time.microseconds }
        throw error(
            key, "'\(text)' is not a valid time.",
            hint: "Write a date, 2026-01-31, or a time, 2026-01-31T09:30:00Z.")
    }

    /// Throws an error for unknown keys.
    ///
    /// - Parameters:
    ///   - known: The known keys.
    ///   - thing: What the object is, with an article, such as `A case`.
    /// - Throws: An error for the first unknown key.
    package func requireKeys(among known: [String], of thing: String) throws(JSONMemberError) {
        for member in object.members where !known.contains(member.key) {
            let nearest = NameSuggestion.nearest(to: member.key, among: known)
            throw error(
                member.key, "\(thing) has no '\(member.key)'.",
                hint: nearest.map { "Did you mean '\($0)'?" }
                    ?? "Use only: \(known.joined(separator: ", ")).")
        }
    }

    /// The error of a member, or of the object as a whole.
    package func error(
        _ key: String?, _ message: String, hint: String? = nil
    ) -> JSONMemberError {
        JSONMemberError(path + (key.map { [$0] } ?? []), message, hint: hint)
    }

    private func mismatch(_ key: String, _ kind: String) -> JSONMemberError {
        error(key, "The value of '\(key)' is not \(kind).")
    }
}
