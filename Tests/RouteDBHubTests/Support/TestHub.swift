#if Hub
import Foundation
import RouteDB
import RouteDBHub
import RouteDBStorage
import RouteDBTestSupport
import Testing

/// A database of its own for one test, at the server that `ROUTEDB_TEST_HUB` names.
final class TestHub: Sendable {
    /// The connection string of the server, to which `dbname=…` can be appended.
    static let server = ProcessInfo.processInfo.environment["ROUTEDB_TEST_HUB"]

    /// The connection string of a pooler before it, which gives each transaction one of eight
    /// connections.
    static let pooler = ProcessInfo.processInfo.environment["ROUTEDB_TEST_POOLER"]

    /// Why tests are skipped without it.
    static let skipped: Comment = "ROUTEDB_TEST_HUB names no PostgreSQL: see 'make test-hub'"

    let address: HubAddress
    private let database: String

    init(encoding: String = "UTF8") throws {
        let server = try #require(Self.server)
        database = "routedb_test_\(UInt64.random(in: .min ... .max))"
        try Self.run(
            "CREATE DATABASE \"\(database)\" ENCODING '\(encoding)' LOCALE 'C' TEMPLATE template0",
            at: server)
        address = try HubAddress("\(server) dbname=\(database)")
    }

    deinit {
        guard let server = Self.server else { return }
        // A database that cannot be dropped is no reason to fail a test.
        _ = try? Self.run("DROP DATABASE \"\(database)\" WITH (FORCE)", at: server)
        _ = try? Self.run("DROP ROLE IF EXISTS \(database)_user", at: server)
    }

    /// Makes the database a hub, and returns what works on it.
    func client() async throws -> HubClient {
        let client = HubClient(address)
        _ = try await client.makeTables()
        return client
    }

    /// Runs SQL behind the library's back.
    @discardableResult
    func run(_ sql: String) throws -> [[String?]] { try Self.run(sql, at: address.text) }

    /// Makes the sums those of the hits that are there, behind the library's back.
    func sumUp() throws {
        try run("DELETE FROM routedb.hit_hour")
        try run(
            """
            INSERT INTO routedb.hit_hour
            SELECT floor(at_us::numeric / 3600000000) * 3600, stream, namespace, route, outcome,
                count(*), sum(weight), sum(greatest(duration, 0)),
                count(*) FILTER (WHERE duration >= 0)
            FROM routedb.hit GROUP BY 1, 2, 3, 4, 5
            """)
    }

    /// Returns the number that a query gives.
    func number(_ sql: String) throws -> Int64 {
        try Int64(#require(run(sql).first?[0])) ?? -1
    }

    /// The address for another user of the database, who is created, and goes with the database.
    func user() throws -> (name: String, address: HubAddress) {
        let name = "\(database)_user"
        try run("CREATE ROLE \(name) LOGIN")
        return (name, try HubAddress("\(address.text) user=\(name)"))
    }

    /// Ends all connections but those of the test itself, as a restart of the server does.
    func endConnections() throws {
        try run(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """)
    }

    /// Lets a user in no more, and ends their connections.
    func lock(out user: String) throws {
        try run("ALTER ROLE \(user) NOLOGIN")
        try endConnections()
    }

    /// Lets a user in again.
    func unlock(_ user: String) throws { try run("ALTER ROLE \(user) LOGIN") }

    @discardableResult
    private static func run(_ sql: String, at server: String) throws -> [[String?]] {
        try HubConnection(try HubAddress(server)).run(sql)
    }
}
#endif
