import ArgumentParser
import RouteDB

/// Shell completions with names from the registry.
enum NameCompletion {
    /// References to routes.
    static let routes = CompletionKind.custom { words, _, _ in
        guard let snapshot = await snapshot(words) else { return [] }
        return snapshot.routes.compactMap(\.qualifiedName)
    }

    /// The names of namespaces.
    static let namespaces = CompletionKind.custom { words, _, _ in
        await snapshot(words)?.namespaces.map(\.name) ?? []
    }

    /// The names of groups.
    static let groups = CompletionKind.custom { words, _, _ in
        var seen: Set<String> = []
        return await snapshot(words)?.routes.compactMap(\.group)
            .filter { seen.insert($0).inserted } ?? []
    }

    /// The names of tags.
    static let tags = CompletionKind.custom { words, _, _ in
        (try? await registry(words)?.tags.map(\.name)) ?? []
    }

    /// Returns the contents of the registry that an unfinished command line refers to.
    private static func snapshot(_ words: [String]) async -> RegistrySnapshot? {
        try? await registry(words)?.snapshot()
    }

    private static func registry(_ words: [String]) async -> RouteRegistry? {
        let written = words.firstIndex(of: "--db").flatMap { index in
            index + 1 < words.count ? words[index + 1] : nil
        }
        let variable = CompletionEnvironment.current["ROUTEDB_DB"].flatMap { $0.isEmpty ? nil : $0 }
        let options = RegistryOptions(
            access: .reading, refreshInterval: nil, busyTimeout: .milliseconds(200))
        return try? await RouteRegistry.open(
            written ?? variable ?? "./routes.db", options: options)
    }
}

/// The environment for generating completions; the parser has no other way to pass it.
enum CompletionEnvironment {
    @TaskLocal static var current: [String: String] = [:]
}
