import RouteDBCFiles
import RouteDBSQLite

extension RouteDBError {
    /// Converts an error of a lower layer, from work on a registry or history, to a public one; an
    /// error that is already public is kept.
    package init(_ error: any Error, path: String, kind: DatabaseKind = .registry) {
        if let error = error as? RouteDBError {
            self = error
        } else if let error = error as? SQLiteError {
            self.init(error, path: path, kind: kind)
        } else if let damage = error as? any FileDamage {
            self.init(
                .corrupt, "The \(kind) '\(path)' is damaged: \(damage).", hint: kind.damageHint,
                underlying: damage)
        } else {
            self.init(
                .storageFailure, "The \(kind) '\(path)' could not be used: \(error).",
                underlying: error)
        }
    }

    private init(_ error: SQLiteError, path: String, kind: DatabaseKind) {
        let (code, message, hint): (Code, String, String?) =
            switch error.code {
            case .busy:
                (
                    .busy, "The \(kind) '\(path)' is in use by another process.",
                    "Try again later."
                )
            case _ where error.isFull(at: path):
                (
                    .full, "The disk of the \(kind) '\(path)' is full; nothing was changed.",
                    "Free some space, then try again."
                )
            case .readOnlyRollback, .readOnlyRecovery:
                (
                    .readOnly,
                    "A write to the \(kind) '\(path)' was interrupted, and undoing it requires write"
                        + " permission for the file and its directory.",
                    "Run any command, such as `routedb list`, as a user with that permission."
                )
            case .readOnlyMoved:
                (
                    .storageFailure,
                    "The \(kind) '\(path)' was removed or replaced while it was open; nothing was"
                        + " changed.", "Try again."
                )
            case .readOnly:
                (
                    .readOnly, "The \(kind) '\(path)' is read-only.",
                    "Make the file and its directory writable."
                )
            case .corrupt:
                (
                    .corrupt, "The \(kind) '\(path)' is damaged: \(error.message).",
                    "Restore it from a backup, or recover what can be read with `routedb recover`."
                )
            case _ where error.isImpossibleRow:
                (
                    .corrupt, "The \(kind) '\(path)' is damaged: \(error.message).",
                    kind.damageHint
                )
            case .notADatabase:
                (
                    kind.mismatchCode, "'\(path)' is not a \(kind): it is not an SQLite database.",
                    "Give the path of a \(kind), or of a new file to create one. If it was one, restore it"
                        + " from a backup, or recover what can be read with `routedb recover`."
                )
            case .interrupt:
                (.interrupted, "The operation on the \(kind) '\(path)' was interrupted.", nil)
            default:
                (
                    .storageFailure, "The \(kind) '\(path)' could not be used: \(error.message).",
                    nil
                )
            }
        self.init(code, message, hint: hint, underlying: error)
    }
}

extension SQLiteError {
    /// Returns whether the disk of a file is full.
    ///
    /// Where SQLite cannot create its journal, it does not say why, so the system is asked. A probe
    /// would wake those who watch the folder.
    fileprivate func isFull(at path: String) -> Bool {
        guard code.primary == .cannotOpen else { return code == .full }
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { String(path[...$0]) } ?? "."
        // The call reads the paths only until it returns.
        return unsafe routedb_is_full(path, folder)
    }

    /// True if our own SQL found a row that our own SQL never writes: everything we write satisfies
    /// the constraints, and has sums far from overflow.
    fileprivate var isImpossibleRow: Bool {
        switch code.primary {
        case .constraint, .mismatch: true
        case .error: message == "integer overflow"
        default: false
        }
    }
}

/// Damage that was found in a file of ours, beyond what SQLite itself notices.
package protocol FileDamage: Error, CustomStringConvertible {}
