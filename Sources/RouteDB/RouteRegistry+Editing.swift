public import RouteDBStorage

extension RouteRegistry {
    /// What an edit came to.
    public struct EditResult<Value: Sendable>: Sendable {
        /// What the closure returned.
        public let value: Value
        /// The revision that was made, or would have been; `nil` if nothing changed.
        public let revision: Int64?
    }

    /// Edits the registry: one transaction, one revision, or nothing.
    ///
    /// The closure runs on the registry's own queue while the file is locked for other writers;
    /// readers go on. If it throws, nothing has happened. When this returns, resolving answers
    /// from the new revision.
    ///
    /// - Parameters:
    ///   - message: Why, in the author's words.
    ///   - author: Who; the options' author unless given.
    ///   - source: By what means.
    ///   - expected: The revision that must be the newest one; `nil`: any.
    ///   - dryRun: Whether to take everything back in the end.
    ///   - body: The edits.
    /// - Returns: What the closure returned, and the revision.
    /// - Throws: What the closure throws; ``RouteDBError`` with `revisionConflict`, `busy`, `full`,
    ///   `readOnly`, `storageFailure`, `closed`.
    @discardableResult
    public func edit<Value: Sendable>(
        _ message: String = "", author: String? = nil, source: String = "library",
        expecting expected: Int64? = nil, dryRun: Bool = false,
        _ body: @Sendable (RegistryEditor) throws -> Value
    ) async throws -> EditResult<Value> {
        let commit = CommitInfo(
            author: author ?? options.author, message: message, source: source,
            timeMicroseconds: options.currentTimeMicroseconds(), expectedRevision: expected)
        let written = try await core.edit(commit, dryRun: dryRun, body)
        return EditResult(value: written.result, revision: written.revision)
    }
}
