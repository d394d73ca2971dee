public import RouteDBRouting
public import RouteDBStorage

extension RouteRegistry {
    /// The revision that a reference points at.
    ///
    /// - Parameter reference: A number, a time, or a tag.
    /// - Returns: The revision.
    /// - Throws: ``RouteDBError`` with `revisionNotFound`, `tagNotFound`, `busy`, `closed`.
    public func revision(
        _ reference: RevisionReference
    ) async throws(RouteDBError) -> Revision {
        try await core.read { store throws(RouteDBError) in try store.revision(reference) }
    }

    /// Everything that the registry held at a revision.
    ///
    /// - Parameter reference: A number, a time, or a tag; the number 0 is the empty registry.
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

    /// What two revisions do not agree on.
    ///
    /// - Parameters:
    ///   - old: The earlier revision.
    ///   - new: The later one; `nil`: the newest.
    /// - Returns: The differences.
    /// - Throws: ``RouteDBError`` with `revisionNotFound`, `tagNotFound`, `busy`, `corrupt`,
    ///   `closed`.
    public func diff(
        from old: RevisionReference, to new: RevisionReference? = nil
    ) async throws(RouteDBError) -> RegistryDiff {
        let earlier = try await snapshot(at: old)
        guard let new else {
            return RegistryDiff(from: earlier, to: try await snapshot())
        }
        return RegistryDiff(from: earlier, to: try await snapshot(at: new))
    }

    /// Which revision set each field of a route.
    ///
    /// - Parameters:
    ///   - route: The route.
    ///   - revision: The number of the revision that is looked at; `nil`: the newest.
    /// - Returns: The fields, then the route's own default values by key.
    /// - Throws: ``RouteDBError`` with `routeNotFound`, `revisionNotFound`, `busy`, `closed`.
    public func blame(
        _ route: RouteID, at revision: Int64? = nil
    ) async throws(RouteDBError) -> [FieldOrigin] {
        try await core.read { store throws(RouteDBError) in
            try store.blame(route, at: revision)
        }
    }

    /// Makes a new revision that says what a past one said; nothing of the past is lost.
    ///
    /// - Parameters:
    ///   - reference: The revision to go back to.
    ///   - message: Why; a message that names the revision unless given.
    ///   - author: Who; the options' author unless given.
    ///   - source: By what means.
    ///   - expected: The revision that must be the newest one; `nil`: any.
    ///   - dryRun: Whether to take everything back in the end.
    /// - Returns: Whether anything differed, and the revision that was made.
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

    /// Every tag, by revision and name.
    public var tags: [RevisionTag] {
        get async throws(RouteDBError) {
            try await core.read { store throws(RouteDBError) in try store.tags() }
        }
    }

    /// Gives a revision a tag, which makes no revision.
    ///
    /// - Parameters:
    ///   - name: A letter, then letters, digits, `-`, `_`, `.` and `/`, all ASCII.
    ///   - reference: The revision.
    ///   - message: Why, in the author's words.
    ///   - author: Who; the options' author unless given.
    ///   - expected: The revision that must be the newest one; `nil`: any.
    ///   - isMoving: Whether a tag that names another revision moves.
    ///   - dryRun: Whether to change nothing.
    /// - Returns: What became of the tag, and the number of the revision.
    /// - Throws: ``RouteDBError`` with `invalidValue`, `revisionNotFound`, `tagNotFound`,
    ///   `tagConflict`, `revisionConflict`, `busy`, `full`, `readOnly`, `closed`.
    @discardableResult
    public func setTag(
        _ name: String, to reference: RevisionReference, message: String = "",
        author: String? = nil, expecting expected: Int64? = nil, isMoving: Bool = false,
        dryRun: Bool = false
    ) async throws(RouteDBError) -> (outcome: TagOutcome, revision: Int64) {
        let commit = CommitInfo(
            author: author ?? options.author, message: message,
            timeMicroseconds: options.currentTimeMicroseconds(), expectedRevision: expected)
        return try await core.read { store throws(RouteDBError) in
            try store.setTag(name, to: reference, commit, isMoving: isMoving, dryRun: dryRun)
        }
    }

    /// Takes a tag away; its revision stays.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - expected: The revision that must be the newest one; `nil`: any.
    ///   - dryRun: Whether to change nothing.
    /// - Returns: The number of the revision that it named.
    /// - Throws: ``RouteDBError`` with `tagNotFound`, `revisionConflict`, `busy`, `readOnly`,
    ///   `closed`.
    @discardableResult
    public func removeTag(
        _ name: String, expecting expected: Int64? = nil, dryRun: Bool = false
    ) async throws(RouteDBError) -> Int64 {
        try await core.read { store throws(RouteDBError) in
            try store.removeTag(name, expecting: expected, dryRun: dryRun)
        }
    }
}
