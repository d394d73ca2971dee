/// Which modules each of ours may import.
///
/// The compiler accepts imports of a dependency's dependencies, so only this rule keeps the
/// modules' direction.
enum ImportRule {
    /// The C library, under the names that the platforms give it.
    private static let platform: Set = ["Darwin", "Glibc", "Musl"]

    /// Each module with what it may import, beside the standard library.
    static let allowed: [String: Set<String>] = [
        "RouteDBCSQLite": [],
        "RouteDBCCrypto": [],
        "RouteDBCZlib": [],
        "RouteDBCExpat": [],
        "RouteDBCYAML": [],
        "RouteDBCQRCode": [],
        "RouteDBCScan": [],
        "RouteDBCFiles": [],
        "RouteDBSQLite": ["RouteDBCSQLite"],
        "RouteDBMigrations": [],
        "RouteDBRouting": ["RouteDBCScan"],
        "RouteDBDatabase": platform.union([
            "RouteDBCCrypto", "RouteDBCFiles", "RouteDBSQLite", "RouteDBMigrations",
            "RouteDBRouting", "CommonCrypto", "Dispatch", "Synchronization",
        ]),
        "RouteDBStorage": platform.union([
            "RouteDBSQLite", "RouteDBMigrations", "RouteDBRouting", "RouteDBDatabase",
        ]),
        "RouteDBHistory": platform.union([
            "RouteDBSQLite", "RouteDBMigrations", "RouteDBRouting", "RouteDBDatabase",
        ]),
        "RouteDB": [
            "RouteDBRouting", "RouteDBDatabase", "RouteDBStorage", "RouteDBHistory",
            "Dispatch", "Synchronization", "Logging", "CoreMetrics", "Tracing", "ServiceLifecycle",
        ],
        "RouteDBInsight": ["RouteDBRouting", "RouteDBDatabase", "RouteDBStorage", "RouteDB"],
        "RouteDBAppLinks": [
            "RouteDBRouting", "RouteDBDatabase", "RouteDBStorage", "RouteDB", "RouteDBInsight",
            "RouteDBCExpat",
        ],
        "RouteDBYAML": ["RouteDBRouting", "RouteDB", "RouteDBCYAML"],
        "RouteDBTraffic": platform.union([
            "RouteDBSQLite", "RouteDBRouting", "RouteDBDatabase", "RouteDBStorage",
            "RouteDBHistory", "RouteDB", "RouteDBInsight", "RouteDBCZlib", "Dispatch",
            "Synchronization", "Tracing",
        ]),
        "RouteDBScreens": ["RouteDB", "Foundation", "Observation", "SwiftUI", "UIKit"],
        "RouteDBTesting": ["RouteDB"],
        "RouteDBHummingbird": ["RouteDB", "Hummingbird", "HTTPTypes", "Logging", "NIOCore"],
        "RouteDBPages": [
            "RouteDB", "RouteDBInsight", "RouteDBTraffic", "RouteDBAppLinks", "RouteDBCQRCode",
            "RouteDBCZlib",
        ],
        "RouteDBServer": platform.union([
            "RouteDB", "RouteDBInsight", "RouteDBTraffic", "RouteDBAppLinks", "RouteDBPages",
            "RouteDBCZlib", "AsyncHTTPClient", "Dispatch", "HTTPTypes", "Hummingbird",
            "HummingbirdCore", "HummingbirdHTTP2", "HummingbirdTLS", "Logging", "NIOCore",
            "NIOHTTP1", "NIOHTTP2", "NIOHTTPTypes",
            "NIOPosix", "NIOSSL", "ServiceLifecycle", "UnixSignals",
        ]),
        "RouteDBFollower": [
            "RouteDB", "AsyncHTTPClient", "NIOCore", "NIOHTTP1", "NIOPosix", "NIOSSL",
        ],
        "RouteDBCPostgres": [],
        "RouteDBHub": platform.union([
            "RouteDB", "RouteDBFollower", "RouteDBCPostgres", "ServiceLifecycle",
        ]),
        "RouteDBTerminal": platform.union(["RouteDB", "Synchronization"]),
        "RouteDBCommands": platform.union([
            "RouteDB", "RouteDBInsight", "RouteDBTraffic", "RouteDBAppLinks", "RouteDBPages",
            "RouteDBYAML", "RouteDBServer", "RouteDBFollower", "RouteDBHub", "RouteDBTerminal",
            "ArgumentParser", "Foundation", "FoundationEssentials", "Synchronization",
        ]),
        "RouteDBTool": ["RouteDBCommands", "ArgumentParser"],
        "ExampleServer": [
            "RouteDB", "RouteDBHummingbird", "Foundation", "Hummingbird", "HTTPTypes", "Logging",
        ],
    ]

    /// The module that a file belongs to; `nil` if it is none of those above.
    static func module(of path: String) -> String? {
        let parts = path.split(separator: "/")
        switch parts.first {
        case "Migrations": return "RouteDBMigrations"
        case "Sources" where parts.count > 2: return String(parts[1])
        case "Examples" where parts.count > 3: return String(parts[2])
        default: return nil
        }
    }

    /// Finds the imports of a file that its module may not have.
    static func findings(in file: SourceFile) -> [Finding] {
        guard let module = module(of: file.path), let allowed = allowed[module] else {
            return [Finding(path: file.path, line: 1, message: "the module is not in the table")]
        }
        return imports(in: file).compactMap { line, name in
            guard name != "Swift", !allowed.contains(name) else { return nil }
            return Finding(
                path: file.path, line: line, message: "\(module) may not import \(name)")
        }
    }

    /// The modules that a file imports, with the numbers of the lines.
    static func imports(in file: SourceFile) -> [(line: Int, module: String)] {
        file.codeLines.flatMap { number, text in
            text.split(separator: ";").compactMap { statement in
                module(importedBy: statement).map { (number, $0) }
            }
        }
    }

    private static let modifiers: Set<Substring> = [
        "public", "package", "internal", "fileprivate", "private",
    ]
    private static let kinds: Set<Substring> = [
        "struct", "class", "enum", "protocol", "typealias", "func", "let", "var", "actor",
    ]

    /// The module of `@attribute modifier import kind Module.Name`.
    private static func module(importedBy statement: Substring) -> String? {
        var words = statement.split(whereSeparator: { $0 == " " || $0 == "\t" })[...]
        while let word = words.first, word.hasPrefix("@") || modifiers.contains(word) {
            words.removeFirst()
        }
        guard words.popFirst() == "import" else { return nil }
        if let word = words.first, words.count > 1, kinds.contains(word) { words.removeFirst() }
        guard let name = words.first?.split(separator: ".").first else { return nil }
        return String(name)
    }
}
