import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage

extension DocumentEdit {
    /// Sets a converter.
    ///
    /// An existing one with another rule is left unchanged, unless duplicates are replaced.
    mutating func addConverter(
        _ converter: RegistryDocument.ConverterDraft, _ origin: RegistryDocument.Origin
    ) throws {
        let (name, namespace) = (converter.name, converter.namespace)
        guard exact?.mentions(namespace) ?? true else { return }
        do {
            let old = try editor.converter(named: name, in: namespace)
            if let old, old.rule != converter.rule {
                switch duplicateRule(inNamespace: namespace) {
                case .replace: break
                case .error:
                    throw origin.problem(
                        "name", "A converter '\(name)' with another rule already exists.",
                        remedy: .settleDuplicates)
                case .skip, .keepBoth:
                    summary.converters.skipped += 1
                    return
                }
            }
            summary.converters.count(
                try editor.setConverter(name, rule: converter.rule, in: namespace))
        } catch let error as RouteDBError {
            try report(error, of: origin)
        }
    }

    /// Sets default values.
    ///
    /// An existing value that differs is left unchanged, unless duplicates are replaced.
    mutating func setDefaults(
        _ defaults: RegistryDocument.Defaults, _ origin: RegistryDocument.Origin
    ) throws {
        let place = defaults.place
        guard exact?.covers(place) ?? true else { return }
        do {
            let old = try editor.defaults(in: place)
            for member in defaults.values.members { exact?.keep(member.key, in: place) }
            for member in defaults.values.members {
                // Compare texts, as values are stored: a double never equals a whole number.
                let present = old[member.key]?.description
                if present == member.value.description {
                    summary.defaults.unchanged += 1
                    continue
                }
                if present != nil {
                    switch duplicateRule {
                    case .replace: summary.defaults.replaced += 1
                    case .error:
                        throw origin.problem(
                            "values",
                            "The default value '\(member.key)' already exists with another"
                                + " value.", remedy: .settleDuplicates)
                    case .skip, .keepBoth:
                        summary.defaults.skipped += 1
                        continue
                    }
                } else {
                    summary.defaults.added += 1
                }
                try editor.setDefault(member.key, to: member.value, in: place)
            }
        } catch let error as RouteDBError {
            try report(error, of: origin)
        }
    }

    /// Adds the access rules, each after those before it in the document: of the rules that decide,
    /// the oldest gives the reason.
    ///
    /// In a part that is made equal to the document, a rule that differs from one that the document
    /// no longer has, and is about the same, takes its place.
    mutating func addRules(about routes: MentionedRoutes) throws {
        var others: [(draft: RuleDraft, origin: RegistryDocument.Origin)] = []
        try forEach(document.rules) { edit, rule, origin in
            guard let draft = try edit.draft(of: rule, origin, about: routes) else { return }
            if try edit.keepRule(draft, origin) { return }
            others.append((draft, origin))
        }
        for (draft, origin) in others { try addRule(draft, origin) }
    }

    /// The draft of an access rule of the part, with its place.
    private mutating func draft(
        of rule: RegistryDocument.Rule, _ origin: RegistryDocument.Origin,
        about routes: MentionedRoutes
    ) throws -> RuleDraft? {
        var draft = rule.draft
        if let mention = rule.route {
            switch try find(mention, "route", origin, among: routes) {
            case .route(let id): draft.place = .route(RouteReference(id))
            case .skipped:
                // The existing route is a different one and keeps its own rules.
                summary.rules.skipped += 1
                return nil
            case .leftOut: return nil
            }
        }
        return exact?.covers(draft.place) ?? true ? draft : nil
    }

    /// Finds the rule that is the same as a draft; returns whether there is one.
    private mutating func keepRule(
        _ draft: RuleDraft, _ origin: RegistryDocument.Origin
    ) throws -> Bool {
        guard exact != nil else { return false }
        do {
            guard let rule = try editor.rule(like: draft) else { return false }
            exact?.rules.insert(rule)
            summary.rules.count(EditOutcome.unchanged(rule))
        } catch {
            try report(error, of: origin)
        }
        return true
    }

    private mutating func addRule(
        _ draft: RuleDraft, _ origin: RegistryDocument.Origin
    ) throws {
        do {
            let outcome =
                if let old = try counterpart(of: draft) {
                    try editor.replaceRule(old, with: draft)
                } else {
                    try editor.addRule(draft)
                }
            exact?.rules.insert(outcome.item)
            summary.rules.count(outcome)
        } catch {
            try report(error, of: origin)
        }
    }

    /// The rule of the same place that a draft takes the place of.
    private func counterpart(of draft: RuleDraft) throws(RouteDBError) -> RuleID? {
        guard let exact else { return nil }
        let free = try editor.rules(in: draft.place).filter { !exact.rules.contains($0.id) }
        let isLike: [(AccessRule) -> Bool] = [
            { $0.subject == draft.subject && $0.effect == draft.effect },
            { $0.subject == draft.subject && $0.conditions == draft.conditions },
            { $0.effect == draft.effect && $0.conditions == draft.conditions },
        ]
        return isLike.lazy.compactMap { free.first(where: $0) }.first?.id
    }

    /// Adds a suppression.
    mutating func addSuppression(
        _ suppression: RegistryDocument.Suppression, _ origin: RegistryDocument.Origin,
        about routes: MentionedRoutes
    ) throws {
        var draft = suppression.draft
        for (key, mention, path) in [
            ("route", suppression.route, \SuppressionDraft.route),
            ("other", suppression.other, \SuppressionDraft.other),
        ] {
            guard let mention else { continue }
            switch try find(mention, key, origin, among: routes) {
            case .route(let id): draft[keyPath: path] = RouteReference(id)
            case .skipped, .leftOut:
                summary.suppressions.skipped += 1
                return
            }
        }
        guard exact?.covers(draft) ?? true else { return }
        do {
            let outcome = try editor.addSuppression(draft)
            exact?.suppressions.insert(outcome.item.id)
            summary.suppressions.count(outcome)
        } catch {
            try report(error, of: origin)
        }
    }

    /// Finds the route that a rule or a suppression is about, unless it is outside the part.
    private mutating func find(
        _ mention: RouteMention, _ key: String, _ origin: RegistryDocument.Origin,
        among routes: MentionedRoutes
    ) throws -> MentionedRoutes.Found {
        do {
            let found = try routes.find(mention, with: editor)
            guard case .route(let id) = found, let exact, !exact.isWholeRegistry else {
                return found
            }
            let route = try editor.draft(of: RouteReference(id))
            return exact.covers(route) ? found : .leftOut
        } catch {
            try report(error, key, of: origin)
            return .leftOut
        }
    }

    /// Adds a route test.
    ///
    /// A test whose name is taken is skipped, unless duplicates are replaced.
    mutating func addCase(_ content: RouteTestCase, _ origin: RegistryDocument.Origin) throws {
        guard exact?.isWholeRegistry ?? true else { return }
        do {
            let outcome = try editor.addCase(content, replacing: duplicateRule == .replace)
            exact?.cases.insert(outcome.item)
            summary.cases.count(outcome)
        } catch {
            let isSkipped = duplicateRule == .skip || duplicateRule == .keepBoth
            if error.code == .caseConflict && isSkipped {
                summary.cases.skipped += 1
            } else {
                try report(error, of: origin)
            }
        }
    }

    /// Adds an app.
    ///
    /// An existing one that differs is left unchanged, unless duplicates are replaced.
    mutating func addApp(
        _ app: RegistryDocument.App, _ origin: RegistryDocument.Origin
    ) throws {
        guard exact?.mentions(app.namespace) ?? true else { return }
        let rule = duplicateRule(inNamespace: app.namespace)
        do {
            let outcome = try editor.addApp(
                app.content, in: app.namespace, replacing: rule == .replace, requiringRoutes: false)
            summary.apps.count(outcome)
        } catch {
            guard error.code == .appConflict else { return try report(error, of: origin) }
            guard rule != .error else {
                throw origin.problem(
                    "app", "The app '\(app.content.identifier)' already exists, and differs.",
                    remedy: .settleDuplicates)
            }
            summary.apps.skipped += 1
        }
    }
}
