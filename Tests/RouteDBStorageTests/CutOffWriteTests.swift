import Foundation
import RouteDBRouting
import RouteDBSQLite
import RouteDBStorage
import RouteDBTestSupport
import Testing

/// A write that the process does not live to end, as another process finds it: the file with a
/// part of the new pages, and the journal with the old ones.
struct CutOffWriteTests {
    let fixture: RegistryFixture
    let path: String
    private let before: RegistrySnapshot

    private struct Stop: Error {}

    init() throws {
        let fixture = try RegistryFixture()
        let path = fixture.directory.path("found.db")
        try fixture.edit { editor in
            for number in 0..<200 {
                try editor.add(RouteDraft(pattern: "/old/\(number)", target: "t"))
            }
        }
        before = try fixture.store.snapshot()
        // A cache of few pages writes changed pages to the file before the commit.
        try fixture.store.database.connection.setPragma("cache_size", to: 5)
        do {
            try fixture.edit { editor in
                for number in 0..<200 {
                    try editor.setEnabled(RouteReference("/old/\(number)"), false)
                }
                for suffix in ["", "-journal"] {
                    try FileManager.default.copyItem(
                        atPath: fixture.path + suffix, toPath: path + suffix)
                }
                throw Stop()
            }
        } catch is Stop {}
        self.fixture = fixture
        self.path = path
    }

    @Test("a writer finds the revision before")
    func writer() throws {
        let store = try RegistryStore.open(path: path, mode: .writing(timeMicroseconds: 0))
        #expect(try store.snapshot() == before)
        #expect(try store.check().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: path + "-journal"))
    }

    @Test("a reader, which may not write, says that a writer must come first")
    func reader() throws {
        #expect(try code { try RegistryStore.open(path: path, mode: .reading) } == .readOnly)
        #expect(
            try complaint { try RegistryStore.open(path: path, mode: .reading) }
                .contains("cut off"))
    }
}
