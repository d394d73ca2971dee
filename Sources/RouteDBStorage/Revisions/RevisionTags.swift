package import RouteDBDatabase
import RouteDBSQLite

extension RevisionTag {
    /// The result of setting a tag, with the number of the revision that it refers to.
    public enum Edit: Hashable, Sendable {
        /// The tag was added.
        case added(Int64)
        /// The tag was moved from another revision.
        case moved(Int64, from: Int64)
        /// The tag already referred to the revision.
        case unchanged(Int64)

        /// The number of the revision that the tag refers to.
        public var revision: Int64 {
            switch self {
            case .added(let number), .moved(let number, from: _), .unchanged(let number): number
            }
        }

        /// The outcome, as a past participle.
        package var word: String {
            switch self {
            case .added: "added"
            case .moved: "moved"
            case .unchanged: "unchanged"
            }
        }
    }
}

/// The tags of a registry; they can be set, moved and removed without a revision.
package struct RevisionTags {
    fileprivate let migrator: Migrator

    private var database: Database { migrator.database }

    /// All tags, sorted by revision and name.
    package func all() throws(RouteDBError) -> [RevisionTag] {
        try TagRecords(database: database).all()
    }

    /// Sets a tag.
    package func set(
        _ name: String, to reference: RevisionReference, _ commit: CommitInfo, isMoving: Bool,
        dryRun: Bool
    ) throws(RouteDBError) -> RevisionTag.Edit {
        guard RevisionTag.isName(name) else {
            throw RouteDBError(
                .invalidValue, "'\(name)' is not a valid name for a tag.",
                hint: "Begin with a letter; use ASCII letters, digits, '-', '_', '.' and '/', up to"
                    + " \(EditRules.nameBytes) of them, and no '..'.")
        }
        return try database.transaction(.immediate) {
            try migrator.requireKnownVersion()
            if !dryRun { try OriginRecord(database: database).requireNone() }
            let revisions = RevisionRecords(database: database)
            try revisions.require(expected: commit.expectedRevision)
            let number = try revisions.find(reference).number
            let records = TagRecords(database: database)
            let old = try records.revision(of: name)
            if old == number { return .unchanged(number) }
            if let old, !isMoving {
                throw RouteDBError(
                    .tagConflict, "The tag '\(name)' already refers to revision \(old).",
                    hint: "Move it with '--move', or choose another name.")
            }
            if !dryRun {
                try records.write(
                    RevisionTag(
                        name: name, revision: number, time: commit.time,
                        author: commit.author, message: commit.message))
            }
            return old.map { .moved(number, from: $0) } ?? .added(number)
        }
    }

    /// Removes a tag; its revision is kept.
    package func remove(
        _ name: String, expecting expected: Int64?, dryRun: Bool
    ) throws(RouteDBError) -> Int64 {
        try database.transaction(.immediate) {
            try migrator.requireKnownVersion()
            if !dryRun { try OriginRecord(database: database).requireNone() }
            try RevisionRecords(database: database).require(expected: expected)
            let records = TagRecords(database: database)
            guard let number = try records.revision(of: name) else {
                throw try records.missing(name)
            }
            if !dryRun { try records.remove(name) }
            return number
        }
    }
}

extension RegistryStore {
    /// The tags.
    package var tags: RevisionTags { RevisionTags(migrator: migrator) }

    /// Returns the revision that a reference identifies.
    package func revision(_ reference: RevisionReference) throws(RouteDBError) -> RegistryRevision {
        try database.transaction(.deferred) {
            try RevisionRecords(database: database).find(reference)
        }
    }

    /// Returns the number of the revision that a reference identifies; 0 is the empty registry.
    package func number(of reference: RevisionReference) throws(RouteDBError) -> Int64 {
        try database.transaction(.deferred) {
            try RevisionRecords(database: database).number(of: reference)
        }
    }
}
