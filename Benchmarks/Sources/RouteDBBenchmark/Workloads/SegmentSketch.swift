/// One segment of a generated pattern, of which texts, URLs and peers' patterns are made.
enum SegmentSketch: Hashable {
    case literal(String)
    case text(String)
    case int(String)
    case uuid(String)
    /// `prefix{name}suffix`; one of the two is empty.
    case mixed(prefix: String, name: String, suffix: String)
    /// `{first}-{last}`.
    case pair(String, String)
    /// `**`, which captures, unnamed.
    case catchAll
    /// `{name:path}`.
    case rest(String)

    /// The native spelling.
    var native: String {
        switch self {
        case .literal(let text): text
        case .text(let name): "{\(name)}"
        case .int(let name): "{\(name):int}"
        case .uuid(let name): "{\(name):uuid}"
        case .mixed(let prefix, let name, let suffix): "\(prefix){\(name)}\(suffix)"
        case .pair(let first, let last): "{\(first)}-{\(last)}"
        case .catchAll: "**"
        case .rest(let name): "{\(name):path}"
        }
    }

    /// The nearest that Hummingbird has: no types, and one parameter in a segment.
    var hummingbird: String {
        switch self {
        case .literal(let text): text
        case .text(let name), .int(let name), .uuid(let name): "{\(name)}"
        case .mixed(let prefix, let name, let suffix): "\(prefix){\(name)}\(suffix)"
        case .pair(let first, let last): "{\(first)_\(last)}"
        case .catchAll, .rest: "**"
        }
    }

    /// httprouter's spelling, which has no types; `nil` if it has nothing like it.
    var httpRouter: String? {
        switch self {
        case .literal(let text): text
        case .text(let name), .int(let name), .uuid(let name): ":\(name)"
        case .mixed, .pair, .catchAll, .rest: nil
        }
    }

    /// What tells the segment's language from others', without the names.
    var shape: String {
        switch self {
        case .literal(let text): text
        case .text: "{}"
        case .int: "{int}"
        case .uuid: "{uuid}"
        case .mixed(let prefix, _, let suffix): "\(prefix){}\(suffix)"
        case .pair: "{}-{}"
        case .catchAll, .rest: "**"
        }
    }

    var isLiteral: Bool {
        if case .literal = self { true } else { false }
    }

    /// Text that the segment matches.
    func sample(_ random: inout SeededGenerator) -> String {
        switch self {
        case .literal(let text): text
        case .text: random.word(3...9)
        case .int: String(random.below(1_000_000))
        case .uuid: random.uuid()
        case .mixed(let prefix, _, let suffix): prefix + random.word(3...8) + suffix
        case .pair: random.word(3...6) + "-" + random.word(3...6)
        case .catchAll, .rest:
            (0...random.below(3)).map { _ in random.word(3...7) }.joined(separator: "/")
        }
    }
}
