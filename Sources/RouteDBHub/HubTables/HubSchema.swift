#if Hub
import RouteDB

/// The tables of a hub, in the schema `routedb` of its database.
///
/// 1. `hub` has one row: the version of the tables, and the least versions that may read and write
///    them. A client of another version does not guess.
/// 2. `registry_head` has one row: the newest revision with its digest. Every publication begins by
///    updating it, so revisions are numbered in the order of their commits.
/// 3. `registry_part` has the lines of the feed of each revision, in parts of bounded size.
/// 4. `node` has a row for each node: what it has applied, and what it refused.
enum HubSchema {
    /// The version that this library makes, and the newest that it reads and writes.
    static let version = 1

    /// Makes the tables; each statement does nothing if its object is there.
    static let statements = [
        "CREATE SCHEMA IF NOT EXISTS routedb",
        """
        CREATE TABLE IF NOT EXISTS routedb.hub (
            id         integer PRIMARY KEY CHECK (id = 1),
            version    integer NOT NULL,
            min_reader integer NOT NULL,
            min_writer integer NOT NULL
        )
        """,
        """
        CREATE TABLE IF NOT EXISTS routedb.registry_head (
            id          integer PRIMARY KEY CHECK (id = 1),
            revision    bigint NOT NULL CHECK (revision >= 0),
            digest      text NOT NULL,
            schema      bigint NOT NULL,
            fingerprint text NOT NULL,
            ending      text NOT NULL,
            changed_at  timestamptz NOT NULL DEFAULT now()
        )
        """,
        """
        CREATE TABLE IF NOT EXISTS routedb.registry_revision (
            number bigint PRIMARY KEY CHECK (number >= 1),
            digest text NOT NULL CHECK (length(digest) = 64)
        )
        """,
        """
        CREATE TABLE IF NOT EXISTS routedb.registry_part (
            number bigint NOT NULL REFERENCES routedb.registry_revision ON DELETE CASCADE,
            part   integer NOT NULL,
            lines  text NOT NULL,
            PRIMARY KEY (number, part)
        )
        """,
        """
        CREATE TABLE IF NOT EXISTS routedb.node (
            name     text PRIMARY KEY CHECK (name <> ''),
            revision bigint NOT NULL,
            digest   text NOT NULL,
            error    text,
            seen_at  timestamptz NOT NULL DEFAULT now()
        )
        """,
        "INSERT INTO routedb.hub VALUES (1, 1, 1, 1) ON CONFLICT DO NOTHING",
        """
        INSERT INTO routedb.registry_head (id, revision, digest, schema, fingerprint, ending)
        VALUES (1, 0, '', 0, '', '{"end":0,"tags":[]}') ON CONFLICT DO NOTHING
        """,
    ]

    /// What a client wants to do with a hub.
    enum Use: String {
        case reading = "min_reader"
        case writing = "min_writer"
    }

    /// Checks that the hub has tables that this library may use.
    static func check(_ connection: HubConnection, for use: Use) throws {
        let rows: [[String?]]
        do {
            rows = try connection.run("SELECT version, \(use.rawValue) FROM routedb.hub")
        } catch where error.isMissingTable {
            throw RouteDBError(
                .notARegistry, "The database '\(connection.name)' is not a hub.",
                hint: "Make it one with `routedb hub init`, or give the address of another.")
        }
        let numbers = rows.first?.compactMap { $0.flatMap { Int($0) } } ?? []
        guard numbers.count == 2, numbers[0] >= 1 else {
            throw RouteDBError(
                .schemaMismatch, "The hub '\(connection.name)' does not say which version it has.",
                hint: "Run `routedb hub init` again, or restore the hub from a backup.")
        }
        guard numbers[1] <= version else {
            throw RouteDBError(
                .schemaTooNew,
                "The hub '\(connection.name)' has the version \(numbers[0]), which needs version"
                    + " \(numbers[1]) of a client, and this RouteDB has \(version).",
                hint: "Update RouteDB here.")
        }
    }
}
#endif
