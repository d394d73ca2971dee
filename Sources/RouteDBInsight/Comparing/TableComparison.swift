package import RouteDBRouting

/// Recognizes URLs for which two routing tables give the same answer, without resolving them.
///
/// If ``finding(of:)`` returns ``Finding/alike``, ``RoutingTable/resolve(_:)-(ResolutionRequest)``
/// gives the same answer in both tables for every principal and at any time: outcome, target, values,
/// access decision and plan are equal, and the caller considers the routes the same. URLs with the
/// same pair number all differ in the same way. The remaining URLs must be resolved. This follows from
/// what a resolution depends on:
///
/// 1. A request without a kind takes the first match, unless code takes part: a pair with a variant
///    in a shard that needs code must always be resolved.
/// 2. Captures, and values from the URL, depend on the variant and on the policies of its
///    namespace. Of the variant, only its pattern with its optional groups matters, and the
///    converters named there. So the texts of both patterns and the policies must be equal.
/// 3. The default values, as merged for each route, must be equal.
/// 4. Everything else belongs to the routes, or to the access rules that cover them. The caller
///    compares these once for each pair.
/// 5. Where no route matches, only the fallback target matters. Where one table has a match and no
///    namespace of either has a fallback target, the match is the only difference.
/// 6. Where the compiled forms of all namespaces that were searched are equal, both tables find the
///    same match, and only one is asked; see ``NamespaceEquivalence``.
///
/// Use a comparison from one thread only. It caches its findings, one word for each variant.
package struct TableComparison {
    /// The result of comparing the answers for a URL.
    package enum Finding: Sendable {
        /// Both tables answer alike, and match a route or not.
        case alike(isMatched: Bool)
        /// Neither table answers from the requested namespace.
        case outside
        /// The answers differ as they do for all URLs of the pair with this number. Pairs are
        /// numbered from 0, in the order of their first URLs.
        case pair(Int)
        /// The URL has to be resolved.
        case unknown
    }

    /// How two routes compare, given that patterns, policies and default values are equal; or how a
    /// route compares with no match.
    package enum Likeness: Sendable {
        /// They answer alike.
        case alike
        /// They differ in the same way for every request.
        case constant
        /// How they differ depends on the request.
        case varying
    }

    private let base: RoutingTable
    private let head: RoutingTable
    /// The namespace in which requests start.
    private let asked: String?
    /// The indices, in both tables, of the namespace that counts; `nil` if all count.
    private let wanted: (base: Int, head: Int)?
    private let hasFallbackTargets: Bool
    private let settled: NamespaceEquivalence
    private let compare: (Route?, Route?) -> Likeness
    private let baseNumbers: VariantNumbers
    private let headNumbers: VariantNumbers
    /// For each variant of the base, and after them for no match: the number, plus one, of the
    /// variant of the other table with which it was first compared, and the verdict in the low
    /// half; 0 if there is none yet.
    private var first: [UInt64]
    /// The verdicts on other pairs of variants, by the numbers of both.
    private var later: [UInt64: UInt32] = [:]
    private var pairCount: UInt32 = 0
    private var baseMatch = RouteMatch()
    private var headMatch = RouteMatch()

    // A verdict is one of these, or the number of a pair plus two.
    private static let unknown: UInt32 = 0
    private static let alike: UInt32 = 1

    /// Creates a comparison.
    package init(
        _ base: RoutingTable, _ head: RoutingTable, in asked: String?, within wanted: String?,
        compare: @escaping (Route?, Route?) -> Likeness
    ) {
        self.base = base
        self.head = head
        self.asked = asked
        self.wanted = wanted.map { (base.place(of: $0) ?? -1, head.place(of: $0) ?? -1) }
        self.compare = compare
        hasFallbackTargets = (base.namespaces + head.namespaces).contains {
            $0.fallbackTarget != nil
        }
        settled = NamespaceEquivalence(base, head)
        baseNumbers = VariantNumbers(base)
        headNumbers = VariantNumbers(head)
        first = [UInt64](repeating: 0, count: baseNumbers.count + 1)
    }

    /// Compares the answers of both tables to a URL.
    ///
    /// - Complexity: That of matching in one table, or in both where they may find different matches.
    package mutating func finding(of url: RawSpan) -> Finding {
        let old = base.match(utf8: url, in: asked, into: &baseMatch)
        let new = otherMatch(of: url, old)
        var verdict = Self.alike
        switch (old, new) {
        case (.matched, .matched):
            verdict = self.verdict(
                baseNumbers.number(of: baseMatch), headNumbers.number(of: headMatch))
        case (.matched, .unmatched):
            verdict = self.verdict(baseNumbers.number(of: baseMatch), headNumbers.count)
        case (.unmatched, .matched):
            verdict = self.verdict(baseNumbers.count, headNumbers.number(of: headMatch))
        case (.unmatched, .unmatched):
            guard hasSameFallbackTarget() else { return .unknown }
        case (.invalid, .invalid):
            // Of no namespace.
            return wanted == nil ? .alike(isMatched: false) : .outside
        default: return .unknown
        }
        if verdict == Self.unknown { return .unknown }
        guard isWanted else { return .outside }
        guard verdict == Self.alike else { return .pair(Int(verdict) - 2) }
        if case .matched = old { return .alike(isMatched: true) }
        return .alike(isMatched: false)
    }

    /// Matches a URL in the second table, unless it finds there what it found in the first.
    @inline(__always)
    private mutating func otherMatch(
        of url: RawSpan, _ old: RoutingTable.MatchOutcome
    ) -> RoutingTable.MatchOutcome {
        guard settled.settles(old, at: baseMatch.namespace) else {
            return head.match(utf8: url, in: asked, into: &headMatch)
        }
        headMatch.takeNumbers(of: baseMatch)
        return old
    }

    private var isWanted: Bool {
        guard let wanted else { return true }
        return UInt32(exactly: wanted.base) == baseMatch.namespace
            || UInt32(exactly: wanted.head) == headMatch.namespace
    }

    private func hasSameFallbackTarget() -> Bool {
        guard hasFallbackTargets else { return true }
        let old = base.fallbackTarget(for: baseMatch)
        let new = head.fallbackTarget(for: headMatch)
        return old.map { Array($0.utf8) } == new.map { Array($0.utf8) }
    }

    @inline(__always)
    private mutating func verdict(_ old: Int, _ new: Int) -> UInt32 {
        let known = first[old]
        if known &>> 32 == UInt64(new) &+ 1 { return UInt32(truncatingIfNeeded: known) }
        return otherVerdict(old, new)
    }

    @inline(never)
    private mutating func otherVerdict(_ old: Int, _ new: Int) -> UInt32 {
        let key = UInt64(old) << 32 | UInt64(new)
        if first[old] != 0, let known = later[key] { return known }
        var verdict: UInt32
        switch likeness(hasOld: old < baseNumbers.count, hasNew: new < headNumbers.count) {
        case .alike: verdict = Self.alike
        case .varying: verdict = Self.unknown
        case .constant:
            verdict = pairCount + 2
            pairCount += 1
        }
        if first[old] == 0 {
            first[old] = (UInt64(new) + 1) << 32 | UInt64(verdict)
        } else {
            later[key] = verdict
        }
        return verdict
    }

    /// Compares the variants of both matches, and their routes; one of the tables may have none.
    private func likeness(hasOld: Bool, hasNew: Bool) -> Likeness {
        let shards = [
            hasOld ? base.shard(of: baseMatch) : nil, hasNew ? head.shard(of: headMatch) : nil,
        ].compactMap(\.self)
        guard shards.allSatisfy({ !$0.needsCode && !$0.isTimed }) else { return .varying }
        guard hasOld && hasNew else {
            if hasFallbackTargets { return .varying }
            return compare(
                hasOld ? base.route(of: baseMatch) : nil, hasNew ? head.route(of: headMatch) : nil)
        }
        guard shards[0].policies == shards[1].policies else { return .varying }
        let old = shards[0].rankedPattern(of: baseMatch.variant)
        let new = shards[1].rankedPattern(of: headMatch.variant)
        // As bytes: equal strings may be written differently.
        let isSame =
            old.pattern.description.utf8.elementsEqual(new.pattern.description.utf8)
            && base.defaults(for: old.route).description.utf8.elementsEqual(
                head.defaults(for: new.route).description.utf8)
        return isSame ? compare(old.route, new.route) : .varying
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
