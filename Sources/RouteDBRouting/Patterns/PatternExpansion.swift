/// The expansion of optional groups: each is present, then absent, from the left.
enum PatternExpansion {
    /// An element of a variant.
    struct Placed {
        let element: PatternElement
        /// Its index among the path's elements in depth-first order, a group before its content.
        let ordinal: Int
    }

    /// One choice of groups.
    struct Variant {
        var elements: [Placed] = []
        /// The groups that are present, one bit each; the first in depth-first order is the lowest.
        var groups: UInt64 = 0
    }

    /// How many variants a list has, including equal ones; counting stops past the limit.
    static func count(_ list: [PatternElement]) -> Int {
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
