import RouteDBDatabase
import RouteDBMigrations
import RouteDBRouting
import RouteDBSQLite
import RouteDBStorage
import RouteDBTestSupport

/// A registry of its own for one test.
struct RegistryFixture {
    let directory: TemporaryDirectory
    let store: RegistryStore

    var path: String { store.path }

    init() throws {
        directory = try TemporaryDirectory()
        store = try RegistryStore.open(
            path: directory.path("routes.db"), mode: .creating(.test("init")))
    }

    /// Another store over the same file.
    func reopened(_ mode: RegistryMode = .reading) throws -> RegistryStore {
        try RegistryStore.open(path: path, mode: mode, busyTimeout: .zero)
    }

    /// Makes one revision of edits.
    @discardableResult
    func edit<Result>(_ body: (RegistryEditor) throws -> Result) throws -> Result {
        try store.write(.test(), body).result
    }

    /// Adds routes to a registry, each in a revision of its own.
    @discardableResult
    func add(_ drafts: RouteDraft...) throws -> [RouteID] {
        try drafts.map { draft in try edit { try $0.add(draft).item } }
    }

    /// The ids of the routes at a revision.
    func ids(at revision: Int64? = nil) throws -> [Int64] {
        try store.snapshot(at: revision).routes.map(\.id.rawValue)
    }

    /// Runs SQL behind the store's back, without the schema's guards.
    func damage(_ sql: String) throws {
        let connection = try Connection(path: path, mode: .readWrite)
        try connection.setPragma("foreign_keys", to: "OFF")
        try connection.setPragma("ignore_check_constraints", to: "ON")
        try connection.execute(sql)
        try connection.close()
    }
}
