#if Hub
import Foundation
import RouteDBHub
import Testing

/// The certificates and the password with which `.ci/hub` lets users in from outside its folder.
struct TestTLS {
    /// The directory with them, which `ROUTEDB_TEST_HUB_TLS` names.
    static let directory = ProcessInfo.processInfo.environment["ROUTEDB_TEST_HUB_TLS"]

    /// Why tests are skipped without it.
    static let skipped: Comment = "ROUTEDB_TEST_HUB_TLS names no certificates: see '.ci/hub'"

    private let directory: String
    private let hub: TestHub

    init(_ hub: TestHub) throws {
        directory = try #require(Self.directory)
        self.hub = hub
    }

    /// The address of the hub for a user who comes by TCP, with options of libpq.
    func address(_ user: String, _ options: String) throws -> HubAddress {
        let row = try #require(
            hub.run("SELECT current_setting('port'), current_database()").first)
        let (port, database) = (try #require(row[0]), try #require(row[1]))
        return try HubAddress(
            "hostaddr=127.0.0.1 port=\(port) dbname=\(database) user=\(user) \(options)")
    }

    /// The options for a server with a certificate of an authority and a name, and a client with a
    /// certificate.
    func options(
        authority: String = "ca", client: String = "client", host: String = "localhost"
    ) -> String {
        "host=\(host) sslmode=verify-full sslrootcert=\(directory)/\(authority).crt"
            + " sslcert=\(directory)/\(client).crt sslkey=\(directory)/\(client).key"
    }

    /// The password of the user `tls_password`.
    func password() throws -> String {
        try String(contentsOfFile: directory + "/password", encoding: .utf8)
            .trimmingCharacters(in: .newlines)
    }
}
#endif
