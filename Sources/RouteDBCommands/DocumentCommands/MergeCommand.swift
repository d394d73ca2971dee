import ArgumentParser
import RouteDB
import RouteDBTerminal

/// Merges what another copy of the registry, or a document, changed.
struct MergeCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Merge what another registry or a document changed, and keep what is here.",
        discussion: """
            EXAMPLES:
              routedb merge branch.db --dry-run
              routedb merge branch.db --base @12 --message 'The shop of autumn'
              routedb merge routes.json --base main.json --take checkout
              routedb merge theirs.json --base base.json --into ours.json

            What the other one changed since the base is merged item by item and field by
            field. The base of two registries that were copied apart is the newest revision
            that both have; '--base' names an earlier one. For a document, '--base' is the
            document, registry or revision that it was made from.

            Where both sides changed the same, there is a conflict. It is shown with the
            values of both sides and the hits in the last 30 days; nothing is changed, and
            the status is 1, until each conflict is decided by '--ours', '--theirs',
            '--keep' or '--take'. An item is named as it is shown, such as 'rule #4';
            a route also by its name, '#id' or pattern.

            '--into' merges into a document instead of the registry, and writes it again.
            With conflicts it gets all the rest, keeps its own side of them, and the status
            is 1, as git expects of a merge driver.

            Asks before it removes or disables a route with hits and before it widens
            access, as 'apply' does.
            """)

    @Argument(
        help: "The other side: a registry, a document, or the address of a service or hub.",
        completion: .file(), transform: RegistryArgument.read)
    var other: RegistryArgument

    @OptionGroup var base: MergeBase

    @Option(
        help: ArgumentHelp("Merge into this document, and write it again.", valueName: "file"),
        completion: .file())
    var into: String?

    @OptionGroup var sides: MergeSides
    @OptionGroup var consent: ApplyConsent
    @OptionGroup var history: HistoryOptions
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard other.revision == nil else {
            throw ValidationError(
                "'\(other.name)' is a revision: name another registry, or a document.")
        }
        guard !(other.isStandardInput && base.argument?.isStandardInput == true) else {
            throw ValidationError("Only one of the sides can be standard input.")
        }
        if into != nil, let base = base.argument, base.revision != nil {
            throw ValidationError(
                "A document has no revisions, so '--base \(base.name)' cannot be combined with "
                    + "'--into'.")
        }
        if into == "" { throw ValidationError("The path after '--into' is empty.") }
    }

    func run(in context: CommandContext) async throws {
        if let into {
            let merge = DocumentMerge(path: into, other: other, base: base, sides: sides)
            return try await merge.run(write, global, in: context)
        }
        let known = await KnownTraffic(
            of: .age(30 * 86_400_000_000), in: history, global, context)
        let registry = try await global.openForWriting(in: context)
        context.interruption.watch()
        let source = try await RegistryStates([], global, in: context).source(other)
        let side = try await base.side(of: source, against: registry, global, in: context)
        let message = write.message.isEmpty ? "Merge \(other.name)" : write.message
        let result = try await consent.asking(about: known, write, in: context) {
            (expected, check) in
            let edit = MergeEdit(
                choices: sides.choices, message: message, author: write.author(in: context),
                source: "merge", expected: expected, dryRun: write.dryRun,
                interruption: context.interruption)
            return try await side.merge(into: registry, edit, check)
        }
        await side.close()
        await registry.close()
        let name = PlainText.shown(other.name)
        try MergeReport(merge: result.value, known: known, revision: result.revision).write(
            .init(
                done: "merged \(name)", unchanged: "the registry has all that \(name) changed",
                outcome: "merged"), write, global, in: context)
    }
}

/// The option for what both sides come from.
struct MergeBase: ParsableArguments {
    @Option(
        name: .customLong("base"),
        help: ArgumentHelp(
            "What both sides come from: a revision, such as '@12', or a file.",
            valueName: "state"), completion: .file(), transform: RegistryArgument.read)
    var argument: RegistryArgument?

    /// Reads the base of the other side of a merge.
    func side(
        of input: MergeSource, against registry: RouteRegistry, _ global: GlobalOptions,
        in context: CommandContext
    ) async throws -> MergedSide {
        let states = RegistryStates([], global, in: context)
        switch (input, argument) {
        case (.registry(let other), nil): return .registry(other, base: nil)
        case (.registry(let other), .revision(let reference)?):
            return .registry(other, base: reference)
        case (.document(let document), nil):
            throw CommandFailure.usage(
                "Name what '\(document.name)' was made from with '--base'.",
                hint: "That is the document or revision from which it was exported. To make the"
                    + " registry equal to it, use `routedb apply`.")
        case (_, let argument?):
            let base = try await base(argument, registry, states)
            guard case .registry(let other) = input else {
                return try await .documents(input.document(), base: base.document())
            }
            if case .registry(let common) = base {
                // The base may be a backup that both come from.
                let number = try await common.revision(.live).number
                let own = try await registry.newestCommonRevision(with: common)
                let others = try await other.newestCommonRevision(with: common)
                if own == number && others == number {
                    await common.close()
                    return .registry(other, base: .number(number))
                }
            }
            return try await .documents(input.document(), base: base.document())
        }
    }

    private func base(
        _ argument: RegistryArgument, _ registry: RouteRegistry, _ states: RegistryStates
    ) async throws -> MergeSource {
        guard let reference = argument.revision else { return try await states.source(argument) }
        let number = try await registry.revision(reference).number
        return .document(
            try await registry.document(named: argument.name, at: number))
    }
}

/// The source that a registry is read from: another registry, or a document.
enum MergeSource {
    case registry(RouteRegistry)
    case document(RegistryDocument)

    /// The source as a document; a registry is closed.
    func document() async throws -> RegistryDocument {
        switch self {
        case .document(let document): return document
        case .registry(let registry):
            let document = try await registry.document()
            await registry.close()
            return document
        }
    }
}

extension RegistryStates {
    /// Opens what an argument names that is no revision.
    func source(_ argument: RegistryArgument) async throws -> MergeSource {
        switch argument {
        case .live, .revision:
            return .registry(try await global.openForReading(in: context))
        case .address(let address):
            let path = try await RegistryAddress.fetch(address, in: context)
            return .registry(
                try await global.openForReading(at: path, in: context))
        case .file(let path):
            let input = try PeekedInput(path, in: context)
            guard !input.isDatabase else {
                return .registry(
                    try await global.openForReading(at: path, in: context))
            }
            return .document(
                try context.readDocument(input, named: input.name, DocumentOptions()))
        }
    }
}

/// How a side is merged.
struct MergeEdit: Sendable {
    let choices: RegistryMerge.Choices
    let message: String
    let author: String
    let source: String
    let expected: Int64?
    let dryRun: Bool
    let interruption: Interruption
    var part = RegistryDocument.Part()
    var createsNamespaces = true
}

/// The other side of a merge.
enum MergedSide {
    /// A registry that was copied apart, since a revision that both have.
    case registry(RouteRegistry, base: RevisionReference?)
    /// A document, since another one.
    case documents(RegistryDocument, base: RegistryDocument)

    /// Merges the side into a registry.
    func merge(
        into registry: RouteRegistry, _ edit: MergeEdit,
        _ check: @escaping @Sendable (RegistryPlan) throws -> Void = { _ in }
    ) async throws -> RouteRegistry.EditResult<RegistryMerge> {
        switch self {
        case .registry(let other, let base):
            return try await registry.merge(
                other, base: base, choices: edit.choices, message: edit.message,
                author: edit.author, source: edit.source, expecting: edit.expected,
                dryRun: edit.dryRun
            ) { try check($0.plan) }
        case .documents(let document, let base):
            let interruption = edit.interruption
            return try await registry.merge(
                document, base: base, to: edit.part, choices: edit.choices,
                message: edit.message, author: edit.author, source: edit.source,
                expecting: edit.expected, dryRun: edit.dryRun,
                createsNamespaces: edit.createsNamespaces,
                isStopped: { interruption.isInterrupted }
            ) { try check($0.plan) }
        }
    }

    /// Closes the registry of the side.
    func close() async {
        if case .registry(let registry, _) = self { await registry.close() }
    }
}
