import RouteDBDatabase

@testable import RouteDBRouting
@testable import RouteDBStorage

/// The checks of edits by reading all: the reference that those by questions must agree with.
struct ChecksByReading {
    let snapshot: RegistrySnapshot

    /// Refuses a rule that tests a parameter that no route in its scope has, or a value that it cannot
    /// have.
    func check(parametersOf rule: AccessRule) throws(RouteDBError) {
        guard !rule.parameterNames.isEmpty else { return }
        try RuleCheck.check(
            parametersOf: rule,
            among: ScopeParameters(
                of: [rule], among: snapshot.routes.filter(rule.scope.covers)))
    }

    /// The rule with the same scope and content.
    func twin(of rule: AccessRule) -> RuleID? {
        snapshot.accessRules.first { $0.scope == rule.scope && $0.hasSameContent(as: rule) }?.id
    }

    /// Refuses an app with a choice that chooses no route of a namespace or its fallbacks.
    func check(choicesOf app: LinkedApp, in namespace: String) throws(RouteDBError) {
        let space = try snapshot.namespace(named: namespace)
        let spaces = Set(space.withFallbacks(among: snapshot.namespaces).map(\.id))
        let routes = snapshot.routes.filter { spaces.contains($0.namespace) }
        for text in app.includes + app.excludes {
            guard let choice = LinkChoice(text), !routes.contains(where: choice.covers) else {
                continue
            }
            let (known, given, what) = terms(choice, routes)
            throw RouteDBError(
                .invalidValue,
                "No route of the namespace '\(namespace)', or of its fallbacks, \(what).",
                hint: NameSuggestion.didYouMean(given, among: Set(known).sorted())
                    ?? "Add the route first, or correct the choice '\(text)'.")
        }
    }

    private func terms(
        _ choice: LinkChoice, _ routes: [Route]
    ) -> (known: [String], given: String, what: String) {
        switch choice {
        case .group(let group):
            (routes.compactMap(\.group), group, "is in the group '\(group)'")
        case .label(let key, nil):
            (routes.flatMap(\.labels.keys), key, "has a label '\(key)'")
        case .label(let key, let value?):
            (
                routes.flatMap { $0.labels.map { "\($0.key)=\($0.value)" } }, "\(key)=\(value)",
                "has the label '\(key)=\(value)'"
            )
        case .route(let name, nil):
            (routes.compactMap(\.name), name, "is named '\(name)'")
        case .route(let name, let group?):
            (
                routes.compactMap { route in
                    route.group.flatMap { group in route.name.map { "\(group)/\($0)" } }
                }, "\(group)/\(name)", "is named '\(name)' in the group '\(group)'"
            )
        }
    }

    /// The error for a converter that routes use; `nil` if none does.
    func useError(of converter: String, in namespace: RouteNamespace) -> RouteDBError? {
        let users = snapshot.routes.filter {
            $0.namespace == namespace.id && $0.pattern?.converterNames.contains(converter) == true
        }
        guard !users.isEmpty else { return nil }
        var listed = users.prefix(5).map { "#\($0.id.rawValue) (\($0.patternText))" }
        if users.count > listed.count { listed.append("\(users.count - listed.count) more") }
        return RouteDBError(
            .converterInUse,
            "The converter '\(converter)' of the namespace '\(namespace.name)' is used by"
                + " \(listed.joined(separator: ", ")).",
            hint: "Remove those routes, or change their patterns, first.")
    }

    /// The suppression of the same findings.
    func twin(of suppression: LintSuppression) -> LintSuppression? {
        snapshot.suppressions.first {
            $0.code == suppression.code && $0.namespace == suppression.namespace
                && Set([$0.route, $0.other]) == Set([suppression.route, suppression.other])
                && $0.name.map { Array($0.utf8) } == suppression.name.map { Array($0.utf8) }
        }
    }

    /// The hint for the name of a route that is not there.
    func hint(forName name: String, group: String?, in namespace: String?) -> String {
        let space = snapshot.namespaces.first { $0.name == namespace }?.id
        let known = snapshot.routes.filter { space == nil || $0.namespace == space }
        let question =
            if let group {
                NameSuggestion.didYouMean(
                    "\(group)/\(name)",
                    among: known.compactMap { route in
                        route.name.map { "\(route.group.map { $0 + "/" } ?? "")\($0)" }
                    })
            } else {
                NameSuggestion.didYouMean(name, among: known.compactMap(\.name))
            }
        return question ?? "Refer to a route by '#id', 'name', 'group/name' or its pattern."
    }
}
