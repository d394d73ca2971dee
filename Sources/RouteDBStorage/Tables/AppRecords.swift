import RouteDBDatabase
package import RouteDBRouting
import RouteDBSQLite

/// An app of a namespace, as its versions are stored.
package struct AppRecord: Hashable, Sendable {
    package let namespace: NamespaceID
    package let app: LinkedApp

    package init(namespace: NamespaceID, app: LinkedApp) {
        self.namespace = namespace
        self.app = app
    }
}

extension AppRecord: EditedItem {
    static let table = VersionedTable(
        "app",
        columns: [
            "namespace", "platform", "app", "name", "store", "fingerprints", "includes", "excludes",
        ], identity: ["namespace", "platform", "app"], order: "namespace, platform, app",
        references: ["namespace": "namespace"])

    /// The app with the namespace `?2`, the platform `?3` and the identifier `?4`.
    static let same = table.ending(where: "namespace = ?2 AND platform = ?3 AND app = ?4")
    /// The apps of the namespace `?2`.
    static let ofNamespace = table.ending(where: "namespace = ?2")
    /// The apps of the namespace `?1`.
    static let liveOfNamespace = table.live(where: "namespace = ?1")
    /// The app with the namespace `?1`, the platform `?2` and the identifier `?3`.
    static let one = table.live(where: "namespace = ?1 AND platform = ?2 AND app = ?3")

    static func read(
        _ row: borrowing Statement, in database: Database
    ) throws(RouteDBError) -> AppRecord {
        do {
            return AppRecord(
                namespace: NamespaceID(rawValue: row.int(at: 0)), app: try parse(row))
        } catch {
            throw database.corrupt(
                "the app '\(row.string(at: 2))' is invalid: \(error)", underlying: error)
        }
    }

    /// Reads an app from a row with the columns of the table.
    static func parse(_ row: borrowing Statement) throws -> LinkedApp {
        let text = row.string(at: 1)
        guard let platform = LinkedApp.Platform(rawValue: text) else {
            throw RouteDBError(.invalidValue, "Unknown platform '\(text)'.")
        }
        return LinkedApp(
            platform, row.string(at: 2), name: row.optionalString(at: 3),
            store: row.optionalString(at: 4), fingerprints: try texts(row.optionalString(at: 5)),
            includes: try texts(row.optionalString(at: 6)),
            excludes: try texts(row.optionalString(at: 7)))
    }

    private static func texts(_ stored: String?) throws -> [String] {
        guard let stored else { return [] }
        let object: JSONObject = ["list": try JSONValue(parsing: stored)]
        return try JSONReader(object).strings("list")
    }

    private static func stored(_ texts: [String]) -> String? {
        texts.isEmpty ? nil : JSONValue.array(texts.map(JSONValue.string)).description
    }

    func bind(to statement: inout Statement) throws(SQLiteError) {
        try statement.bind(namespace.rawValue, at: 1)
        try statement.bind(app.platform.rawValue, at: 2)
        try statement.bind(app.identifier, at: 3)
        try statement.bind(app.name, at: 4)
        try statement.bind(app.store, at: 5)
        try statement.bind(Self.stored(app.fingerprints), at: 6)
        try statement.bind(Self.stored(app.includes), at: 7)
        try statement.bind(Self.stored(app.excludes), at: 8)
    }
}

extension AppRecord {
    /// The apps of each namespace.
    static func byNamespace(_ records: [AppRecord]) -> [NamespaceID: [LinkedApp]] {
        Dictionary(grouping: records, by: \.namespace).mapValues { $0.map(\.app) }
    }
}

extension Versions<AppRecord> {
    /// The apps of each namespace at a revision, sorted; `nil` for the live ones.
    func byNamespace(at revision: Int64?) throws(RouteDBError) -> [NamespaceID: [LinkedApp]] {
        AppRecord.byNamespace(try all(at: revision))
    }

    /// The live apps of a namespace, sorted.
    func all(of namespace: NamespaceID) throws(RouteDBError) -> [LinkedApp] {
        try items(AppRecord.liveOfNamespace, .integer(namespace.rawValue)).map(\.app)
    }

    /// The live app of a namespace with an identifier.
    func find(
        _ identifier: String, on platform: LinkedApp.Platform, of namespace: NamespaceID
    ) throws(RouteDBError) -> LinkedApp? {
        try items(
            AppRecord.one, .integer(namespace.rawValue), .text(platform.rawValue),
            .text(identifier)
        ).first?.app
    }

    /// Ends the live version of an app.
    func end(
        _ app: LinkedApp, of namespace: NamespaceID, in revision: Int64
    ) throws(RouteDBError) {
        try end(
            AppRecord.same, in: revision, .integer(namespace.rawValue),
            .text(app.platform.rawValue), .text(app.identifier))
    }
}

extension AppRecord: DescribedItem {
    package static let fields: [ItemField<AppRecord>] = [
        ItemField("namespace", .string("The namespace.")) { record, names in
            names.namespace(record.namespace)
        },
        ItemField("platform", .word(LinkedApp.Platform.allCases.map(\.rawValue), "The platform.")) {
            record, _ in .string(record.app.platform.rawValue)
        },
        ItemField("app", .string("Team and bundle, or package.")) { record, _ in
            .string(record.app.identifier)
        },
        ItemField("name", .optional(.string("What people call the app."))) { record, _ in
            record.app.name.map(JSONValue.string)
        },
        ItemField("store", .optional(.string("The number of an iOS app in the App Store."))) {
            record, _ in record.app.store.map(JSONValue.string)
        },
        ItemField(
            "fingerprints",
            .list(.string("A SHA-256 fingerprint."), "The certificates of an Android app."),
            unset: []
        ) { record, _ in list(record.app.fingerprints) },
        ItemField(
            "include",
            .list(
                .string("group:NAME, label:KEY, label:KEY=VALUE or route:NAME."),
                "The routes whose links open the app; all if empty."), unset: []
        ) { record, _ in list(record.app.includes) },
        ItemField(
            "exclude", .list(.string("As for 'include'."), "The routes whose links do not."),
            unset: []
        ) { record, _ in list(record.app.excludes) },
    ]

    private static func list(_ texts: [String]) -> JSONValue? {
        texts.isEmpty ? nil : .array(texts.map(JSONValue.string))
    }
}

extension RegistrySnapshot {
    /// The apps, by the age of their namespace, then by platform and identifier.
    package var appRecords: [AppRecord] {
        namespaces.flatMap { space in
            (apps[space.id] ?? []).map { AppRecord(namespace: space.id, app: $0) }
        }
    }
}
