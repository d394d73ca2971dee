import RouteDB
import RouteDBRouting

/// A component of a file, as it is written.
struct GlobComponent: Hashable {
    var path: String?
    /// The items of the query, by their names.
    var query: [Item] = []
    /// The query as a whole, which only Apple's platforms compare.
    var wholeQuery: String?
    var fragment: String?
    var isExclude = false
    /// True if the patterns are compared with what is written; `nil` if that makes no difference.
    var isPercentEncoded: Bool?
    /// True if letters are compared with their case; `nil` if that makes no difference.
    var isCaseSensitive: Bool?
    var comment = ""

    struct Item: Hashable {
        let name: String
        let pattern: String
    }

    /// The component without the comment that people read.
    var rule: GlobComponent {
        var rule = self
        rule.comment = ""
        return rule
    }
}

/// Why a file cannot say which links a path answers, or says a part of them only.
struct GlobLoss: Error, Hashable {
    /// The reason, as a clause.
    let reason: String
    /// True if nothing is said of such links.
    var isLeftOut = true
}

/// How the globs of a platform say paths and values.
struct GlobLanguage {
    let platform: LinkedApp.Platform
    /// The slashes that a namespace tells apart: one that ends a path, and those of empty segments.
    let slashes: LinkDomain.Slashes

    /// One character or more.
    private var value: String { platform == .ios ? "?*" : "*" }

    // MARK: Paths

    /// The patterns that together say which paths are meant.
    func patterns(of path: LinkedPath, isDecoded: Bool) -> [String] {
        var patterns = [""]
        for (index, segment) in path.segments.enumerated() {
            switch segment {
            case .one(let pieces):
                let text = pieces.reduce(into: "") { text, piece in
                    text += self.text(of: piece, among: pieces, of: path, isDecoded: isDecoded)
                }
                patterns = patterns.map { "\($0)/\(text)" }
            case .rest(let isOptional):
                let isLast = index == path.segments.count - 1
                let rest = isLast && (isOptional || platform == .android) ? "*" : value
                patterns = patterns.map { "\($0)/\(rest)" } + (isOptional ? patterns : [])
            }
        }
        if path.endsInSlash == true { patterns = patterns.map { $0 + "/" } }
        return patterns.map { $0.isEmpty ? "/" : $0 }
    }

    private func text(
        of piece: LinkedPath.Piece, among pieces: [LinkedPath.Piece], of path: LinkedPath,
        isDecoded: Bool
    ) -> String {
        switch piece {
        case .literal(let bytes):
            guard path.reading.decodes else {
                return quoted(platform == .ios ? bytes : LinkURL.decoded(bytes))
            }
            return quoted(isDecoded ? bytes : PathSpelling.spelled(bytes))
        case .value(_, let mayBeEmpty):
            let isEmpty = mayBeEmpty && (pieces.count > 1 || path.reading.keepsEmpty)
            return isEmpty ? "*" : value
        }
    }

    /// Literal text with `?` for what globs cannot quote.
    private func quoted(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let isVariable =
                platform == .ios && byte == UInt8(ascii: "$")
                && bytes[(index + 1)...].first == UInt8(ascii: "(")
            text.append(byte == UInt8(ascii: "*") || isVariable ? UInt8(ascii: "?") : byte)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Everything with more segments than a number.
    func deeper(than count: Int) -> String {
        // Empty segments are any text, but for the last one: the slash before it does not count.
        slashes.repeated
            ? String(repeating: "/*", count: count) + "/\(value)"
            : String(repeating: "/\(value)", count: count + 1)
    }

    /// Returns what the last wildcard of a pattern takes too, and the path does not: nothing after a slash.
    func bareEnd(of pattern: String, of path: LinkedPath) -> String? {
        guard platform == .android, pattern.hasSuffix("/*"),
            path.segments.last != .rest(isOptional: true),
            slashes.atEnd || path.segments.count == 1
        else { return nil }
        return String(pattern.dropLast())
    }

    // MARK: What is lost

    /// Returns the details that the globs cannot express about a path, beyond the types of its values.
    func losses(of path: LinkedPath) -> [GlobLoss] {
        let isDecoded = platform == .android || path.needsDecoding
        do throws(GlobLoss) {
            _ = try queries(of: path, isDecoded: isDecoded)
        } catch {
            return [error]
        }
        var losses: [GlobLoss] = []
        for case .present in path.conditions.lazy.map(\.test) {
            losses.append(GlobLoss(reason: "its items may have no value", isLeftOut: false))
        }
        if platform == .android, path.foldsCase, path.hasLetters {
            losses.append(
                GlobLoss(
                    reason: "its letters may have either case, which Android tells apart",
                    isLeftOut: false))
        }
        return losses
    }

    // MARK: Values

    /// The patterns for the items of the query that a path tests, in each way in which links write them.
    func queries(
        of path: LinkedPath, isDecoded: Bool
    ) throws(GlobLoss) -> [(items: [GlobComponent.Item], isDecoded: Bool)] {
        var queries: [(items: [GlobComponent.Item], isDecoded: Bool)] = [([], isDecoded)]
        for condition in path.conditions {
            let name = condition.name
            guard LinkDomain.isComparable(name) else {
                throw GlobLoss(reason: "its item '\(name)' has a name that links write encoded")
            }
            guard !(queries[0].items.contains { $0.name == name }) else {
                throw GlobLoss(reason: "it tests the item '\(name)' twice")
            }
            let patterns = try patterns(of: condition, path, isDecoded: isDecoded)
            queries = queries.flatMap { query in
                patterns.map { pattern in
                    let item = GlobComponent.Item(name: name, pattern: pattern.text)
                    return (query.items + [item], query.isDecoded && pattern.isDecoded)
                }
            }
            guard queries.count <= 4 else {
                throw GlobLoss(reason: "links write its values in too many ways")
            }
        }
        return queries
    }

    private func patterns(
        of condition: LinkedPath.Condition, _ path: LinkedPath, isDecoded: Bool
    ) throws(GlobLoss) -> [(text: String, isDecoded: Bool)] {
        switch condition.test {
        case .absent:
            throw GlobLoss(reason: "it is for links without the item '\(condition.name)'")
        case .present: return [(platform == .ios ? "?*" : "*", isDecoded)]
        case .value: return [("?*", isDecoded)]
        case .equals(let text):
            let separators = platform == .ios ? "&" : "&;"
            guard !text.contains(where: { separators.utf8.contains($0) || $0 < 0x20 }) else {
                throw GlobLoss(reason: "its value has a character that separates items")
            }
            return try patterns(ofValue: text, path.reading.policies, isDecoded: isDecoded)
        }
    }

    private func patterns(
        ofValue text: [UInt8], _ policies: NamespacePolicy.Values, isDecoded: Bool
    ) throws(GlobLoss) -> [(text: String, isDecoded: Bool)] {
        guard policies.decoding != .none else {
            let bytes = platform == .ios ? text : LinkURL.decoded(text)
            return [(quoted(bytes), platform != .ios)]
        }
        let (space, plus) = (UInt8(ascii: " "), UInt8(ascii: "+"))
        let usual = quoted(isDecoded ? text : PathSpelling.spelledPath(text))
        // A form writes a space as a plus.
        let asForm = text.map { $0 == space ? plus : $0 }
        switch policies.plus {
        case .values where text.contains(plus):
            throw GlobLoss(reason: "its value has a '+', which the namespace reads as a space")
        case .values where text.contains(space):
            return [(usual, isDecoded), (quoted(asForm), true)]
        case .space where platform == .ios && asForm.contains(plus):
            // Only what is written tells a plus from a space.
            let spaces = text.contains(space) ? ["%20", "+"] : ["%20"]
            return spaces.map { (quoted(Self.spelled(text, space: $0)), false) }
        case .space where text.contains(space): return [(usual, true), (quoted(asForm), true)]
        case .literal, .space, .values: return [(usual, isDecoded)]
        }
    }

    /// A value as links write it where a plus stands for a space.
    private static func spelled(_ text: [UInt8], space: String) -> [UInt8] {
        text.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: " "): Array(space.utf8)
            case UInt8(ascii: "+"): Array("%2B".utf8)
            default: PathSpelling.spelledPath([byte])
            }
        }
    }
}

extension LinkedPath {
    /// True if patterns for the path are compared with what is decoded, so that they take each spelling.
    var needsDecoding: Bool {
        let texts = literals
        // A pattern has no other way to say these, or to be checked.
        let isForbidden = texts.joined().contains { "?#".utf8.contains($0) }
        let hasDoubles = conditions.contains { condition in
            guard case .equals(let text) = condition.test else { return false }
            return PathSpelling.spelledPath(text) != text
                || text.contains { "+=".utf8.contains($0) }
        }
        return reading.decodes && !isForbidden
            && (hasDoubles || texts.contains { PathSpelling.spelled($0) != $0 })
    }

    /// True if patterns for the path must be compared with what is written.
    var forbidsDecoding: Bool {
        let texts = literals
        return !reading.decodes && !texts.isEmpty
            || texts.joined().contains { "?#".utf8.contains($0) }
    }

    /// True if a literal has letters.
    var hasLetters: Bool { literals.joined().contains { $0.isASCIILetter } }

    private var literals: [[UInt8]] {
        segments.flatMap { segment -> [[UInt8]] in
            guard case .one(let pieces) = segment else { return [] }
            return pieces.compactMap { if case .literal(let text) = $0 { text } else { nil } }
        }
    }
}
