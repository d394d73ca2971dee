extension ResultCode: CustomStringConvertible {
    /// SQLite's name of the code and its number, such as `SQLITE_BUSY_SNAPSHOT (517)`.
    ///
    /// An extended code without a known name has the name of its primary code.
    package var description: String {
        let name = Self.names[rawValue] ?? Self.names[primary.rawValue] ?? "SQLITE"
        return "\(name) (\(rawValue))"
    }

    private static let names: [Int32: String] = {
        var names: [Int32: String] = [:]
        for (number, primary) in primaryNames {
            names[number] = "SQLITE_\(primary)"
            for (offset, suffix) in (extendedSuffixes[number] ?? []).enumerated() {
                names[number | (Int32(offset + 1) << 8)] = "SQLITE_\(primary)_\(suffix)"
            }
        }
        return names
    }()

    private static let primaryNames: [Int32: String] = [
        0: "OK", 1: "ERROR", 2: "INTERNAL", 3: "PERM", 4: "ABORT", 5: "BUSY", 6: "LOCKED",
        7: "NOMEM", 8: "READONLY", 9: "INTERRUPT", 10: "IOERR", 11: "CORRUPT", 12: "NOTFOUND",
        13: "FULL", 14: "CANTOPEN", 15: "PROTOCOL", 16: "EMPTY", 17: "SCHEMA", 18: "TOOBIG",
        19: "CONSTRAINT", 20: "MISMATCH", 21: "MISUSE", 22: "NOLFS", 23: "AUTH", 24: "FORMAT",
        25: "RANGE", 26: "NOTADB", 27: "NOTICE", 28: "WARNING", 100: "ROW", 101: "DONE",
    ]

    /// The suffixes of a primary code's extended codes, numbered from one.
    private static let extendedSuffixes: [Int32: [String]] = [
        1: ["MISSING_COLLSEQ", "RETRY", "SNAPSHOT"],
        4: ["1", "ROLLBACK"],
        5: ["RECOVERY", "SNAPSHOT", "TIMEOUT"],
        6: ["SHAREDCACHE", "VTAB"],
        8: ["RECOVERY", "CANTLOCK", "ROLLBACK", "DBMOVED", "CANTINIT", "DIRECTORY"],
        10: [
            "READ", "SHORT_READ", "WRITE", "FSYNC", "DIR_FSYNC", "TRUNCATE", "FSTAT", "UNLOCK",
            "RDLOCK", "DELETE", "BLOCKED", "NOMEM", "ACCESS", "CHECKRESERVEDLOCK", "LOCK", "CLOSE",
            "DIR_CLOSE", "SHMOPEN", "SHMSIZE", "SHMLOCK", "SHMMAP", "SEEK", "DELETE_NOENT", "MMAP",
            "GETTEMPPATH", "CONVPATH", "VNODE", "AUTH", "BEGIN_ATOMIC", "COMMIT_ATOMIC",
            "ROLLBACK_ATOMIC", "DATA", "CORRUPTFS", "IN_PAGE",
        ],
        11: ["VTAB", "SEQUENCE", "INDEX"],
        14: ["NOTEMPDIR", "ISDIR", "FULLPATH", "CONVPATH", "DIRTYWAL", "SYMLINK"],
        19: [
            "CHECK", "COMMITHOOK", "FOREIGNKEY", "FUNCTION", "NOTNULL", "PRIMARYKEY", "TRIGGER",
            "UNIQUE", "VTAB", "ROWID", "PINNED", "DATATYPE",
        ],
        23: ["USER"],
    ]
}
