/// The kind of a database file; its description is the word used in errors.
package enum DatabaseKind: String, CustomStringConvertible {
    case registry, history

    package var description: String { rawValue }

    /// SQLite's `application_id` for this kind: "RtDB" or "RtHi" in ASCII.
    package var applicationID: Int64 {
        switch self {
        case .registry: 0x5274_4442
        case .history: 0x5274_4869
        }
    }

    /// The error code for a file of another kind.
    package var mismatchCode: RouteDBError.Code {
        switch self {
        case .registry: .notARegistry
        case .history: .notAHistory
        }
    }

    /// How to react to a damaged file.
    package var damageHint: String {
        "Run \(checkCommand) to list all damage; then restore it from a backup, or recover what can be"
            + " read with `routedb recover`."
    }

    /// The command that checks for damage, in quotes.
    package var checkCommand: String {
        switch self {
        case .registry: "`routedb check`"
        case .history: "`routedb hits verify`"
        }
    }

    /// How to create a valid file from an empty one.
    package var creationHint: String {
        switch self {
        case .registry: "Create one with `routedb init`."
        case .history: "It is created by the first hit that is recorded or imported."
        }
    }

    /// How to upgrade an old file.
    package var upgradeHint: String {
        switch self {
        case .registry:
            "Make a copy of the file, then upgrade it with `routedb init` or any command that"
                + " writes; its content is kept."
        case .history:
            "Make a copy of the file, then upgrade it by recording or importing a hit; its content"
                + " is kept."
        }
    }
}
