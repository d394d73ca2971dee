import RouteDBTestSupport
import Testing

@testable import RouteDBInsight
@testable import RouteDBRouting

/// The routes that a change of bindings leaves without their URLs.
@Suite struct ReachabilityChangeTests {
    private static let home = namespace(1, RouteNamespace.defaultName)

    private static func namespace(
        _ id: Int64, _ name: String, _ schemes: [String] = [], hosts: [String] = [],
        fallback: Int64? = nil, profile: NamespaceProfile = .native
    ) -> RouteNamespace {
        RouteNamespace(
            id: NamespaceID(rawValue: id), name: name, profile: profile, schemes: schemes,
            hosts: hosts, fallback: fallback.map(NamespaceID.init(rawValue:)))
    }

    /// A snapshot whose routes are numbered from 1; before each pattern stands its namespace.
    private func snapshot(
        _ namespaces: [RouteNamespace], _ routes: [(namespace: Int64, pattern: String)]
    ) throws -> RegistrySnapshot {
        RegistrySnapshot(
            revision: 1, namespaces: namespaces,
            routes: try routes.enumerated().map { index, route in
                let namespace = try #require(
                    namespaces.first { $0.id.rawValue == route.namespace })
                return Route(
                    id: RouteID(rawValue: Int64(index) + 1), namespace: namespace.id,
                    pattern: try PatternSyntax(namespace).parse(route.pattern), target: "t")
            })
    }

    /// The losses when the namespaces become others: `#1 all myapp://user/x1 app`, and then the
    /// route that takes the URL.
    private func losses(
        from before: [RouteNamespace], to after: [RouteNamespace], _ routes: (Int64, String)...
    ) throws -> [String] {
        let old = try snapshot(before, routes)
        var new = old
        new.namespaces = after
        return texts(ReachabilityChange(from: old, to: new))
    }

    private func texts(_ change: ReachabilityChange) -> [String] {
        change.losses.map { loss in
            let words: [String?] = [
                "#\(loss.route.id.rawValue)", loss.extent.rawValue, loss.url, loss.namespace?.name,
                loss.taker.map { "#\($0.id.rawValue)" },
            ]
            return words.compactMap(\.self).joined(separator: " ")
        }
    }

    @Test("a scheme that is bound elsewhere takes the routes that name it")
    func scheme() throws {
        let found = try losses(
            from: [Self.home], to: [Self.home, Self.namespace(2, "app", ["myapp"])],
            (1, "myapp://user/{id}"), (1, "other://user/{id}"), (1, "myapp:/a/**"))
        #expect(found == ["#1 all myapp://user/x1 app", "#3 all myapp:/a app"])
    }

    @Test("a host that is bound elsewhere takes some URLs of routes for any host")
    func host() throws {
        let found = try losses(
            from: [Self.home], to: [Self.home, Self.namespace(2, "web", hosts: ["example.com"])],
            (1, "/user/{id:int}"), (1, "https://example.com/a"), (1, "//example.com/b"),
            (1, "https://example.org/a"))
        #expect(
            found == [
                "#1 some https://example.com/user/0 web", "#2 all https://example.com/a web",
                "#3 all https://example.com/b web",
            ])
    }

    @Test("a namespace that falls back to another one takes nothing that it does not match")
    func fallback() throws {
        let app = Self.namespace(2, "app", ["myapp"], fallback: 1)
        let bare = Self.namespace(2, "app")
        #expect(
            try losses(from: [Self.home], to: [Self.home, app], (1, "myapp://user/{id}")) == [])
        #expect(
            try losses(
                from: [Self.home, bare], to: [Self.home, app], (1, "myapp://user/{id}"),
                (1, "myapp://shop"), (2, "/user"), (2, "//user/{name}"))
                == ["#1 all myapp://user/x1 app #4"])
    }

    @Test("a binding that is replaced or removed leaves its namespace's routes")
    func rebound() throws {
        let app = Self.namespace(2, "app", ["myapp"])
        for other in [[], ["newapp"]] {
            let found = try losses(
                from: [Self.home, app], to: [Self.home, Self.namespace(2, "app", other)],
                (2, "myapp://user"), (2, "/a"), (1, "/a"), (1, "/b"))
            #expect(
                found
                    == ["#1 all myapp://user default", "#2 all myapp:/a default #3"]
                    + other.flatMap { ["#3 some \($0):/a app #2", "#4 some \($0):/b app"] })
        }
        // A second binding takes nothing away.
        let both = Self.namespace(2, "app", ["myapp", "newapp"])
        #expect(
            try losses(
                from: [Self.home, app], to: [Self.home, both], (2, "myapp://user"), (2, "/a"))
                == [])
        #expect(
            try losses(from: [Self.home, both], to: [Self.home, app], (2, "/a"))
                == ["#1 some newapp:/a default"])
    }

    @Test("a fallback that is removed, or with its namespace, leaves the routes behind it")
    func noFallback() throws {
        let web = Self.namespace(2, "web", hosts: ["a.b"])
        let app = Self.namespace(3, "app", ["myapp"], fallback: 2)
        for after in [[Self.home, web], [Self.home, web, Self.namespace(3, "app", ["myapp"])]] {
            #expect(
                try losses(from: [Self.home, web, app], to: after, (2, "/x"), (2, "myapp://c/x"))
                    .map { $0.prefix(7) } == ["#1 some", "#2 all "])
        }
    }

    @Test("a wildcard takes subdomains, but not what is bound more closely")
    func wildcard() throws {
        let shop = Self.namespace(2, "shop", hosts: ["shop.example.com"])
        let all = Self.namespace(3, "all", hosts: ["*.example.com"])
        let found = try losses(
            from: [Self.home, shop], to: [Self.home, shop, all],
            (2, "/a"), (1, "//example.com/a"), (1, "//www.example.com/a"),
            (1, "//{tenant}.example.com/a"), (1, "//shop.example.com/a"))
        #expect(
            found == [
                "#3 all https://www.example.com/a all", "#4 all https://x1.example.com/a all",
            ])
    }

    @Test("an exact host takes one of the hosts that a pattern fits")
    func tenant() throws {
        #expect(
            try losses(
                from: [Self.home],
                to: [Self.home, Self.namespace(2, "acme", hosts: ["acme.example.com"])],
                (1, "https://{tenant}.example.com/a"), (1, "https://{tenant}.example.org/a"))
                == ["#1 some https://acme.example.com/a acme"])
    }

    @Test("routes that are disabled, removed or have another pattern lose nothing")
    func ended() throws {
        let patterns: [(Int64, String)] = [
            (1, "myapp://a"), (1, "myapp://b"), (1, "myapp://c"), (1, "myapp://d"),
        ]
        var old = try snapshot([Self.home], patterns)
        old.routes[0].isEnabled = false
        var new = old
        new.namespaces.append(Self.namespace(2, "app", ["myapp"]))
        new.routes[2].isEnabled = false
        new.routes[3].pattern = try RoutePattern("other://d")
        new.routes.remove(at: 1)
        #expect(texts(ReachabilityChange(from: old, to: new)) == [])
    }

    @Test("a route is lost with its kind, whatever routes of other kinds are before it")
    func kinds() throws {
        var old = try snapshot([Self.home], [(1, "myapp://a"), (1, "myapp://a")])
        old.routes[0].kind = "GET"
        old.routes[1].kind = "POST"
        var new = old
        new.namespaces.append(Self.namespace(2, "app", ["myapp"]))
        #expect(
            texts(ReachabilityChange(from: old, to: new))
                == ["#1 all myapp://a app", "#2 all myapp://a app"])
    }

    @Test("a new route is told of where another namespace gets the URLs of its scheme or host")
    func added() throws {
        let namespaces = [
            Self.home, Self.namespace(2, "app", ["myapp"]),
            Self.namespace(5, "all", hosts: ["*.example.net"]),
            Self.namespace(3, "web", hosts: ["example.com"]), Self.namespace(4, "staff"),
        ]
        let new = try snapshot(
            namespaces,
            [
                (1, "myapp://a"), (2, "myapp://a"), (2, "other://a"), (1, "//example.com/a"),
                (3, "https://example.com/a"), (3, "https://example.org/a"), (4, "/a"),
                (1, "//{x}.example.com/a"), (1, "//{x}.example.net/a"),
            ])
        var old = new
        old.routes = []
        let change = ReachabilityChange(from: old, to: new)
        #expect(
            texts(change) == [
                "#1 new myapp://a app #2", "#3 new other://a default",
                "#4 new https://example.com/a web #5", "#6 new https://example.org/a default",
                "#9 new https://www.example.net/a all",
            ])
        #expect(change.losses.map(\.isBound) == [true, false, true, false, true])
    }

    @Test("a route that is moved or enabled is compared with where its URLs go")
    func moved() throws {
        let app = Self.namespace(2, "app", ["myapp"])
        var old = try snapshot([Self.home, app], [(2, "myapp://a"), (1, "/b"), (1, "myapp://c")])
        old.routes[2].isEnabled = false
        var new = old
        new.routes[0].namespace = Self.home.id
        new.routes[1].namespace = app.id
        new.routes[2].isEnabled = true
        #expect(
            texts(ReachabilityChange(from: old, to: new)) == [
                "#1 all myapp://a app", "#2 all https://www.example.com/b default",
                "#3 new myapp://c app",
            ])
    }

    @Test(
        "the routes of every profile are found",
        arguments: [
            (NamespaceProfile.jlroutes, "/user/:id"), (.jlroutes, "user/:id(/more)"),
            (.urlnavigator, "myapp://user/<int:id>"), (.ikrouter, "myapp://user/:id"),
            (.aroute, "myapp:/user/{id}"), (.native, "/user/{id}(/page/{n:int})?tab={t}"),
        ])
    func profiles(profile: NamespaceProfile, pattern: String) throws {
        let app = Self.namespace(2, "app", ["myapp"], profile: profile)
        let old = try snapshot([Self.home, app], [(2, pattern)])
        var new = old
        new.namespaces[1].schemes = []
        let loss = try #require(ReachabilityChange(from: old, to: new).losses.first)
        #expect(loss.extent == .all)
        let url = try #require(loss.url)
        #expect(RoutingTable(old).resolve(url).foundRoute?.id == loss.route.id)
        #expect(RoutingTable(new).resolve(url).foundRoute == nil)
    }

    @Test("beyond a number of schemes and hosts the report says that it is bounded")
    func bounded() throws {
        let many = (2...401).map { id in
            Self.namespace(id, "n\(id)", ["s\(id)"], hosts: ["h\(id).com"])
        }
        let old = try snapshot([Self.home] + many, [(1, "myapp://a"), (1, "/b"), (7, "/c")])
        var new = old
        new.namespaces.append(Self.namespace(999, "app", ["myapp"]))
        let change = ReachabilityChange(from: old, to: new)
        #expect(change.isBounded)
        #expect(texts(change) == ["#1 all myapp://a app", "#2 some myapp:/b app"])
    }

    @Test("what the matcher says of random registries agrees")
    func random() throws {
        var random = SeededGenerator(seed: 13)
        let schemes = ["app", "web", "https"], hosts = ["a.com", "x.b.com", "b.com", "c.org"]
        let bindings = hosts + ["*.b.com"]
        let starts = ["", "//"] + schemes.map { $0 + "://" }
        let urls = starts.flatMap { start in
            (start.isEmpty ? [""] : hosts + (start == "//" ? [] : [""])).flatMap { host in
                ["/p", "/q"].map { start + host + $0 }
            }
        }
        func some<Element>(_ all: [Element], upTo count: Int) -> [Element] {
            (0..<Int.random(in: 0...count, using: &random)).compactMap { _ in
                all.randomElement(using: &random)
            }
        }
        func namespaces() -> [RouteNamespace] {
            [Self.home]
                + (2...4).map { id in
                    Self.namespace(
                        id, "n\(id)", Array(Set(some(schemes, upTo: 1))),
                        hosts: Array(Set(some(bindings, upTo: 2))),
                        fallback: Bool.random(using: &random) ? id - 1 : nil)
                }
        }
        var found = 0
        for _ in 0..<400 {
            let before = namespaces()
            let routes = (0..<6).map { _ in
                (
                    Int64.random(in: 1...4, using: &random),
                    (some(schemes.map { $0 + "://" }, upTo: 1).first ?? "")
                        + (some(hosts, upTo: 1).first ?? "")
                        + (some(["/p", "/q", "/*"], upTo: 1).first ?? "/p")
                )
            }.map { namespace, text in
                let hasHost = hosts.contains { text.hasPrefix($0) }
                return (namespace, (hasHost ? "//" : "") + text)
            }
            let old = try snapshot(before, routes)
            var new = old
            new.namespaces = namespaces()
            let change = ReachabilityChange(from: old, to: new)
            let (left, right) = (RoutingTable(old), RoutingTable(new))
            for route in old.routes {
                let reached = urls.filter { left.resolve($0).foundRoute?.id == route.id }
                let lost = reached.filter { right.resolve($0).foundRoute?.id != route.id }
                let loss = change.losses.first { $0.route.id == route.id }
                found += loss == nil ? 0 : 1
                if let url = loss?.url {
                    #expect(left.resolve(url).foundRoute?.id == route.id)
                    #expect(right.resolve(url).foundRoute?.id == loss?.taker?.id)
                    #expect(loss?.taker?.id != route.id)
                }
                let isWild = route.patternText.hasSuffix("*")
                // Of a wildcard not every URL is tried.
                guard !isWild else { continue }
                if loss == nil { #expect(lost.isEmpty, "\(route.patternText)") }
                if loss?.extent == .all { #expect(lost == reached) }
                if loss?.extent == .some, !lost.isEmpty { #expect(reached.count >= lost.count) }
            }
        }
        #expect(found > 200)
    }
}
