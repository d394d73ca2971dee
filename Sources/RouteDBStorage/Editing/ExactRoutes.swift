package import RouteDBDatabase
package import RouteDBRouting

/// A route requested from ``RegistryEditor/setRoutes(_:in:refuse:)``.
package struct WantedRoute: Sendable {
    /// The content of the route.
    package var draft: RouteDraft
    /// True if the route may have the pattern of another route of its namespace and kind.
    package var keepsBoth: Bool

    package init(_ draft: RouteDraft, keepsBoth: Bool) {
        self.draft = draft
        self.keepsBoth = keepsBoth
    }
}

/// Replaces the routes of a part of a registry with given ones.
private struct ExactRoutes {
    /// A requested route, and what is known about it.
    private struct Entry {
        let wanted: WantedRoute
        let namespace: RouteNamespace
        /// The canonical pattern, or `nil` for a task or an invalid pattern.
        let pattern: String?
        /// The live route that the requested one updates.
        var record: RouteRecord?
        /// True if the live route is already equal.
        var isSame = false

        /// The route's key among patterns: its namespace, pattern and kind.
        var place: [TextKey?] {
            ExactRoutes.place(namespace.name, pattern, wanted.draft.kind)
        }
    }

    let editor: RegistryEditor
    private var live: LiveRegistry { editor.live }

    /// Does what ``RegistryEditor/setRoutes(_:in:refuse:)`` says.
    func set(
        _ wanted: [WantedRoute], in part: RegistryPart,
        refuse: (Int, RouteDBError) throws -> Void
    ) throws -> (outcomes: [EditOutcome<RouteID>?], removed: [RouteID]) {
        var alignment = RouteAlignment(
            try editor.perform { () throws(RouteDBError) in try records(in: part) })
        var entries: [Entry?] = []
        // Reported later, in the order of the routes, together with errors found while writing.
        var refusals: [Int: RouteDBError] = [:]
        for (index, route) in wanted.enumerated() {
            do {
                entries.append(
                    try editor.perform { () throws(RouteDBError) in
                        try entry(route, alignment)
                    })
            } catch {
                entries.append(nil)
                refusals[index] = error
            }
        }
        try editor.perform { () throws(RouteDBError) in try align(&entries, &alignment) }
        let removed = alignment.rest.map(\.id)
        try editor.perform { () throws(RouteDBError) in
            for id in removed { try editor.remove(id, in: try editor.makeRevision()) }
            try freeNames(entries)
        }
        let outside = try editor.perform { () throws(RouteDBError) in try places(outside: part) }
        var patterns = WantedPatterns(entries.compactMap { $0 })
        var outcomes: [EditOutcome<RouteID>?] = []
        for (index, entry) in entries.enumerated() {
            guard let entry else {
                outcomes.append(nil)
                if let error = refusals[index] { try refuse(index, error) }
                continue
            }
            do {
                outcomes.append(
                    try editor.perform { () throws(RouteDBError) in
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

        /// Returns whether a route repeats the pattern and kind of an earlier one, and at least one of them
        /// changes.
        mutating func isTwin(_ entry: Entry) -> Bool {
            let isNew = seen.insert(entry.place).inserted
            return !isNew && entry.pattern != nil && changing.contains(entry.place)
        }
    }

    /// The live routes of the part's namespaces that are outside its group, by namespace, pattern
    /// and kind.
    private func places(outside part: RegistryPart) throws(RouteDBError) -> [[TextKey?]: RouteID] {
        guard part.group != nil else { return [:] }
        var found: [[TextKey?]: RouteID] = [:]
        for record in try records(in: RegistryPart(namespaces: part.namespaces))
        where !Self.areSame(record.group, part.group) {
            guard let pattern = record.pattern else { continue }
            found[Self.place(try live.name(of: record.namespace), pattern, record.kind)] = record.id
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
    private func records(in part: RegistryPart) throws(RouteDBError) -> [RouteRecord] {
        var ids: [RouteID] = []
        for (name, namespace) in try live.namespacesByName() where part.namespaces.contains(name) {
            ids += try live.routes.ids(in: namespace.id)
        }
        var records: [RouteRecord] = []
        for id in ids.sorted() {
            guard let record = try live.routes.find(id) else { continue }
            guard part.group == nil || Self.areSame(record.group, part.group) else { continue }
            records.append(record)
        }
        return records
    }

    private func entry(
        _ wanted: WantedRoute, _ alignment: RouteAlignment
    ) throws(RouteDBError) -> Entry {
        let namespace = try live.namespace(named: wanted.draft.namespace)
        guard let text = wanted.draft.pattern else {
            return Entry(wanted: wanted, namespace: namespace, pattern: nil)
        }
        let syntax = wanted.draft.syntax ?? PatternSyntax(namespace)
        let names = try live.converterNames(of: namespace.id)
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
        let steps: [(inout RouteAlignment, Entry) -> RouteRecord?] = [
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
                    let record = step(&alignment, entry)
                else { continue }
                entries[index]?.record = record
                alignment.take(record.id)
            }
        }
    }

    private func isStored(_ entry: Entry, as record: RouteRecord) throws(RouteDBError) -> Bool {
        // A draft that cannot be stored is refused later, when it is written.
        guard let route = try? editor.check(respelled(entry, as: record), replacing: record) else {
            return false
        }
        return try editor.isStored(route, as: record.id)
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
            let revision = try editor.makeRevision()
            record.name = nil
            try live.routes.end(id: record.id.rawValue, in: revision)
            try live.routes.insert(record, in: revision)
        }
    }

    private func write(
        _ entry: Entry, isTwin: Bool, besides outside: [[TextKey?]: RouteID]
    ) throws(RouteDBError) -> EditOutcome<RouteID> {
        let draft = entry.record.map { respelled(entry, as: $0) } ?? entry.wanted.draft
        let route = try editor.check(draft, replacing: entry.record)
        let mustBeFree =
            !entry.wanted.keepsBoth && !route.namespace.policies.registration.allowsTwins
        if mustBeFree, let other = try twin(of: entry, isTwin: isTwin, besides: outside) {
            throw editor.duplicate(route, of: other)
        }
        guard let record = entry.record else { return .added(try editor.insert(route)) }
        if entry.isSame { return .unchanged(record.id) }
        if try editor.isStored(route, as: record.id) { return .unchanged(record.id) }
        try editor.requireFreeName(route, except: record.id)
        try editor.write(route, over: record.id)
        return .replaced(record.id)
    }

    /// The route with the same pattern that prevents a requested route from being written.
    private func twin(
        of entry: Entry, isTwin: Bool, besides outside: [[TextKey?]: RouteID]
    ) throws(RouteDBError) -> RouteID? {
        if isTwin, let pattern = entry.pattern {
            return try live.routes.ids(
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

extension RegistryEditor {
    /// Replaces the routes of a part of the registry with the given ones.
    ///
    /// A requested route that corresponds to a live one updates it; the live route keeps its id,
    /// and with it its history and position in the order of registration. ``RouteAlignment`` finds
    /// the corresponding route. All other routes of the part are removed. The spelling of a pattern
    /// does not matter as long as it is the same pattern.
    ///
    /// - Complexity: O(*n* log *n*) in the number of routes in the part plus those requested.
    package func setRoutes(
        _ wanted: [WantedRoute], in part: RegistryPart,
        refuse: (Int, RouteDBError) throws -> Void
    ) throws -> (outcomes: [EditOutcome<RouteID>?], removed: [RouteID]) {
        try ExactRoutes(editor: self).set(wanted, in: part, refuse: refuse)
    }
}
