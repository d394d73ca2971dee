package import RouteDBRouting
package import RouteDBStorage

/// An edit of a registry that is chosen at random, and may be refused.
package struct RandomEdit: CustomStringConvertible {
    package let description: String
    private let body: (RegistryEditor) throws -> Void

    fileprivate init(_ description: String, _ body: @escaping (RegistryEditor) throws -> Void) {
        (self.description, self.body) = (description, body)
    }

    /// Makes the edit.
    package func apply(to editor: RegistryEditor) throws { try body(editor) }
}

/// Generates random edits of every kind of item from a seed, with few names, so that they often meet
/// what is there, and often what is not.
package struct EditGenerator {
    package var random: SeededGenerator
    private let namespaces = ["default", "default", "n1", "n2", "n3"]
    private let groups = ["g", "h"]
    private let names = ["a", "b", "c", "d"]
    private let hosts = ["a.example", "b.example", "*.example", "x.b.example"]
    private let schemes = ["s", "t"]
    private let converters = ["k", "l"]

    package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// Generates an edit.
    package mutating func edit() -> RandomEdit {
        switch random.below(20) {
        case 0...4: addRoute()
        case 5: replaceRoute()
        case 6, 7: changeRoute()
        case 8: removeRoute()
        case 9...11: editNamespace()
        case 12: removeNamespace()
        case 13: editConverter()
        case 14, 15: editDefault()
        case 16, 17: editRule()
        case 18: random.oneIn(2) ? editCase() : editSuppression()
        default: editApp()
        }
    }

    // MARK: Routes

    /// Generates a pattern.
    package mutating func pattern() -> String {
        let origin = random.pick([
            "", "", "", "//a.example", "https://b.example", "s://{x}.example",
        ])
        let type = random.pick(["", ":int", ":k", ":enum(u,v)", ":uuid"])
        let path = random.pick(["/p", "/q", "/p/{id\(type)}", "/{y}", "/P/q(/r)", "/**", "/p/*"])
        return origin + path
    }

    private mutating func draft() -> RouteDraft {
        let isTask = random.oneIn(8)
        var draft = RouteDraft(
            pattern: isTask ? nil : pattern(), target: "t\(random.below(3))",
            name: isTask || random.oneIn(2) ? random.pick(names) : nil,
            group: random.oneIn(3) ? random.pick(groups) : nil,
            kind: random.oneIn(4) ? random.pick(["GET", "POST", "view"]) : nil,
            namespace: random.pick(namespaces), isEnabled: !random.oneIn(6))
        if random.oneIn(3) { draft.defaults = [random.pick(names): .int(Int64(random.below(3)))] }
        if random.oneIn(3) { draft.labels = [random.pick(names): random.pick(groups)] }
        return draft
    }

    private mutating func addRoute() -> RandomEdit {
        let draft = draft()
        let rule: DuplicateRule? = random.oneIn(2) ? random.pick(DuplicateRule.allCases) : nil
        return RandomEdit("add \(draft), \(rule?.rawValue ?? "as the policy says")") {
            try $0.add(draft, onDuplicate: rule)
        }
    }

    /// Generates a reference to a route.
    package mutating func reference() -> RouteReference {
        switch random.below(5) {
        case 0, 1: RouteReference(RouteID(rawValue: 1 + Int64(random.below(30))))
        case 2: RouteReference(random.pick(names))
        case 3: RouteReference("\(random.pick(groups))/\(random.pick(names))")
        default: RouteReference("\(random.pick(namespaces)):\(pattern())")
        }
    }

    private mutating func replaceRoute() -> RandomEdit {
        let (reference, draft) = (reference(), draft())
        return RandomEdit("replace \(reference) with \(draft)") {
            try $0.replace(reference, with: draft)
        }
    }

    private mutating func changeRoute() -> RandomEdit {
        let reference = reference()
        if random.oneIn(2) {
            let isEnabled = random.oneIn(2)
            return RandomEdit("set enabled of \(reference) to \(isEnabled)") {
                try $0.setEnabled(reference, isEnabled)
            }
        }
        let name = random.oneIn(4) ? nil : random.pick(names)
        return RandomEdit("rename \(reference) to \(name ?? "nothing")") {
            try $0.rename(reference, to: name)
        }
    }

    private mutating func removeRoute() -> RandomEdit {
        let reference = reference()
        return RandomEdit("remove \(reference)") { try $0.remove(reference) }
    }

    // MARK: Namespaces

    private mutating func editNamespace() -> RandomEdit {
        let name = random.pick(namespaces)
        var draft = NamespaceDraft(name: name)
        if random.oneIn(2) { draft.schemes = [random.pick(schemes)] }
        if random.oneIn(2) { draft.hosts = [random.pick(hosts)] }
        if random.oneIn(2) { draft.fallback = random.pick(namespaces) }
        if random.oneIn(3) { draft.fallbackTarget = "gone" }
        if random.oneIn(4) { draft.access = .closed }
        if random.oneIn(3) { draft.overrides[.letterCase] = "insensitive" }
        if random.oneIn(3) {
            draft.overrides[.host] = random.pick(NamespacePolicy.host.values)
        }
        let settings = draft
        return RandomEdit("store \(settings)") { editor in
            if try editor.storedNamespaces().contains(where: { $0.name == name }) {
                try editor.updateNamespace(name) { $0 = settings }
            } else {
                try editor.addNamespace(settings)
            }
        }
    }

    private mutating func removeNamespace() -> RandomEdit {
        let (name, removesRoutes) = (random.pick(namespaces), random.oneIn(2))
        return RandomEdit("remove the namespace \(name), routes: \(removesRoutes)") {
            try $0.removeNamespace(name, removingRoutes: removesRoutes)
        }
    }

    private mutating func editConverter() -> RandomEdit {
        let (name, namespace) = (random.pick(converters), random.pick(namespaces))
        if random.oneIn(3) {
            return RandomEdit("remove the converter \(name) of \(namespace)") {
                try $0.removeConverter(name, in: namespace)
            }
        }
        let rule = ParameterConverter.Rule.allow([random.pick(["u", "v"])])
        return RandomEdit("set the converter \(name) of \(namespace)") {
            try $0.setConverter(name, rule: rule, in: namespace)
        }
    }

    // MARK: What belongs to a scope

    /// Generates the place of a default value or a rule.
    package mutating func place() -> DefaultPlace {
        switch random.below(3) {
        case 0: .namespace(random.pick(namespaces))
        case 1: .group(namespace: random.pick(namespaces), group: random.pick(groups))
        default: .route(reference())
        }
    }

    private mutating func editDefault() -> RandomEdit {
        let (key, place, value) = (random.pick(names), place(), Int64(random.below(3)))
        if random.oneIn(4) {
            return RandomEdit("unset \(key) in \(place)") { try $0.unsetDefault(key, in: place) }
        }
        return RandomEdit("set \(key) to \(value) in \(place)") {
            try $0.setDefault(key, to: .int(value), in: place)
        }
    }

    /// Generates a rule.
    package mutating func ruleDraft() -> RuleDraft {
        let conditions = [
            "param.id = u", "param.id = 7", "param.y = 1", "param.x = a", "param.z = 1",
            "param.id prefix A", "query.q = 1", "context.c = 1", "principal = a",
        ]
        let texts = (0..<random.below(3)).map { _ in random.pick(conditions) }
        return RuleDraft(
            random.pick([.allow, .deny, .challenge("login")]), in: place(),
            for: random.pick([.anyone, .anonymous, .role("r")]),
            conditions: texts.compactMap { try? AccessCondition($0) }, isShadow: random.oneIn(5))
    }

    private mutating func editRule() -> RandomEdit {
        if random.oneIn(4) {
            let id = RuleID(rawValue: 1 + Int64(random.below(8)))
            return RandomEdit("remove the rule \(id.rawValue)") { try $0.removeRule(id) }
        }
        let draft = ruleDraft()
        return RandomEdit("add \(draft)") { try $0.addRule(draft) }
    }

    // MARK: Items that do not affect resolving

    private mutating func editCase() -> RandomEdit {
        let name = random.oneIn(2) ? random.pick(names) : nil
        if random.oneIn(3) {
            let text = name ?? random.pick(["1", "#2", "3"])
            return RandomEdit("remove the case \(text)") { _ = try $0.removeCase(text) }
        }
        let content = RouteTestCase(
            ResolutionRequest("/p\(random.below(2))"),
            expecting: RouteExpectation(outcome: random.pick([.matched, .unmatched])), name: name)
        let isReplacing = random.oneIn(2)
        return RandomEdit("add a case \(name ?? "without a name")") {
            try $0.addCase(content, replacing: isReplacing)
        }
    }

    private mutating func editSuppression() -> RandomEdit {
        if random.oneIn(4) {
            let id = 1 + Int64(random.below(4))
            return RandomEdit("remove the suppression \(id)") { try $0.removeSuppression(id) }
        }
        let draft = SuppressionDraft(
            random.pick([.ambiguous, .duplicate]), route: random.oneIn(2) ? reference() : nil,
            other: random.oneIn(2) ? reference() : nil,
            namespace: random.oneIn(3) ? random.pick(namespaces) : nil,
            name: random.oneIn(3) ? random.pick(names) : nil, reason: random.pick(["r", "s"]))
        return RandomEdit("add \(draft)") { try $0.addSuppression(draft) }
    }

    /// Generates an app.
    package mutating func app() -> LinkedApp {
        let choices = ["group:g", "group:h", "route:a", "route:g/b", "label:a", "label:b=g"]
        return LinkedApp(
            .ios, "ABCDE12345.com.example.\(random.pick(names))",
            includes: (0..<random.below(3)).map { _ in random.pick(choices) },
            excludes: random.oneIn(4) ? [random.pick(choices)] : [])
    }

    private mutating func editApp() -> RandomEdit {
        let (app, namespace, isReplacing) = (app(), random.pick(namespaces), random.oneIn(2))
        if random.oneIn(4) {
            return RandomEdit("remove the app \(app.identifier) of \(namespace)") {
                try $0.removeApp(app.identifier, in: namespace)
            }
        }
        return RandomEdit("add \(app) to \(namespace)") {
            try $0.addApp(app, in: namespace, replacing: isReplacing)
        }
    }
}
