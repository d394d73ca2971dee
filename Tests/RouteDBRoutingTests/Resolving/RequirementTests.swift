import RouteDBRouting
import Testing

/// The values that a route needs.
@Suite struct RequirementTests {
    private func unmet(
        _ requirements: [RouteRequirement], url: String = "/a", pattern: String = "/a",
        defaults: JSONObject = [:], context: JSONObject = [:]
    ) throws -> [String] {
        let namespace = RouteNamespace(id: .init(rawValue: 1), name: RouteNamespace.defaultName)
        let route = Route(
            id: .init(rawValue: 1), namespace: namespace.id, pattern: try RoutePattern(pattern),
            target: "t", requirements: requirements)
        let table = RoutingTable(
            RegistrySnapshot(
                revision: 1, namespaces: [namespace], routes: [route],
                defaults: [.route(route.id): defaults]))
        let found = table.resolve(ResolutionRequest(url, context: context))
        #expect(found.outcome == .matched)
        return found.unmetRequirements.map(\.key)
    }

    @Test("missing values are listed in the order of declaration")
    func missing() throws {
        let requirements = [
            RouteRequirement("b", .int), RouteRequirement("a", .any), RouteRequirement("c", .bool),
        ]
        #expect(try unmet(requirements) == ["b", "a", "c"])
        #expect(try unmet(requirements, context: ["b": 1, "c": true]) == ["a"])
        #expect(try unmet([]).isEmpty)
    }

    @Test(
        "a context value must have the exact type",
        arguments: [
            (.any, [true, 1, .double(1.5), "", [], [:]]), (.bool, [true]), (.int, [1]),
            (.number, [1, .double(1.5)]), (.string, [""]), (.array, [[]]), (.object, [[:]]),
        ] as [(ValueKind, [JSONValue])])
    func context(kind: ValueKind, met: [JSONValue]) throws {
        let values: [JSONValue] = [nil, true, 1, .double(1.5), "", [], [:]]
        for value in values {
            let isMet = try unmet([RouteRequirement("x", kind)], context: ["x": value]).isEmpty
            #expect(isMet == met.contains(value), "\(kind) \(value)")
            #expect(kind.includes(value) == isMet)
            let isMetByDefault = try unmet([RouteRequirement("x", kind)], defaults: ["x": value])
                .isEmpty
            #expect(isMetByDefault == isMet)
        }
    }

    @Test(
        "a text of a URL meets the type that it spells",
        arguments: [
            (.any, ["1", "-2.5", "true", "x"]), (.string, ["1", "-2.5", "true", "x"]),
            (.bool, ["1", "true"]), (.int, ["1"]), (.number, ["1", "-2.5"]), (.array, []),
            (.object, []),
        ] as [(ValueKind, [String])])
    func texts(kind: ValueKind, met: [String]) throws {
        for text in ["1", "-2.5", "true", "x"] {
            let requirement = [RouteRequirement("x", kind)]
            #expect(try unmet(requirement, url: "/a?x=\(text)").isEmpty == met.contains(text))
            #expect(
                try unmet(requirement, url: "/\(text)", pattern: "/{x}").isEmpty
                    == met.contains(text))
            #expect(kind.includes(text: text) == met.contains(text))
        }
    }

    @Test("a typed parameter has the type that it is converted to")
    func typedParameters() throws {
        #expect(try unmet([RouteRequirement("x", .int)], url: "/1", pattern: "/{x:int}").isEmpty)
        #expect(try unmet([RouteRequirement("x", .bool)], url: "/1", pattern: "/{x:int}") == ["x"])
    }

    @Test("a repeated key is a list, and one without a value meets nothing")
    func query() throws {
        #expect(try unmet([RouteRequirement("x", .array)], url: "/a?x=1&x=2").isEmpty)
        #expect(try unmet([RouteRequirement("x", .int)], url: "/a?x=1&x=2") == ["x"])
        #expect(try unmet([RouteRequirement("x", .any)], url: "/a?x") == ["x"])
    }

    @Test("the value with the highest precedence counts")
    func covering() throws {
        let requirement = [RouteRequirement("x", .int)]
        #expect(try unmet(requirement, url: "/a?x=1", context: ["x": "1"]) == ["x"])
        #expect(try unmet(requirement, url: "/a?x=y", context: ["x": 1]).isEmpty)
        #expect(try unmet(requirement, url: "/a?x=y", defaults: ["x": 1]) == ["x"])
        #expect(try unmet(requirement, url: "/a?x=1", context: ["x": nil]) == ["x"])
    }

    @Test("a route keeps its requirements and its presentation apart")
    func extras() throws {
        var route = Route(
            id: .init(rawValue: 1), namespace: .init(rawValue: 1), pattern: nil, target: "t")
        let plain = route
        #expect(route.requirements.isEmpty && route.presentation == nil)
        route.requirements = [RouteRequirement("x", .int)]
        route.presentation = RoutePresentation()
        #expect(route.requirements == [RouteRequirement("x", .int)])
        #expect(route != plain)
        var same = plain
        same.presentation = RoutePresentation()
        same.requirements = [RouteRequirement("x", .int)]
        #expect(route == same && route.hashValue == same.hashValue)
        route.requirements = []
        #expect(route.presentation == RoutePresentation())
        route.presentation = nil
        #expect(route == plain)
    }
}
