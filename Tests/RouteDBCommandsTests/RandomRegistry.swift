import RouteDB
import RouteDBStorage
import RouteDBTestSupport

/// Fills a registry with what a seed decides: every kind of thing that an export must carry.
struct RandomRegistry: Sendable {
    let seed: UInt64
    /// Whether there are namespaces, and default values beyond routes, which only documents carry.
    var hasNamespaces = true

    private static let texts = [
        "a", "a b", "x,y", "a\"b", "\"", "é", "e\u{301}", "日本", "a;b", "'", "\\", "a|b", "#a#",
        "a=b", "{}", "null", "true", "7",
    ]
    private static let values: [JSONValue] = [
        nil, true, 0, .int(.min), .double(1), .double(-0.0), .double(1e300), "", "a\tb\r\nc\"d,",
        "\u{0}", ["x", 1], ["k": ["l": nil]],
    ]

    func fill(_ editor: RegistryEditor) throws {
        var random = SeededGenerator(seed: seed)
        var patterns = PatternGenerator(seed: seed, configuration: .nasty)
        var namespaces = ["default"]
        if hasNamespaces { try addNamespaces(editor, &random, &namespaces) }
        for number in 0..<40 {
            // The empty path is written by no text of its own.
            let text = patterns.pattern().description
            var draft = RouteDraft(
                pattern: text.isEmpty ? "/" : text, syntax: .native,
                target: random.pick(Self.texts),
                namespace: random.pick(namespaces))
            if random.oneIn(2) { draft.name = name(&random) + String(number) }
            if random.oneIn(2) { draft.group = name(&random) }
            if random.oneIn(4) { draft.kind = random.pick(Self.texts) }
            if random.oneIn(2) { draft.priority = random.pick([.min, -1, 1, .max]) }
            draft.isEnabled = !random.oneIn(4)
            if random.oneIn(2) { draft.defaults = object(&random) }
            RandomPresentation(texts: Self.texts, values: Self.values)
                .fill(&draft, &random)
            if random.oneIn(4) { draft.redirect = random.pick(Self.redirects) }
            if random.oneIn(4) { draft.labels = ["owner": "growth, \"x\"", "tier": "1"] }
            if random.oneIn(4) { draft.note = "It's \"new\", or not; ü" }
            try editor.add(draft, onDuplicate: .keepBoth)
            guard random.oneIn(4) else { continue }
            draft.name = nil
            if random.oneIn(2) { draft.kind = random.pick(Self.texts) }
            draft.target = "twin"
            try editor.add(draft, onDuplicate: .keepBoth)
            if random.oneIn(2) { try addTask(editor, like: draft, &random, String(number)) }
        }
        if hasNamespaces {
            try addRules(editor, &random, in: namespaces)
            try addCases(editor, &random)
            try addSuppressions(editor, &random, in: namespaces)
            try addApps(editor, &random, in: namespaces)
        }
    }

    /// Adds access rules of every scope, and takes some away, so that their numbers have gaps.
    private func addRules(
        _ editor: RegistryEditor, _ random: inout SeededGenerator, in namespaces: [String]
    ) throws {
        let rules = RandomRule(texts: Self.texts)
        for _ in 0..<20 {
            let place: DefaultPlace =
                switch random.below(3) {
                case 0: .namespace(random.pick(namespaces))
                case 1: .group(namespace: random.pick(namespaces), group: name(&random))
                default: .route(RouteReference(RouteID(rawValue: Int64(1 + random.below(40)))))
                }
            let outcome = try editor.addRule(rules.draft(in: place, &random))
            if case .added(let id) = outcome, random.oneIn(4) { try editor.removeRule(id) }
        }
    }

    /// Adds route tests, and takes some away.
    private func addCases(_ editor: RegistryEditor, _ random: inout SeededGenerator) throws {
        for number in 0..<10 {
            var request = ResolutionRequest(random.pick(Self.texts))
            if random.oneIn(2) { request.principal = RequestPrincipal(random.pick(Self.texts)) }
            if random.oneIn(2) { request.context = object(&random) }
            if random.oneIn(2) { request.time = random.pick([0, -1, 1_767_225_600_000_001]) }
            var expected = RouteExpectation(
                outcome: random.pick([nil, .denied]), target: .text(random.pick(Self.texts)),
                allValues: random.oneIn(2) ? object(&random) : nil)
            expected.redirect = random.pick([
                JSONValue?.none, .null, ["status": 410], ["to": .string(random.pick(Self.texts))],
            ])
            expected.destination = random.pick([JSONValue?.none, .null, ["outcome": "gone"]])
            let name = random.oneIn(2) ? self.name(&random) + String(number) : nil
            let outcome = try editor.addCase(
                RouteTestCase(request, expecting: expected, name: name))
            if case .added(let id) = outcome, random.oneIn(4) { try editor.removeCase(id) }
        }
    }

    /// Adds suppressions of findings about routes, namespaces and names.
    private func addSuppressions(
        _ editor: RegistryEditor, _ random: inout SeededGenerator, in namespaces: [String]
    ) throws {
        for _ in 0..<10 {
            let routes = [0, 1].map { _ in
                RouteReference(RouteID(rawValue: Int64(1 + random.below(40))))
            }
            let kind = random.below(4)
            try editor.addSuppression(
                SuppressionDraft(
                    random.pick(LintCode.allCases), route: kind < 2 ? routes[0] : nil,
                    other: kind == 0 ? routes[1] : nil,
                    namespace: kind == 2 ? random.pick(namespaces) : nil,
                    name: kind == 3 ? random.pick(Self.texts) : nil,
                    reason: random.pick(Self.texts)))
        }
    }

    /// Adds apps of both platforms, with choices that need not choose a route any more.
    private func addApps(
        _ editor: RegistryEditor, _ random: inout SeededGenerator, in namespaces: [String]
    ) throws {
        for number in 0..<6 {
            let isAndroid = random.oneIn(2)
            let choices = ["group:a", "label:owner", "label:a/b=c d", "route:x", "route:g/y"]
            try editor.addApp(
                LinkedApp(
                    isAndroid ? .android : .ios,
                    isAndroid ? "com.example.a\(number)" : "ABCDE12345.com.a\(number)",
                    name: random.oneIn(2) ? random.pick(Self.texts) : nil,
                    fingerprints: isAndroid
                        ? [String(repeating: "A\(number)", count: 32)] : [],
                    includes: random.oneIn(2) ? [random.pick(choices)] : [],
                    excludes: random.oneIn(2) ? [random.pick(choices)] : []),
                in: random.pick(namespaces), replacing: true, requiringRoutes: false)
        }
    }

    /// Adds a route that is reached by its name alone.
    private func addTask(
        _ editor: RegistryEditor, like draft: RouteDraft, _ random: inout SeededGenerator,
        _ suffix: String
    ) throws {
        var task = draft
        (task.pattern, task.syntax) = (nil, nil)
        task.name = name(&random) + "task" + suffix
        RandomPresentation(texts: Self.texts, values: Self.values).fill(&task, &random)
        try editor.add(task, onDuplicate: .skip)
    }

    private func addNamespaces(
        _ editor: RegistryEditor, _ random: inout SeededGenerator, _ names: inout [String]
    ) throws {
        for number in 0..<4 {
            var draft = NamespaceDraft(name: "z.\(random.below(1_000))-\(number)")
            for policy in NamespacePolicy.allCases where random.oneIn(3) {
                draft.overrides[policy] =
                    switch policy {
                    case .marks: random.pick(["{}", ":", "[]"])
                    case .castMark: random.pick(["|", "="])
                    default: random.pick(policy.values)
                    }
            }
            if random.oneIn(2) { draft.schemes = ["app\(number)", "x+\(number)"] }
            if random.oneIn(2) { draft.hosts = ["*.h\(number).example", "h\(number).example"] }
            if random.oneIn(2) { draft.fallback = random.pick(names) }
            if random.oneIn(3) { draft.fallbackTarget = random.pick(Self.texts) }
            if random.oneIn(3) { draft.access = .closed }
            draft.profile = random.pick(NamespaceProfile.allCases)
            try editor.addNamespace(draft)
            names.append(draft.name)
            try addDialect(editor, &random, to: draft.name)
        }
        if random.oneIn(2) {
            try editor.updateNamespace("default") { draft throws(RouteDBError) in
                draft.overrides = [.choice: "first"]
            }
        }
        for name in names where random.oneIn(2) {
            let group = self.name(&random)
            for place in [DefaultPlace.namespace(name), .group(namespace: name, group: group)] {
                for member in object(&random).members {
                    try editor.setDefault(member.key, to: member.value, in: place)
                }
            }
        }
    }

    /// Adds converters, and routes in other languages that use them.
    private func addDialect(
        _ editor: RegistryEditor, _ random: inout SeededGenerator, to namespace: String
    ) throws {
        let rules: [ParameterConverter.Rule] = [
            .allow(Self.texts), .map(object(&random)), .any, .code,
            .affix(prefix: random.pick(Self.texts), suffix: random.pick(Self.texts)),
        ]
        for name in ["c", "int", "x.y"] where random.oneIn(2) {
            try editor.setConverter(name, rule: random.pick(rules), in: namespace)
        }
        for (syntax, pattern) in Self.patterns where random.oneIn(2) {
            try editor.add(
                RouteDraft(
                    pattern: pattern, syntax: PatternSyntax(syntax), target: "t",
                    namespace: namespace), onDuplicate: .keepBoth)
        }
    }

    private static let redirects = [
        RouteRedirect(to: "/a,b?c=%22#d", status: 307), RouteRedirect(to: "https://e.example/"),
        .gone,
    ]

    private static let patterns = [
        ("jlroutes", "/user/:id(/page/:n)/*"), ("urlnavigator", "app://x/<int:id>/<path:rest>"),
        ("ikrouter", "app://x//:one"), ("aroute", "home/{id|number}/{n}"),
        ("aroute : =", "user/:first:-:last:/profile"), ("native", "/<int:id>/{s:string}"),
    ]

    /// A text that may name a route or group.
    private func name(_ random: inout SeededGenerator) -> String {
        let text = random.pick(Self.texts)
        return "#{".utf8.contains(where: { $0 == text.utf8.first }) ? "n" : text
    }

    private func object(_ random: inout SeededGenerator) -> JSONObject {
        var object: JSONObject = [:]
        for _ in 0..<1 + random.below(3) {
            object[random.pick(Self.texts)] = random.pick(Self.values)
        }
        return object
    }
}
