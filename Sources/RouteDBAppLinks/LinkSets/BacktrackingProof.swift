import RouteDBRouting

/// Components that may match the same links, each as a set of links, to decide about which of them a
/// component would decide otherwise if its path went back (D2).
struct BacktrackingProof {
    private let components: [DynamicComponent]
    private let expressions: [ByteExpression?]
    private let prover: AppLinkProver
    /// The links for which each component opens the app, with its index.
    private let opened: [(index: Int, set: ByteLanguage?)]
    private let side: AppLinkProver.Side

    init(_ components: [DynamicComponent], _ domain: LinkDomain, budget: inout Int) {
        self.components = components
        let expressions = components.map { $0.expression(.init(), in: domain) }
        self.expressions = expressions
        let loose = components.compactMap { Self.loose($0, in: domain) }
        prover = AppLinkProver(
            domain.comparing(expressions.compactMap(\.self) + loose),
            host: DynamicComponent.host, budget: budget)
        side = prover.opened(zip(components, expressions).map(Self.compared))
        let including = components.indices.filter { !components[$0].isExclude }
        opened = Array(zip(including, side.sets))
        budget = prover.budget
    }

    private static func compared(
        _ component: DynamicComponent, _ expression: ByteExpression?
    ) -> ComparedComponent {
        ComparedComponent(
            item: "", isExclude: component.isExclude, expression: expression ?? .nothing)
    }

    /// The links that a component would match if its path went back.
    private static func loose(
        _ component: DynamicComponent, in domain: LinkDomain
    ) -> ByteExpression? {
        guard let url = component.url else { return nil }
        let character = ByteExpression.choice([
            PathSpelling.character(.basic), .text("/".utf8),
        ])
        let paths = ByteExpression.sequence(
            url.text.unicodeScalars.map { scalar in
                switch scalar {
                case "*": .anything
                case "?": character
                default: .text(PathSpelling.spelledPath(String(scalar).utf8))
                }
            })
        return component.expression(.init(), in: domain, paths: paths)
    }

    /// A link about which a component would decide otherwise if it went back.
    func link(
        of index: Int, budget: inout Int, opens: (String) -> Bool
    ) -> AppLinkProver.Outcome {
        guard budget > 0, expressions.allSatisfy({ $0 != nil }),
            let loose = Self.loose(components[index], in: prover.domain)
        else { return .undecided }
        prover.budget = budget
        defer { budget = prover.budget }
        var exclusions = LinkExclusions()
        for (component, expression) in zip(components, expressions).prefix(index)
        where component.isExclude {
            exclusions.add(Self.compared(component, expression))
        }
        let compared = ComparedComponent(item: "", isExclude: false, expression: loose)
        let set = prover.set(of: compared, without: &exclusions)
        guard components[index].isExclude else {
            return prover.link(in: set, outside: side) { !opens($0) }
        }
        let earlier = opened.filter { $0.index < index }.map(\.set)
        let later = opened.filter { $0.index > index }.map(\.set)
        return prover.link(
            in: set, outside: AppLinkProver.Side(earlier), inside: [AppLinkProver.Side(later)]
        ) { opens($0) }
    }
}
