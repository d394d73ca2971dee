import RouteDBSQLite

extension RouteDBError {
    /// The public form of an error that was met while working on a registry's file; an error that
    /// is public already stays as it is.
    init(_ error: any Error, path: String) {
        if let error = error as? RouteDBError {
            self = error
        } else if let error = error as? SQLiteError {
            self.init(error, path: path)
        } else {
            self.init(
                .storageFailure, "The registry '\(path)' could not be used: \(error).",
                underlying: error)
        }
    }

    private init(_ error: SQLiteError, path: String) {
        let (code, message, hint): (Code, String, String?) =
            switch error.code {
            case .busy:
                (
                    .busy, "The registry '\(path)' is in use by another process.",
                    "Try again when it has finished."
                )
            case .full:
                (
                    .full, "The disk of the registry '\(path)' is full; nothing was changed.",
                    "Make room, then try again."
                )
            case .readOnlyRollback, .readOnlyRecovery:
                (
                    .readOnly,
                    "A write to the registry '\(path)' was cut off, and a reader may not undo it.",
                    "Open it once for writing: any writing command does."
                )
            case .readOnly:
                (
                    .readOnly, "The registry '\(path)' can only be read.",
                    "Make the file and its directory writable."
                )
            case .corrupt:
                (
                    .corrupt, "The registry '\(path)' is damaged: \(error.message).",
                    "Restore it from a backup."
                )
            case .notADatabase:
                (
                    .notARegistry, "'\(path)' is not a registry: it is no SQLite database.",
                    "Give the path of a registry, or of a file that does not exist to make one."
                )
            case .interrupt:
                (.interrupted, "The work on the registry '\(path)' was interrupted.", nil)
            default:
                (
                    .storageFailure, "The registry '\(path)' could not be used: \(error.message).",
                    nil
                )
            }
        self.init(code, message, hint: hint, underlying: error)
    }
}
