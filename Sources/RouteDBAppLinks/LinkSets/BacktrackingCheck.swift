import RouteDBRouting

/// Finds components with a `*` in the middle that would decide about other links if Android's matcher
/// went back (D2).
///
/// Most are decided without automata: by the components around them (``isPlain(_:)``), or by a link that
/// the component seems to match (``DynamicComponent/seemingLinks``). The others are compared with those
/// components only whose paths may begin alike.
struct BacktrackingCheck {
    /// A component, with a path that it seems to match and does not; `nil` if that was not decided.
    struct Found {
        let component: DynamicComponent
        let path: String?
    }

    private(set) var found: [Found] = []

    /// How much work a check may do; what it does not decide is reported.
    private static let budget = 2_000_000

    init(_ links: AssetLinks) {
        for package in links.packages {
            let statements = links.statements.filter { $0.package == package && !$0.isDiscarded }
            let list = ComponentList(statements.flatMap(\.components))
            let doubtful = Self.doubtful(list.components)
            guard !doubtful.isEmpty else { continue }
            let tested = links.testedParts(package: package)
            let domain = LinkDomain(
                names: tested.names, hasFragment: tested.testsFragment, .basic)
            var check = ListCheck(list, domain, budget: Self.budget)
            for index in doubtful {
                let component = list.components[index]
                switch check.link(of: index) {
                case .none: break
                case .found(let url):
                    let path = String(url.dropFirst("https://\(DynamicComponent.host)".count))
                    found.append(Found(component: component, path: path))
                case .undecided: found.append(Found(component: component, path: nil))
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
            if component.isExclude, component.testsPathOnly, isWild(bytes) {
                limit = min(limit, slashes)
            }
        }
        return doubtful
    }

    /// Returns whether a pattern is `/*` any number of times.
    private static func isWild(_ pattern: [UInt8]) -> Bool {
        pattern.count.isMultiple(of: 2)
            && pattern.enumerated().allSatisfy { index, byte in
                byte == (index.isMultiple(of: 2) ? UInt8(ascii: "/") : UInt8(ascii: "*"))
            }
    }

    /// Decides about the components of one list.
    private struct ListCheck {
        private let list: ComponentList
        private let domain: LinkDomain
        private var budget: Int
        /// The proofs made of the components that may match the same links, by their indices.
        private var proofs: [[Int]: BacktrackingProof] = [:]

        init(_ list: ComponentList, _ domain: LinkDomain, budget: Int) {
            (self.list, self.domain, self.budget) = (list, domain, budget)
        }

        /// A link about which a component would decide otherwise if it went back.
        mutating func link(of index: Int) -> AppLinkProver.Outcome {
            guard budget > 0 else { return .undecided }
            if isPlain(index) { return .none }
            if let link = seemingLink(of: index) { return .found(link) }
            guard budget > 0 else { return .undecided }
            budget -= list.components.count
            let near = list.components.indices.filter { list.mayMeet($0, index) }
            guard let place = near.firstIndex(of: index) else { return .undecided }
            let made = proofs[near]
            let proof =
                made
                ?? BacktrackingProof(near.map { list.components[$0] }, domain, budget: &budget)
            if made == nil { proofs[near] = proof }
            var tests = 0
            defer { budget -= tests }
            return proof.link(of: place, budget: &budget) { list.opens($0, tests: &tests) }
        }

        /// Returns whether other components show that one decides about the same links if it goes back.
        private mutating func isPlain(_ index: Int) -> Bool {
            let cover = list.cover(of: index)
            // It is never reached.
            if let cover, cover < index { return true }
            func meets(_ later: Int, where isExclude: Bool) -> Bool {
                budget -= 1
                return list.components[later].isExclude == isExclude && list.mayMeet(later, index)
            }
            let after = index + 1
            guard !list.components[index].isExclude else {
                // Without it, nothing would open its links.
                return !(after..<list.components.count).contains { meets($0, where: false) }
            }
            // The other one opens the app for the links that it does not take.
            guard let cover, !list.components[cover].isExclude else { return false }
            return !(after..<cover).contains { meets($0, where: true) }
        }

        /// A link that the component seems to match, and about which the list decides otherwise.
        private mutating func seemingLink(of index: Int) -> String? {
            let component = list.components[index]
            var tests = 0
            defer { budget -= tests }
            return component.seemingLinks.first { link in
                let first = list.firstMatch(AndroidSubject(LinkURL(link)), tests: &tests)
                if let first, first <= index { return false }
                let opens = first.map { !list.components[$0].isExclude } ?? false
                return opens == component.isExclude
            }
        }
    }
}
