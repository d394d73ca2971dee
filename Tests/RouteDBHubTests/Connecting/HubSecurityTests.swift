#if Hub
import Foundation
import RouteDB
import RouteDBCommands
import RouteDBFollower
import RouteDBHistory
import RouteDBHub
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite(
    "The security of a hub's connections",
    .enabled(if: TestHub.server != nil && TestTLS.directory != nil, TestTLS.skipped))
struct HubSecurityTests {
    private let local: HistoryFixture
    private let test: TestHub
    private let hub: HubDesk
    private let tls: TestTLS

    init() async throws {
        local = try HistoryFixture()
        test = try TestHub()
        hub = HubDesk(test.address)
        tls = try TestTLS(test)
        _ = try await hub.makeTables()
    }

    /// Expects that a user is not let in, and returns what is said.
    private func refusal(_ options: String, user: String = "tls_node") async throws -> String {
        let desk = HubDesk(try tls.address(user, options))
        let error = await #expect(throws: RouteDBError.self) { try await desk.status() }
        #expect(error?.code == .sourceUnavailable)
        return error?.description ?? ""
    }

    @Test("a node whose certificate the hub's authority has signed follows and ships by TLS")
    func certificates() async throws {
        let source = try RegistryStore.open(
            path: local.directory.path("routes.db"), mode: .creating(.test("init")))
        _ = try await hub.publish(source.path, isReplacing: false)
        try await hub.grant(.node, to: "tls_node")
        let address = try tls.address("tls_node", tls.options())
        let follower = RegistryFollower(
            HubSource(address, node: "web"),
            FollowOptions(path: local.directory.path("local.db")))
        #expect(try await follower.step().error == nil)
        try local.writer().append(
            HitBatch([Hit(timeMicroseconds: 0, url: Array("/x".utf8), outcome: .unmatched)]))
        let shipper = HitShipper(local.path, to: address, node: "web")
        #expect(try await shipper.step().hits == 1)
        let connection = try HubConnection(address)
        let isEncrypted = try connection.run(
            "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
        #expect(isEncrypted == [["t"]])
        await follower.shutDown()
        await shipper.close()
    }

    @Test("a hub with a certificate of another authority, or another name, is not trusted")
    func wrongServer() async throws {
        let authority = try await refusal(tls.options(authority: "other-ca"))
        #expect(authority.contains("certificate verify failed"), "\(authority)")
        let name = try await refusal(tls.options(host: "hub.example.com"))
        #expect(name.contains("does not match host name"), "\(name)")
        let missing = try await refusal(tls.options(authority: "missing"))
        #expect(missing.contains("missing.crt"), "\(missing)")
    }

    @Test("a node without a certificate of the hub's authority, or without TLS, is not let in")
    func wrongClient() async throws {
        let other = try await refusal(tls.options(client: "other-client"))
        #expect(other.contains("unknown ca"), "\(other)")
        let plain = try await refusal("host=localhost sslmode=disable")
        #expect(plain.contains("no encryption"), "\(plain)")
        // The certificate of one user is not that of another.
        let user = try await refusal(tls.options(), user: "tls_password")
        #expect(user.contains("password"), "\(user)")
    }

    @Test("a password is in no address, message, output, replica or table")
    func secrets() async throws {
        let secret = try tls.password()
        for text in [
            "host=localhost user=a password=\(secret)", "postgresql://a:\(secret)@localhost/x",
            "postgresql://localhost/x?password=\(secret)", "host=localhost sslpassword=\(secret)",
            "host=localhost password=\(secret) =", "postgresql://a:\(secret)@[/x",
        ] {
            let error = #expect(throws: RouteDBError.self) { try HubAddress(text) }
            #expect(error.map { !$0.description.contains(secret) } == true, "\(text)")
        }
        let file = local.directory.path("pgpass")
        func connect(_ password: String) async throws -> String {
            try Data("*:*:*:*:\(password)\n".utf8).write(to: URL(filePath: file))
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: file)
            return try await run(["hub", "status", address.text])
                + run(["hub", "nodes", address.text, "--json"])
                + run(["hub", "doctor", address.text, "--json"])
                + run(["follow", address.text, "--db", replica, "--once", "--node", "web"])
        }
        let replica = local.directory.path("replica.db")
        let address = try tls.address(
            "tls_password", "host=localhost sslmode=require passfile=\(file)")
        let source = try RegistryStore.open(
            path: local.directory.path("routes.db"), mode: .creating(.test("init")))
        _ = try await hub.publish(source.path, isReplacing: false)
        try await hub.grant(.analyst, to: "tls_password")
        try await hub.grant(.node, to: "tls_password")
        let right = try await connect(secret)
        #expect(right.contains("revision   1,") && !right.contains(secret), "\(right)")
        #expect(FileManager.default.fileExists(atPath: replica))
        let wrong = try await connect(secret + "-not")
        #expect(wrong.contains("authentication failed") && !wrong.contains(secret), "\(wrong)")
        for suffix in ["", "-wal"] {
            let bytes = FileManager.default.contents(atPath: replica + suffix) ?? Data()
            #expect(bytes.range(of: Data(secret.utf8)) == nil)
        }
        #expect(
            try test.number(
                """
                SELECT count(*) FROM routedb.node AS n
                WHERE strpos(n::text, '\(secret)') > 0
                """) == 0)
    }

    /// Runs the tool; returns all that it writes.
    private func run(_ arguments: [String]) async throws -> String {
        let (output, diagnostics) = (MemorySink(), MemorySink())
        _ = await CommandLineTool.run(
            arguments: arguments, environment: [:],
            standardInput: InputReader(MemorySource([]), isTerminal: false),
            standardOutput: OutputWriter(output, isTerminal: false),
            standardError: OutputWriter(diagnostics, isTerminal: false),
            currentTimeMicroseconds: { 0 })
        return String(decoding: output.bytes + diagnostics.bytes, as: UTF8.self)
    }
}
#endif
