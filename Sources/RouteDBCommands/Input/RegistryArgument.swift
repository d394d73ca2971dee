import ArgumentParser
import RouteDB
import RouteDBTerminal

/// A state of a registry in an argument: a revision of the registry, a file, or an address.
enum RegistryArgument: Hashable, Sendable {
    /// The current state of the registry.
    case live
    /// A past state of the registry.
    case revision(RevisionReference)
    /// The file of another registry, or a document.
    case file(String)
    /// The address of a service or a hub.
    case address(String)

    /// Parses an argument; one that begins with `@` is never a file.
    static func read(_ text: String) throws -> RegistryArgument {
        if RegistryAddress.isMeant(text) { return .address(text) }
        if !text.hasPrefix("@"), RegularFile.hasBytes(at: text) || isFileName(text) {
            return .file(text)
        }
        let reference = try RevisionReference.read(text)
        return reference == .live ? .live : .revision(reference)
    }

    /// Parses an argument beside which there are names of commands: a word is none of these states.
    static func readNamed(_ text: String) throws -> RegistryArgument {
        guard
            text.hasPrefix("@") || RegularFile.hasBytes(at: text) || isFileName(text)
                || RegistryAddress.isMeant(text)
        else {
            throw ValidationError(
                "There is no file '\(text)'. A revision begins with '@', as in '@12'.")
        }
        return try read(text)
    }

    /// The forms that such an argument may have, for the help.
    static let forms =
        "a revision ('@12', a tag, a time), a file of a registry, a document, or the"
        + " address of a service or hub"

    private static func isFileName(_ text: String) -> Bool {
        RegistryDocument.Format(path: text) != nil || text.hasSuffix(".db") || text == "-"
    }

    /// Returns a file as the state that it is; `nil` if it is neither a registry nor a document.
    static func state(in path: String, _ context: CommandContext) throws -> RegistryArgument? {
        guard path != "-" else { return nil }
        let input = try PeekedInput(path, in: context)
        return try input.isDatabase || input.isDocument() ? .file(path) : nil
    }

    /// The name of the state.
    var name: String {
        switch self {
        case .live: "@live"
        case .revision(.number(let number)): "@\(number)"
        case .revision(let reference): reference.description
        case .file(let path): path
        case .address(let address): RegistryAddress.name(of: address)
        }
    }

    /// The revision of the registry that every command has; `nil` for another state.
    var revision: RevisionReference? {
        switch self {
        case .live: .live
        case .revision(let reference): reference
        case .file, .address: nil
        }
    }

    /// True if the state is read from standard input.
    var isStandardInput: Bool { self == .file("-") }
}

/// A state of a registry, with its contents.
struct RegistryState: Sendable {
    /// The name that the user gave to the state.
    let name: String
    let snapshot: RegistrySnapshot
    /// The path of the registry; `nil` if the state is that of a document.
    let registry: String?
    /// The document; `nil` for a registry.
    var document: RegistryDocument?

    /// The state as JSON.
    var json: JSONValue {
        ["name": .string(name), "revision": revisionJSON]
    }

    /// The revision as JSON, which a document does not have.
    var revisionJSON: JSONValue { registry == nil ? .null : .int(snapshot.revision) }

    /// The name with the revision, which a document does not have.
    var title: String { name + (registry == nil ? "" : " (revision \(snapshot.revision))") }
}

/// Reads the states that arguments name.
///
/// A document that is compared with a state of the registry is applied to a copy of it, as `plan` does,
/// and so is one where `--db` or `--hub` names a registry. Any other document stands alone, so that
/// the answer does not depend on what else is in the folder.
struct RegistryStates {
    let global: GlobalOptions
    let context: CommandContext
    /// True if documents are applied to the registry.
    let isApplying: Bool

    init(
        _ arguments: [RegistryArgument], _ global: GlobalOptions, in context: CommandContext
    ) {
        (self.global, self.context) = (global, context)
        isApplying =
            arguments.contains { $0.revision != nil } || global.database != nil
            || WorkingCopy.current != nil
    }

    /// Reads a state: of a registry the newest one, or that of a past revision; of a registry, it may lack the
    /// routes that a sieve drops.
    func state(
        _ argument: RegistryArgument, at revision: RevisionReference? = nil,
        keptBy sieve: RouteSieve? = nil
    ) async throws -> RegistryState {
        switch argument {
        case .live:
            return try await state(
                ofRegistry: nil, named: revision?.description ?? argument.name, at: revision, sieve)
        case .revision(let reference):
            try Self.requireNone(revision, of: argument)
            return try await state(ofRegistry: nil, named: argument.name, at: reference, sieve)
        case .address(let address):
            return try await state(
                ofRegistry: try await RegistryAddress.fetch(address, in: context),
                named: argument.name, at: revision, sieve)
        case .file(let path):
            let input = try PeekedInput(path, in: context)
            if input.isDatabase {
                return try await state(ofRegistry: path, named: path, at: revision, sieve)
            }
            try Self.requireNone(revision, of: argument)
            let document = try context.readDocument(input, named: input.name, DocumentOptions())
            let registry = try await copy(with: document)
            let snapshot = try await registry.snapshot()
            await registry.close()
            return RegistryState(
                name: argument.name, snapshot: snapshot, registry: nil, document: document)
        }
    }

    private static func requireNone(
        _ revision: RevisionReference?, of argument: RegistryArgument
    ) throws {
        guard revision != nil else { return }
        throw CommandFailure.usage(
            "'--as-of' needs a registry, and '\(argument.name)' is one state.",
            hint: "Leave out one of them.")
    }

    /// Reads a revision of the registry, or of the one at a path.
    private func state(
        ofRegistry path: String?, named name: String, at revision: RevisionReference?,
        _ sieve: RouteSieve?
    ) async throws -> RegistryState {
        let registry = try await global.openForReading(at: path, in: context)
        let snapshot =
            if let sieve {
                try await registry.snapshot(keptBy: sieve, at: revision)
            } else {
                try await AsOfOption.snapshot(of: registry, at: revision)
            }
        await registry.close()
        return RegistryState(
            name: name, snapshot: snapshot, registry: path ?? global.path(in: context))
    }

    /// A state as a registry in memory.
    struct Copy {
        let registry: RouteRegistry
        /// The revision; `nil` if the state is that of a document.
        let revision: Int64?
        /// The document; `nil` for a registry.
        var document: RegistryDocument?
    }

    /// Reads a state as a registry in memory.
    func copy(_ argument: RegistryArgument) async throws -> Copy {
        switch argument {
        case .live, .revision:
            let registry = try await existingCopy()
            let number = try await registry.revision(argument.revision ?? .live).number
            try await registry.rollBack(to: .number(number))
            return Copy(registry: registry, revision: number)
        case .address(let address):
            let path = try await RegistryAddress.fetch(address, in: context)
            return try await copy(ofRegistry: path)
        case .file(let path):
            let input = try PeekedInput(path, in: context)
            if input.isDatabase { return try await copy(ofRegistry: path) }
            let document = try context.readDocument(input, named: input.name, DocumentOptions())
            return Copy(
                registry: try await copy(with: document), revision: nil, document: document)
        }
    }

    private func copy(ofRegistry path: String) async throws -> Copy {
        let registry = try await existingCopy(at: path)
        return Copy(registry: registry, revision: try await registry.revision(.live).number)
    }

    /// Opens a copy of the registry, or of the one at a path, which must exist.
    private func existingCopy(at path: String? = nil) async throws -> RouteRegistry {
        if !RegularFile.hasBytes(at: path ?? global.path(in: context)) {
            // The error is that of every command that reads.
            await (try global.openForReading(at: path, in: context)).close()
        }
        return try await global.openCopy(at: path, in: context)
    }

    /// Returns a registry in memory with what a document says: as `plan` shows it, or by itself.
    private func copy(with document: RegistryDocument) async throws -> RouteRegistry {
        let path = global.path(in: context)
        let isThere = RegularFile.hasBytes(at: path)
        if let part = document.selectedPart, !isThere {
            throw CommandFailure(
                "databaseMissing",
                "\(PlainText.shown(document.name)) is an export of \(part) only, and there is no"
                    + " registry '\(PlainText.shown(path))' to apply it to.",
                hint: "Name the registry with '--db', or export all of it.")
        }
        let registry =
            isApplying || document.selectedPart != nil
            ? try await global.openCopy(in: context)
            : try RouteRegistry(inMemory: nil, options: global.copyOptions(in: context))
        context.interruption.watch()
        let interruption = context.interruption
        _ = try await registry.apply(
            document, to: RegistryDocument.Part(), message: "", author: nil, source: "copy",
            expecting: nil, dryRun: false, createsNamespaces: true,
            isStopped: { interruption.isInterrupted }, approving: { _ in })
        return registry
    }
}
