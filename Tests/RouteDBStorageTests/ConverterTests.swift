import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

struct ConverterTests {
    let fixture: RegistryFixture

    init() throws {
        fixture = try RegistryFixture()
        try fixture.edit { editor in
            try editor.addNamespace(NamespaceDraft(name: "n", profile: .urlnavigator))
        }
    }

    private static let rules: [ParameterConverter.Rule] = [
        .allow(["a", "", "e\u{301}", "\""]), .map(["a": 1, "b": nil, "": ["x"]]),
        .affix(prefix: "", suffix: "/\u{0}"), .any, .code,
    ]

    private func converters(at revision: Int64? = nil) throws -> [String: ParameterConverter.Rule] {
        let list = try fixture.store.snapshot(at: revision).converters
        return Dictionary(list.map { ($0.name, $0.rule) }, uniquingKeysWith: { first, _ in first })
    }

    @Test("a converter is read as it was set", arguments: rules)
    func roundTrip(rule: ParameterConverter.Rule) throws {
        #expect(try fixture.edit { try $0.setConverter("c", rule: rule, in: "n") }.word == "added")
        #expect(try converters() == ["c": rule])
        #expect(try fixture.edit { try $0.converters(in: "n") }.map(\.rule) == [rule])
        #expect(try fixture.edit { try $0.converters(in: "default") }.isEmpty)
        #expect(try fixture.store.check().isEmpty)
    }

    @Test("setting the same rule changes nothing, and another rule replaces it")
    func replacing() throws {
        try fixture.edit { try $0.setConverter("c", rule: .any, in: "n") }
        let revision = try fixture.store.latestRevision()
        #expect(
            try fixture.edit { try $0.setConverter("c", rule: .any, in: "n") }.word == "unchanged")
        #expect(try fixture.store.latestRevision() == revision)
        #expect(
            try fixture.edit { try $0.setConverter("c", rule: .code, in: "n") }.word == "replaced")
        #expect(try converters() == ["c": .code])
        #expect(try converters(at: revision) == ["c": .any])
        #expect(try converters(at: revision - 1).isEmpty)
    }

    @Test(
        "names that no type can have, and rules that accept nothing, are refused",
        arguments: [
            ("", ParameterConverter.Rule.any), ("a b", .any), ("é", .any), ("a:b", .any),
            (String(repeating: "a", count: 256), .any), ("c", .allow([])), ("c", .map([:])),
        ])
    func refused(name: String, rule: ParameterConverter.Rule) throws {
        #expect(
            try code { try fixture.edit { try $0.setConverter(name, rule: rule, in: "n") } }
                == .invalidValue)
        #expect(try converters().isEmpty)
    }

    @Test("a converter in use is not removed, and the error lists its routes")
    func inUse() throws {
        try fixture.edit { editor in
            try editor.setConverter("c", rule: .any, in: "n")
            try editor.add(RouteDraft(pattern: "app://x/<c:id>", target: "t", namespace: "n"))
        }
        let text = try complaint { try fixture.edit { try $0.removeConverter("c", in: "n") } }
        #expect(text.contains("#1 (app://x/<c:id>)"))
        #expect(
            try code { try fixture.edit { try $0.removeConverter("c", in: "n") } }
                == .converterInUse)
        try fixture.edit { editor in
            try editor.remove("#1")
            try editor.removeConverter("c", in: "n")
        }
        #expect(try converters().isEmpty)
        #expect(try fixture.store.check().isEmpty)
    }

    @Test("removing a missing converter is an error with a suggestion")
    func missing() throws {
        try fixture.edit { try $0.setConverter("colour", rule: .any, in: "n") }
        let remove = { try fixture.edit { try $0.removeConverter("color", in: "n") } }
        #expect(try code(remove) == .converterNotFound)
        #expect(try complaint(remove).contains("'colour'"))
    }

    @Test("the converters of a namespace are removed with it")
    func removedNamespace() throws {
        try fixture.edit { try $0.setConverter("c", rule: .any, in: "n") }
        try fixture.edit { try $0.removeNamespace("n") }
        #expect(try converters().isEmpty)
        #expect(try fixture.store.check().isEmpty)
    }

    @Test("a change of a converter needs a full reload")
    func changes() throws {
        for edit in [
            { (editor: RegistryEditor) in _ = try editor.setConverter("c", rule: .any, in: "n") },
            { _ = try $0.setConverter("c", rule: .code, in: "n") },
            { try $0.removeConverter("c", in: "n") },
        ] {
            let revision = try fixture.store.latestRevision()
            try fixture.edit(edit)
            #expect(try fixture.store.changes(since: revision)?.needsFullReload == true)
        }
    }

    @Test("routes keep their meaning when a converter gets the name of a type in use")
    func shadowing() throws {
        try fixture.add(
            RouteDraft(pattern: "app://x/<int:id>", target: "t", name: "x", namespace: "n"))
        let pattern = try fixture.store.snapshot().routes.map(\.pattern)
        try fixture.edit { editor in
            try editor.setConverter("int", rule: .any, in: "n")
            try editor.rename("#1", to: "y")
        }
        let route = try #require(try fixture.store.snapshot().routes.first)
        #expect(route.name == "y" && [route.pattern] == pattern)
        #expect(try fixture.store.check().isEmpty)
        try fixture.edit { try $0.removeConverter("int", in: "n") }
    }

    @Test(
        "a damaged converter is an error, not a trap",
        arguments: ["rule = 'other'", "argument = '{'", "argument = '[null]'", "argument = '{}'"])
    func damaged(damage: String) throws {
        try fixture.edit { try $0.setConverter("c", rule: .allow(["a"]), in: "n") }
        try fixture.damage("UPDATE converter SET \(damage)")
        #expect(try code { try fixture.reopened().snapshot() } == .corrupt)
        let edit = { (_: RegistryEditor) in }
        _ = try fixture.store.write(.test(), edit)
        #expect(
            try code { try fixture.edit { try $0.add(RouteDraft(pattern: "/a", target: "a")) } }
                == .corrupt)
    }
}
