internal import RouteDBCSQLite

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
