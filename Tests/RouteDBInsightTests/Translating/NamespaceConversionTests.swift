import RouteDB
import RouteDBInsight
import RouteDBTestSupport
import Testing

@Suite("Converting a namespace")
struct NamespaceConversionTests {
    /// A typical table of each dialect, and how it is written natively.
    static let tables: [(profile: NamespaceProfile, before: [String], after: [String])] = [
        (
            .jlroutes,
            [
                "/user/view/:userID", "/:object/:action/:primaryKey", "/wildcard/*",
                "/path/:thing(/new)(/other/:x)", "/x/hello%20world", "/",
            ],
            [
                "/user/view/{userID}", "/{object}/{action}/{primaryKey}", "/wildcard/**",
                "/path/{thing}(/new)(/other/{x})", "/x/hello%2520world", "/",
            ]
        ),
        (
            .urlnavigator,
            [
                "myapp://user/<int:id>", "myapp://user/<id>/hello", "/anything/<path:url>",
                "http://host/<x>", "myapp://<a>/b", "myapp://Alert", "myapp://",
            ],
            [
                "myapp://user/{id:int}", "myapp://user/{id}/hello", "/anything/{url:path}",
                "http://host/{x}", "myapp://{a}/b", "myapp:/Alert", "myapp://",
            ]
        ),
        (
            .ikrouter,
            [
                "myapp://project/:id", "myapp://route/one", "myapp://route/:one", "myapp://a/",
                "myapp://:x",
            ],
            [
                "myapp://project/{id}", "myapp://route/one", "myapp://route/{one}", "myapp://a/",
                "myapp://{x}",
            ]
        ),
        (
            .aroute,
            [
                "home", "user/{id|number}", "user/{first}-{last}/profile", "img/{name}.png",
                "user/me",
            ],
            [
                "/home", "/user/{id:number}", "/user/{first}-{last}/profile", "/img/{name}.png",
                "/user/me",
            ]
        ),
    ]

    @Test("Each dialect's patterns become native ones, and no answer changes", arguments: tables)
    func dialects(profile: NamespaceProfile, before: [String], after: [String]) throws {
        let registry = try DialectNamespace(profile, before)
        let conversion = registry.conversion()
        #expect(conversion.failure == nil)
        #expect(conversion.obstacles.isEmpty)
        #expect(conversion.texts == after)
        #expect(conversion.result.profile == .native)
        #expect(conversion.unhitRoutes.isEmpty)
        #expect(conversion.urlCount > 150 * before.count)
        #expect(conversion.hitCount * 10 > conversion.urlCount)
        // Every kept policy is needed, and named with a URL that shows it.
        let policies = profile.policies
        for kept in conversion.policies {
            #expect(kept.value == policies[kept.policy])
            let witness = try #require(conversion.witness(kept.policy))
            var without = registry.snapshot.applying(conversion)
            without.namespaces[0].overrides[kept.policy] = nil
            let with = RoutingTable(registry.snapshot.applying(conversion))
            #expect(
                with.answer(witness.url) != RoutingTable(without).answer(witness.url),
                "\(kept.policy) \(witness.url)")
            #expect(
                with.answer(witness.url) == RoutingTable(registry.snapshot).answer(witness.url))
        }
        let foreign = NamespacePolicy.allCases.filter {
            policies[$0] != NamespacePolicy.Values.native[$0]
        }
        #expect(Set(conversion.keptPolicies + conversion.droppedPolicies) == Set(foreign))
    }

    @Test("A policy on which nothing depends is dropped")
    func unneeded() throws {
        let conversion = try DialectNamespace(.jlroutes, ["/a", "/b"]).conversion()
        #expect(conversion.keptPolicies.contains(.host))
        let dropped: Set<NamespacePolicy> = [.choice, .groups, .registration, .emptyValues]
        #expect(dropped.isSubset(of: conversion.droppedPolicies))
    }

    @Test(
        "A policy that decides alone is found, with a URL",
        arguments: [
            (NamespaceProfile.jlroutes, ["/:y/b", "/a/:x"], NamespacePolicy.choice),
            (.jlroutes, ["/a/:x"], .plus), (.jlroutes, ["/a/:x"], .fragment),
            (.jlroutes, ["/a/:x"], .decoding), (.jlroutes, ["/a/:x"], .host),
            (.jlroutes, ["/:x/:y"], .emptyValues), (.jlroutes, ["/a/:x"], .repeatedSlashes),
            (.urlnavigator, ["a://b/<x>", "a://b/c"], .refusal),
            (.urlnavigator, ["a://b"], .scheme), (.urlnavigator, ["a://b"], .repeatedKeys),
            (.ikrouter, ["a://b/:x", "a://b/c"], .choice), (.ikrouter, ["a://b"], .query),
            (.ikrouter, ["a://b"], .trailingSlash), (.aroute, ["home"], .letterCase),
            (.aroute, ["u/{id|number}"], .castFailure),
        ])
    func witnesses(profile: NamespaceProfile, texts: [String], policy: NamespacePolicy) throws {
        let conversion = try DialectNamespace(profile, texts).conversion()
        let witness = try #require(conversion.witness(policy))
        #expect(witness.before != witness.after)
    }

    @Test("Two routes with one pattern keep the policy that allows them")
    func equalPatterns() throws {
        let conversion = try DialectNamespace(.jlroutes, ["/a", "/a"]).conversion()
        let reason = conversion.policies.first { $0.policy == .registration }?.reason
        #expect(reason == .clash(RouteID(rawValue: 1), RouteID(rawValue: 2)))
    }

    @Test("Explicit policies of the namespace are kept, except marks, which are no longer used")
    func chosen() throws {
        let registry = try DialectNamespace(
            .aroute, ["user/:id:"], overrides: [.marks: ":", .registration: "replace"])
        let conversion = registry.conversion()
        #expect(conversion.texts == ["/user/{id}"])
        #expect(conversion.result.overrides[.registration] == "replace")
        #expect(conversion.result.overrides[.marks] == nil)
        #expect(conversion.policies.first { $0.policy == .registration }?.reason == .chosen)
    }

    @Test(
        "A route that cannot be written natively is named, with the reason and a URL",
        arguments: [
            (NamespaceProfile.jlroutes, ["/:x/:x", "/a"], Int64(1)),
            (.urlnavigator, ["a://b", "a://<x>/<x>"], 2),
            (.ikrouter, ["a://b//c", "a://b"], 1), (.aroute, ["home", "app://user/{id}"], 2),
            (.jlroutes, ["/a//b", "/c"], 1),
        ])
    func obstacles(profile: NamespaceProfile, texts: [String], culprit: Int64) throws {
        let conversion = try DialectNamespace(profile, texts).conversion()
        #expect(conversion.obstacles.map(\.route.id) == [RouteID(rawValue: culprit)])
        #expect(conversion.obstacles.first?.obstacle?.isEmpty == false)
        #expect(conversion.witnesses[RouteID(rawValue: culprit)] != nil)
        #expect(conversion.obstacles.allSatisfy { $0.result == $0.route })
        // The others are converted all the same, and nothing changes.
        #expect(conversion.failure == nil)
        #expect(conversion.isPossible)
        #expect(conversion.routes.allSatisfy { $0.isChange == ($0.obstacle == nil) })
    }

    @Test("If no route can be written natively, there is nothing to convert")
    func onlyObstacles() throws {
        let conversion = try DialectNamespace(.jlroutes, ["/:x/:x"]).conversion()
        #expect(!conversion.isPossible)
        #expect(conversion.failure == nil)
    }

    @Test("If new matches are allowed, a text with a scheme becomes a pattern with one")
    func newHits() throws {
        let registry = try DialectNamespace(
            .aroute, ["home", "/about", "app://user/{id}", "app://item/{id|number}"])
        #expect(registry.conversion().obstacles.count == 3)
        let conversion = registry.conversion(
            ConversionOptions(urlsPerRoute: 400, allowsNewMatches: true))
        #expect(conversion.obstacles.isEmpty)
        #expect(
            conversion.texts == ["/home", "/about", "app://user/{id}", "app://item/{id:number}"])
        #expect(conversion.result.policies.scheme == .match)
    }

    @Test("Two routes that would become equal prevent a conversion")
    func clash() throws {
        var registry = try DialectNamespace(
            .urlnavigator, ["app://a/<x>", "/b"], overrides: [.registration: "replace"])
        registry.snapshot.routes[1].pattern = try RoutePattern("app://a/{x}")
        registry.snapshot.routes[1].dialectText = nil
        let conversion = registry.conversion()
        #expect(conversion.failure == .clash(RouteID(rawValue: 1), RouteID(rawValue: 2)))
        #expect(!conversion.isPossible)
    }

    @Test("Routes with equivalent texts coexist after the conversion too")
    func sameMeaning() throws {
        let conversion = try DialectNamespace(.urlnavigator, ["app://a/<x>", "app://a/<x>/"])
            .conversion()
        #expect(conversion.failure == nil)
        #expect(conversion.result.policies.registration == .replaceText)
    }

    @Test("A native or converted namespace is left unchanged")
    func isIdempotent() throws {
        let native = try DialectNamespace(.native, ["/a/{x}"], overrides: [.plus: "space"])
        #expect(native.conversion().isPossible)
        #expect(native.conversion().result == native.snapshot.namespaces[0])
        var converted = try DialectNamespace(.jlroutes, ["/a/:x", "/:y/b"])
        converted.snapshot = converted.snapshot.applying(converted.conversion())
        let again = converted.conversion()
        #expect(again.result == converted.snapshot.namespaces[0])
        #expect(again.routes.map(\.result) == converted.snapshot.routes)
    }

    @Test("An empty namespace keeps the policies that affect its fallback")
    func empty() throws {
        var registry = try DialectNamespace(.ikrouter, [])
        let fallback = try DialectNamespace(.native, ["/a"])
        registry.snapshot.namespaces[0].fallback = NamespaceID(rawValue: 2)
        registry.snapshot.namespaces.append(
            RouteNamespace(id: NamespaceID(rawValue: 2), name: "f", profile: .native))
        registry.snapshot.routes = fallback.snapshot.routes
        registry.snapshot.routes[0].namespace = NamespaceID(rawValue: 2)
        let conversion = registry.conversion()
        #expect(conversion.keptPolicies.contains(.scheme))
        #expect(conversion.hitCount > 0)
    }

    @Test("Disabled routes are converted and compared too")
    func disabled() throws {
        var registry = try DialectNamespace(.jlroutes, ["/:y/b", "/a/:x"])
        registry.snapshot.routes[1].isEnabled = false
        let conversion = registry.conversion()
        #expect(conversion.unhitRoutes.isEmpty)
        #expect(conversion.keptPolicies.contains(.choice))
        #expect(conversion.routes[1].result.isEnabled == false)
    }

    @Test("Each kind of route is compared separately")
    func kinds() throws {
        var registry = try DialectNamespace(.urlnavigator, ["a://b/<x>", "a://b/c", "a://<y>/c"])
        registry.snapshot.routes[0].kind = "view"
        registry.snapshot.routes[2].kind = "view"
        #expect(registry.conversion().policies.contains { $0.policy == .refusal })
        registry.snapshot.routes[1].pattern = try RoutePattern("a:/q")
        let witness = try #require(registry.conversion().witness(.refusal))
        #expect(witness.before.hasPrefix("#1 "))
    }

    @Test("Converters keep their values, and their functions get the same texts")
    func converters() throws {
        let registry = try DialectNamespace(
            .urlnavigator, ["a://r/<region:x>", "a://s/<own:y>"],
            converters: ["region": .allow(["kr", "us"]), "own": .code])
        let conversion = registry.conversion()
        #expect(conversion.texts == ["a://r/{x:@region}", "a://s/{y:@own}"])
        #expect(conversion.unhitRoutes.isEmpty)
    }

    @Test("The same seed gives the same conversion")
    func seeds() throws {
        let registry = try DialectNamespace(.jlroutes, ["/a/:x(/b)"])
        let first = registry.conversion(ConversionOptions(urlsPerRoute: 200, seed: 5))
        let second = registry.conversion(ConversionOptions(urlsPerRoute: 200, seed: 5))
        #expect(first.policies == second.policies && first.hitCount == second.hitCount)
        #expect(
            first.hitCount
                != registry.conversion(ConversionOptions(urlsPerRoute: 200, seed: 6)).hitCount)
    }
}

extension RoutingTable {
    /// What a handler gets that declines each match of a URL.
    func answer(_ url: String) -> [String] {
        var answers: [String] = []
        var resolution = resolve(url)
        while let route = resolution.route {
            answers.append(
                "\(route.id) \(resolution.values) \(resolution.wildcards)"
                    + " \(resolution.rawParameters.sorted { $0.key < $1.key })"
                    + " \(resolution.query)")
            resolution = resolve(ResolutionRequest(url), declining: resolution)
        }
        return answers + [resolution.outcome.rawValue]
    }
}
