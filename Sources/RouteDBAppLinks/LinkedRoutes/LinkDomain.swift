import RouteDBRouting

/// The links over which files and routes are compared: those that a namespace tells apart, each in its
/// usual spelling (``PathSpelling``), with the items of a query and the fragment that a file or a route
/// tests.
///
/// 1. Segments of paths are not `.` or `..`. They are empty only if a namespace keeps empty segments, and
///    a slash follows the last one only if a namespace tells apart whether it does.
/// 2. Items have the names of the domain, in its order, each at most once, with or without a value.
/// 3. Values have no `&`, and no `;` where that separates items. A fragment is not empty, and spelled as
///    a segment is, without `&=+;`.
/// 4. As texts of automata, links have bytes that no link has: one for each slash at the end of a path, so
///    that the root is such a byte alone; and one before each item and before the fragment, so that items
///    stay apart from paths, and an absent item is empty text.
package struct LinkDomain: Hashable, Sendable {
    /// The requirement on a part of a link.
    package enum Part: Hashable, Sendable {
        /// Anything, or absent.
        case any
        case absent
        /// Present, and one of these texts.
        case text(ByteExpression)
        /// Absent, or one of these texts.
        case optional(ByteExpression)
    }

    /// The slashes that paths have.
    package struct Slashes: Hashable, Sendable {
        /// True if a slash may follow the last segment.
        package var atEnd = false
        /// True if slashes may follow each other.
        package var repeated = false

        package init(atEnd: Bool = false, repeated: Bool = false) {
            (self.atEnd, self.repeated) = (atEnd, repeated)
        }
    }

    /// The names of the query items, decoded.
    package let names: [String]
    /// True if links have fragments.
    package let hasFragment: Bool
    /// The slashes that paths have.
    package let slashes: Slashes
    /// True if a `;` separates items too.
    package let separatesAtSemicolon: Bool
    /// The characters of links.
    package private(set) var repertoire: PathSpelling.Repertoire

    private static let itemMark: UInt8 = 1
    private static let fragmentMark: UInt8 = 2
    private static let slashMark: UInt8 = 3
    private static let slash = UInt8(ascii: "/")
    private static let marks = ByteSet([itemMark, fragmentMark])
    private static let separators = ByteSet("&=+;".utf8)

    /// How many names a domain has at most.
    package static let nameLimit = 16

    /// Creates a domain; names that cannot be compared are left out.
    package init(
        names: some Sequence<String> = [], hasFragment: Bool = false,
        slashes: Slashes = Slashes(), separatesAtSemicolon: Bool = true,
        _ repertoire: PathSpelling.Repertoire
    ) {
        let names = Set(names).filter { Self.isComparable($0) }
        self.names = Array(names.sorted().prefix(Self.nameLimit))
        self.hasFragment = hasFragment
        self.slashes = slashes
        self.separatesAtSemicolon = separatesAtSemicolon
        self.repertoire = repertoire
    }

    /// The domain without encoded characters, if some expressions take `%` just where they take another
    /// character: then a link with encoded characters is decided upon as the one with that character
    /// in place of each `%`, and need not be compared.
    package func comparing(_ expressions: some Sequence<ByteExpression>) -> LinkDomain {
        let percent = UInt8(ascii: "%")
        var alike = PathSpelling.plain.subtracting(Self.separators.union(ByteSet(".".utf8)))
        for expression in expressions {
            expression.visitSets { set in
                alike = set.contains(percent) ? alike.intersection(set) : alike.subtracting(set)
            }
            if alike.isEmpty { return self }
        }
        var domain = self
        domain.repertoire = .plain
        return domain
    }

    /// Returns whether the platforms and RouteDB read an item's name alike.
    package static func isComparable(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { PathSpelling.plain.contains($0) }
            && !name.utf8.contains { separators.contains($0) }
    }

    /// Returns whether a value, or a fragment, has no character that somebody reads in another way.
    package static func isComparable(value: String) -> Bool {
        !value.utf8.contains {
            separators.contains($0) || $0 == slash || $0 < 0x20 || $0 == 0x7F
        }
    }

    /// Returns whether links may have an item with a value.
    package func mayHave(value: some Sequence<UInt8>) -> Bool {
        !value.contains { valueSeparators.contains($0) || $0 < 0x20 || $0 == 0x7F }
    }

    /// The bytes that no value has.
    private var valueSeparators: ByteSet {
        ByteSet((separatesAtSemicolon ? "&;" : "&").utf8)
    }

    /// True if links are paths only.
    package var isBare: Bool { names.isEmpty && !hasFragment }

    // MARK: Expressions

    /// All links.
    package var expression: ByteExpression {
        let value = ByteExpression.many(
            PathSpelling.valueCharacter(without: valueSeparators, repertoire))
        let items = names.map { name in
            Self.part(.optional(Self.item(name, value, mayLackValue: true)), after: Self.itemMark)
        }
        let character = PathSpelling.character(without: Self.separators, repertoire)
        let fragment = Self.part(.optional(.some(character)), after: Self.fragmentMark)
        return .sequence([paths] + items + (hasFragment ? [fragment] : []))
    }

    private var paths: ByteExpression {
        let mark = ByteExpression.text([Self.slashMark])
        let segments = ByteExpression.some(
            .sequence([separator, PathSpelling.segments(repertoire)]))
        if slashes.repeated {
            return .choice([.some(mark), .sequence([segments, .many(mark)])])
        }
        return .choice([mark, slashes.atEnd ? .sequence([segments, .optional(mark)]) : segments])
    }

    /// The slashes between two segments that count as one.
    package var separator: ByteExpression {
        let slash = ByteExpression.text([Self.slash])
        return slashes.repeated ? .some(slash) : slash
    }

    /// A slash at the end of a path, as the texts of automata have it.
    package static let endSlash = ByteExpression.set(endSlashes)
    static let endSlashes = ByteSet([slashMark])

    /// An expression for paths, whose slashes may also be those at the end.
    package static func withEndSlashes(_ paths: ByteExpression) -> ByteExpression {
        paths.without(endSlashes).adding(slashMark, besides: slash)
    }

    /// An item of the query with one of some values, as it is written.
    package static func item(
        _ name: String, _ value: ByteExpression, mayLackValue: Bool = false
    ) -> ByteExpression {
        let value = ByteExpression.sequence([.text("=".utf8), value])
        return .sequence([.text(name.utf8), mayLackValue ? .optional(value) : value])
    }

    /// Links with some paths, items and fragments, and those that are no links.
    ///
    /// The paths have the slashes at their end as the texts of automata have them. An item that is not
    /// named here may be any, or one of `others`.
    package func links(
        markedPaths: ByteExpression, items: [String: Part] = [:], others: ByteExpression? = nil,
        fragment: Part = .any
    ) -> ByteExpression {
        if isBare { return markedPaths }
        let paths = markedPaths.without(Self.marks)
        if items.isEmpty, others == nil, fragment == .any {
            let rest = ByteExpression.sequence([.set(Self.marks), .anything])
            return .sequence([paths, .optional(rest)])
        }
        var parts = [paths]
        for name in names {
            let any = Self.item(name, others ?? .anything, mayLackValue: others == nil)
            parts.append(Self.part(items[name] ?? .optional(any), after: Self.itemMark))
        }
        if hasFragment {
            parts.append(Self.part(fragment, after: Self.fragmentMark))
        }
        return .sequence(parts)
    }

    /// Links with some paths as they are written, items and fragments, and those that are no links.
    package func links(
        _ paths: ByteExpression, items: [String: Part] = [:], fragment: Part = .any
    ) -> ByteExpression {
        links(markedPaths: Self.withEndSlashes(paths), items: items, fragment: fragment)
    }

    private static func part(
        _ part: Part, after mark: UInt8
    ) -> ByteExpression {
        func marked(_ text: ByteExpression) -> ByteExpression {
            .sequence([.text([mark]), text.without(marks)])
        }
        switch part {
        case .any: return .optional(marked(.anything))
        case .absent: return .empty
        case .text(let text): return marked(text)
        case .optional(let text): return .optional(marked(text))
        }
    }

    /// Links with some paths, queries as a whole and fragments.
    package func links(
        markedPaths: ByteExpression, query: ByteExpression, isOptional: Bool, fragment: Part
    ) -> ByteExpression {
        let items = query.replacing(UInt8(ascii: "&"), with: Self.itemMark)
            .without(ByteSet([Self.fragmentMark]))
        let marked = ByteExpression.sequence([.text([Self.itemMark]), items])
        return .sequence(
            [markedPaths.without(Self.marks), isOptional ? .optional(marked) : marked]
                + (hasFragment
                    ? [Self.part(fragment, after: Self.fragmentMark)] : []))
    }

    // MARK: Links

    /// The text of an automaton for a link of the web with its items in order; `nil` without a path.
    package static func text(of link: String) -> [UInt8]? {
        let url = LinkURL(link)
        guard url.isWeb else { return nil }
        let slashes = url.path.reversed().prefix { $0 == slash }.count
        var text = url.path.dropLast(slashes) + Array(repeating: slashMark, count: slashes)
        if let query = url.query {
            text += [itemMark] + query.map { $0 == UInt8(ascii: "&") ? itemMark : $0 }
        }
        if let fragment = url.fragment { text += [fragmentMark] + fragment }
        return Array(text)
    }

    /// The path, query and fragment of a link, of a text of an automaton.
    package static func written(_ text: [UInt8]) -> String {
        var mark = UInt8(ascii: "?")
        let bytes = text.map { byte in
            switch byte {
            case itemMark:
                defer { mark = UInt8(ascii: "&") }
                return mark
            case fragmentMark: return UInt8(ascii: "#")
            case slashMark: return slash
            default: return byte
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
