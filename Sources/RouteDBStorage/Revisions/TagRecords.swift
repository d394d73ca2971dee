import RouteDBSQLite

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
                        timeMicroseconds: statement.int(at: 2), author: statement.string(at: 3),
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
            try statement.bind(tag.timeMicroseconds, at: 3)
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
