/// The place that mistakes in JSON are reported to.
package protocol JSONSink {
    /// The error that ``take(_:)`` throws; `Never` if the sink keeps mistakes.
    associatedtype Failure: Error

    /// True if a member that is null counts as absent.
    static var nullIsAbsent: Bool { get }
    /// True if the next mistake is shown, so that a suggestion is worth the search.
    var isShowing: Bool { get }

    /// Takes a mistake: throws it, or keeps it.
    func take(_ mistake: JSONMistake) throws(Failure)
}

/// A sink that throws the first mistake.
package protocol JSONThrower: JSONSink {
    /// Returns the error for a mistake.
    func failure(_ mistake: JSONMistake) -> Failure
}

extension JSONSink {
    /// Reads a value of a type; `nil` if a mistake was kept.
    package func read<Value>(
        _ value: JSONValue, as type: JSONType<Value>, at path: @autoclosure () -> [JSONStep]
    ) throws(Failure) -> Value? {
        if let read = type.read(value) { return read }
        try take(JSONMistake(value, isNot: type.name(), hint: type.hint, at: path()))
        return nil
    }

    /// Reads the elements of an array, of a type, with their paths; `nil` if a mistake was kept.
    package func elements<Value>(
        of value: JSONValue, as type: JSONType<Value>, at path: [JSONStep]
    ) throws(Failure) -> [(value: Value, path: [JSONStep])]? {
        guard let values = try read(value, as: .array, at: path) else { return nil }
        var elements: [(value: Value, path: [JSONStep])] = []
        for (index, value) in values.enumerated() {
            let path = path + [.index(index)]
            if let read = try read(value, as: type, at: path) { elements.append((read, path)) }
        }
        return elements
    }
}

extension JSONThrower {
    package static var nullIsAbsent: Bool { true }
    package var isShowing: Bool { true }

    package func take(_ mistake: JSONMistake) throws(Failure) { throw failure(mistake) }
}

/// Throws mistakes as they are, with their paths.
package struct MistakeThrower: JSONThrower {
    package typealias Failure = JSONMistake

    package func failure(_ mistake: JSONMistake) -> JSONMistake { mistake }
}

/// Reads the members of a JSON object by type, and reports mistakes to a sink.
///
/// A value that a sink keeps as a mistake is read as if it were absent.
package struct JSONReader<Sink: JSONSink> {
    package let object: JSONObject
    /// The steps that lead to the object.
    package let path: [JSONStep]
    package let sink: Sink

    package init(_ object: JSONObject, at path: [JSONStep] = [], into sink: Sink) {
        self.object = object
        self.path = path
        self.sink = sink
    }

    /// Returns the path of a member, or of the object.
    package func path(_ key: String?) -> [JSONStep] { path + (key.map { [.key($0)] } ?? []) }

    // MARK: Members

    /// The value of a key.
    package func value(_ key: String) -> JSONValue? {
        let value = object[key]
        return Sink.nullIsAbsent && value == .null ? nil : value
    }

    /// The value of a key, of a type.
    package func value<Value>(
        _ key: String, as type: JSONType<Value>
    ) throws(Sink.Failure) -> Value? {
        guard let value = value(key) else { return nil }
        return try sink.read(value, as: type, at: path(key))
    }

    /// The text of a key.
    package func string(_ key: String) throws(Sink.Failure) -> String? {
        try value(key, as: .string)
    }

    /// The Boolean of a key.
    package func boolean(_ key: String) throws(Sink.Failure) -> Bool? {
        try value(key, as: .boolean)
    }

    /// The number of a key.
    package func number(_ key: String) throws(Sink.Failure) -> Int32? {
        try value(key, as: .number(.min ... .max))
    }

    /// The object of a key.
    package func object(_ key: String) throws(Sink.Failure) -> JSONObject? {
        try value(key, as: .object)
    }

    /// The reader of a key's object.
    package func reader(_ key: String) throws(Sink.Failure) -> JSONReader? {
        try object(key).map { JSONReader($0, at: path(key), into: sink) }
    }

    /// The elements of a key's array.
    package func array(_ key: String) throws(Sink.Failure) -> [JSONValue]? {
        try value(key, as: .array)
    }

    /// The elements of a key's array, of a type, with their paths.
    package func elements<Value>(
        _ key: String, as type: JSONType<Value>
    ) throws(Sink.Failure) -> [(value: Value, path: [JSONStep])]? {
        guard let value = value(key) else { return nil }
        return try sink.elements(of: value, as: type, at: path(key))
    }

    /// The readers of the objects in a key's array.
    package func readers(_ key: String) throws(Sink.Failure) -> [JSONReader]? {
        try elements(key, as: .object)?.map { JSONReader($0.value, at: $0.path, into: sink) }
    }

    /// The strings of a key's array.
    package func strings(_ key: String) throws(Sink.Failure) -> [String] {
        try elements(key, as: .string)?.map(\.value) ?? []
    }

    // MARK: Keys

    /// Reports unknown keys; `thing` is the object with an article, such as `A case`.
    package func requireKeys(
        among known: [String], of thing: String
    ) throws(Sink.Failure) {
        for member in object.members where !known.contains(member.key) {
            try sink.take(
                JSONMistake(
                    at: path(member.key), "\(thing) has no '\(member.key)'.",
                    hint: sink.isShowing
                        ? NameSuggestion.hint(for: member.key, among: known) : nil,
                    kind: .unknownKey))
        }
    }

    /// The mistake that a key is missing; `thing` is the object, such as `The case`.
    package func missing(_ key: String, of thing: String, hint: String? = nil) -> JSONMistake {
        JSONMistake(at: path(key), "\(thing) has no '\(key)'.", hint: hint, kind: .missingKey)
    }
}

extension JSONReader where Sink: JSONThrower {
    /// The value of a key that must be there.
    package func required<Value>(
        _ key: String, as type: JSONType<Value>, of thing: String, hint: String? = nil
    ) throws(Sink.Failure) -> Value {
        guard let value = try value(key, as: type) else {
            throw sink.failure(missing(key, of: thing, hint: hint))
        }
        return value
    }

    /// The text of a key that must be there.
    package func required(
        _ key: String, of thing: String, hint: String? = nil
    ) throws(Sink.Failure) -> String {
        try required(key, as: .string, of: thing, hint: hint)
    }

    /// The time of a key, written as text.
    package func time(_ key: String) throws(Sink.Failure) -> Timestamp? {
        guard let text = try string(key) else { return nil }
        if let time = Timestamp(text) { return time }
        throw error(
            key, "'\(text)' is not a valid time.",
            hint: "Write a date, 2026-01-31, or a time, 2026-01-31T09:30:00Z.")
    }

    /// The value that the text of a key names, which is one of some words.
    package func word<Value>(
        _ key: String, among known: [String], _ read: (String) -> Value?
    ) throws(Sink.Failure) -> Value? {
        guard let text = try string(key) else { return nil }
        if let value = read(text) { return value }
        throw error(
            key, "\(text.excerpt) is not a valid \(key).",
            hint: NameSuggestion.hint(for: text, among: known))
    }

    /// The word of a key.
    package func word<Word: RawRepresentable<String> & CaseIterable>(
        _ key: String
    ) throws(Sink.Failure) -> Word? {
        try word(key, among: Word.allCases.map(\.rawValue), Word.init(rawValue:))
    }

    /// The error of a member, or of the object as a whole.
    package func error(_ key: String?, _ message: String, hint: String? = nil) -> Sink.Failure {
        sink.failure(JSONMistake(at: path(key), message, hint: hint))
    }
}

extension JSONReader<MistakeThrower> {
    /// Creates a reader that throws mistakes as they are.
    package init(_ object: JSONObject, at path: [JSONStep] = []) {
        self.init(object, at: path, into: MistakeThrower())
    }
}
