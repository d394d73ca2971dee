import Foundation
import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("A follower that is killed")
struct FeedCrashTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// A registry, whose feed is saved as well.
    private func source(_ name: String) throws -> RegistryStore {
        let store = try RegistryStore.open(
            path: directory.path("\(name).db"), mode: .creating(.test("init")))
        try store.write(.test()) { editor in
            for index in 0..<400 {
                try editor.add(RouteDraft(pattern: "/\(name)/\(index)", target: name))
            }
        }
        try Data(try FollowingFixture.feed(of: store))
            .write(to: URL(fileURLWithPath: directory.path("\(name).ndjson")))
        return store
    }

    @Test(
        "the file is as before the step or behind it, and the next step goes on",
        arguments: [1, 20_000, 60_000])
    func kill(bytes: Int) async throws {
        let (first, second) = (try source("first"), try source("second"))
        let path = directory.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, bytes] in
            let replica = try RegistryStore.open(
                path: "\(path)/local.db", mode: .following(time: 0))
            // The journal grows while the file is written.
            SuddenEnd.killAfter(writing: bytes, to: "\(path)/local.db-journal")
            while true {
                for name in ["first", "second"] {
                    let file = try ReadableFile(path: "\(path)/\(name).ndjson")
                    _ = try replica.follow(
                        FeedFile(file, name: "the feed"), from: FollowingFixture.origin)
                }
            }
        }
        let replica = try RegistryStore.open(
            path: directory.path("local.db"), mode: .following(time: 0))
        let position = try replica.position()
        if position != .start {
            #expect([try first.position(), try second.position()].contains(position))
            #expect(try replica.check() == [])
            #expect(try replica.origin() == FollowingFixture.origin)
        }
        let file = try ReadableFile(path: directory.path("second.ndjson"))
        let step = try replica.follow(
            FeedFile(file, name: "the feed"), from: FollowingFixture.origin)
        #expect(step.new == (try second.position()))
        #expect(try replica.snapshot() == second.snapshot())
    }
}
