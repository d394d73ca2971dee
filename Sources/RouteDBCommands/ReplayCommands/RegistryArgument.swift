import ArgumentParser
import RouteDB

/// A state of a registry in an argument: a revision of the registry, or a file.
enum RegistryArgument: Hashable, Sendable {
    /// The current state of the registry.
    case live
    /// A past state of the registry.
    case revision(RevisionReference)
    /// The file of another registry, or a document.
    case file(String)

    /// Parses an argument; one that begins with `@` is never a file.
    static func read(_ text: String) throws -> RegistryArgument {
        if !text.hasPrefix("@"), RegularFile.hasBytes(at: text) || isFileName(text) {
            return .file(text)
        }
        let reference = try RevisionReference.read(text)
        return reference == .live ? .live : .revision(reference)
    }

    private static func isFileName(_ text: String) -> Bool {
        RegistryDocument.Format(path: text) != nil || text.hasSuffix(".db") || text == "-"
    }

    /// The name of the state.
    var name: String {
        switch self {
        case .live: "@live"
        case .revision(.number(let number)): "@\(number)"
        case .revision(let reference): reference.description
        case .file(let path): path
        }
    }
}

/// A state of a registry, with its contents.
struct RegistryState: Sendable {
    /// The name that the user gave to the state.
    let name: String
    let snapshot: RegistrySnapshot
    /// The path of the registry; `nil` if the state is that of a document.
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
                name: name, snapshot: try await Self.applied(input, global, in: context),
                registry: nil)
        }
    }

    /// Returns the contents that the registry has once a document is applied, as `plan` shows it;
    /// without a registry, the document stands alone.
    private static func applied(
        _ input: PeekedInput, _ global: GlobalOptions, in context: CommandContext
    ) async throws -> RegistrySnapshot {
        let document = try context.document(input, named: input.name, DocumentOptions())
        let path = global.path(in: context)
        if let part = document.selectedPart, !RegularFile.hasBytes(at: path) {
            throw CommandFailure(
                "databaseMissing",
                "\(PlainText.shown(document.name)) is an export of \(part) only, and there is no"
                    + " registry '\(PlainText.shown(path))' to apply it to.",
                hint: "Name the registry with '--db', or export all of it.")
        }
        let registry = try await global.openCopy(in: context)
        context.interruption.watch()
        let interruption = context.interruption
        let plan = try await registry.apply(
            document, to: RegistryDocument.Part(), message: "", author: nil, source: "replay",
            expecting: nil, dryRun: true, createsNamespaces: true,
            isStopped: { interruption.isInterrupted }, approving: { _ in }
        ).value
        await registry.close()
        return plan.after
    }
}
