import ArgumentParser
import RouteDB
import RouteDBInsight
import RouteDBTerminal

/// Makes source code from the routes.
struct GenerateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Make source code from the routes.",
        discussion: """
            EXAMPLES:
              routedb generate swift -o Sources/App/AppRoute.swift
              routedb generate swift -o Sources/App/AppRoute.swift --check
            """,
        subcommands: [GenerateSwiftCommand.self])

    @OptionGroup var global: GlobalOptions
}

/// Makes an enumeration of Swift from the routes of a namespace.
struct GenerateSwiftCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "swift",
        abstract: "Make an enumeration of Swift: a case for each route, with its parameters.",
        discussion: """
            EXAMPLES:
              routedb generate swift
              routedb generate swift --namespace web --enum WebRoute -o WebRoute.swift
              routedb generate swift -o AppRoute.swift --check

            Each enabled route with a name and a pattern is a case. A case builds its URL,
            and the answer to a URL is read as a case: the compiler finds misspelled
            routes, missing values and values of another type. With '--check', nothing is
            written, and the exit status is 1 if the file differs from the routes.
            """)

    @Option(
        help: ArgumentHelp("The namespace (default: default).", valueName: "name"),
        completion: NameCompletion.namespaces)
    var namespace = RouteNamespace.defaultName

    @Option(
        name: .customLong("enum"),
        help: ArgumentHelp("The name of the enumeration (default: AppRoute).", valueName: "name"))
    var typeName = "AppRoute"

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("Write to this file; '-' is standard output.", valueName: "file"),
        completion: .file())
    var output: String?

    @Flag(help: "Write nothing: check whether the file is what would be written.")
    var check = false

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if check, (output ?? "-") == "-" {
            throw ValidationError("Name the file to check with '--output'.")
        }
    }

    func run(in context: CommandContext) async throws {
        let registry = try await global.openForReading(in: context)
        let snapshot = try await asOf.snapshot(of: registry)
        await registry.close()
        let constants = try RouteConstants(snapshot, namespace: namespace, typeName: typeName)
        if !constants.unnamed.isEmpty {
            context.printNote(Self.note(constants.unnamed))
        }
        guard let output, output != "-" else {
            return try context.output.write(constants.source)
        }
        if check { return try compare(constants.source, with: output, in: context) }
        try OutputFile.write(to: output, within: nil) { try $0.write(constants.source) }
        context.printNote("wrote '\(output)': \(NumberText.counted(constants.count, "route"))")
    }

    private static func note(_ routes: [Route]) -> String {
        let first = routes.first?.pattern?.description ?? ""
        let unnamed = NumberText.counted(routes.count, "unnamed route")
        let it = routes.count == 1 ? "it" : "them"
        return "note: \(unnamed) got no case, such as '\(first)'; name \(it)"
            + " with 'routedb rename'"
    }

    private func compare(
        _ source: String, with path: String, in context: CommandContext
    ) throws {
        // What is longer differs in any case.
        let bytes = try context.reading(path) { reader throws(InputProblem) in
            try reader.rest(limit: 1 << 26)
        }
        guard !bytes.elementsEqual(source.utf8) else {
            return context.printNote("'\(path)' is up to date")
        }
        let old = String(decoding: bytes, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        let new = source.split(separator: "\n", omittingEmptySubsequences: false)
        let line = zip(old, new).prefix { $0 == $1 }.count
        throw CommandFailure(
            "sourceDiffers",
            "'\(path)' differs from the routes, first in line \(line + 1).",
            hint: "Make it again, without '--check'.", status: .no)
    }
}
