#if Hub
import Foundation
import RouteDB
import RouteDBTerminal
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
    private let hub: HubClient
    private let tls: TestTLS

    init() async throws {
        local = try HistoryFixture()
        test = try TestHub()
        hub = try await test.client()
        tls = try TestTLS(test)
    }

    /// Expects that a user is not let in, and returns what is said.
    private func refusal(_ options: String, user: String = "tls_node") async throws -> String {
        let client = HubClient(try tls.address(user, options))
        let error = await #expect(throws: RouteDBError.self) { try await client.status() }
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
            HitBatch([Hit(time: 0, url: Array("/x".utf8), outcome: .unmatched)]))
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

    /// Changes a setting of the server for connections to come.
    private func set(_ setting: String) throws {
        let name = try #require(test.run("SELECT current_database()").first?[0])
        try test.run("ALTER DATABASE \"\(name)\" SET \(setting)")
    }

    /// The log of the server; `nil` for one that tests cannot read, which is said.
    private func serverLog() throws -> String? {
        let log = try test.run("SELECT pg_read_file('log', 0, \(1 << 26), true)").first?[0]
        if log == nil { print("skipped: there is no log of the server to read") }
        return log
    }

    #if os(Linux)
    @Test(
        "no password is in the list of processes, in what a node passes on, or in the server's log",
        .enabled(if: BuiltTool.isThere))
    func liveProcess() async throws {
        let secret = try tls.password()
        try set("log_statement = 'all'")
        let source = try RegistryStore.open(
            path: local.directory.path("routes.db"), mode: .creating(.test("init")))
        _ = try await hub.publish(source.path, isReplacing: false)
        try await hub.grant(.node, to: "tls_password")
        let file = local.directory.path("pgpass")
        try Data("*:*:*:*:\(secret)\n".utf8).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        let address = try tls.address("tls_password", "host=localhost sslmode=require")
        let (node, output) = (Process(), Pipe())
        node.executableURL = BuiltTool.executable
        node.arguments = [
            "node", address.text, "--db", local.directory.path("node.db"), "--node", "web",
        ]
        node.environment = ["PGPASSFILE": file]
        node.standardOutput = output
        node.standardError = output
        try node.run()
        defer { node.terminate() }
        let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        #expect(said == "at revision 1\n")
        let processes = try Self.processes(from: Int(node.processIdentifier))
        #expect(processes.contains { $0.contains("\u{0}--node\u{0}web") })
        for process in processes { #expect(!process.contains(secret)) }
        node.interrupt()
        node.waitUntilExit()
        guard let log = try serverLog() else { return }
        #expect(log.contains("routedb.registry_head"))
        #expect(!log.contains(secret))
    }

    /// The command lines and environments of a process and of those that it has started.
    private static func processes(from first: Int) throws -> [String] {
        let all = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap(Int.init)
        var family: Set<Int> = [first]
        for number in all.sorted() {
            // The state and the parent follow the name, which is in parentheses.
            let stat = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
            let fields = stat?.split(separator: ")").last?.split(separator: " ") ?? []
            if fields.count > 1, let parent = Int(fields[1]), family.contains(parent) {
                family.insert(number)
            }
        }
        return family.flatMap { number in
            ["cmdline", "environ"].compactMap { name in
                FileManager.default.contents(atPath: "/proc/\(number)/\(name)").map {
                    String(decoding: $0, as: UTF8.self)
                }
            }
        }
    }
    #endif

    @Test("the server's log has hits only if it is told to log statements with their parameters")
    func loggedHits() async throws {
        func log(_ setting: String, _ url: String) async throws -> String? {
            try set(setting)
            try local.writer().append(
                HitBatch([Hit(time: 0, url: Array(url.utf8), outcome: .unmatched)]))
            let shipper = HitShipper(local.path, to: test.address, node: "web")
            #expect(try await shipper.step().hits == 1)
            await shipper.close()
            return try serverLog()
        }
        let marks = (0..<3).map { _ in "/mark-\(UInt64.random(in: .min ... .max))" }
        guard let usual = try await log("log_statement = 'none'", marks[0]) else { return }
        #expect(!usual.contains(marks[0]))
        #expect(try await log("log_statement = 'all'", marks[1])?.contains(marks[1]) == true)
        #expect(
            try await log("log_parameter_max_length = 0", marks[2])?.contains(marks[2]) == false)
    }

    @Test("a password in the arguments of a command is refused, and not repeated")
    func arguments() async throws {
        for text in ["postgresql://ada:only-here@db/routes", "host=db password=only-here"] {
            for command in [
                ["node", text, "--db", "x.db", "--node", "a"],
                ["follow", text, "--db", "x.db", "--node", "a"],
                ["list", "--hub", text], ["hub", "status", text, "--json"],
            ] {
                let said = try await run(command)
                #expect(said.contains("password") && said.contains("~/.pgpass"), "\(said)")
                #expect(!said.contains("only-here"), "\(said)")
            }
        }
    }

    /// Runs the tool; returns all that it writes.
    private func run(_ arguments: [String]) async throws -> String {
        let (output, diagnostics) = (MemorySink(), MemorySink())
        _ = await CommandLineTool.run(
            arguments: arguments, environment: [:],
            standardInput: InputReader(MemorySource([]), isTerminal: false),
            standardOutput: OutputWriter(output, isTerminal: false),
            standardError: OutputWriter(diagnostics, isTerminal: false),
            now: { 0 })
        return String(decoding: output.bytes + diagnostics.bytes, as: UTF8.self)
    }
}
#endif
