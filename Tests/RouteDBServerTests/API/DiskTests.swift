#if Server
import RouteDB
import RouteDBCFaults
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("A full disk under the service")
struct DiskTests {
    /// The writes to the disk so far, and whether one has failed.
    private struct Disk {
        let plan: Int32

        /// Makes the writes to the files of a folder fail from one on; 0 for never.
        init(_ folder: String, fullFrom call: Int) {
            // The path is read only until the call returns.
            plan = unsafe rdb_faults_plan(
                folder, rdb_fault(kind: RDB_FAULT_FULL, call: call, lasts: 1, seed: 0))
        }

        var calls: Int { rdb_faults_calls(plan) }
        func end() { rdb_faults_end(plan) }
    }

    private func put(_ client: TestClient, _ name: String) async throws -> TestAnswer {
        try await client.send(
            "PUT", "/api/v1/routes/\(name)",
            body: "{\"pattern\":\"/\(name)/{x}\",\"target\":\"\(name)\"}")
    }

    /// Runs a service on a disk that is full from a write on.
    private func run(
        fullFrom call: Int, _ body: (TestClient, Disk) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken(.admin, in: directory)
        let disk = Disk(directory.path, fullFrom: call)
        #expect(disk.plan >= 0)
        do {
            try await RunningServer.with(in: directory) { server in
                try await body(server.client.with(token: token), disk)
            }
        } catch {
            disk.end()
            throw error
        }
        disk.end()
    }

    @Test("an edit that finds it full is refused, changes nothing, and leaves the rest at work")
    func edits() async throws {
        var (before, after) = (0, 0)
        try await run(fullFrom: 0) { client, disk in
            let first = try await put(client, "a")
            before = disk.calls
            let second = try await put(client, "b")
            after = disk.calls
            #expect(first.status == 201 && second.status == 201)
        }
        try #require(after > before && before > 0)
        var problems: Set<String> = []
        for call in stride(from: before + 1, through: after, by: 5) {
            try await run(fullFrom: call) { client, _ in
                let first = try await put(client, "a")
                #expect(first.status == 201)
                for name in ["b", "c", "b"] {
                    let refused = try await put(client, name)
                    #expect([500, 507].contains(refused.status), "\(call): \(refused.text)")
                    problems.insert(refused.problem ?? "none")
                }
                let resolved = try await client.get("/api/v1/resolve?url=/a/1").object
                #expect(resolved["outcome"] == "matched")
                // A write that was cut short is undone before the file is read again, which takes
                // room as well; until then the service says that it is not ready.
                let ready = try await client.get("/readyz")
                #expect([200, 503].contains(ready.status))
                guard ready.status == 200 else { return }
                let list = try await client.get("/api/v1/routes").object
                #expect(list["total"] == (list["revision"] == 2 ? 1 : 2), "\(call): \(list)")
            }
        }
        // SQLite cannot say why it could not create its journal.
        #expect(problems.isSubset(of: ["full", "storageFailure"]) && problems.contains("full"))
    }
}
#endif
