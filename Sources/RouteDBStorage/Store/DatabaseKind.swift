/// What a file of ours is for; its description is the word that errors call it by.
enum DatabaseKind: String, CustomStringConvertible {
    case registry, history

    var description: String { rawValue }

    /// SQLite's `application_id` of such a file: "RtDB" and "RtHi" in ASCII.
    var applicationID: Int64 {
        switch self {
        case .registry: 0x5274_4442
        case .history: 0x5274_4869
        }
    }

    /// The code of a file that is something else.
    var mismatchCode: RouteDBError.Code {
        switch self {
        case .registry: .notARegistry
        case .history: .notAHistory
        }
    }

    /// What to do about a damaged one.
    var damageHint: String {
        "Run \(checkCommand) to list all damage, or restore it from a backup."
    }

    /// The command that looks for damage, in its quotes.
    var checkCommand: String {
        switch self {
        case .registry: "`routedb check`"
        case .history: "`routedb hits verify`"
        }
    }

    /// How an empty file becomes one.
    var creationHint: String {
        switch self {
        case .registry: "Create one with `routedb init`."
        case .history: "It is created by the first hit that is recorded or imported."
        }
    }

    /// How an old one is brought up to date.
    var upgradeHint: String {
        switch self {
        case .registry:
            "Copy the file, then bring it up to date: `routedb init` does, as does any"
                + " command that writes, and keeps what is in it."
        case .history:
            "Copy the file, then bring it up to date: recording a hit does, and keeps what is in"
                + " it."
        }
    }
}
