import RouteDB
import RouteDBTerminal

/// A merge into a document, which is written again.
struct DocumentMerge {
    let path: String
    let other: RegistryArgument
    let base: MergeBase
    let sides: MergeSides

    /// Merges the other side; the document keeps its own side of undecided conflicts.
    func run(
        _ write: WriteOptions, _ global: GlobalOptions, in context: CommandContext
    ) async throws {
        let document = try document(in: context)
        let registry = try RouteRegistry(
            inMemory: nil, options: global.copyOptions(in: context))
        context.interruption.watch()
        let interruption = context.interruption
        _ = try await registry.apply(
            document, to: RegistryDocument.Part(), message: "", author: nil, source: "merge",
            expecting: nil, dryRun: false, createsNamespaces: true,
            isStopped: { interruption.isInterrupted }, approving: { _ in })
        let source = try await RegistryStates([], global, in: context).source(other)
        let side = try await base.side(of: source, against: registry, global, in: context)
        let result = try await side.merge(
            into: registry, edit(sides.choices, in: context))
        if !result.value.undecided.isEmpty {
            var choices = sides.choices
            choices.others = .keep
            _ = try await side.merge(into: registry, edit(choices, in: context))
        }
        await side.close()
        if !write.dryRun { try await self.write(registry, as: document, in: context) }
        await registry.close()
        let name = PlainText.shown(path)
        try MergeReport(merge: result.value, known: nil, revision: nil).write(
            .init(
                done: "merged into \(name)",
                unchanged: "\(name) has all that \(PlainText.shown(other.name)) changed",
                outcome: "merged"), write, global, in: context)
    }

    private func edit(
        _ choices: RegistryMerge.Choices, in context: CommandContext
    ) -> MergeEdit {
        MergeEdit(
            choices: choices, message: "", author: context.author(), source: "merge", expected: nil,
            dryRun: false, interruption: context.interruption)
    }

    private func document(in context: CommandContext) throws -> RegistryDocument {
        let input = try PeekedInput(path, in: context)
        guard path != "-", !input.isDatabase else {
            throw CommandFailure.usage(
                "'\(path)' is not a document.",
                hint: "To merge into a registry, name it with '--db'.")
        }
        let document = try context.readDocument(input, named: path, DocumentOptions())
        // What the document says beside them would be lost.
        guard document.ignored.names.isEmpty else {
            let names = document.ignored.names.map { "'\($0)'" }.joined(separator: ", ")
            throw CommandFailure(
                "invalidInput", "\(path) has columns or keys that would be lost: \(names).",
                hint: "Rename or remove them first.")
        }
        return document
    }

    private func write(
        _ registry: RouteRegistry, as document: RegistryDocument, in context: CommandContext
    ) async throws {
        let exporter = try await registry.exporter(of: document.part)
        try OutputFile.write(to: path, within: FileLimit(of: path)) { writer in
            try exporter.write(document.format ?? .json) { try writer.write(utf8: $0) }
        }
    }
}
