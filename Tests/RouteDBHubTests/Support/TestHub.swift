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

    let address: HubAddress
    private let database: String

    init() throws {
        let server = try #require(Self.server)
        database = "routedb_test_\(UUID().uuidString.lowercased().prefix(12))"
        try Self.run("CREATE DATABASE \"\(database)\"", at: server)
        address = try HubAddress("\(server) dbname=\(database)")
    }

    deinit {
        guard let server = Self.server else { return }
        // A database that cannot be dropped is no reason to fail a test.
        try? Self.run("DROP DATABASE \"\(database)\" WITH (FORCE)", at: server)
    }

    /// Runs SQL behind the library's back.
    func run(_ sql: String) throws { try Self.run(sql, at: address.text) }

    private static func run(_ sql: String, at server: String) throws {
        try HubConnection(try HubAddress(server)).run(sql)
    }
}
#endif
