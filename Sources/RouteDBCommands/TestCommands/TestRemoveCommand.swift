import ArgumentParser
import RouteDB

/// Removes stored cases.
struct TestRemoveCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove stored route tests.",
        discussion: """
            EXAMPLES:
              routedb test remove 'a user'
              routedb test remove '#3' '#4' --yes

            Removes all of them in one revision, or none. Asks for confirmation on a
            terminal; elsewhere '--yes' is required.
            """)

    @Argument(help: ArgumentHelp("The cases, by name or id.", valueName: "case"))
    var cases: [String]

    @OptionGroup var confirmation: Confirmation
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let registry = try await global.openForWriting(in: context)
        let texts = cases
        let remove: @Sendable (RegistryEditor) throws -> [CaseChange] = { editor in
            let known = try editor.cases()
            return try texts.map { text in
                CaseChange(removed: try editor.removeCase(try Self.id(of: text, among: known)))
            }
        }
        if !write.dryRun && !confirmation.yes {
            let plan = try await registry.edit(dryRun: true, remove)
            try confirmation.require(
                plan.value.map { "remove \(CaseFacts.text($0.stored))" }, in: context)
        }
        let result = try await registry.edit(write, source: "test remove", in: context, remove)
        await registry.close()
        try CaseChange.write(result, write, global, in: context)
    }

    private static func id(of text: String, among known: [StoredCase]) throws -> CaseID {
        if text.utf8.first == UInt8(ascii: "#"), let number = Int64(text.dropFirst()) {
            return CaseID(rawValue: number)
        }
        if let stored = known.first(where: { $0.content.name == text }) { return stored.id }
        if let id = Int64(text), known.contains(where: { $0.id.rawValue == id }) {
            return CaseID(rawValue: id)
        }
        let nearest = NameSuggestion.nearest(
            to: text, among: known.compactMap(\.content.name))
        throw CommandFailure(
            "caseNotFound", "No case is named '\(text)'.",
            hint: nearest.map { "Did you mean '\($0)'?" } ?? "`routedb test list` lists them.")
    }
}
