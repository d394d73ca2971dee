import RouteDB

extension RouteImporter {
    /// A namespace of a document, with its place.
    private struct Entry {
        let draft: NamespaceDraft
        let members: JSONMembers
    }

    /// Imports the namespaces of a document, each after its fallback.
    ///
    /// An existing namespace with other policies or bindings is left unchanged, unless duplicates
    /// are replaced. The namespace `default`, which every registry has, counts as missing as long
    /// as it was never changed.
    mutating func addNamespaces(_ values: [JSONValue], of text: JSONText) throws {
        var entries: [Entry] = []
        for (index, value) in values.enumerated() {
            do {
                let members = try JSONMembers(
                    value, at: [.key("namespaces"), .index(index)], of: text)
                entries.append(Entry(draft: try Self.draft(members), members: members))
            } catch {
                try report(error)
            }
        }
        if let exact {
            entries = entries.filter { exact.needs($0.draft.name) }
            try clear(entries.map(\.draft).filter { exact.isWhole($0.name) })
        }
        for entry in Self.inOrder(entries) {
            do {
                try add(entry)
            } catch let error as RouteDBError {
                try report(error) { entry.members.place(of: nil) }
            } catch let problem as InputProblem {
                try report(problem)
            }
        }
    }

    private mutating func add(_ entry: Entry) throws {
        let wanted = entry.draft
        let rule = duplicateRule(inNamespace: wanted.name)
        guard let outcome = try update(wanted, isReplacing: rule == .replace) else {
            guard rule != .error else {
                throw entry.members.problem(
                    "name",
                    "A namespace '\(wanted.name)' with other policies or bindings already exists.",
                    hint: "Choose what happens: --on-duplicate skip or replace.")
            }
            summary.namespaces.skipped += 1
            return
        }
        switch outcome {
        case .added: summary.namespaces.added += 1
        case .replaced: summary.namespaces.replaced += 1
        case .unchanged: summary.namespaces.unchanged += 1
        }
    }

    /// Adds or changes a namespace; returns `nil` if a different one was left unchanged.
    private func update(
        _ wanted: NamespaceDraft, isReplacing: Bool
    ) throws(RouteDBError) -> NamespaceOutcome? {
        var isKept = false
        do {
            let outcome = try editor.updateNamespace(wanted.name) {
                (draft) throws(RouteDBError) in
                let isNew = draft == NamespaceDraft(name: RouteNamespace.defaultName)
                isKept = !isNew && !isReplacing && !Self.areEqual(draft, wanted)
                if !isKept { draft = wanted }
            }
            return isKept ? nil : outcome
        } catch {
            // Either the namespace or its fallback is missing; adding it tells which.
            guard error.code == .namespaceNotFound else { throw error }
            return try editor.addNamespace(wanted)
        }
    }

    private static func draft(_ members: JSONMembers) throws(InputProblem) -> NamespaceDraft {
        guard let name = try members.string("name") else {
            throw members.problem(nil, "The namespace has no 'name'.")
        }
        var draft = NamespaceDraft(name: name)
        if let text = try members.string("profile") {
            guard let profile = NamespaceProfile(rawValue: text) else {
                throw members.problem(
                    "profile", "Unknown profile '\(text)'.", hint: NamespaceProfile.hint(for: text))
            }
            draft.profile = profile
        }
        for member in try members.object("policies")?.members ?? [] {
            guard let policy = NamespacePolicy(rawValue: member.key),
                case .string(let text) = member.value
            else {
                let known = NamespacePolicy.allCases.map { "'\($0.rawValue)'" }.joined(
                    separator: ", ")
                throw members.problem(
                    "policies", "'\(member.key)' is not a policy, or its value is not a string.",
                    hint: "The policies are \(known).")
            }
            draft.overrides[policy] = text
        }
        draft.schemes = try members.strings("schemes")
        draft.hosts = try members.strings("hosts")
        draft.fallback = try members.string("fallback")
        draft.fallbackTarget = try members.string("fallbackTarget")
        if let text = try members.string("access") {
            guard let access = RouteNamespace.Access(rawValue: text) else {
                throw members.problem(
                    "access", "Unknown access policy '\(text)'.",
                    hint: RouteNamespace.Access.hint(for: text))
            }
            draft.access = access
        }
        return draft
    }

    /// Returns the entries with fallbacks first; a cycle is left in its order, and the edit rejects
    /// it.
    private static func inOrder(_ entries: [Entry]) -> [Entry] {
        var waiting = entries
        var ordered: [Entry] = []
        while !waiting.isEmpty {
            let names = Set(waiting.map(\.draft.name))
            let isReady = { (entry: Entry) in
                entry.draft.fallback.map { !names.contains($0) } ?? true
            }
            let ready = waiting.filter(isReady)
            guard !ready.isEmpty else { return ordered + waiting }
            ordered += ready
            waiting.removeAll(where: isReady)
        }
        return ordered
    }

    /// Returns whether two drafts are equal, regardless of the order of bindings.
    static func areEqual(_ left: NamespaceDraft, _ right: NamespaceDraft) -> Bool {
        var left = left
        let normal = { (texts: [String]) in Set(texts.map { $0.lowercased() }) }
        if normal(left.schemes) == normal(right.schemes) { left.schemes = right.schemes }
        if normal(left.hosts) == normal(right.hosts) { left.hosts = right.hosts }
        return left == right
    }
}
