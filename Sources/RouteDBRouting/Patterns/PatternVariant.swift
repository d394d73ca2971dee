/// A pattern with a choice of its optional groups, as the matcher compiles it.
package struct PatternVariant: Hashable, Sendable {
    /// The segments, without the separators.
    package let segments: [PatternSegment]

    /// True if the path ends with a separator, which matters if the namespace's policy says so.
    package let hasTrailingSlash: Bool

    package init(segments: [PatternSegment], hasTrailingSlash: Bool) {
        self.segments = segments
        self.hasTrailingSlash = hasTrailingSlash
    }
}

/// One segment of a variant.
package enum PatternSegment: Hashable, Sendable {
    case literal(String)
    /// A parameter that is the whole segment; never of type `path`.
    case parameter(Parameter)
    /// Alternating literals and parameters, at least one of each; no two parameters and no two literals
    /// are adjacent.
    case mixed([PatternElement])
    case wildcard
    /// One or more segments.
    case path(Parameter)
    /// Any number of segments.
    case catchAll
}

/// The expansion of optional groups: each is present, then absent, from the left.
enum PatternExpansion {
    /// An element of a variant.
    struct Placed {
        let element: PatternElement
        /// Its index among the path's elements in depth-first order, a group before its content.
        let ordinal: Int
    }

    /// One choice of groups.
    package struct Variant {
        var elements: [Placed] = []
        /// The groups that are present, one bit each; the first in depth-first order is the lowest.
        var groups: UInt64 = 0
    }

    /// How many variants a list has, including equal ones; counting stops past the limit.
    package static func count(_ list: [PatternElement]) -> Int {
        var count = 1
        for element in list {
            guard case .optional(let content) = element else { continue }
            count *= Self.count(content) + 1
            if count > PatternLimits.variants { return PatternLimits.variants + 1 }
        }
        return count
    }

    /// The index of the first group in depth-first order, or of the end.
    static func firstGroup(in list: [PatternElement]) -> Int {
        list.firstIndex { if case .optional = $0 { true } else { false } } ?? list.count
    }

    /// Expands a list whose ``count(_:)`` is within the limit.
    static func expand(_ list: [PatternElement]) -> [Variant] {
        var places = Places()
        return expand(list, &places)
    }

    private static func expand(_ list: [PatternElement], _ places: inout Places) -> [Variant] {
        var variants = [Variant()]
        for element in list {
            let own = places.elements
            places.elements += 1
            guard case .optional(let content) = element else {
                for index in variants.indices {
                    variants[index].elements.append(Placed(element: element, ordinal: own))
                }
                continue
            }
            // There are fewer groups than variants, so the bit fits the word.
            let bit: UInt64 = 1 << UInt64(places.groups)
            places.groups += 1
            let inner = expand(content, &places)
            variants = variants.flatMap { variant in
                inner.map { content in
                    Variant(
                        elements: variant.elements + content.elements,
                        groups: variant.groups | content.groups | bit)
                } + [variant]
            }
        }
        return variants
    }

    /// How many elements and groups were passed.
    private struct Places {
        var elements = 0
        var groups = 0
    }
}

extension RoutePattern {
    /// The variants of the path: each optional group is either present or absent.
    ///
    /// Variants that are equal byte by byte are listed once. A parsed pattern has at most
    /// ``PatternLimits/variants``; of a pattern with more, only the first variant is listed, which has all
    /// groups.
    ///
    /// - Complexity: Linear in the path times the number of variants.
    package func variants(order: NamespacePolicy.Groups = .left) -> [PatternVariant] {
        var variants: [PatternVariant] = []
        forEachPath(order: order) { _, path in variants.append(PatternVariant(elements: path)) }
        return variants
    }

    /// Calls a closure with the paths of the ``variants(order:)`` and their numbers.
    ///
    /// The paths have no groups and no adjacent literals. A pattern without groups is not copied.
    package func forEachPath(
        order: NamespacePolicy.Groups = .left, _ body: (Int, [PatternElement]) -> Void
    ) {
        guard needsExpansion else { return body(0, path) }
        guard PatternExpansion.count(path) <= PatternLimits.variants else {
            return body(0, Self.joined(Self.flattened(path)))
        }
        var seen: Set<[UInt8]> = []
        for variant in Self.ordered(PatternExpansion.expand(path), order) {
            var elements = variant.elements.map(\.element)
            if let first = elements.first, first != .separator {
                elements.insert(.separator, at: 0)
            }
            // Strings compare by canonical equivalence; variants must be compared by bytes.
            var printer = PatternPrinter()
            printer.write(path: elements)
            guard seen.insert(printer.bytes).inserted else { continue }
            body(seen.count - 1, Self.joined(elements))
        }
    }

    private static func ordered(
        _ variants: [PatternExpansion.Variant], _ order: NamespacePolicy.Groups
    ) -> [PatternExpansion.Variant] {
        guard order == .longest else { return variants }
        // The types are written out: inferred, they take the compiler seconds.
        typealias Measured = (variant: PatternExpansion.Variant, length: Int)
        let measured: [Measured] = variants.map { ($0, $0.writtenLength) }
        let sorted = measured.sorted { (one: Measured, two: Measured) -> Bool in
            if one.length != two.length { return one.length > two.length }
            return one.variant.groups < two.variant.groups
        }
        return sorted.map { $0.variant }
    }

    /// True if the path has groups or adjacent literals; a parsed path has no adjacent literals.
    private var needsExpansion: Bool {
        var followsLiteral = false
        for element in path {
            switch element {
            case .optional: return true
            case .literal:
                if followsLiteral { return true }
                followsLiteral = true
            default: followsLiteral = false
            }
        }
        return false
    }

    /// Elements without groups, with adjacent literals joined.
    private static func joined(_ elements: [PatternElement]) -> [PatternElement] {
        var joined: [PatternElement] = []
        for element in elements {
            if case .literal(let text) = element, case .literal(let before)? = joined.last {
                joined[joined.count - 1] = .literal(before + text)
            } else {
                joined.append(element)
            }
        }
        return joined
    }

    private static func flattened(_ list: [PatternElement]) -> [PatternElement] {
        list.flatMap { element in
            if case .optional(let content) = element { flattened(content) } else { [element] }
        }
    }
}

extension PatternVariant {
    /// Splits a path without groups and adjacent literals into segments; an empty segment becomes an empty
    /// literal.
    init(elements: [PatternElement]) {
        var segments: [PatternSegment] = []
        var segment: [PatternElement] = []
        for (index, element) in elements.enumerated() {
            guard case .separator = element else {
                segment.append(element)
                continue
            }
            if let whole = PatternSegment(segment) {
                segments.append(whole)
            } else if index > 0 {
                segments.append(.literal(""))
            }
            segment.removeAll(keepingCapacity: true)
        }
        if let whole = PatternSegment(segment) { segments.append(whole) }
        self.init(segments: segments, hasTrailingSlash: elements.last == .separator)
    }
}

extension PatternSegment {
    /// Classifies the elements of a segment, `nil` for none.
    fileprivate init?(_ elements: [PatternElement]) {
        guard let first = elements.first else { return nil }
        guard elements.count == 1 else {
            self = .mixed(elements)
            return
        }
        switch first {
        case .literal(let text): self = .literal(text)
        case .parameter(let parameter):
            if case .path = parameter.type {
                self = .path(parameter)
            } else {
                self = .parameter(parameter)
            }
        case .wildcard: self = .wildcard
        case .catchAll: self = .catchAll
        case .separator, .optional: return nil
        }
    }
}

extension PatternExpansion.Variant {
    /// The length of its text in the dialect `jlroutes`, in UTF-16 units, as JLRoutes counts.
    fileprivate var writtenLength: Int {
        var length = 0
        for placed in elements {
            switch placed.element {
            case .literal(let text): length += text.utf16.count
            case .parameter(let parameter): length += 1 + parameter.name.utf16.count
            case .separator, .wildcard, .catchAll: length += 1
            case .optional: break
            }
        }
        return length
    }
}
