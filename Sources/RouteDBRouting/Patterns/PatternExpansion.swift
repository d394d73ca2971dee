/// The expansion of optional groups: each of them there, then not there, from the left.
enum PatternExpansion {
    /// An element of a variant.
    struct Placed {
        let element: PatternElement
        /// Its place in the path's elements in depth-first order, a group before its content.
        let ordinal: Int
    }

    /// How many variants a list has, equal ones counted; stops counting past the limit.
    static func count(_ list: [PatternElement]) -> Int {
        var count = 1
        for element in list {
            guard case .optional(let content) = element else { continue }
            count *= Self.count(content) + 1
            if count > PatternLimits.variants { return PatternLimits.variants + 1 }
        }
        return count
    }

    /// The place of the first group in depth-first order, or of the end.
    static func firstGroup(in list: [PatternElement]) -> Int {
        list.firstIndex { if case .optional = $0 { true } else { false } } ?? list.count
    }

    /// Expands a list whose ``count(_:)`` is within the limit.
    static func expand(_ list: [PatternElement]) -> [[Placed]] {
        var ordinal = 0
        return expand(list, &ordinal)
    }

    private static func expand(_ list: [PatternElement], _ ordinal: inout Int) -> [[Placed]] {
        var variants: [[Placed]] = [[]]
        for element in list {
            let own = ordinal
            ordinal += 1
            guard case .optional(let content) = element else {
                for index in variants.indices {
                    variants[index].append(Placed(element: element, ordinal: own))
                }
                continue
            }
            let inner = expand(content, &ordinal)
            variants = variants.flatMap { variant in inner.map { variant + $0 } + [variant] }
        }
        return variants
    }
}
