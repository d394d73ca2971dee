import RouteDBDatabase
import RouteDBHistory
import RouteDBRouting
import RouteDBSQLite
import RouteDBStorage

/// The SQL functions of a session that read URLs: `url_host`, `url_path`, `url_query` and
/// `nearest_route`; Docs/sql.md describes them.
///
/// The registry is compiled at the first call of `nearest_route`, and the answers to the first URLs
/// are kept, since the same ones occur again and again.
final class URLFunctions {
    /// The number of URLs whose nearest routes are kept.
    private static let maximumKnown = 1 << 14
    /// The maximum length of a URL whose nearest route is kept.
    private static let maximumLength = 1_024

    // The connection of the database owns the functions, and outlives them.
    private let database: Database?
    private let names: HitNames
    private var finder: IntendedRoute?
    private var known: [[UInt8]: RouteID?] = [:]
    private var failure: RouteDBError?

    /// Creates the functions for a registry; without one, no route is near.
    init(_ database: Database?, names: HitNames) {
        self.database = database
        self.names = names
    }

    func register(on connection: Connection) throws(SQLiteError) {
        try connection.register(function: "url_host", arguments: 1) { arguments in
            Self.parts(arguments[0]) { $0.hostText(in: $1) }
        }
        try connection.register(function: "url_path", arguments: 1) { arguments in
            Self.parts(arguments[0]) { $0.pathText(in: $1) }
        }
        try connection.register(function: "url_query", arguments: 1) { arguments in
            Self.parts(arguments[0]) { JSONValue.object($0.queryObject(in: $1)).description }
        }
        try connection.register(function: "url_query", arguments: 2) { arguments in
            let key = String(decoding: arguments[1], as: UTF8.self)
            return Self.parts(arguments[0]) { NormalizedURL.QueryItem.value(of: key, in: $1) }
        }
        try connection.register(function: "nearest_route", arguments: 1) { [unowned self] in
            try label(near: $0[0])
        }
    }

    /// Returns and clears the error with which a function made the last statement fail, if any.
    func takeFailure() -> RouteDBError? {
        defer { failure = nil }
        return failure
    }

    private static func parts(
        _ url: [UInt8], _ text: (URLParts, RawSpan) -> String?
    ) -> [UInt8]? {
        let span = url.span.bytes
        return text(URLParts(span), span).map { Array($0.utf8) }
    }

    private func label(near url: [UInt8]) throws -> [UInt8]? {
        guard let route = try route(near: url) else { return nil }
        return names.label(ofRoute: route.rawValue).map { Array($0.utf8) }
    }

    private func route(near url: [UInt8]) throws(RouteDBError) -> RouteID? {
        guard let database else { return nil }
        if let route = known[url] { return route }
        let finder = if let finder { finder } else { try makeFinder(database) }
        self.finder = finder
        let route = finder.route(for: url)
        if known.count < Self.maximumKnown, url.count <= Self.maximumLength {
            known[url] = .some(route)
        }
        return route
    }

    private func makeFinder(_ database: Database) throws(RouteDBError) -> IntendedRoute {
        do {
            // A row of the registry may be longer than a value of a statement.
            return try database.connection.withoutValueLimit {
                IntendedRoute(try RegistrySnapshot(newestOf: database))
            }
        } catch {
            let failure = RouteDBError(error, path: database.path)
            self.failure = failure
            throw failure
        }
    }
}
