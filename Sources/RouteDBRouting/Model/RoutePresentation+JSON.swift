/// Why a JSON value is not a valid presentation, and where.
package struct PresentationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the mistake, such as `prestack[1].route`; empty for the whole value.
    package let path: String
    /// What is wrong, as a sentence.
    package let message: String
    /// What to write instead.
    package let hint: String

    /// The place and the message.
    package var description: String { path.isEmpty ? message : "\(path): \(message)" }
}

// A presentation as JSON:
//
//     {"verb": "push" | "present" | "popTo",
//      "container": "navigation" | "tab", "embedIn": "Name of a container of the app",
//      "prestack": [{"route": "user/{id}"}, {"name": "home"}, {"target": "Blue"},
//                   {"instance": "gray"}],
//      "wrap": true, "animated": false, "transition": "fade",
//      "initializer": {"name": "withUser", "arguments": ["{id}", 1]},
//      "reuse": "never" | "sameKey" | "anyOfKind", "key": "id"}
//
// Every member is optional and may be null. `embedIn` takes precedence over `container`.
extension RoutePresentation {
    /// Reads a presentation from JSON.
    ///
    /// - Parameter json: The value.
    /// - Throws: ``PresentationError`` for the first mistake, such as an unknown member.
    package init(json: JSONValue) throws(PresentationError) {
        guard case .object(let object) = json else {
            throw PresentationError(
                path: "", message: "A plan must be an object.", hint: #"Write {"verb": "push"}."#)
        }
        let reader = PresentationReader(
            object, at: "",
            keys: [
                "verb", "container", "embedIn", "prestack", "wrap", "animated", "transition",
                "initializer", "reuse", "key",
            ])
        try reader.checkKeys()
        verb = try reader.word("verb")
        let container: PlainContainer? = try reader.word("container")
        if let name = try reader.text("embedIn") {
            self.container = .custom(name)
        } else {
            self.container = container.map { $0 == .tab ? .tab : .navigation }
        }
        prestack = try reader.list("prestack") { (value, path) throws(PresentationError) in
            try Underlay(json: value, at: path)
        }
        wraps = try reader.bool("wrap")
        isAnimated = try reader.bool("animated")
        transition = try reader.text("transition")
        initializer = try reader.member("initializer") { (value, path) throws(PresentationError) in
            try Initializer(json: value, at: path)
        }
        reuse = try reader.word("reuse")
        key = try reader.text("key")
    }

    /// Checks that a route's presentation is complete on its own.
    ///
    /// - Throws: ``PresentationError`` if screens are reused by key but there is no key.
    package func check() throws(PresentationError) {
        guard reuse == .sameKey && key == nil else { return }
        throw PresentationError(
            path: "reuse", message: "The reuse policy sameKey needs a key.",
            hint: #"Name the value that distinguishes screens, for example "key": "id"."#)
    }

    /// The presentation as JSON, without unset members.
    public var json: JSONObject {
        var json = JSONObject()
        json["verb"] = verb.map { .string($0.rawValue) }
        switch container {
        case .navigation: json["container"] = "navigation"
        case .tab: json["container"] = "tab"
        case .custom(let name): json["embedIn"] = .string(name)
        case nil: break
        }
        json["prestack"] = prestack.map { .array($0.map { .object($0.json) }) }
        json["wrap"] = wraps.map(JSONValue.bool)
        json["animated"] = isAnimated.map(JSONValue.bool)
        json["transition"] = transition.map(JSONValue.string)
        json["initializer"] = initializer.map { .object($0.json) }
        json["reuse"] = reuse.map { .string($0.rawValue) }
        json["key"] = key.map(JSONValue.string)
        return json
    }

    private enum PlainContainer: String, CaseIterable {
        case navigation, tab
    }
}

extension RoutePresentation.Underlay {
    fileprivate init(json: JSONValue, at path: String) throws(PresentationError) {
        guard case .object(let object) = json, object.members.count == 1,
            let member = object.members.first
        else {
            throw PresentationError(
                path: path, message: "An entry of the prestack must be an object with one member.",
                hint: Self.hint)
        }
        guard case .string(let text) = member.value, !text.isEmpty else {
            throw PresentationError(
                path: "\(path).\(member.key)",
                message: "The value must be a text that is not empty.",
                hint: Self.hint)
        }
        switch member.key {
        case "route": self = .route(text)
        case "name": self = .named(text)
        case "target": self = .target(text)
        case "instance": self = .instance(text)
        default:
            throw PresentationError(
                path: "\(path).\(member.key)", message: "Unknown kind of prestack entry.",
                hint: Self.hint)
        }
    }

    private static let hint =
        #"Write {"route": …}, {"name": …}, {"target": …} or {"instance": …}."#

    fileprivate var json: JSONObject {
        switch self {
        case .route(let text): ["route": .string(text)]
        case .named(let name): ["name": .string(name)]
        case .target(let name): ["target": .string(name)]
        case .instance(let token): ["instance": .string(token)]
        }
    }
}

extension RoutePresentation.Initializer {
    fileprivate init(json: JSONValue, at path: String) throws(PresentationError) {
        guard case .object(let object) = json else {
            throw PresentationError(
                path: path, message: "An initializer must be an object.",
                hint: #"Write {"name": "withUser", "arguments": ["{id}"]}."#)
        }
        let reader = PresentationReader(object, at: path, keys: ["name", "arguments"])
        try reader.checkKeys()
        guard let name = try reader.text("name") else {
            throw PresentationError(
                path: path, message: "An initializer needs a name.",
                hint: #"Write {"name": "withUser", "arguments": ["{id}"]}."#)
        }
        let arguments = try reader.list("arguments") { (value, _) throws(PresentationError) in
            value
        }
        self.init(name: name, arguments: arguments ?? [])
    }

    fileprivate var json: JSONObject {
        ["name": .string(name), "arguments": .array(arguments)]
    }
}

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
        throw failure(
            other.key, "Unknown member.",
            NameSuggestion.didYouMean(other.key, among: keys)
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
            key, "'\(text)' is not a valid value.",
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
