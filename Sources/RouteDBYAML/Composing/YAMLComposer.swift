import RouteDB
import RouteDBRouting

/// Composes the one document of a YAML text as JSON.
///
/// 1. There is one document, which nests at most as deep as JSON may.
/// 2. Keys are texts as they are written, whatever they look like, and unique in their mapping.
/// 3. Values without quotation marks are those of YAML's core schema; see ``YAMLScalar``.
/// 4. Tags other than those of the core schema are refused.
/// 5. Aliases repeat at most ``repeatLimit`` values, so that a few lines cannot stand for millions.
/// 6. The members of mappings behind the key `<<` are added to those beside it, which count more.
struct YAMLComposer {
    /// The most values that aliases repeat, each with all values inside it.
    static let repeatLimit = 1_000_000

    /// A value, with what an alias of it repeats.
    private struct Node {
        let value: JSONValue
        /// The number of values, itself included.
        var count = 1
        /// How deep collections nest in it.
        var depth = 0
    }

    private let events: YAMLEvents
    private var anchors: [String: Node] = [:]
    private var repeated = 0
    private var depth = 0

    /// Composes a document.
    ///
    /// - Complexity: Linear in the text, and in what aliases and merged mappings repeat.
    static func compose(_ bytes: [UInt8]) throws(InputProblem) -> JSONValue {
        var composer = YAMLComposer(events: try YAMLEvents(bytes))
        return try composer.document()
    }

    private init(events: YAMLEvents) { self.events = events }

    private mutating func document() throws(InputProblem) -> JSONValue {
        let start = try events.next()
        guard case .documentStart = start.kind else {
            throw problem(start, "The text is empty.", hint: nil)
        }
        let value = try node(events.next()).value
        _ = try events.next()
        let end = try events.next()
        guard case .streamEnd = end.kind else {
            throw problem(
                end, "A second document begins here.", hint: "Give each document a file of its own."
            )
        }
        return value
    }

    private func problem(_ event: YAMLEvent, _ message: String, hint: String?) -> InputProblem {
        InputProblem(at: events.place(of: event), message, hint: hint, isFatal: true)
    }

    // MARK: Nodes

    private mutating func node(_ event: YAMLEvent) throws(InputProblem) -> Node {
        if case .alias(let name) = event.kind { return try alias(name, event) }
        let node =
            switch event.kind {
            case .scalar(let text, let isPlain): Node(value: try scalar(text, isPlain, event))
            case .sequenceStart: try sequence(event)
            default: try mapping(event)
            }
        if let anchor = event.anchor { anchors[anchor] = node }
        return node
    }

    /// The value of an alias.
    ///
    /// An anchor is known only behind its node, so no value contains itself.
    private mutating func alias(_ name: String, _ event: YAMLEvent) throws(InputProblem) -> Node {
        guard let node = anchors[name] else {
            throw problem(
                event, "No value before this one has the anchor '&\(PlainText.shown(name))'.",
                hint: nil)
        }
        repeated += node.count
        guard repeated <= Self.repeatLimit else {
            throw problem(
                event, "Aliases repeat more than \(Self.repeatLimit) values.",
                hint: "Use '$ref' for what is repeated.")
        }
        guard depth + node.depth <= JSONParser.maximumDepth else { throw tooDeep(event) }
        return node
    }

    private func tooDeep(_ event: YAMLEvent) -> InputProblem {
        problem(
            event, "Collections may nest at most \(JSONParser.maximumDepth) levels deep.",
            hint: nil)
    }

    private mutating func enter(_ event: YAMLEvent, tag: String) throws(InputProblem) {
        guard depth < JSONParser.maximumDepth else { throw tooDeep(event) }
        depth += 1
        if let own = event.tag, own != tag { throw unknownTag(own, event) }
    }

    private mutating func sequence(_ start: YAMLEvent) throws(InputProblem) -> Node {
        try enter(start, tag: YAMLTag.sequence)
        defer { depth -= 1 }
        var values: [JSONValue] = []
        var (count, depth) = (1, 0)
        while true {
            let event = try events.next()
            if case .sequenceEnd = event.kind { break }
            let node = try node(event)
            values.append(node.value)
            count += node.count
            depth = max(depth, node.depth)
        }
        return Node(value: .array(values), count: count, depth: depth + 1)
    }

    private mutating func mapping(_ start: YAMLEvent) throws(InputProblem) -> Node {
        try enter(start, tag: YAMLTag.mapping)
        defer { depth -= 1 }
        var members: [JSONObject.Member] = []
        var keys: Set<TextKey> = []
        var merged: [JSONObject] = []
        var (count, depth) = (1, 0)
        while true {
            let event = try events.next()
            if case .mappingEnd = event.kind { break }
            let key = try key(event)
            guard keys.insert(TextKey(key.text)).inserted else {
                throw problem(
                    event, "The key '\(PlainText.shown(key.text))' is in this mapping twice.",
                    hint: "Keep one of the two.")
            }
            let next = try events.next()
            let node = try node(next)
            count += node.count
            depth = max(depth, node.depth)
            if key.merges {
                merged += try objects(node.value, next)
            } else {
                members.append(JSONObject.Member(key: key.text, value: node.value))
            }
        }
        for member in merged.flatMap(\.members)
        where keys.insert(TextKey(member.key)).inserted {
            members.append(member)
        }
        return Node(
            value: .object(JSONObject(distinct: members)), count: count, depth: depth + 1)
    }

    /// The text of a key, and whether it is the one that merges mappings.
    private func key(_ event: YAMLEvent) throws(InputProblem) -> (text: String, merges: Bool) {
        switch event.kind {
        case .scalar(let text, let isPlain):
            if let tag = event.tag, !YAMLTag.scalars.contains(tag) { throw unknownTag(tag, event) }
            return (text, isPlain && text == "<<")
        case .alias(let name):
            if case .string(let text)? = anchors[name]?.value { return (text, false) }
        default: break
        }
        throw problem(event, "A key is not a text.", hint: "Write keys as texts: 'key: value'.")
    }

    /// The mappings that `<<` adds.
    private func objects(
        _ value: JSONValue, _ event: YAMLEvent
    ) throws(InputProblem) -> [JSONObject] {
        let values = if case .array(let values) = value { values } else { [value] }
        var objects: [JSONObject] = []
        for value in values {
            guard case .object(let object) = value else {
                throw problem(
                    event, "Only mappings can be merged by '<<'.", hint: "Write '<<: *name'.")
            }
            objects.append(object)
        }
        return objects
    }

    // MARK: Scalars

    private func scalar(
        _ text: String, _ isPlain: Bool, _ event: YAMLEvent
    ) throws(InputProblem) -> JSONValue {
        guard let tag = event.tag else {
            return isPlain ? YAMLScalar.value(ofPlain: text) : .string(text)
        }
        guard YAMLTag.scalars.contains(tag) else { throw unknownTag(tag, event) }
        if YAMLTag.texts.contains(tag) { return .string(text) }
        let value = YAMLScalar.value(ofPlain: text)
        let fits =
            switch value {
            case .null: tag == YAMLTag.null
            case .bool: tag == YAMLTag.bool
            case .int: tag == YAMLTag.int || tag == YAMLTag.float
            case .double: tag == YAMLTag.float
            default: false
            }
        guard fits else {
            throw problem(
                event, "The value is not what its tag '\(PlainText.shown(tag))' says.",
                hint: "Remove the tag.")
        }
        return value
    }

    private func unknownTag(_ tag: String, _ event: YAMLEvent) -> InputProblem {
        problem(
            event, "The tag '\(PlainText.shown(tag))' is not one of JSON's values.",
            hint: "Remove the tag.")
    }
}

/// The tags that values of JSON may have.
private enum YAMLTag {
    static let null = "tag:yaml.org,2002:null"
    static let bool = "tag:yaml.org,2002:bool"
    static let int = "tag:yaml.org,2002:int"
    static let float = "tag:yaml.org,2002:float"
    static let sequence = "tag:yaml.org,2002:seq"
    static let mapping = "tag:yaml.org,2002:map"
    /// The tags of texts; `!` says that a value is nothing else.
    static let texts: Set<String> = ["!", "tag:yaml.org,2002:str"]
    static let scalars = texts.union([null, bool, int, float])
}
