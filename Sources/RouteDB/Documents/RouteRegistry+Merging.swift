import RouteDBDatabase
import RouteDBRouting
public import RouteDBStorage

extension RouteRegistry {
    /// Thrown to roll back a merge with undecided conflicts.
    private struct Undecided: Error {
        let merge: RegistryMerge
        let newest: Int64
    }

    /// Takes back what revisions changed and keeps all later edits, as a new revision.
    ///
    /// A conflict with later edits is never decided in silence: unless the choices cover all of them,
    /// nothing is written, and the result has the conflicts.
    ///
    /// ```swift
    /// let result = try await registry.revert(.number(12))
    /// for conflict in result.value.undecided { print(conflict.change.label, conflict.reason) }
    /// ```
    ///
    /// - Parameters:
    ///   - first: The revision, or the first of several.
    ///   - last: The last of several revisions, or `nil` for only one.
    ///   - choices: How conflicts are decided.
    ///   - message: Why the edit is made, or `nil` for a message that names the revisions.
    ///   - author: Who makes it, or `nil` for the author of the options.
    ///   - source: What makes it, such as the name of a tool.
    ///   - expected: The revision that must be the newest, or `nil` for any.
    ///   - dryRun: Whether to roll back all changes at the end.
    ///   - approve: Called with the changes before they are committed, if no conflict is
    ///     undecided. If it throws, all of them are rolled back, and the error is passed on.
    /// - Returns: The changes and conflicts, and the revision that was made; `nil` if nothing
    ///   changed.
    /// - Throws: Any error that `approve` throws; ``RouteDBError`` with `revisionNotFound`,
    ///   `tagNotFound`, `invalidValue` for revision 1 or a choice that names no conflict,
    ///   `nameAmbiguous`, `mergeConflict` if an item is to be taken back that cannot be,
    ///   `revisionConflict`, `busy`, `full`, `readOnly`, `storageFailure`, `closed`.
    /// - Complexity: O(*n*) in the size of the registry.
    public func revert(
        _ first: RevisionReference, through last: RevisionReference? = nil,
        choices: RegistryMerge.Choices = RegistryMerge.Choices(), message: String? = nil,
        author: String? = nil, source: String = "library", expecting expected: Int64? = nil,
        dryRun: Bool = false,
        approving approve: @Sendable (RegistryMerge) throws -> Void = { _ in }
    ) async throws -> EditResult<RegistryMerge> {
        // The log names numbers, because `@live` and tags move on.
        let first = RevisionReference.number(try await revision(first).number)
        let last: RevisionReference? =
            if let last { .number(try await revision(last).number) } else { nil }
        let name = last.map { "\(first)..\($0)" } ?? "\(first)"
        return try await merge(
            message ?? "Revert \(name)", author, source, expected, dryRun, approve
        ) { editor in
            let revisions = try editor.revisions(from: first, through: last)
            return try editor.merge(
                try editor.changes(undoing: revisions), choices,
                in: .reverting(revisions))
        }
    }

    /// Merges what another copy of the registry changed since they were one, as a new revision.
    ///
    /// Both must have a revision in common: one was copied from the other, with its file or as a
    /// backup. What the other one changed since then is merged item by item and field by field. A
    /// conflict is never decided in silence, as in
    /// ``revert(_:through:choices:message:author:source:expecting:dryRun:approving:)``. Items of
    /// this registry keep their ids. Those that the other one added keep theirs if they are free.
    ///
    /// ```swift
    /// let other = try await RouteRegistry.open("branch.db", options: .init(access: .reading))
    /// let result = try await registry.merge(other, choices: .init(others: .keep))
    /// ```
    ///
    /// - Parameters:
    ///   - other: The other registry, which is only read.
    ///   - base: A revision that both have, or `nil` for the newest such revision.
    ///   - choices: How conflicts are decided.
    ///   - message: Why the edit is made, or `nil` for a message that names the other registry.
    ///   - author: Who makes it, or `nil` for the author of the options.
    ///   - source: What makes it, such as the name of a tool.
    ///   - expected: The revision that must be the newest, or `nil` for any.
    ///   - dryRun: Whether to roll back all changes at the end.
    ///   - approve: Called with the changes before they are committed, if no conflict is
    ///     undecided. If it throws, all of them are rolled back, and the error is passed on.
    /// - Returns: The changes and conflicts, and the revision that was made; `nil` if nothing
    ///   changed.
    /// - Throws: Any error that `approve` throws; ``RouteDBError`` with `noCommonRevision`,
    ///   `revisionNotFound`, `tagNotFound`, `invalidValue` for a choice that names no conflict,
    ///   `nameAmbiguous`, `mergeConflict` if the other side of an item is to be taken that cannot
    ///   be, `revisionConflict`, `busy`, `full`, `readOnly`, `storageFailure`, `closed`.
    /// - Complexity: O(*n*) in the size of the registry.
    public func merge(
        _ other: RouteRegistry, base: RevisionReference? = nil,
        choices: RegistryMerge.Choices = RegistryMerge.Choices(), message: String? = nil,
        author: String? = nil, source: String = "library", expecting expected: Int64? = nil,
        dryRun: Bool = false,
        approving approve: @Sendable (RegistryMerge) throws -> Void = { _ in }
    ) async throws -> EditResult<RegistryMerge> {
        let common = try await commonRevision(with: other, base)
        let changes = try await other.core.read { store throws(RouteDBError) in
            try store.changes(after: common)
        }
        return try await merge(
            message ?? "Merge \(other.path)", author, source, expected, dryRun, approve
        ) { editor in
            try editor.merge(try editor.numbered(changes), choices, in: .merging)
        }
    }

    /// Merges what a document changed since its base, as a new revision.
    ///
    /// Use it where ``apply(_:to:message:author:source:expecting:dryRun:createsNamespaces:approving:)``
    /// would undo what others changed meanwhile. Items are paired as when the documents are applied,
    /// one after the other; a kind of item that the document does not list stays as it is.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - base: The document that it was made from.
    ///   - part: The part of the registry that the documents describe.
    ///   - choices: How conflicts are decided.
    ///   - message: Why the edit is made.
    ///   - author: Who makes it, or `nil` for the author of the options.
    ///   - source: What makes it, such as the name of a tool.
    ///   - expected: The revision that must be the newest, or `nil` for any.
    ///   - dryRun: Whether to roll back all changes at the end.
    ///   - createsNamespaces: Whether namespaces that routes name and nobody describes are added,
    ///     without bindings.
    ///   - approve: Called with the changes before they are committed, if no conflict is
    ///     undecided. If it throws, all of them are rolled back, and the error is passed on.
    /// - Returns: The changes and conflicts, and the revision that was made; `nil` if nothing
    ///   changed.
    /// - Throws: Any error that `approve` throws; ``RouteDBError`` as applying either document does,
    ///   with `invalidValue` for a choice that names no conflict, `nameAmbiguous`, or
    ///   `mergeConflict` if the other side of an item is to be taken that cannot be.
    /// - Complexity: O(*n* log *n*) in the size of the registry and the documents.
    public func merge(
        _ document: RegistryDocument, base: RegistryDocument,
        to part: RegistryDocument.Part = RegistryDocument.Part(),
        choices: RegistryMerge.Choices = RegistryMerge.Choices(), message: String = "",
        author: String? = nil, source: String = "library", expecting expected: Int64? = nil,
        dryRun: Bool = false, createsNamespaces: Bool = false,
        approving approve: @Sendable (RegistryMerge) throws -> Void = { _ in }
    ) async throws -> EditResult<RegistryMerge> {
        try await merge(
            document, base: base, to: part, choices: choices, message: message, author: author,
            source: source, expecting: expected, dryRun: dryRun,
            createsNamespaces: createsNamespaces, isStopped: { Task.isCancelled },
            approving: approve)
    }

    /// Merges what a document changed since its base, unless it is stopped meanwhile.
    package func merge(
        _ document: RegistryDocument, base: RegistryDocument, to part: RegistryDocument.Part,
        choices: RegistryMerge.Choices, message: String, author: String?, source: String,
        expecting expected: Int64?, dryRun: Bool, createsNamespaces: Bool,
        isStopped: @escaping @Sendable () -> Bool,
        approving approve: @Sendable (RegistryMerge) throws -> Void
    ) async throws -> EditResult<RegistryMerge> {
        let names = document.mentionedNamespaces.union(base.mentionedNamespaces)
        let options = DocumentEdit.Options(
            createsNamespaces: createsNamespaces, exactPart: part, isComplete: true,
            mentioned: names)
        return try await merge(message, author, source, expected, dryRun, approve) { editor in
            let base = base.listing(kindsOf: document)
            let changes = try editor.changes(
                from: { _ = try editor.run(base, options, isStopped) },
                to: { _ = try editor.run(document, options, isStopped) })
            return try editor.merge(try editor.numbered(changes), choices, in: .merging)
        }
    }

    /// Makes a merge, unless conflicts are undecided.
    private func merge(
        _ message: String, _ author: String?, _ source: String, _ expected: Int64?, _ dryRun: Bool,
        _ approve: @Sendable (RegistryMerge) throws -> Void,
        _ body: @Sendable (RegistryEditor) throws -> RegistryMerge
    ) async throws -> EditResult<RegistryMerge> {
        do {
            return try await edit(
                message, author: author, source: source, expecting: expected, dryRun: dryRun
            ) { editor in
                let merge = try body(editor)
                if merge.undecided.isEmpty {
                    try approve(merge)
                } else if !dryRun {
                    throw Undecided(merge: merge, newest: editor.base)
                }
                return merge
            }
        } catch let undecided as Undecided {
            return EditResult(
                value: undecided.merge, revision: nil, newest: undecided.newest)
        }
    }
}

extension RouteRegistry {
    /// The newest revision that two registries have in common, or a given one.
    private func commonRevision(
        with other: RouteRegistry, _ base: RevisionReference?
    ) async throws(RouteDBError) -> Int64 {
        guard let base else {
            let number = try await newestCommonRevision(with: other)
            if number > 0 { return number }
            throw RouteDBError(
                .noCommonRevision,
                "The registries '\(path)' and '\(other.path)' have no revision in common.",
                hint: "Name a document or a registry that both come from, as the base.")
        }
        let number = try await revision(base).number
        let newest = try await newestCommonRevision(with: other)
        guard number <= newest else {
            throw RouteDBError(
                .noCommonRevision,
                "Revision \(number) of '\(path)' is not in '\(other.path)'.",
                hint: newest > 0
                    ? "The newest revision that both have is \(newest)."
                    : "They have no revision in common.")
        }
        return number
    }

    /// The newest revision that two registries have in common; 0 if there is none.
    package func newestCommonRevision(with other: RouteRegistry) async throws(RouteDBError) -> Int64
    {
        // A digest covers all revisions before it.
        var low: Int64 = 0
        var high = min(try await revision(.live).number, try await other.revision(.live).number)
        while low < high {
            let middle = low + (high - low + 1) / 2
            if try await isCommon(middle, with: other) { low = middle } else { high = middle - 1 }
        }
        return low
    }

    private func isCommon(
        _ number: Int64, with other: RouteRegistry
    ) async throws(RouteDBError) -> Bool {
        let reference = RevisionReference.number(number)
        return try await revision(reference).digest == other.revision(reference).digest
    }
}
