import RouteDB
import RouteDBRouting

/// Compares what files say about links with routes, and with each other.
///
/// Each route, and each component without the links that earlier ones exclude, becomes a set of links of
/// its own (``ByteLanguage``). Then each set is searched for a link that is in none of the other side's.
final class AppLinkProver {
    /// The links for which something opens an app, or that it answers.
    struct Side {
        /// A set for each route, or for each component that opens the app; `nil` if making it took too
        /// long.
        let sets: [ByteLanguage?]
        /// All sets together.
        let union: UnionAutomaton<ByteLanguage>
        /// True if no set is missing.
        let isWhole: Bool

        init(_ sets: [ByteLanguage?]) {
            self.sets = sets
            isWhole = sets.allSatisfy { $0 != nil }
            union = UnionAutomaton(sets.compactMap(\.self))
        }
    }

    let domain: LinkDomain
    private let links: UnionAutomaton<SteppedProgram>
    private let host: String
    /// How much work may still be done; whoever has several provers shares it out.
    var budget: Int
    /// How much work all proofs of a file may take together, and one component or route alone.
    static let totalBudget = 40_000_000
    private static let singleBudget = 2_000_000

    /// Prepares comparisons.
    init(_ domain: LinkDomain, host: String, budget: Int = totalBudget) {
        self.domain = domain
        self.host = host
        self.budget = budget
        links = UnionAutomaton([SteppedProgram(ByteProgram(domain.expression))])
    }

    private func limited<Result>(_ body: (inout Int) -> Result) -> Result {
        var own = min(budget, Self.singleBudget)
        let before = own
        defer { budget -= before - own }
        return body(&own)
    }

    /// The links that an expression says, without some.
    func set(
        _ expression: ByteExpression, excluding: UnionAutomaton<SteppedProgram>? = nil
    ) -> ByteLanguage? {
        guard budget > 0 else { return nil }
        let own = UnionAutomaton([SteppedProgram(ByteProgram(expression))])
        return limited { budget in
            ByteLanguage(links, own, excluding: excluding, budget: &budget)
        }
    }

    /// The links for which components open an app, for each one that does: those that it matches without
    /// those that earlier ones exclude.
    func opened(_ components: [ComparedComponent]) -> Side {
        var exclusions = LinkExclusions()
        var sets: [ByteLanguage?] = []
        for component in components {
            if component.isExclude {
                exclusions.add(component)
            } else {
                sets.append(set(of: component, without: &exclusions))
            }
        }
        return Side(sets)
    }

    /// The links of a component without those that others exclude.
    func set(
        of component: ComparedComponent, without exclusions: inout LinkExclusions
    ) -> ByteLanguage? {
        guard budget > 0 else { return nil }
        let excluded = exclusions.union(near: component, budget: &budget)
        return set(component.expression, excluding: excluded)
    }

    /// Looks for a link of a set that is in no set of a side.
    func link(
        in set: ByteLanguage?, outside side: Side? = nil, inside: [Side] = [],
        isConfirmed: (String) -> Bool
    ) -> Outcome {
        guard let set else { return .undecided }
        let found = limited { budget in
            TextSearch.run(
                set, outside: side?.union, inside: inside.map(\.union), budget: &budget
            ) { isConfirmed(url($0)) }
        }
        return switch found {
        case .found(let text): .found(url(text))
        // Nothing is proved about a side of which a part is missing.
        case .none: inside.allSatisfy(\.isWhole) ? .none : .undecided
        case .undecided: .undecided
        }
    }

    /// The result of searching for a witness.
    enum Outcome {
        case found(String)
        /// There is no such link.
        case none
        case undecided
    }

    private func url(_ text: [UInt8]) -> String { "https://\(host)\(LinkDomain.written(text))" }
}
