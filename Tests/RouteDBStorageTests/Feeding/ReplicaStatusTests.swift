import Foundation
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("When the source of a registry was last heard of")
struct ReplicaStatusTests {
    private let directory: TemporaryDirectory
    private var registry: String { directory.path("routes.db") }
    private var file: String { directory.path("routes.db-follow") }

    init() throws {
        directory = try TemporaryDirectory()
        try Data("a".utf8).write(to: URL(fileURLWithPath: registry))
    }

    @Test("what is written beside a registry is read, also when it was longer before")
    func writes() throws {
        #expect(ReplicaStatus(besideRegistry: registry) == nil)
        for contact in [
            ReplicaStatus(), ReplicaStatus(time: .distantFuture, error: "sourceUnavailable"),
            ReplicaStatus(time: 7), ReplicaStatus(error: "busy"),
        ] {
            contact.write(besideRegistry: registry)
            #expect(ReplicaStatus(besideRegistry: registry) == contact)
            #expect(try Data(contentsOf: URL(fileURLWithPath: file)).count == 100)
        }
        ReplicaStatus.remove(besideRegistry: registry)
        #expect(ReplicaStatus(besideRegistry: registry) == nil)
    }

    @Test("nobody can read it who cannot read the registry")
    func permissions() throws {
        let files = FileManager.default
        try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: registry)
        ReplicaStatus().write(besideRegistry: registry)
        let permissions = try files.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(permissions == 0o600)
    }

    @Test("where it cannot be written, nothing happens")
    func unwritable() {
        ReplicaStatus().write(besideRegistry: directory.path("no/routes.db"))
        #expect(ReplicaStatus(besideRegistry: directory.path("no/routes.db")) == nil)
    }

    @Test(
        "what is not of ours is not read",
        arguments: ["", "\n", "x", "-1", "1.5", "99999999999999999999", "busy 1"])
    func foreign(text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        #expect(ReplicaStatus(besideRegistry: registry) == nil)
    }

    @Test("a code has only letters, whatever somebody wrote there", arguments: ["1 <b>", "1 a b"])
    func code(text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        #expect(ReplicaStatus(besideRegistry: registry) == ReplicaStatus(time: 1))
    }
}
