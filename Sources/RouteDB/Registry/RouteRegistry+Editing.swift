public import RouteDBStorage

extension RouteRegistry {
    /// The result of an edit.
    public struct EditResult<Value: Sendable>: Sendable {
        /// The value that the closure returned.
        public let value: Value
        /// The revision that the edit made, or would have made in a dry run; `nil` if nothing
        /// changed.
        public let revision: Int64?
        /// The newest revision when the edit ended: the one it made, or else the one it began with.
        package let newest: Int64
    }

    /// Edits the registry in one transaction, which makes one revision.
    ///
    /// The closure runs on the registry's own queue, while the file is locked against other
    /// writers; readers continue. If it throws, all its changes are rolled back. If it changes
    /// nothing, no revision is made. When the method returns, URLs are resolved against the new
    /// revision.
    ///
    /// - Parameters:
    ///   - message: Why the edit is made.
    ///   - author: Who makes it, or `nil` for the author of the options.
    ///   - source: What makes it, such as the name of a tool.
    ///   - expected: The revision that must be the newest, or `nil` for any.
    ///   - dryRun: Whether to roll back all changes at the end.
    ///   - body: The changes to make.
    /// - Returns: The closure's result and the revision.
    /// - Throws: Any error that the closure throws; ``RouteDBError`` with `revisionConflict`,
    ///   `busy`, `full`,
    ///   `readOnly`, `storageFailure`, `closed`.
    @discardableResult
    public func edit<Value: Sendable>(
        _ message: String = "", author: String? = nil, source: String = "library",
        expecting expected: Int64? = nil, dryRun: Bool = false,
        _ body: @Sendable (RegistryEditor) throws -> Value
    ) async throws -> EditResult<Value> {
        let commit = CommitInfo(
            author: author ?? options.author, message: message, source: source,
            time: options.now(), expectedRevision: expected)
        return try await options.observers.observe {
            let written = try await core.edit(commit, dryRun: dryRun) { editor in
                (base: editor.base, value: try body(editor))
            }
            let (base, value) = written.result
            return EditResult(
                value: value, revision: written.revision,
                newest: dryRun ? base : written.revision ?? base)
        }
    }
}
