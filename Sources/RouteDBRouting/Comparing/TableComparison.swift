/// Tells of URLs, without resolving them, that two tables answer them alike.
///
/// What it calls alike, ``RoutingTable/resolve(_:after:)`` answers alike for whoever asks and
/// whenever: outcome, target, values, access decision and plan are equal, and the routes are such
/// as the caller takes for the same. The rest may differ, and has to be resolved. That it is so
/// follows from what a resolution reads:
///
/// 1. A request without a kind takes the first match, unless code has a word in it: pairs of which
///    one is in a shard that needs code are never called alike.
/// 2. Captures, and the values that the URL gives, are read from the URL by the variant and the
///    policies of its namespace; of the variant, what its pattern with its optional groups says
///    counts, and the converters that this names. The texts of both patterns must be equal, and the
///    policies.
/// 3. The default values, as merged for both routes, must be equal.
/// 4. Everything else is the routes', or the access rules' that cover them, and for the caller to
///    compare: it is asked once for each pair that is met.
/// 5. Where no route matches, only the fallback target is left.
///
/// It belongs to one thread, and keeps what it found: a word for each variant.
package struct TableComparison {
    /// What is known of a URL.
    package enum Finding: Sendable {
        /// Both tables answer alike.
        case alike
        /// They do, and not from the namespace that was asked for.
        case outside
        /// They may not.
        case unknown
    }

    private let base: RoutingTable
    private let head: RoutingTable
    /// The namespace that requests begin with.
    private let asked: String?
    /// The places, in both tables, of the namespace that counts; `nil`: all count.
    private let wanted: (base: Int, head: Int)?
    private let hasFallbackTargets: Bool
    private let areAlike: (Route, Route) -> Bool
    private let baseNumbers: VariantNumbers
    private let headNumbers: VariantNumbers
    /// By variants of the base: the number of the variant of the other table that it was met with
    /// first, plus one and times two, plus one if they are alike; 0: none yet.
    private var first: [UInt64]
    /// What is known of variants that were met later, by the numbers of both.
    private var later: [UInt64: Bool] = [:]
    private var baseMatch = RouteMatch()
    private var headMatch = RouteMatch()

    /// Makes a comparison.
    ///
    /// - Parameters:
    ///   - base: The one table.
    ///   - head: The other.
    ///   - asked: The namespace that requests begin with; `nil`: the one that the URL is bound to.
    ///   - wanted: The name of the only namespace whose answers count; `nil`: all do.
    ///   - areAlike: Whether two routes are the same, and answer alike where their patterns and
    ///     default values do; asked from the thread that compares.
    package init(
        _ base: RoutingTable, _ head: RoutingTable, in asked: String?, within wanted: String?,
        areAlike: @escaping (Route, Route) -> Bool
    ) {
        self.base = base
        self.head = head
        self.asked = asked
        self.wanted = wanted.map { (base.place(of: $0) ?? -1, head.place(of: $0) ?? -1) }
        self.areAlike = areAlike
        hasFallbackTargets = (base.namespaces + head.namespaces).contains {
            $0.fallbackTarget != nil
        }
        baseNumbers = VariantNumbers(base)
        headNumbers = VariantNumbers(head)
        first = [UInt64](repeating: 0, count: baseNumbers.count)
    }

    /// Tells what is known of a URL.
    ///
    /// - Parameter url: The bytes of the URL as written, which may be anything.
    /// - Returns: What is known.
    /// - Complexity: That of matching in both tables.
    package mutating func finding(of url: RawSpan) -> Finding {
        let old = base.match(utf8: url, in: asked, into: &baseMatch)
        let new = head.match(utf8: url, in: asked, into: &headMatch)
        switch (old, new) {
        case (.matched, .matched):
            guard isPairAlike() else { return .unknown }
        case (.unmatched, .unmatched):
            guard hasSameFallbackTarget() else { return .unknown }
        case (.invalid, .invalid):
            // Of no namespace.
            return wanted == nil ? .alike : .outside
        default: return .unknown
        }
        guard let wanted else { return .alike }
        let isWanted =
            UInt32(exactly: wanted.base) == baseMatch.namespace
            || UInt32(exactly: wanted.head) == headMatch.namespace
        return isWanted ? .alike : .outside
    }

    private func hasSameFallbackTarget() -> Bool {
        guard hasFallbackTargets else { return true }
        let old = base.fallbackTarget(for: baseMatch)
        let new = head.fallbackTarget(for: headMatch)
        return old.map { Array($0.utf8) } == new.map { Array($0.utf8) }
    }

    @inline(__always)
    private mutating func isPairAlike() -> Bool {
        let (old, new) = (baseNumbers.number(of: baseMatch), headNumbers.number(of: headMatch))
        let known = first[old]
        if known &>> 1 == UInt64(new) &+ 1 { return known & 1 == 1 }
        return isOtherPairAlike(old, new)
    }

    @inline(never)
    private mutating func isOtherPairAlike(_ old: Int, _ new: Int) -> Bool {
        let key = UInt64(old) << 32 | UInt64(new)
        if first[old] != 0, let known = later[key] { return known }
        let isAlike = compare()
        if first[old] == 0 {
            first[old] = (UInt64(new) + 1) << 1 | (isAlike ? 1 : 0)
        } else {
            later[key] = isAlike
        }
        return isAlike
    }

    /// Compares the variants of both matches, and their routes.
    private func compare() -> Bool {
        let shards = (base.shard(of: baseMatch), head.shard(of: headMatch))
        guard !shards.0.needsCode, !shards.1.needsCode, shards.0.policies == shards.1.policies
        else { return false }
        let old = shards.0.rankedPattern(of: baseMatch.variant)
        let new = shards.1.rankedPattern(of: headMatch.variant)
        // As bytes: equal strings may be written otherwise.
        return old.pattern.description.utf8.elementsEqual(new.pattern.description.utf8)
            && base.defaults(for: old.route).description.utf8.elementsEqual(
                head.defaults(for: new.route).description.utf8)
            && areAlike(old.route, new.route)
    }
}

/// Numbers the variants of a table, from 0 and without gaps.
private struct VariantNumbers {
    /// Where the shards of each namespace begin in `firsts`.
    private var shards: [Int] = []
    /// The number of the first variant of each shard.
    private var firsts: [Int] = []
    private(set) var count = 0

    init(_ table: RoutingTable) {
        for namespace in table.tables.objects {
            shards.append(firsts.count)
            for shard in namespace.shards.objects {
                firsts.append(count)
                count += shard.variants.count
            }
        }
    }

    @inline(__always)
    func number(of match: RouteMatch) -> Int {
        firsts[shards[Int(match.namespace)] &+ Int(match.shard)] &+ Int(match.variant)
    }
}
