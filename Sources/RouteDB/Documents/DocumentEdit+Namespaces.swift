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
        guard try editor.hasNamespace(wanted.name) else { return try editor.addNamespace(wanted) }
        var isKept = false
        let outcome = try editor.updateNamespace(wanted.name) { (draft) throws(RouteDBError) in
            let isNew = draft == NamespaceDraft(name: RouteNamespace.defaultName)
            isKept = !isNew && !isReplacing && !Self.areEqual(draft, wanted)
            if !isKept { draft = wanted }
        }
        return isKept ? nil : outcome
    }

    /// Returns the entries with fallbacks first; a cycle is left in its order, and the edit rejects
    /// it.
    private static func inOrder(_ entries: [Entry]) -> [Entry] {
        let places = Dictionary(
            entries.enumerated().map { ($1.draft.name, $0) },
            uniquingKeysWith: { first, _ in first })
        var ordered: [Entry] = []
        /// The entry from which each one was reached first.
        var starts = [Int?](repeating: nil, count: entries.count)
        for start in entries.indices {
            var way: [Int] = []
            var next: Int? = start
            while let place = next, starts[place] == nil {
                starts[place] = start
                way.append(place)
                next = entries[place].draft.fallback.flatMap { places[$0] }
            }
            let isCycle = next.map { starts[$0] == start } ?? false
            ordered += (isCycle ? way : way.reversed()).map { entries[$0] }
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
