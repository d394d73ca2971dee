/// Which folders of `Sources` there are, and in which order: a folder uses only those before it.
///
/// Types of Swift are visible in the whole module, and in all modules that import it. So only this
/// rule keeps the direction between the folders of a module.
struct RoomRule {
    /// The folders, from the lowest to the highest.
    static let rooms = [
        "RouteDBSQLite/Connections",
        "RouteDBSQLite/VirtualTables",
        "RouteDBRouting/Time",
        "RouteDBRouting/Text",
        "RouteDBRouting/Policies",
        "RouteDBRouting/Patterns",
        "RouteDBRouting/Model",
        "RouteDBRouting/Indexes",
        "RouteDBRouting/Access",
        "RouteDBRouting/URLs",
        "RouteDBRouting/Matching",
        "RouteDBRouting/Resolving",
        "RouteDBRouting/Redacting",
        "RouteDBRouting/Building",
        "RouteDBRouting/Planning",
        "RouteDBDatabase/Errors",
        "RouteDBDatabase/Times",
        "RouteDBDatabase/Files",
        "RouteDBDatabase/Digests",
        "RouteDBDatabase/Opening",
        "RouteDBDatabase/Salvaging",
        "RouteDBStorage/Tables",
        "RouteDBStorage/Store",
        "RouteDBStorage/Questions",
        "RouteDBStorage/Editing",
        "RouteDBStorage/Revisions",
        "RouteDBStorage/Checking",
        "RouteDBStorage/RegistryRecovery",
        "RouteDBStorage/Feeding",
        "RouteDBHistory/Clients",
        "RouteDBHistory/Hits",
        "RouteDBHistory/Segments",
        "RouteDBHistory/Records",
        "RouteDBHistory/Reading",
        "RouteDBHistory/Writing",
        "RouteDBHistory/Forgetting",
        "RouteDBHistory/SQL",
        "RouteDBHistory/HistoryRecovery",
        "RouteDB/Formats",
        "RouteDB/Differences",
        "RouteDB/History",
        "RouteDB/JSONOutput",
        "RouteDB/Observing",
        "RouteDB/Visitors",
        "RouteDB/Recording",
        "RouteDB/Registry",
        "RouteDB/Telemetry",
        "RouteDB/Documents",
        "RouteDB/Dispatching",
        "RouteDBHummingbird/Middleware",
        "RouteDBScreens/LinkOpening",
        "RouteDBScreens/Reusing",
        "RouteDBScreens/UIKitScreens",
        "RouteDBScreens/SwiftUIScreens",
        "RouteDBTesting/Clocks",
        "RouteDBTesting/TestRegistries",
        "RouteDBTesting/ScriptedHosts",
        "RouteDBTesting/HostConformance",
        "RouteDBInsight/Explaining",
        "RouteDBInsight/Linting",
        "RouteDBInsight/Comparing",
        "RouteDBInsight/Reaching",
        "RouteDBInsight/Testing",
        "RouteDBInsight/Translating",
        "RouteDBInsight/SwiftConstants",
        "RouteDBInsight/Exchanging",
        "RouteDBInsight/ShortLinks",
        "RouteDBInsight/Redirects",
        "RouteDBInsight/OpenAPI",
        "RouteDBAppLinks/LinkFiles",
        "RouteDBAppLinks/Automata",
        "RouteDBAppLinks/Apple",
        "RouteDBAppLinks/Android",
        "RouteDBAppLinks/Manifests",
        "RouteDBAppLinks/LinkedRoutes",
        "RouteDBAppLinks/LinkSets",
        "RouteDBAppLinks/Associations",
        "RouteDBAppLinks/Generating",
        "RouteDBAppLinks/Importing",
        "RouteDBAppLinks/Proving",
        "RouteDBAppLinks/LinkReplaying",
        "RouteDBYAML/Events",
        "RouteDBYAML/Composing",
        "RouteDBTraffic/Logs",
        "RouteDBTraffic/LogImporting",
        "RouteDBTraffic/Scanning",
        "RouteDBTraffic/Counting",
        "RouteDBTraffic/Clustering",
        "RouteDBTraffic/Reports",
        "RouteDBTraffic/Replaying",
        "RouteDBTraffic/Querying",
        "RouteDBPages/Markup",
        "RouteDBPages/Styles",
        "RouteDBPages/Charts",
        "RouteDBPages/Report",
        "RouteDBPages/QRCodes",
        "RouteDBPages/Console",
        "RouteDBPages/VisitorPages",
        "RouteDBServer/HTTP",
        "RouteDBServer/Tokens",
        "RouteDBServer/Authentication",
        "RouteDBServer/Security",
        "RouteDBServer/Metrics",
        "RouteDBServer/OpenID",
        "RouteDBServer/Endpoints",
        "RouteDBServer/API",
        "RouteDBServer/Pages",
        "RouteDBServer/Links",
        "RouteDBServer/Serving",
        "RouteDBFollower/Addresses",
        "RouteDBFollower/Fetching",
        "RouteDBFollower/Following",
        "RouteDBHub/Schema",
        "RouteDBHub/Client",
        "RouteDBHub/Node",
        "RouteDBTerminal/Escaping",
        "RouteDBTerminal/Failures",
        "RouteDBTerminal/Streams",
        "RouteDBTerminal/Process",
        "RouteDBTerminal/Screen",
        "RouteDBTerminal/Context",
        "RouteDBTerminal/Listings",
        "RouteDBCommands/ErrorReporting",
        "RouteDBCommands/Options",
        "RouteDBCommands/Output",
        "RouteDBCommands/Input",
        "RouteDBCommands/TextOutput",
        "RouteDBCommands/RegistryCommands",
        "RouteDBCommands/NamespaceCommands",
        "RouteDBCommands/RouteCommands",
        "RouteDBCommands/LinkCommands",
        "RouteDBCommands/DocumentCommands",
        "RouteDBCommands/AccessCommands",
        "RouteDBCommands/ResolveCommands",
        "RouteDBCommands/LintCommands",
        "RouteDBCommands/TestCommands",
        "RouteDBCommands/HitsCommands",
        "RouteDBCommands/StatsCommands",
        "RouteDBCommands/ReplayCommands",
        "RouteDBCommands/ReviewCommands",
        "RouteDBCommands/AppLinksCommands",
        "RouteDBCommands/ReportCommands",
        "RouteDBCommands/ServeCommands",
        "RouteDBCommands/FollowCommands",
        "RouteDBCommands/HubCommands",
        "RouteDBCommands/Tool",
    ]

    private let ranks: [String: Int]
    /// The folder of each type that is declared at the top level of one file only.
    private let homes: [Substring: String]

    init(_ files: [SourceFile], rooms: [String] = Self.rooms) {
        ranks = Dictionary(
            rooms.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        var homes: [Substring: Set<String>] = [:]
        for file in files {
            guard let room = Self.room(of: file.path) else { continue }
            for (_, line) in file.codeLines {
                guard let name = Self.declaredType(line) else { continue }
                // A name that is also that of a nested type says nothing.
                homes[name, default: []].formUnion(line.hasPrefix(" ") ? [room, ""] : [room])
            }
        }
        self.homes = homes.compactMapValues { $0.count == 1 ? $0.first : nil }
    }

    /// The folder of a file, below `Sources`; `nil` for files elsewhere, or not in a folder of a
    /// module.
    static func room(of path: String) -> String? {
        let parts = path.split(separator: "/")
        guard parts.first == "Sources", parts.count > 3 else { return nil }
        return parts[1..<(parts.count - 1)].joined(separator: "/")
    }

    /// Finds the uses of types in folders that come later.
    func findings(in file: SourceFile) -> [Finding] {
        guard let room = Self.room(of: file.path) else { return [] }
        guard let rank = ranks[room] else {
            return [Finding(path: file.path, line: 1, message: "'\(room)' is not in the list")]
        }
        return file.codeLines.flatMap { number, line in
            Self.typeNames(in: line).compactMap { name in
                guard let home = homes[name], let other = ranks[home], other > rank else {
                    return nil
                }
                return Finding(
                    path: file.path, line: number,
                    message: "'\(room)' may not use \(name) of '\(home)'")
            }
        }
    }

    private static let kinds: Set<Substring> = [
        "struct", "class", "enum", "protocol", "actor", "typealias",
    ]
    private static let modifiers: Set<Substring> = [
        "public", "package", "internal", "fileprivate", "private", "final", "indirect",
    ]

    /// The type that a line declares.
    private static func declaredType(_ line: Substring) -> Substring? {
        var words = line.split(separator: " ")[...]
        while let word = words.first, modifiers.contains(word) || word.hasPrefix("@") {
            words.removeFirst()
        }
        guard let kind = words.popFirst(), kinds.contains(kind) else { return nil }
        return words.first?.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    }

    /// The names in a line that begin with a capital letter, without those in comments and strings.
    private static func typeNames(in line: Substring) -> [Substring] {
        var code = ""
        var isInString = false
        var previous: Character = " "
        for character in line {
            if !isInString, character == "/", previous == "/" { break }
            if character == "\"", previous != "\\" { isInString.toggle() }
            // What is interpolated into a string is left out as well.
            code.append(isInString ? " " : character)
            previous = character
        }
        let line = code[...]
        return line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
            .filter { $0.first?.isUppercase == true }
    }
}
