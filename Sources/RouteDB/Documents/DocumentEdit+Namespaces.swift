import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage

extension DocumentEdit {
    /// A namespace of a document, with its place.
    private typealias Entry = (draft: NamespaceDraft, origin: RegistryDocument.Origin)

    /// Adds the namespaces of a document, each after its fallback.
    ///
    /// An existing namespace with other policies or bindings is left unchanged, unless duplicates
    /// are replaced. The namespace `default`, which every registry has, counts as missing as long
    /// as it was never changed.
    mutating func addNamespaces(_ found: [RegistryDocument.Entry<NamespaceDraft>]) throws {
        var entries: [Entry] = []
        for entry in found {
            switch entry {
            case .item(let draft, let origin): entries.append((draft, origin))
            case .problem(let problem): try report(problem)
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
                try report(error, of: entry.origin)
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
                throw entry.origin.problem(
                    "name",
                    "A namespace '\(wanted.name)' with other policies or bindings already exists.",
                    remedy: .settleDuplicates)
            }
            summary.namespaces.skipped += 1
            return
        }
        summary.namespaces.count(outcome)
    }

    /// Adds or changes a namespace; returns `nil` if a different one was left unchanged.
    private func update(
        _ wanted: NamespaceDraft, isReplacing: Bool
    ) throws(RouteDBError) -> EditOutcome<NamespaceID>? {
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
        let names = { (hosts: [String]) in normal(hosts.map(HostSyntax.withoutFinalDot)) }
        if names(left.hosts) == names(right.hosts) { left.hosts = right.hosts }
        return left == right
    }
}
