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
        let namespace = try members.string("namespace") ?? Namespace.defaultName
        let rule = try Self.rule(members)
        guard exact?.mentions(namespace) ?? true else { return }
        do {
            let old = try editor.converters(in: namespace).first { $0.name == name }
            if let old, old.rule != rule {
                switch duplicateRule(inNamespace: namespace) {
                case .replace: break
                case .error:
                    throw members.problem(
                        "name", "A converter '\(name)' with another rule exists already.",
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

    private static func rule(_ members: JSONMembers) throws(InputProblem) -> Converter.Rule {
        guard let name = try members.string("rule") else {
            throw members.problem(nil, "The converter has no 'rule'.")
        }
        if let rule = Converter.Rule(name: name, argument: members.value("argument")) {
            return rule
        }
        let known = Converter.Rule.names
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
