import RouteDBRouting

/// The links over which files and routes are compared: paths in normal form (``PathSpelling``), with the
/// items of a query and the fragment that a file or a route tests.
///
/// 1. Items have the names of the domain, in its order, each at most once, and each with a `=`.
/// 2. Values and fragments are spelled as segments are, without `&=+;`, which platforms read in different
///    ways. A fragment is not empty.
/// 3. As texts of automata, links have a byte before each item and before the fragment that no link has:
///    so items stay apart from paths, and an absent item is empty text.
package struct LinkDomain: Hashable, Sendable {
    /// What a part of a link must be.
    package enum Part: Hashable, Sendable {
        /// Anything, or absent.
        case any
        case absent
        /// Present, and one of these texts.
        case text(ByteExpression)
        /// Absent, or one of these texts.
        case optional(ByteExpression)
    }

    /// The names of the query items, decoded.
    package let names: [String]
    /// Whether links have fragments.
    package let hasFragment: Bool
    /// The characters of links.
    package private(set) var repertoire: PathSpelling.Repertoire

    private static let itemMark: UInt8 = 1
    private static let fragmentMark: UInt8 = 2
    private static let marks = ByteSet([itemMark, fragmentMark])
    private static let separators = ByteSet("&=+;".utf8)

    /// How many names a domain has at most.
    package static let nameLimit = 16

    /// Creates a domain; names that cannot be compared are left out.
    package init(
        names: some Sequence<String> = [], hasFragment: Bool = false,
        _ repertoire: PathSpelling.Repertoire
    ) {
        let names = Set(names).filter { Self.isComparable($0) }
        self.names = Array(names.sorted().prefix(Self.nameLimit))
        self.hasFragment = hasFragment
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

    /// Whether the platforms and RouteDB read an item's name alike.
    package static func isComparable(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { PathSpelling.plain.contains($0) }
            && !name.utf8.contains { separators.contains($0) }
    }

    /// Whether the platforms and RouteDB read an item's value alike.
    package static func isComparable(value: String) -> Bool {
        !value.utf8.contains {
            separators.contains($0) || $0 == UInt8(ascii: "/") || $0 < 0x20 || $0 == 0x7F
        }
    }

    /// Whether links are paths only.
    package var isBare: Bool { names.isEmpty && !hasFragment }

    // MARK: Expressions

    /// All links.
    package var expression: ByteExpression {
        let paths = PathSpelling.paths(repertoire)
        let character = PathSpelling.character(without: Self.separators, repertoire)
        let items = names.map { name in
            Self.part(.optional(Self.item(name, .many(character))), after: Self.itemMark)
        }
        let fragment = Self.part(.optional(.some(character)), after: Self.fragmentMark)
        return .sequence([paths] + items + (hasFragment ? [fragment] : []))
    }

    /// An item of the query with one of some values, as it is written.
    package static func item(_ name: String, _ value: ByteExpression) -> ByteExpression {
        .sequence([.text("\(name)=".utf8), value])
    }

    /// Links with some paths, items and fragments, and those that are no links.
    package func links(
        _ paths: ByteExpression, items: [String: Part] = [:], fragment: Part = .any
    ) -> ByteExpression {
        if isBare { return paths }
        let paths = paths.without(Self.marks)
        if items.isEmpty, fragment == .any {
            let rest = ByteExpression.sequence([.set(Self.marks), .anything])
            return .sequence([paths, .optional(rest)])
        }
        var parts = [paths]
        for name in names {
            let any = Self.item(name, .anything)
            parts.append(Self.part(items[name] ?? .optional(any), after: Self.itemMark))
        }
        if hasFragment {
            parts.append(Self.part(fragment, after: Self.fragmentMark))
        }
        return .sequence(parts)
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
        _ paths: ByteExpression, query: ByteExpression, isOptional: Bool, fragment: Part
    ) -> ByteExpression {
        let items = query.replacing(UInt8(ascii: "&"), with: Self.itemMark)
            .without(ByteSet([Self.fragmentMark]))
        let marked = ByteExpression.sequence([.text([Self.itemMark]), items])
        return .sequence(
            [paths.without(Self.marks), isOptional ? .optional(marked) : marked]
                + (hasFragment
                    ? [Self.part(fragment, after: Self.fragmentMark)] : []))
    }

    // MARK: Links

    /// The path, query and fragment of a link, of a text of an automaton.
    package static func written(_ text: [UInt8]) -> String {
        var mark = UInt8(ascii: "?")
        let bytes = text.map { byte in
            switch byte {
            case itemMark:
                defer { mark = UInt8(ascii: "&") }
                return mark
            case fragmentMark: return UInt8(ascii: "#")
            default: return byte
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
