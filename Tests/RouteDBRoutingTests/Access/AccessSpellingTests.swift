import RouteDBRouting
import Testing

/// Statement 15: the decision is about the route that matched, so no spelling of a URL leads to a
/// protected target around its rule.
@Suite struct AccessSpellingTests {
    /// A registry of one profile: a protected route, and others that take what it does not.
    private struct Registry {
        static let secret = "secret"
        let table: RoutingTable

        init(_ profile: NamespaceProfile, _ rule: AccessRule.Effect) throws {
            let dialect = try #require(PatternSyntax(profile.rawValue))
            let texts: [(String, String)] =
                switch profile {
                case .native:
                    [
                        ("myapp://shop/admin/users", Registry.secret), ("/{a}/users", "open"),
                        ("/**", "open"),
                    ]
                case .jlroutes: [("/shop/admin/users", Registry.secret), ("*", "open")]
                case .urlnavigator:
                    [("myapp://shop/admin/users", Registry.secret), ("myapp://<path:x>", "open")]
                case .ikrouter:
                    [
                        ("myapp://shop/admin/users", Registry.secret),
                        ("myapp://shop/:a/:b", "open"),
                    ]
                case .aroute:
                    [
                        ("myapp://shop/admin/users", Registry.secret),
                        ("myapp://shop/{a}/{b}", "open"),
                    ]
                }
            let namespace = RouteNamespace(
                id: AccessProbe.namespace, name: RouteNamespace.defaultName, profile: profile,
                fallbackTarget: "lost")
            let routes = try texts.enumerated().map { index, text in
                Route(
                    id: RouteID(rawValue: Int64(index) + 1), namespace: namespace.id,
                    pattern: try dialect.parse(text.0, converters: []), target: text.1)
            }
            table = RoutingTable(
                RegistrySnapshot(
                    revision: 1, namespaces: [namespace], routes: routes,
                    accessRules: [
                        AccessRule(
                            id: RuleID(rawValue: 1), scope: .route(routes[0].id), effect: rule,
                            subject: .anyone)
                    ]))
        }
    }

    @Test(
        "every spelling is decided by the rule or does not reach the target",
        arguments: NamespaceProfile.allCases)
    func spellings(profile: NamespaceProfile) throws {
        let denying = try Registry(profile, .deny)
        let allowing = try Registry(profile, .allow)
        var denied = 0
        var elsewhere = 0
        var invalid = 0
        for url in Self.spellings {
            let protected = denying.table.resolve(url)
            // The same URL where the rule lets it through shows whether it leads to the target.
            let open = allowing.table.resolve(url)
            let leadsThere = open.route?.target == Registry.secret
            #expect((protected.outcome == .denied) == leadsThere, "\(url)")
            #expect(protected.target != Registry.secret, "\(url)")
            // Nor does it by going on behind the match.
            var next = protected
            for _ in 0..<4 {
                next = denying.table.resolve(next.request, after: next)
                #expect(next.target != Registry.secret, "\(url)")
            }
            switch protected.outcome {
            case .denied: denied += 1
            case .invalid: invalid += 1
            default: elsewhere += 1
            }
        }
        // A canary: the spellings are such that many lead there, and many do not.
        #expect(denied > 20, "\(profile)")
        #expect(elsewhere > 100 && denied + elsewhere + invalid == Self.spellings.count)
        #expect(denying.table.resolve("myapp://shop/admin/users").outcome == .denied)
    }

    @Test("a rule of a namespace applies to every spelling that matches a route in it")
    func namespaces() throws {
        for profile in NamespaceProfile.allCases {
            let registry = try Registry(profile, .deny)
            let namespaces = registry.table.namespaces.map { namespace in
                var namespace = namespace
                namespace.access = .closed
                return namespace
            }
            let routes = try #require(
                registry.table.resolve("myapp://shop/admin/users").foundRoute)
            let table = RoutingTable(
                RegistrySnapshot(revision: 1, namespaces: namespaces, routes: [routes]))
            for url in Self.spellings { #expect(table.resolve(url).outcome != .matched, "\(url)") }
        }
    }

    @Test("a condition on a parameter sees the same value as the target")
    func parameters() throws {
        let probe = try AccessProbe([.test(1, .deny, .anyone, ["param.id = admin"])])
        for spelling in [
            "admin", "%61dmin", "%61%64%6D%69%6e", "admin/", "x/../admin", "admin?x", "./admin",
            "admin#x", "x/%2E%2e/admin", "/admin//",
        ] {
            #expect(probe.resolve("/users/\(spelling)").outcome == .denied, "\(spelling)")
        }
        for spelling in ["Admin", "%2561dmin", "admin;x", "adm%C0%A9n"] {
            let resolution = probe.resolve("/users/\(spelling)")
            #expect(resolution.parameters["id"] != "admin", "\(spelling)")
        }
    }

    /// Spellings of `myapp://shop/admin/users`, and what is like it: each part in each of its
    /// spellings, two parts at a time.
    private static let spellings: [String] = {
        let parts: [[String]] = [
            ["myapp:", "MYAPP:", "MyApp:", "", "my%61pp:", "other:"],
            [
                "//shop", "//SHOP", "//sh%6Fp", "//user@shop", "//shop:80", "//shop.", "",
                "///shop",
                "/shop", "//%73HOP", "//[shop]",
            ],
            [
                "/", "//", "/./", "/%2e/", "/x/../", "/x/%2E%2e/", "/x/.%2E/", "/../", "/%2F", "\\",
                "/;/", "/%2e%2e/%2e/", "/x/..;/", "/%c0%ae/", "/..%2F", "///",
            ],
            [
                "admin", "%61dmin", "%61%64%6d%69%6e", "Admin", "ADMIN", "%41DMIN", "admin;x=1",
                "admin%3Bx", "%2561dmin", "admin%00", "adm%E9n", "admin.", "admin%20",
                "adm\u{131}n",
                "%C1%A1dmin", "%E0%81%A1dmin", "\u{FF41}dmin", "+admin", "admin+",
            ],
            [
                "/", "//", "/./", "/%2E/", "/x/../", "%2F", "%252F", "/y/%2e%2E/", "/.;/", "\\",
                "/x/../x/.%2e/",
            ],
            [
                "users", "user%73", "%75%73%65%72%73", "Users", "users;v=1", "users%2f", "users.",
                "users%C0%AF", "users\u{0}", "users\u{200B}",
            ],
            [
                "", "/", "//", "/.", "/x/..", "/%2E", "?", "?a=b", "#", "#x", "/?x#y", ";", "/;",
                "#/../users", "?/../x", "/..", "/x/%2e%2e", "#/", "%20",
            ],
        ]
        var spellings: [String] = []
        let plain = parts.map { $0[0] }
        for first in parts.indices {
            for second in parts.indices where first <= second {
                for left in parts[first] {
                    for right in parts[second] {
                        var url = plain
                        url[first] = left
                        url[second] = right
                        spellings.append(url.joined())
                    }
                }
            }
        }
        return Array(Set(spellings)).sorted()
    }()
}
