import RouteDBCSQLite

/// A failure that SQLite reported, or that this layer reports in SQLite's terms.
///
/// It contains the SQL, but never bound values. The text of ``description`` is meant for people and
/// may change.
package struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The extended code.
    package let code: ResultCode
    /// SQLite's message.
    package let message: String
    /// The SQL that failed, if there is any.
    package let sql: String?

    package init(code: ResultCode, message: String, sql: String? = nil) {
        self.code = code
        self.message = message
        self.sql = sql
    }

    package var description: String {
        guard let sql else { return "\(code): \(message)" }
        return "\(code): \(message) - while executing `\(sql)`"
    }
}

/// An extended result code of SQLite.
///
/// As a pattern, a primary code catches all of its extended codes:
///
///     catch let error where ResultCode.busy ~= error.code
///     catch ResultCode.constraint
package struct ResultCode: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The primary code that this code refines, or the code itself.
    package var primary: ResultCode {
        ResultCode(rawValue: rawValue & 0xFF)
    }

    /// Returns whether a code equals the pattern, or is an extended code of a primary pattern.
    package static func ~= (pattern: ResultCode, code: ResultCode) -> Bool {
        pattern == code || (pattern == pattern.primary && pattern == code.primary)
    }

    /// Lets a code be used in a `catch` clause where only this error is thrown.
    package static func ~= (pattern: ResultCode, error: SQLiteError) -> Bool {
        pattern ~= error.code
    }

    /// Lets a code be used in a `catch` clause.
    package static func ~= (pattern: ResultCode, error: any Error) -> Bool {
        guard let error = error as? SQLiteError else { return false }
        return pattern ~= error.code
    }

    private init(_ primary: ResultCode, extension number: Int32) {
        self.init(rawValue: primary.rawValue | (number << 8))
    }
}

// The primary codes.
extension ResultCode {
    package static let ok = ResultCode(rawValue: SQLITE_OK)
    package static let error = ResultCode(rawValue: SQLITE_ERROR)
    package static let `internal` = ResultCode(rawValue: SQLITE_INTERNAL)
    package static let permission = ResultCode(rawValue: SQLITE_PERM)
    package static let abort = ResultCode(rawValue: SQLITE_ABORT)
    package static let busy = ResultCode(rawValue: SQLITE_BUSY)
    package static let locked = ResultCode(rawValue: SQLITE_LOCKED)
    package static let noMemory = ResultCode(rawValue: SQLITE_NOMEM)
    package static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
    package static let interrupt = ResultCode(rawValue: SQLITE_INTERRUPT)
    package static let ioError = ResultCode(rawValue: SQLITE_IOERR)
    package static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
    package static let notFound = ResultCode(rawValue: SQLITE_NOTFOUND)
    package static let full = ResultCode(rawValue: SQLITE_FULL)
    package static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
    package static let `protocol` = ResultCode(rawValue: SQLITE_PROTOCOL)
    package static let schema = ResultCode(rawValue: SQLITE_SCHEMA)
    package static let tooBig = ResultCode(rawValue: SQLITE_TOOBIG)
    package static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
    package static let mismatch = ResultCode(rawValue: SQLITE_MISMATCH)
    package static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
    package static let auth = ResultCode(rawValue: SQLITE_AUTH)
    package static let range = ResultCode(rawValue: SQLITE_RANGE)
    package static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)
}

// The extended codes that are used by name.
extension ResultCode {
    package static let busyRecovery = ResultCode(.busy, extension: 1)
    package static let busySnapshot = ResultCode(.busy, extension: 2)
    package static let busyTimeout = ResultCode(.busy, extension: 3)
    package static let abortRollback = ResultCode(.abort, extension: 2)
    package static let cannotOpenIsDirectory = ResultCode(.cannotOpen, extension: 2)
    package static let constraintCheck = ResultCode(.constraint, extension: 1)
    package static let constraintForeignKey = ResultCode(.constraint, extension: 3)
    package static let constraintNotNull = ResultCode(.constraint, extension: 5)
    package static let constraintPrimaryKey = ResultCode(.constraint, extension: 6)
    package static let constraintTrigger = ResultCode(.constraint, extension: 7)
    package static let constraintUnique = ResultCode(.constraint, extension: 8)
    package static let constraintRowID = ResultCode(.constraint, extension: 10)
    package static let constraintDataType = ResultCode(.constraint, extension: 12)
    package static let readOnlyRecovery = ResultCode(.readOnly, extension: 1)
    package static let readOnlyRollback = ResultCode(.readOnly, extension: 3)
    package static let readOnlyMoved = ResultCode(.readOnly, extension: 4)
    package static let readOnlyDirectory = ResultCode(.readOnly, extension: 6)
}

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
