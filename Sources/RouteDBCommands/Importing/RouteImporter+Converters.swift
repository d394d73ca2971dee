import RouteDB

extension RouteImporter {
    /// Imports the converters of a document.
    ///
    /// An existing converter with another rule is left unchanged, unless duplicates are replaced.
    mutating func addConverters(_ entries: [JSONValue], of text: JSONText) throws {
        for (index, value) in entries.enumerated() {
            do {
                let members = try JSONMembers(
                    value, at: [.key("converters"), .index(index)], of: text)
                try addConverter(members)
            } catch let problem as InputProblem {
                try report(problem)
            }
        }
    }

    private mutating func addConverter(_ members: JSONMembers) throws {
        guard let name = try members.string("name") else {
            throw members.problem(nil, "The converter has no 'name'.")
        }
        let namespace = try members.string("namespace") ?? RouteNamespace.defaultName
        let rule = try Self.rule(members)
        guard exact?.mentions(namespace) ?? true else { return }
        do {
            let old = try editor.converters(in: namespace).first { $0.name == name }
            if let old, old.rule != rule {
                switch duplicateRule(inNamespace: namespace) {
                case .replace: break
                case .error:
                    throw members.problem(
                        "name", "A converter '\(name)' with another rule already exists.",
                        hint: "Choose what happens: --on-duplicate skip or replace.")
                case .skip, .keepBoth:
                    summary.converters.skipped += 1
                    return
                }
            }
            switch try editor.setConverter(name, rule: rule, in: namespace) {
            case .added: summary.converters.added += 1
            case .replaced: summary.converters.replaced += 1
            case .unchanged: summary.converters.unchanged += 1
            }
        } catch let error as RouteDBError {
            try report(error) { members.place(of: nil) }
        }
    }

    private static func rule(_ members: JSONMembers) throws(InputProblem) -> ParameterConverter.Rule
    {
        guard let name = try members.string("rule") else {
            throw members.problem(nil, "The converter has no 'rule'.")
        }
        if let rule = ParameterConverter.Rule(name: name, argument: members.value("argument")) {
            return rule
        }
        let known = ParameterConverter.Rule.names
        guard known.contains(name) else {
            let nearest = NameSuggestion.nearest(to: name, among: known)
            throw members.problem(
                "rule", "Unknown converter rule '\(name)'.",
                hint: nearest.map { "Did you mean '\($0)'?" }
                    ?? "Write one of \(known.joined(separator: ", ")).")
        }
        throw members.problem(
            "argument", "Invalid value of the rule '\(name)'.",
            hint: "'allow' expects an array of strings, 'map' an object, 'affix' an object with"
                + " 'prefix' and 'suffix', 'any' and 'code' nothing.")
    }
}

extension RouteImporter {
    /// Imports the access rules of a document, in their order: of the rules that decide, the oldest
    /// gives the reason.
    ///
    /// Rules are added to the existing ones; none is ever removed.
    ///
    /// - Parameters:
    ///   - entries: The rules.
    ///   - routes: The outcomes of the document's routes.
    ///   - text: The document.
    /// - Throws: ``ImportFailure`` if there are too many problems; `RouteDBError` from the storage.
    mutating func addRules(
        _ entries: [JSONValue], about routes: [EditOutcome?], of text: JSONText
    ) throws {
        let parser = JSONRuleParser()
        for (index, value) in entries.enumerated() {
            do {
                let members = try JSONMembers(value, at: [.key("rules"), .index(index)], of: text)
                guard let place = try place(of: members, parser, among: routes),
                    exact?.covers(place) ?? true
                else { continue }
                try addRule(try parser.draft(members, in: place), members)
            } catch let problem as InputProblem {
                try report(problem)
            }
        }
    }

    private mutating func addRule(_ draft: RuleDraft, _ members: JSONMembers) throws {
        do {
            let outcome = try editor.addRule(draft)
            exact?.rules.insert(outcome.id)
            switch outcome {
            case .added: summary.rules.added += 1
            case .unchanged: summary.rules.unchanged += 1
            }
        } catch {
            try report(error) { members.place(of: nil) }
        }
    }

    /// Returns what a rule covers; `nil` for a route of the document that was not imported.
    private mutating func place(
        of members: JSONMembers, _ parser: JSONRuleParser, among routes: [EditOutcome?]
    ) throws(InputProblem) -> DefaultPlace? {
        guard case .int(let number)? = members.value("route") else {
            return try parser.place(members)
        }
        switch try documentRoute(number, "route", of: members, among: routes) {
        case .added(let id)?, .replaced(let id)?, .unchanged(let id)?:
            return .route(RouteReference(id))
        case .skipped?:
            // The existing route is a different one and keeps its own rules.
            summary.rules.skipped += 1
            return nil
        case nil: return nil
        }
    }

    /// Returns the outcome of the route with a number, from 1, in the document.
    func documentRoute(
        _ number: Int64, _ key: String, of members: JSONMembers, among routes: [EditOutcome?]
    ) throws(InputProblem) -> EditOutcome? {
        guard let index = Int(exactly: number), routes.indices.contains(index - 1) else {
            throw members.problem(
                key, "The document has no route \(number).",
                hint: "Routes are counted from 1; it has \(routes.count).")
        }
        return routes[index - 1]
    }
}
