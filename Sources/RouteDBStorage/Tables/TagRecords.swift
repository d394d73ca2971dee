import RouteDBDatabase
public import RouteDBRouting
import RouteDBSQLite

/// A name for a revision; tags are not versioned themselves.
public struct RevisionTag: Hashable, Sendable {
    /// The name, unique in the registry.
    public let name: String
    /// The number of the revision.
    public let revision: Int64
    /// When the tag was set.
    public let time: Timestamp
    /// The author of the tag.
    public let author: String
    /// Why, in the author's words; may be empty.
    public let message: String

    /// Returns whether a text can be the name of a tag: numbers, times and ranges of revisions cannot.
    static func isName(_ text: String) -> Bool {
        let bytes = text.utf8
        guard (1...EditRules.nameBytes).contains(bytes.count), let first = bytes.first,
            (0x41...0x5A).contains(first) || (0x61...0x7A).contains(first),
            text.firstRange(of: "..") == nil
        else { return false }
        return bytes.allSatisfy { EditRules.isNamespaceByte($0) || $0 == UInt8(ascii: "/") }
    }
}

extension CommitInfo {
    /// The information of a tag that was set, perhaps at another registry.
    init(_ tag: RevisionTag) {
        self.init(author: tag.author, message: tag.message, time: tag.time)
    }
}

/// The table `tag`.
struct TagRecords {
    let database: Database

    /// All tags, sorted by revision and name.
    func all() throws(RouteDBError) -> [RevisionTag] {
        let select: StaticString = """
            SELECT name, revision, created_at, author, message FROM tag ORDER BY revision, name
            """
        return try database.run(select) { statement in
            var tags: [RevisionTag] = []
            while try statement.step() {
                tags.append(
                    RevisionTag(
                        name: statement.string(at: 0), revision: statement.int(at: 1),
                        time: statement.time(at: 2), author: statement.string(at: 3),
                        message: statement.string(at: 4)))
            }
            return tags
        }
    }

    /// The revision that a tag refers to.
    func revision(of name: String) throws(RouteDBError) -> Int64? {
        try database.run("SELECT revision FROM tag WHERE name = ?1") { statement in
            try statement.bind(name, at: 1)
            return try statement.step() ? statement.int(at: 0) : nil
        }
    }

    /// Writes a tag, replacing one with the same name.
    func write(_ tag: RevisionTag) throws(RouteDBError) {
        let insert: StaticString = """
            INSERT OR REPLACE INTO tag (name, revision, created_at, author, message)
            VALUES (?1, ?2, ?3, ?4, ?5)
            """
        try database.run(insert) { statement in
            try statement.bind(tag.name, at: 1)
            try statement.bind(tag.revision, at: 2)
            try statement.bind(tag.time, at: 3)
            try statement.bind(tag.author, at: 4)
            try statement.bind(tag.message, at: 5)
            try statement.run()
        }
    }

    func remove(_ name: String) throws(RouteDBError) {
        try database.run("DELETE FROM tag WHERE name = ?1") { statement in
            try statement.bind(name, at: 1)
            try statement.run()
        }
    }
}

extension RevisionRecords {
    /// The number of the revision that a reference identifies; 0 is the empty registry.
    func number(of reference: RevisionReference) throws(RouteDBError) -> Int64 {
        if case .number(0) = reference { return 0 }
        return try find(reference).number
    }

    /// The revision that a reference identifies.
    func find(_ reference: RevisionReference) throws(RouteDBError) -> RegistryRevision {
        let number: Int64
        switch reference {
        case .number(let wanted): number = wanted
        case .live: number = try latest()
        case .tag(let name):
            let tags = TagRecords(database: database)
            guard let tagged = try tags.revision(of: name) else { throw try tags.missing(name) }
            number = tagged
        case .time(let time):
            guard let latest = try latest(until: time) else {
                throw RouteDBError(
                    .revisionNotFound,
                    "The registry '\(database.path)' has no revision at or before \(reference).",
                    hint: try find(1).map {
                        "The first was created at \($0.time)."
                    })
            }
            number = latest
        }
        if let revision = try find(number) { return revision }
        throw try missing(number)
    }

    /// Creates the error for a revision that does not exist.
    func missing(_ number: Int64) throws(RouteDBError) -> RouteDBError {
        RouteDBError(
            .revisionNotFound, "The registry '\(database.path)' has no revision \(number).",
            hint: "The newest is \(try latest()).")
    }
}

extension TagRecords {
    /// Creates the error for a tag that does not exist.
    func missing(_ name: String) throws(RouteDBError) -> RouteDBError {
        RouteDBError(
            .tagNotFound, "The registry '\(database.path)' has no tag '\(name)'.",
            hint: NameSuggestion.didYouMean(name, among: try all().map(\.name))
                ?? "`routedb tag` lists them.")
    }
}
