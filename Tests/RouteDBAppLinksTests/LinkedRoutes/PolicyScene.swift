import RouteDB
import RouteDBRouting
import RouteDBTestSupport

/// Namespaces with random policies, random routes in them, and links to their host.
struct PolicyScene {
    static let host = "shop.example"

    let snapshot: RegistrySnapshot
    /// The namespace of the links.
    let namespace: String
    /// The texts of the patterns, and the policies, for messages.
    let description: String

    /// The policies by which a namespace reads links, each with its values.
    private static let policies: [(policy: NamespacePolicy, values: [String])] = [
        (.trailingSlash, ["ignore", "strict"]), (.repeatedSlashes, ["collapse", "keep", "auto"]),
        (.letterCase, ["sensitive", "insensitive", "insensitive-literals"]),
        (.decoding, ["all", "parameters", "query", "none"]),
        (.plus, ["literal", "space", "values"]), (.emptyValues, ["refuse", "accept"]),
        (.castFailure, ["no-match", "omit"]), (.host, NamespacePolicy.host.values),
        (.scheme, ["match", "required", "text"]), (.query, NamespacePolicy.query.values),
        (.fragment, NamespacePolicy.fragment.values),
        (.choice, NamespacePolicy.choice.values), (.groups, ["left", "longest"]),
    ]

    /// Makes up namespaces and routes.
    init(_ random: inout SeededGenerator, kinds: Bool = true) {
        let count = random.oneIn(4) ? 2 : 1
        var namespaces: [RouteNamespace] = []
        var routes: [Route] = []
        var description = ""
        for number in 1...count {
            var overrides: NamespacePolicy.Overrides = [:]
            for (policy, values) in Self.policies where random.oneIn(4) {
                overrides[policy] = random.pick(values)
            }
            let id = NamespaceID(rawValue: Int64(number))
            let profile: NamespaceProfile =
                random.oneIn(8) ? random.pick(NamespaceProfile.allCases) : .native
            namespaces.append(
                RouteNamespace(
                    id: id, name: number == 1 ? "web" : "rest", profile: profile,
                    overrides: overrides, hosts: number == 1 ? [Self.host] : [],
                    fallback: number < count ? NamespaceID(rawValue: Int64(number + 1)) : nil))
            description += "\n\(profile.rawValue) "
            description += overrides.texts.map { "\($0.key.rawValue)=\($0.value)" }.sorted()
                .joined(separator: " ")
            for _ in 0..<1 + random.below(4) {
                let text = Self.pattern(&random)
                guard let pattern = try? RoutePattern(canonical: text) else { continue }
                let kind = kinds && random.oneIn(6) ? random.pick(["GET", "POST", "view"]) : nil
                let redirect: RouteRedirect? =
                    random.oneIn(8)
                    ? random.pick([.gone, .init(to: "/a"), .init(to: "https://other.example/")])
                    : nil
                routes.append(
                    Route(
                        id: RouteID(rawValue: Int64(routes.count + 1)), namespace: id, kind: kind,
                        pattern: pattern, target: "t", priority: Int32(random.below(8) / 7),
                        redirect: redirect))
                description += " | \(kind ?? "") \(pattern) \(redirect?.status ?? 0)"
            }
        }
        snapshot = RegistrySnapshot(revision: 1, namespaces: namespaces, routes: routes)
        namespace = "web"
        self.description = description
    }

    // MARK: Patterns

    private static func pattern(_ random: inout SeededGenerator) -> String {
        var names = 0
        func name() -> String {
            names += 1
            return "v\(names)"
        }
        func value(_ random: inout SeededGenerator) -> String {
            random.pick([
                "{\(name())}", "{\(name())}", "{\(name()):int}", "{\(name()):int(1..12)}",
                "{\(name()):int(-3..)}", "{\(name()):date}", "{\(name()):enum(a,B,é)}",
                "{\(name()):float}", "{\(name()):bool}", "{\(name()):slug}",
            ])
        }
        let start = random.pick([
            "", "", "", "", "https:", "//\(host)", "https://\(host)", "//{t}.example", "//{h}",
            "//other.example", "//\(host):443",
        ])
        var path = random.oneIn(8) ? "/\(host)" : ""
        for _ in 0..<random.below(4) {
            switch random.below(9) {
            case 0: path += "/*"
            case 1: path += "/x" + value(&random)
            case 2: path += "/" + value(&random) + "-" + value(&random)
            case 3, 4: path += "/" + value(&random)
            case 5: path += "(/" + random.pick(["a", "b", value(&random)]) + ")"
            default: path += "/" + random.pick(["a", "B", "ab", "é", "x y", "a+b", "1", "a%2Fb"])
            }
        }
        switch random.below(8) {
        case 0: path += "/**"
        case 1: path += "/{\(name()):path}"
        case 2: path += "/"
        default: break
        }
        if path.isEmpty { path = "/" }
        let query = random.pick([
            "", "", "", "", "", "?q=1", "?q={\(name())}", "?q={\(name()):int(1..12)}", "?q",
            "?!q", "?q=a+b", "?q=a%20b", "?q=", "?q=1&p={\(name())}", "?q=a%26b", "?q=1&q={w}",
        ])
        return start + path + query
    }

    // MARK: Links

    /// A link to the host in normal form, with a query or a fragment at times.
    static func link(_ random: inout SeededGenerator, slashes: Bool = true) -> String {
        var path = ""
        for _ in 0..<random.below(4) {
            if slashes, random.oneIn(8) { path += "/" }
            path += "/" + segment(&random)
        }
        if path.isEmpty || slashes && random.oneIn(4) { path += "/" }
        return "https://\(host)\(path)" + query(&random)
    }

    private static func segment(_ random: inout SeededGenerator) -> String {
        let texts = [
            "a", "b", "B", "A", "ab", "%C3%A9", "x%20y", "a+b", "1", "12", "13", "-3", "0", "+5",
            "2024-02-29", "2023-02-29", "2024-02-31", "1.5", "true", "a-b", "xa", "-", "x", "B-1",
            host, "1e5",
        ]
        return random.pick(texts) + (random.oneIn(6) ? random.pick(texts) : "")
    }

    private static func query(_ random: inout SeededGenerator) -> String {
        guard random.oneIn(3) else { return "" }
        let values = ["=1", "=", "", "=a+b", "=a%2Bb", "=a%20b", "=12", "=13", "=a=b", "=x"]
        let items = ["p", "q"].filter { _ in random.oneIn(2) }.map { $0 + random.pick(values) }
        return items.isEmpty ? "" : "?" + items.joined(separator: "&")
    }
}
