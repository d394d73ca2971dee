import RouteDBRouting
import RouteDBTestSupport

extension FuzzTarget {
    /// Reading URLs, and finding the route of one.
    static let addresses = [
        FuzzTarget("url") { try checkURL($0) },
        FuzzTarget("matcher") { try checkMatcher($0) },
    ]

    /// The first byte chooses how the URL is read; read again, its normal form says the same.
    private static func checkURL(_ bytes: [UInt8]) throws {
        guard let choice = bytes.first else { return }
        let profiles = NamespaceProfile.allCases
        let namespace = RouteNamespace(
            id: NamespaceID(rawValue: 1), name: "n",
            profile: profiles[Int(choice) % profiles.count])
        var policies = namespace.policies
        let url = Array(bytes.dropFirst())
        _ = try? NormalizedURL(utf8: url, policies: policies)
        // As in the tests of normal forms: what is kept as written is written otherwise in them.
        policies.fragment = .ignore
        policies.decoding = .all
        policies.scheme = .match
        policies.query = .items
        if policies.host == .authority { policies.host = .component }
        if policies.host == .dotless { policies.host = .auto }
        if policies.plus == .values { policies.plus = .space }
        guard let once = try? NormalizedURL(utf8: url, policies: policies) else { return }
        let again = try? NormalizedURL(once.description, policies: policies)
        try FuzzFailure.unless(again == once, "the normal form \(once) is read otherwise")
        try FuzzFailure.unless(
            again?.description == once.description, "the normal form has another one")
    }

    /// The compiled matcher finds what the naive one finds, in its order.
    ///
    /// The lines but the last are patterns, after a mark for the way in which their namespace reads
    /// URLs; the last is a URL.
    private static func checkMatcher(_ bytes: [UInt8]) throws {
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        guard lines.count > 1, lines.count < 10, let url = lines.popLast().map(Array.init),
            let registry = registry(of: lines)
        else { return }
        let expected = ReferenceMatcher(registry).matches(url)
        let table = RoutingTable(registry)
        var found = ReferenceMatcher.Answer()
        var routes: [RouteID] = []
        var (match, previous): (RouteMatch, RouteMatch?) = (RouteMatch(), nil)
        let span = url.span.bytes
        search: while routes.count < 1_000 {
            let outcome =
                if let previous {
                    table.match(utf8: span, after: previous, into: &match)
                } else {
                    table.match(utf8: span, into: &match)
                }
            switch outcome {
            case .unmatched: break search
            case .invalid:
                found.isInvalid = true
                break search
            case .matched: routes.append(table.route(of: match).id)
            }
            previous = match
        }
        try FuzzFailure.unless(
            found.isInvalid == expected.isInvalid, "the two differ on whether it is a URL")
        try FuzzFailure.unless(
            routes == expected.matches.map(\.route),
            "found \(routes.map(\.rawValue)), not \(expected.matches.map(\.route.rawValue))")
    }

    private static func registry(of lines: [ArraySlice<UInt8>]) -> RegistrySnapshot? {
        let profiles = NamespaceProfile.allCases
        guard let mark = lines[0].first else { return nil }
        let namespace = RouteNamespace(
            id: NamespaceID(rawValue: 1), name: RouteNamespace.defaultName,
            profile: profiles[Int(mark) % profiles.count])
        var routes: [Route] = []
        for (index, line) in lines.enumerated() {
            let text = String(decoding: index == 0 ? line.dropFirst() : line, as: UTF8.self)
            guard let pattern = try? RoutePattern(text) else { continue }
            routes.append(
                Route(
                    id: RouteID(rawValue: Int64(index) + 1), namespace: namespace.id,
                    pattern: pattern, target: "t"))
        }
        guard !routes.isEmpty else { return nil }
        return RegistrySnapshot(revision: 1, namespaces: [namespace], routes: routes)
    }
}
