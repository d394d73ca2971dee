import RouteDBRouting

/// Finds components with a `*` in the middle that would decide about other links if Android's matcher
/// went back (D2).
struct BacktrackingCheck {
    /// A component, with a path that it seems to match and does not; `nil` if that was not decided.
    struct Found {
        let component: DynamicComponent
        let path: String?
    }

    private(set) var found: [Found] = []

    /// How much work a check may do; what it does not decide is reported.
    private static let budget = 2_000_000
    private static let host = "example.com"

    init(_ links: AssetLinks) {
        for package in links.packages {
            let statements = links.statements.filter { $0.package == package && !$0.isDiscarded }
            let components = statements.flatMap(\.components)
            let doubtful = Self.doubtful(components)
            guard !doubtful.isEmpty else { continue }
            let tested = links.testedParts(package: package)
            let domain = LinkDomain(
                names: tested.names, hasFragment: tested.testsFragment, .basic)
            var check = ListCheck(components, domain, budget: Self.budget) { url in
                links.answer(
                    AndroidSubject(LinkURL(url)), package: package,
                    apiLevel: AssetLinks.firstLevel, AssetLinks.Reading()
                ).outcome == .opens
            }
            for index in doubtful {
                switch check.link(of: index) {
                case .none: break
                case .found(let url):
                    let path = String(url.dropFirst("https://\(Self.host)".count))
                    found.append(Found(component: components[index], path: path))
                case .undecided: found.append(Found(component: components[index], path: nil))
                }
            }
        }
    }

    /// The components with a `*` in the middle, but for those of which it is plain to see that nothing
    /// changes: each `*` ends at a slash, and links with more slashes are excluded before.
    private static func doubtful(_ components: [DynamicComponent]) -> [Int] {
        var limit = Int.max
        var doubtful: [Int] = []
        for (index, component) in components.enumerated() {
            guard let url = component.url, url.matcher.kind == .glob else { continue }
            let bytes = Array(url.text.utf8)
            let slash = UInt8(ascii: "/")
            let stars = bytes.indices.filter { bytes[$0] == UInt8(ascii: "*") }
            let endsAtSlashes =
                !bytes.contains(UInt8(ascii: "?"))
                && stars.allSatisfy { $0 == bytes.count - 1 || bytes[$0 + 1] == slash }
            let slashes = bytes.count { $0 == slash }
            let hasMiddle = stars.contains { $0 != bytes.count - 1 }
            if hasMiddle, !endsAtSlashes || slashes < limit - 1 {
                let takesAllDeeper = bytes.last == UInt8(ascii: "*") && isWild(bytes)
                // Such a component takes all links with as many slashes, whether it goes back or not.
                if !takesAllDeeper { doubtful.append(index) }
            }
            let isBare = component.query.isEmpty && component.fragment == nil
            if component.isExclude, isBare, isWild(bytes) { limit = min(limit, slashes) }
        }
        return doubtful
    }

    /// Whether a pattern is `/*` any number of times.
    private static func isWild(_ pattern: [UInt8]) -> Bool {
        pattern.count.isMultiple(of: 2)
            && pattern.enumerated().allSatisfy { index, byte in
                byte == (index.isMultiple(of: 2) ? UInt8(ascii: "/") : UInt8(ascii: "*"))
            }
    }

    /// The components of one list, each as a set of links.
    private struct ListCheck {
        private let components: [DynamicComponent]
        private let expressions: [ByteExpression?]
        private let prover: AppLinkProver
        private let opens: (String) -> Bool
        /// The links for which each component opens the app, with its index.
        private let opened: [(index: Int, set: ByteLanguage?)]
        private let side: AppLinkProver.Side

        init(
            _ components: [DynamicComponent], _ domain: LinkDomain, budget: Int,
            opens: @escaping (String) -> Bool
        ) {
            self.components = components
            self.opens = opens
            let expressions = components.map { $0.expression(.init(), in: domain) }
            self.expressions = expressions
            let loose = components.compactMap { Self.loose($0, in: domain) }
            prover = AppLinkProver(
                domain.comparing(expressions.compactMap(\.self) + loose),
                host: BacktrackingCheck.host, budget: budget)
            let compared = zip(components, expressions).map { component, expression in
                ComparedComponent(
                    item: "", isExclude: component.isExclude, expression: expression ?? .nothing)
            }
            side = prover.opened(compared)
            let including = components.indices.filter { !components[$0].isExclude }
            opened = Array(zip(including, side.sets))
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
        mutating func link(of index: Int) -> AppLinkProver.Outcome {
            guard prover.budget > 0, expressions[index] != nil,
                expressions.allSatisfy({ $0 != nil }),
                let loose = Self.loose(components[index], in: prover.domain)
            else { return .undecided }
            var exclusions = AppLinkProver.Exclusions()
            for (component, expression) in zip(components, expressions).prefix(index)
            where component.isExclude {
                exclusions.add(
                    ComparedComponent(
                        item: "", isExclude: true, expression: expression ?? .nothing))
            }
            let set = prover.set(loose, excluding: exclusions.union(of: 0))
            guard components[index].isExclude else {
                return prover.link(in: set, outside: side) { !opens($0) }
            }
            let earlier = opened.filter { $0.index < index }.map(\.set)
            let later = opened.filter { $0.index > index }.map(\.set)
            return prover.link(
                in: set, outside: AppLinkProver.Side(earlier),
                inside: [AppLinkProver.Side(later)]
            ) { opens($0) }
        }
    }
}
