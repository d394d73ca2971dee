public import RouteDBDatabase
public import RouteDBRouting
public import RouteDBStorage

extension RouteRegistry {
    /// Returns the revision that a reference names.
    ///
    /// - Parameter reference: A number, a time, or a tag.
    /// - Returns: The revision.
    /// - Throws: ``RouteDBError`` with `revisionNotFound`, `tagNotFound`, `busy`, `closed`.
    public func revision(
        _ reference: RevisionReference
    ) async throws(RouteDBError) -> RegistryRevision {
        try await core.read { store throws(RouteDBError) in try store.revision(reference) }
    }

    /// Reads the complete contents of the registry at a revision.
    ///
    /// - Parameter reference: A number, a time, or a tag. The number 0 stands for the empty
    ///   registry.
    /// - Returns: The snapshot.
    /// - Throws: ``RouteDBError`` with `revisionNotFound`, `tagNotFound`, `busy`, `corrupt`,
    ///   `closed`.
    public func snapshot(
        at reference: RevisionReference
    ) async throws(RouteDBError) -> RegistrySnapshot {
        try await core.read { store throws(RouteDBError) in
            try store.snapshot(at: try store.number(of: reference))
        }
    }

    /// Compares two revisions.
    ///
    /// - Parameters:
    ///   - old: The earlier revision.
    ///   - new: The later revision, or `nil` for the newest.
    /// - Returns: The differences.
    /// - Throws: ``RouteDBError`` with `revisionNotFound`, `tagNotFound`, `busy`, `corrupt`,
    ///   `closed`.
    /// - Complexity: O(*c* log *n*) in the number of versions *c* that began or ended between the
    ///   revisions, and of all versions *n*.
    public func diff(
        from old: RevisionReference, to new: RevisionReference? = nil
    ) async throws(RouteDBError) -> RegistryDiff {
        RegistryDiff(try await difference(from: old, to: new))
    }

    /// Reads the items that differ between two revisions.
    package func difference(
        from old: RevisionReference, to new: RevisionReference? = nil
    ) async throws(RouteDBError) -> RevisionDifference {
        try await core.read { store throws(RouteDBError) in
            try store.difference(from: old, to: new)
        }
    }

    /// Describes revisions, with their tags and what they changed in words.
    package func outputs(
        of revisions: [RegistryRevision]
    ) async throws(RouteDBError) -> [RevisionOutput] {
        let tags = Dictionary(grouping: try await self.tags, by: \.revision)
        let summaries = try await summaries(of: revisions.map(\.number))
        return revisions.map { revision in
            RevisionOutput(
                revision: revision, tags: (tags[revision.number] ?? []).map(\.name),
                summary: summaries[revision.number]?.text ?? "")
        }
    }

    /// Summarizes revisions, by number.
    ///
    /// - Complexity: O(*c* log *n*) in the versions *c* that began or ended between the first and the last one.
    func summaries(
        of numbers: [Int64]
    ) async throws(RouteDBError) -> [Int64: RevisionSummary] {
        guard let first = numbers.min(), let last = numbers.max() else { return [:] }
        return try await core.read { store throws(RouteDBError) in
            // Revisions far apart are read one by one.
            if last - first < numbers.count * 4 { return try store.summaries(of: first...last) }
            var summaries: [Int64: RevisionSummary] = [:]
            for number in numbers {
                summaries[number] = try store.summaries(of: number...number)[number]
            }
            return summaries
        }
    }

    /// Returns the revisions that added, changed or removed a route or its own default values, newest first.
    package func revisions(
        of route: RouteID
    ) async throws(RouteDBError) -> [RegistryRevision] {
        try await core.read { store throws(RouteDBError) in try store.revisions(of: route) }
    }

    /// Asks a question about a revision, or about the newest.
    private func ask<Answer: Sendable>(
        at revision: RevisionReference?,
        _ question: @Sendable (RegistryQuestions) throws -> Answer
    ) async throws(RouteDBError) -> Answer {
        try await core.read { store throws(RouteDBError) in
            try store.ask(at: revision, question)
        }
    }

    /// Finds the route that a reference identifies at a revision, or at the newest.
    package func route(
        _ reference: RouteReference, at revision: RevisionReference? = nil
    ) async throws(RouteDBError) -> FoundRoute {
        try await ask(at: revision) { try $0.route(reference) }
    }

    /// Reads the routes that a query finds at a revision, or at the newest, with their namespaces and own
    /// default values.
    package func snapshot(
        of query: RouteQuery, at revision: RevisionReference? = nil
    ) async throws(RouteDBError) -> RegistrySnapshot {
        try await ask(at: revision) { try $0.snapshot(of: query) }
    }

    /// Reads the contents of the registry at a revision without the routes that a sieve drops, if there is one,
    /// and without the route tests.
    package func snapshot(
        keptBy sieve: RouteSieve?, at revision: RevisionReference? = nil
    ) async throws(RouteDBError) -> RegistrySnapshot {
        try await ask(at: revision) { try $0.snapshot(keptBy: sieve) }
    }

    /// Reads all items at a revision, or at the newest, but routes, of which there are those that the others
    /// refer to, some more if they exist, and that of a place, which must exist; all may be counted.
    package func items(
        and place: DefaultPlace? = nil, routes: Set<RouteID> = [], countingRoutes: Bool = false,
        at revision: RevisionReference? = nil
    ) async throws(RouteDBError) -> RegistrySnapshot {
        try await ask(at: revision) {
            try $0.items(and: place, routes: routes, countingRoutes: countingRoutes)
        }
    }

    /// Reads what explains the answer to a URL at a revision, or at the newest: all, or in a registry of many
    /// routes those that come close to the URL, and a number of others.
    package func vicinity(
        of url: String, others: Int, at revision: RevisionReference? = nil
    ) async throws(RouteDBError) -> RegistrySnapshot {
        try await ask(at: revision) { try $0.vicinity(of: url, others: others) }
    }

    /// Returns the number of routes at a revision, or at the newest, that meet conditions.
    package func count(
        _ filter: RouteFilter = RouteFilter(), at revision: RevisionReference? = nil
    ) async throws(RouteDBError) -> Int {
        try await ask(at: revision) { try $0.count(filter) }
    }

    /// Checks that each name in conditions is that of something at a revision, or at the newest.
    package func checkNames(
        in filter: RouteFilter, at revision: RevisionReference? = nil
    ) async throws(RouteDBError) {
        try await ask(at: revision) { try $0.checkNames(in: filter) }
    }

    /// Returns the first groups that routes are in at a revision, or at the newest, in order.
    package func groups(
        limit: Int, at revision: RevisionReference? = nil
    ) async throws(RouteDBError) -> [String] {
        try await ask(at: revision) { try $0.groups(limit: limit) }
    }

    /// Returns the language of the pattern of a route at a revision, or at the newest; `nil` without a pattern.
    package func syntax(
        of route: RouteID, at revision: RevisionReference? = nil
    ) async throws(RouteDBError) -> PatternSyntax? {
        try await ask(at: revision) { try $0.syntax(of: route) }
    }

    /// Reads the namespaces at a revision, oldest first.
    package func namespaces(at revision: Int64) async throws(RouteDBError) -> [RouteNamespace] {
        try await core.read { store throws(RouteDBError) in try store.namespaces(at: revision) }
    }

    /// Finds the revision that last set each field of a route.
    ///
    /// - Parameters:
    ///   - route: The route.
    ///   - revision: The number of the revision to look at, or `nil` for the newest.
    /// - Returns: The origins of the fields, followed by those of the route's own default values,
    ///   ordered by key.
    /// - Throws: ``RouteDBError`` with `routeNotFound`, `revisionNotFound`, `busy`, `closed`.
    public func blame(
        _ route: RouteID, at revision: Int64? = nil
    ) async throws(RouteDBError) -> [FieldOrigin] {
        try await core.read { store throws(RouteDBError) in
            try store.blame(route, at: revision)
        }
    }

    /// Restores the contents of a past revision as a new revision.
    ///
    /// No revision is deleted, so a rollback can itself be rolled back.
    ///
    /// - Parameters:
    ///   - reference: The revision to restore.
    ///   - message: Why the rollback is made, or `nil` for a message that names the revision.
    ///   - author: Who makes it, or `nil` for the author of the options.
    ///   - source: What makes it, such as the name of a tool.
    ///   - expected: The revision that must be the newest, or `nil` for any.
    ///   - dryRun: Whether to roll back all changes at the end.
    /// - Returns: Whether anything changed, and the revision that was made.
    /// - Throws: ``RouteDBError`` with `revisionNotFound`, `tagNotFound`, `revisionConflict`,
    ///   `busy`, `full`, `readOnly`, `storageFailure`, `closed`.
    @discardableResult
    public func rollBack(
        to reference: RevisionReference, message: String? = nil, author: String? = nil,
        source: String = "library", expecting expected: Int64? = nil, dryRun: Bool = false
    ) async throws -> EditResult<Bool> {
        try await edit(
            message ?? "Roll back to \(reference)", author: author, source: source,
            expecting: expected, dryRun: dryRun
        ) { try $0.rollBack(to: reference) }
    }

    // MARK: Tags

    /// All tags, ordered by revision and name.
    public var tags: [RevisionTag] {
        get async throws(RouteDBError) {
            try await core.read { store throws(RouteDBError) in try store.tags.all() }
        }
    }

    /// Tags a revision, without making a new one.
    ///
    /// - Parameters:
    ///   - name: The tag: an ASCII letter, then ASCII letters, digits, `-`, `_`, `.` and `/`.
    ///   - reference: The revision to tag.
    ///   - message: Why it is tagged.
    ///   - author: Who tags it, or `nil` for the author of the options.
    ///   - expected: The revision that must be the newest, or `nil` for any.
    ///   - isMoving: Whether to move the tag if it names another revision. Without it, that throws
    ///     `tagConflict`.
    ///   - dryRun: Whether to check everything but change nothing.
    /// - Returns: What happened to the tag, and the number of the revision.
    /// - Throws: ``RouteDBError`` with `invalidValue`, `revisionNotFound`, `tagNotFound`,
    ///   `tagConflict`, `revisionConflict`, `busy`, `full`, `readOnly`, `closed`.
    @discardableResult
    public func setTag(
        _ name: String, to reference: RevisionReference, message: String = "",
        author: String? = nil, expecting expected: Int64? = nil, isMoving: Bool = false,
        dryRun: Bool = false
    ) async throws(RouteDBError) -> RevisionTag.Edit {
        let commit = CommitInfo(
            author: author ?? options.author, message: message,
            time: options.now(), expectedRevision: expected)
        return try await core.read { store throws(RouteDBError) in
            try store.tags.set(name, to: reference, commit, isMoving: isMoving, dryRun: dryRun)
        }
    }

    /// Removes a tag; the revision that it names stays.
    ///
    /// - Parameters:
    ///   - name: The tag.
    ///   - expected: The revision that must be the newest, or `nil` for any.
    ///   - dryRun: Whether to check everything but change nothing.
    /// - Returns: The number of the revision that the tag named.
    /// - Throws: ``RouteDBError`` with `tagNotFound`, `revisionConflict`, `busy`, `readOnly`,
    ///   `closed`.
    @discardableResult
    public func removeTag(
        _ name: String, expecting expected: Int64? = nil, dryRun: Bool = false
    ) async throws(RouteDBError) -> Int64 {
        try await core.read { store throws(RouteDBError) in
            try store.tags.remove(name, expecting: expected, dryRun: dryRun)
        }
    }
}
