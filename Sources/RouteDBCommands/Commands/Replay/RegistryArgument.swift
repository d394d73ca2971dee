import ArgumentParser
import RouteDB

/// A state of a registry, as the command line gives it: of the registry's own past, or a file.
enum RegistryArgument: Hashable, Sendable {
    /// The registry as it is.
    case live
    /// The registry as it was.
    case revision(RevisionReference)
    /// Another registry's file, or a file of routes.
    case file(String)

    /// Reads an argument; what begins with `@` is never a file.
    static func read(_ text: String) throws -> RegistryArgument {
        if !text.hasPrefix("@"), RegularFile.hasBytes(at: text) || isFileName(text) {
            return .file(text)
        }
        let reference = try RevisionReference.read(text)
        return reference == .live ? .live : .revision(reference)
    }

    private static func isFileName(_ text: String) -> Bool {
        RouteFileFormat(path: text) != nil || text.hasSuffix(".db") || text == "-"
    }

    /// What the state is called.
    var name: String {
        switch self {
        case .live: "@live"
        case .revision(.number(let number)): "@\(number)"
        case .revision(let reference): reference.description
        case .file(let path): path
        }
    }
}

/// A state of a registry, as it was read.
struct RegistryState: Sendable {
    /// What the user calls it.
    let name: String
    let snapshot: RegistrySnapshot
    /// The registry's file; `nil` if the state is a file of routes.
    let registry: String?
}

extension RegistryArgument {
    /// Reads the state.
    func state(_ global: GlobalOptions, in context: CommandContext) async throws -> RegistryState {
        switch self {
        case .live, .revision:
            let registry = try await global.openForReading(in: context)
            var snapshot = try await registry.snapshot()
            if case .revision(let reference) = self {
                snapshot = try await registry.snapshot(at: reference)
            }
            await registry.close()
            return RegistryState(
                name: name, snapshot: snapshot, registry: global.path(in: context))
        case .file(let path):
            let input = try PeekedInput(path, in: context)
            if input.isDatabase {
                var other = global
                other.database = path
                let registry = try await other.openForReading(in: context)
                let snapshot = try await registry.snapshot()
                await registry.close()
                return RegistryState(name: name, snapshot: snapshot, registry: path)
            }
            return RegistryState(
                name: name, snapshot: try await Self.imported(input, in: context), registry: nil)
        }
    }

    /// What a registry would hold that has nothing but the routes of a file.
    private static func imported(
        _ input: PeekedInput, in context: CommandContext
    ) async throws -> RegistrySnapshot {
        let scratch = try ScratchDirectory(in: context)
        context.atEnd { scratch.remove() }
        let registry = try await RouteRegistry.open(
            scratch.path("routes.db"),
            options: RegistryOptions(
                access: .creating, refreshInterval: nil,
                currentTimeMicroseconds: context.currentTimeMicroseconds))
        // The command waits for the edit, in which alone the input and the context are used.
        nonisolated(unsafe) let used = (input: input, context: context)
        context.interruption.watch()
        try await registry.edit { editor in
            let options = ImportOptions(duplicateRule: .keepBoth, createsNamespaces: true)
            var importer = RouteImporter(
                name: used.input.name, options: options, editor: editor, context: used.context)
            try importer.run(used.input)
        }
        let snapshot = try await registry.snapshot()
        await registry.close()
        return snapshot
    }
}
