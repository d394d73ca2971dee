import RouteDBSQLite

extension RegistryStore {
    /// Every tag, by revision and name.
    package func tags() throws(RouteDBError) -> [RevisionTag] {
        try TagRecords(database: database).all()
    }

    /// Gives a revision a tag, which makes no revision.
    ///
    /// - Parameters:
    ///   - name: The name: a letter, then letters, digits, `-`, `_`, `.` and `/`, all ASCII.
    ///   - reference: The revision.
    ///   - commit: Who sets it, when, why, and at which newest revision.
    ///   - isMoving: Whether a tag that names another revision moves.
    ///   - dryRun: Whether to change nothing.
    /// - Returns: What became of the tag, and the number of the revision.
    /// - Throws: `invalidValue`, `revisionNotFound`, `revisionConflict`; `tagConflict` if it names
    ///   another revision and is not to move.
    package func setTag(
        _ name: String, to reference: RevisionReference, _ commit: CommitInfo, isMoving: Bool,
        dryRun: Bool
    ) throws(RouteDBError) -> (outcome: TagOutcome, revision: Int64) {
        guard RevisionTag.isName(name) else {
            throw RouteDBError(
                .invalidValue, "'\(name)' is not a valid name for a tag.",
                hint: "Begin with a letter; use ASCII letters, digits, '-', '_', '.' and '/', up to"
                    + " \(EditRules.nameBytes) of them.")
        }
        return try database.transaction(.immediate) {
            try require(expected: commit.expectedRevision)
            let number = try RevisionRecords(database: database).find(reference).number
            let records = TagRecords(database: database)
            let old = try records.revision(of: name)
            if old == number { return (.unchanged, number) }
            if let old, !isMoving {
                throw RouteDBError(
                    .tagConflict, "The tag '\(name)' already refers to revision \(old).",
                    hint: "Move it with '--move', or choose another name.")
            }
            if !dryRun {
                try records.write(
                    RevisionTag(
                        name: name, revision: number, timeMicroseconds: commit.timeMicroseconds,
                        author: commit.author, message: commit.message))
            }
            return (old.map { .moved(from: $0) } ?? .added, number)
        }
    }

    /// Takes a tag away; its revision stays.
    ///
    /// - Returns: The revision that it named.
    /// - Throws: `tagNotFound`, `revisionConflict`.
    package func removeTag(
        _ name: String, expecting expected: Int64?, dryRun: Bool
    ) throws(RouteDBError) -> Int64 {
        try database.transaction(.immediate) {
            try require(expected: expected)
            let records = TagRecords(database: database)
            guard let number = try records.revision(of: name) else {
                throw try records.missing(name)
            }
            if !dryRun { try records.remove(name) }
            return number
        }
    }

    /// The revision that a reference points at.
    ///
    /// - Throws: `revisionNotFound`, `tagNotFound`; also for the number 0, which no revision has.
    package func revision(_ reference: RevisionReference) throws(RouteDBError) -> Revision {
        try database.transaction(.deferred) {
            try RevisionRecords(database: database).find(reference)
        }
    }

    /// The number of the revision that a reference points at; 0 is the empty registry.
    package func number(of reference: RevisionReference) throws(RouteDBError) -> Int64 {
        if case .number(0) = reference { return 0 }
        return try revision(reference).number
    }
}
