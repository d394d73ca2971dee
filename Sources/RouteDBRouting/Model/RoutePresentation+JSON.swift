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
    package init(json: JSONValue) throws(JSONMistake) {
        guard case .object(let object) = json else {
            throw JSONMistake(
                at: [], "A plan must be an object.", hint: #"Write {"verb": "push"}."#)
        }
        let reader = JSONReader(object)
        try reader.requireKeys(
            among: [
                "verb", "container", "embedIn", "prestack", "wrap", "animated", "transition",
                "initializer", "reuse", "key",
            ], of: "A plan")
        verb = try reader.word("verb")
        let container: PlainContainer? = try reader.word("container")
        if let name = try reader.name("embedIn") {
            self.container = .custom(name)
        } else {
            self.container = container.map { $0 == .tab ? .tab : .navigation }
        }
        prestack = try reader.array("prestack")?.enumerated().map {
            (index, value) throws(JSONMistake) in
            try Underlay(json: value, at: [.key("prestack"), .index(index)])
        }
        wraps = try reader.boolean("wrap")
        isAnimated = try reader.boolean("animated")
        transition = try reader.name("transition")
        initializer = try reader.reader("initializer").map { own throws(JSONMistake) in
            try Initializer(own)
        }
        reuse = try reader.word("reuse")
        key = try reader.name("key")
    }

    /// Checks that a route's presentation is complete on its own.
    package func check() throws(JSONMistake) {
        guard reuse == .sameKey && key == nil else { return }
        throw JSONMistake(
            at: [.key("reuse")], "The reuse policy sameKey needs a key.",
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
    fileprivate init(json: JSONValue, at path: [JSONStep]) throws(JSONMistake) {
        guard case .object(let object) = json, object.members.count == 1,
            let member = object.members.first
        else {
            throw JSONMistake(
                at: path, "An entry of the prestack must be an object with one member.",
                hint: Self.hint)
        }
        let place = path + [.key(member.key)]
        guard case .string(let text) = member.value, !text.isEmpty else {
            throw JSONMistake(
                at: place, "The value must be a text that is not empty.", hint: Self.hint)
        }
        switch member.key {
        case "route": self = .route(text)
        case "name": self = .named(text)
        case "target": self = .target(text)
        case "instance": self = .instance(text)
        default:
            throw JSONMistake(at: place, "Unknown kind of prestack entry.", hint: Self.hint)
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
    fileprivate init(_ reader: JSONReader<MistakeThrower>) throws(JSONMistake) {
        try reader.requireKeys(among: ["name", "arguments"], of: "An initializer")
        guard let name = try reader.name("name") else {
            throw reader.error(
                nil, "An initializer needs a name.",
                hint: #"Write {"name": "withUser", "arguments": ["{id}"]}."#)
        }
        self.init(name: name, arguments: try reader.array("arguments") ?? [])
    }

    fileprivate var json: JSONObject {
        ["name": .string(name), "arguments": .array(arguments)]
    }
}

extension JSONReader<MistakeThrower> {
    /// The text of a key, which may not be empty.
    fileprivate func name(_ key: String) throws(JSONMistake) -> String? {
        let text = try string(key)
        guard text != "" else { throw error(key, "'\(key)' is empty.", hint: "Write a name.") }
        return text
    }
}
