/// Reads the members of an object in a presentation, with errors that locate mistakes.
struct PresentationReader {
    private let object: JSONObject
    private let path: String
    private let keys: [String]

    init(_ object: JSONObject, at path: String, keys: [String]) {
        self.object = object
        self.path = path
        self.keys = keys
    }

    func checkKeys() throws(PresentationError) {
        guard let other = object.members.first(where: { !keys.contains($0.key) }) else { return }
        let meant = NameSuggestion.nearest(to: other.key, among: keys)
        throw failure(
            other.key, "Unknown member.",
            meant.map { "Did you mean '\($0)'?" }
                ?? "The members are \(keys.joined(separator: ", ")).")
    }

    func bool(_ key: String) throws(PresentationError) -> Bool? {
        switch object[key] {
        case nil, .null?: return nil
        case .bool(let value)?: return value
        default:
            throw failure(
                key, "The value must be true or false.", "Write one of them, without quotes.")
        }
    }

    func text(_ key: String) throws(PresentationError) -> String? {
        switch object[key] {
        case nil, .null?: return nil
        case .string(let text)? where !text.isEmpty: return text
        default:
            throw failure(
                key, "The value must be a text that is not empty.", "Write a name in quotes.")
        }
    }

    func word<Word: RawRepresentable<String> & CaseIterable>(
        _ key: String
    ) throws(PresentationError) -> Word? {
        guard let text = try text(key) else { return nil }
        if let word = Word(rawValue: text) { return word }
        let words = Word.allCases.map(\.rawValue)
        throw failure(
            key, "'\(text)' is not one of its values.",
            "Write one of \(words.joined(separator: ", ")).")
    }

    func member<Value>(
        _ key: String, _ read: (JSONValue, String) throws(PresentationError) -> Value
    ) throws(PresentationError) -> Value? {
        guard let value = object[key], value != .null else { return nil }
        return try read(value, place(key))
    }

    func list<Value>(
        _ key: String, _ read: (JSONValue, String) throws(PresentationError) -> Value
    ) throws(PresentationError) -> [Value]? {
        switch object[key] {
        case nil, .null?: return nil
        case .array(let values)?:
            var list: [Value] = []
            for (index, value) in values.enumerated() {
                list.append(try read(value, "\(place(key))[\(index)]"))
            }
            return list
        default: throw failure(key, "The value must be a list.", "Write it in brackets.")
        }
    }

    private func place(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    private func failure(_ key: String, _ message: String, _ hint: String) -> PresentationError {
        PresentationError(path: place(key), message: message, hint: hint)
    }
}
