package import RouteDBDatabase
package import RouteDBRouting

extension RegistryEditor {
    /// A requested route, and what is known about it.
    private struct Entry {
        let wanted: WantedRoute
        let namespace: RouteNamespace
        /// The canonical pattern, or `nil` for a task or an invalid pattern.
        let pattern: String?
        /// The live route that the requested one updates.
        var record: RouteRecord?
        /// Whether the live route is already equal.
        var isSame = false

        /// The route's key among patterns: its namespace, pattern and kind.
        var place: [TextKey?] {
            RegistryEditor.place(namespace.name, pattern, wanted.draft.kind)
        }
    }

    /// Replaces the routes of a part of the registry with the given ones.
    ///
    /// A requested route that corresponds to a live one updates it; the live route keeps its id,
    /// and with it its history and position in the order of registration. ``RouteAlignment`` finds
    /// the corresponding route. All other routes of the part are removed. The spelling of a pattern
    /// does not matter as long as it is the same pattern.
    ///
    /// - Parameters:
    ///   - wanted: The requested routes, each in a namespace of the part, and in the part's group
    ///     if it has one.
    ///   - part: The part to replace.
    ///   - refuse: Called with the index of a requested route that breaks a rule, and the error; if
    ///     it returns, the next route is processed.
    /// - Returns: What was done for each requested route, `nil` if it was refused; and the routes
    ///   that were removed.
    /// - Throws: Any error that `refuse` throws, and storage errors.
    /// - Complexity: O(*n* log *n*) in the number of routes in the part and requested routes.
    package func setRoutes(
        _ wanted: [WantedRoute], in part: RegistryPart,
        refuse: (Int, RouteDBError) throws -> Void
    ) throws -> (outcomes: [EditOutcome?], removed: [RouteID]) {
        var alignment = RouteAlignment(
            try perform { () throws(RouteDBError) in try live(in: part) })
        var entries: [Entry?] = []
        // Reported later, in the order of the routes, together with errors found while writing.
        var refusals: [Int: RouteDBError] = [:]
        for (index, route) in wanted.enumerated() {
            do {
                entries.append(
                    try perform { () throws(RouteDBError) in
                        try entry(route, alignment)
                    })
            } catch {
                entries.append(nil)
                refusals[index] = error
            }
        }
        try perform { () throws(RouteDBError) in try align(&entries, &alignment) }
        let removed = alignment.rest.map(\.id)
        try perform { () throws(RouteDBError) in
            for id in removed { try remove(id, revision: try makeRevision()) }
            try freeNames(entries)
        }
        let outside = try perform { () throws(RouteDBError) in try live(outside: part) }
        var patterns = WantedPatterns(entries.compactMap { $0 })
        var outcomes: [EditOutcome?] = []
        for (index, entry) in entries.enumerated() {
            guard let entry else {
                outcomes.append(nil)
                if let error = refusals[index] { try refuse(index, error) }
                continue
            }
            do {
                outcomes.append(
                    try perform { () throws(RouteDBError) in
                        try write(entry, isTwin: patterns.isTwin(entry), besides: outside)
                    })
            } catch {
                outcomes.append(nil)
                try refuse(index, error)
            }
        }
        return (outcomes, removed)
    }

    /// Detects duplicate patterns among the requested routes, in their order.
    private struct WantedPatterns {
        /// The keys of routes that are new or change; existing duplicates are allowed to stay.
        private let changing: Set<[TextKey?]>
        private var seen: Set<[TextKey?]> = []

        init(_ entries: [Entry]) {
            changing = Set(entries.lazy.filter { !$0.isSame }.map(\.place))
        }

        /// Whether a route repeats the pattern and kind of an earlier one, and at least one of them
        /// changes.
        mutating func isTwin(_ entry: Entry) -> Bool {
            let isNew = seen.insert(entry.place).inserted
            return !isNew && entry.pattern != nil && changing.contains(entry.place)
        }
    }

    /// The live routes of the part's namespaces that are outside its group, by namespace, pattern
    /// and kind.
    private func live(outside part: RegistryPart) throws(RouteDBError) -> [[TextKey?]: RouteID] {
        guard part.group != nil else { return [:] }
        var found: [[TextKey?]: RouteID] = [:]
        for record in try live(in: RegistryPart(namespaces: part.namespaces))
        where !Self.areSame(record.group, part.group) {
            guard let pattern = record.pattern else { continue }
            found[Self.place(try name(of: record.namespace), pattern, record.kind)] = record.id
        }
        return found
    }

    /// A route's key among patterns: its namespace, pattern and kind.
    private static func place(
        _ namespace: String, _ pattern: String?, _ kind: String?
    ) -> [TextKey?] {
        [namespace, pattern, kind.map(RouteKind.canonical)].map { $0.map { TextKey($0) } }
    }

    /// The live routes of a part, oldest first.
    private func live(in part: RegistryPart) throws(RouteDBError) -> [RouteRecord] {
        var ids: [RouteID] = []
        for (name, namespace) in try liveNamespaces() where part.namespaces.contains(name) {
            ids += try routes.ids(in: namespace.id)
        }
        var records: [RouteRecord] = []
        for id in ids.sorted() {
            guard let record = try routes.find(id) else { continue }
            guard part.group == nil || Self.areSame(record.group, part.group) else { continue }
            records.append(record)
        }
        return records
    }

    private func entry(
        _ wanted: WantedRoute, _ alignment: RouteAlignment
    ) throws(RouteDBError) -> Entry {
        let namespace = try namespace(named: wanted.draft.namespace)
        guard let text = wanted.draft.pattern else {
            return Entry(wanted: wanted, namespace: namespace, pattern: nil)
        }
        let syntax = wanted.draft.syntax ?? PatternSyntax(namespace)
        let names = try converterNames(of: namespace.id)
        let read = try? syntax.parse(text, converters: names).description
        let pattern = alignment.pattern(
            of: text, syntax.description, in: namespace.id, readAs: read)
        return Entry(wanted: wanted, namespace: namespace, pattern: pattern)
    }

    /// Finds the live route that corresponds to each entry.
    private func align(
        _ entries: inout [Entry?], _ alignment: inout RouteAlignment
    ) throws(RouteDBError) {
        for index in entries.indices {
            guard let entry = entries[index] else { continue }
            let candidates = alignment.candidates(
                in: entry.namespace.id, pattern: entry.pattern, entry.wanted.draft)
            for record in candidates where try isStored(entry, as: record) {
                entries[index]?.record = record
                entries[index]?.isSame = true
                alignment.take(record.id)
                break
            }
        }
        let steps: [(RouteAlignment, Entry) -> RouteRecord?] = [
            { $0.named(in: $1.namespace.id, $1.wanted.draft) },
            { alignment, entry in
                guard let pattern = entry.pattern else { return nil }
                return alignment.candidates(
                    in: entry.namespace.id, pattern: pattern, entry.wanted.draft
                ).first
            },
            { alignment, entry in
                entry.pattern.flatMap { alignment.first(in: entry.namespace.id, pattern: $0) }
            },
        ]
        for step in steps {
            for index in entries.indices {
                guard let entry = entries[index], entry.record == nil,
                    let record = step(alignment, entry)
                else { continue }
                entries[index]?.record = record
                alignment.take(record.id)
            }
        }
    }

    private func isStored(_ entry: Entry, as record: RouteRecord) throws(RouteDBError) -> Bool {
        // A draft that cannot be stored is refused later, when it is written.
        guard let route = try? check(respelled(entry, as: record), replacing: record) else {
            return false
        }
        return try isStored(route, as: record.id)
    }

    /// The draft of an entry, with the pattern spelled as in the corresponding route if it is the
    /// same.
    private func respelled(_ entry: Entry, as record: RouteRecord) -> RouteDraft {
        var draft = entry.wanted.draft
        guard let pattern = record.pattern, pattern.isSame(as: entry.pattern),
            record.namespace == entry.namespace.id
        else { return draft }
        draft.pattern = record.written
        draft.syntax = PatternSyntax(record.syntax)
        return draft
    }

    /// Clears the names of routes that will get another name, so that other routes can use them.
    private func freeNames(_ entries: [Entry?]) throws(RouteDBError) {
        for case let entry? in entries {
            let draft = entry.wanted.draft
            guard var record = entry.record, record.name != nil, record.pattern != nil,
                !Self.areSame(draft.name, record.name) || !Self.areSame(draft.group, record.group)
            else { continue }
            let revision = try makeRevision()
            record.name = nil
            try routes.end(record.id, revision: revision)
            try routes.insert(record, revision: revision)
        }
    }

    private func write(
        _ entry: Entry, isTwin: Bool, besides outside: [[TextKey?]: RouteID]
    ) throws(RouteDBError) -> EditOutcome {
        let draft = entry.record.map { respelled(entry, as: $0) } ?? entry.wanted.draft
        let route = try check(draft, replacing: entry.record)
        let mustBeFree =
            !entry.wanted.keepsBoth && !route.namespace.policies.registration.allowsTwins
        if mustBeFree, let other = try twin(of: entry, isTwin: isTwin, besides: outside) {
            throw duplicate(route, of: other)
        }
        guard let record = entry.record else { return .added(try insert(route)) }
        if entry.isSame { return .unchanged(record.id) }
        if try isStored(route, as: record.id) { return .unchanged(record.id) }
        try requireFreeName(route, except: record.id)
        try write(route, over: record.id)
        return .replaced(record.id)
    }

    /// The route with the same pattern that prevents a requested route from being written.
    private func twin(
        of entry: Entry, isTwin: Bool, besides outside: [[TextKey?]: RouteID]
    ) throws(RouteDBError) -> RouteID? {
        if isTwin, let pattern = entry.pattern {
            return try routes.ids(
                in: entry.namespace.id, pattern: pattern, kind: entry.wanted.draft.kind
            ).first { $0 != entry.record?.id }
        }
        // A route of another group that already shares this route's pattern may continue to.
        let stays =
            entry.record.map {
                Self.areSame($0.pattern, entry.pattern)
                    && RouteKind.areSame($0.kind, entry.wanted.draft.kind)
            } ?? false
        return stays ? nil : outside[entry.place]
    }

    private static func areSame(_ left: String?, _ right: String?) -> Bool {
        left.map { TextKey($0) } == right.map { TextKey($0) }
    }
}
