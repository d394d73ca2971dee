import ArgumentParser
import RouteDB
import RouteDBTerminal

/// The commands for converters.
struct ConverterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "converter",
        abstract: "Set, list and remove converters: parameter types defined by a namespace.",
        discussion: """
            EXAMPLES:
              routedb converter set region --namespace app --allow kr,jp,us
              routedb add 'myapp://shop/<region:where>' --target shop --namespace app
              routedb converter list --namespace app
              routedb converter remove region --namespace app

            A converter is a parameter type. If it has the name of a built-in type,
            patterns written from then on use the converter.
            """,
        subcommands: [
            ConverterSetCommand.self, ConverterListCommand.self, ConverterRemoveCommand.self,
        ])

    @OptionGroup var global: GlobalOptions
}

/// Lists converters.
struct ConverterListCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List converters, with the routes that use them.",
        discussion: """
            EXAMPLES:
              routedb converter list
              routedb converter list --namespace app --json

            TSV fields: namespace, name, rule, argument of the rule, and number of routes.
            """)

    @Option(help: "Only converters in this namespace.", completion: NameCompletion.namespaces)
    var namespace: String?

    @OptionGroup var list: RevisionListOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let list = try await list.open(global, in: context) {
            try await $0.snapshot(keptBy: .parameterized, at: $1)
        }
        if let namespace { _ = try list.snapshot.namespace(named: namespace) }
        let all = ConverterOutput.all(list.snapshot)
        try list.write(
            ConverterOutput.listing.rows(
                all.filter { namespace == nil || $0.namespace == namespace }),
            whenEmpty: EmptyListNote(
                noun: ("converter", "converters"), total: all.count,
                command: "routedb converter set"))
    }
}

/// Removes a converter.
struct ConverterRemoveCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a converter that no route uses.",
        discussion: """
            EXAMPLES:
              routedb converter remove region --namespace app
            """)

    @Argument(help: "The name.")
    var name: String

    @Option(help: "The namespace.", completion: NameCompletion.namespaces)
    var namespace = RouteNamespace.defaultName

    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let (name, namespace) = (name, namespace)
        try await context.edit(write, global, source: "converter remove") { editor in
            try editor.removeConverter(name, in: namespace)
            return CommandEdit("removed", the: "converter", named: name)
        }
    }
}

/// Adds a converter, or changes its rule.
struct ConverterSetCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Add a converter, or change its rule.",
        discussion: """
            EXAMPLES:
              routedb converter set region --namespace app --allow kr,jp --allow us
              routedb converter set size --map small=1 --map large=2
              routedb converter set file --prefix /files/ --suffix .txt
              routedb converter set token --any
              routedb converter set date --in-code

            Give one rule. '--allow' and '--map' accept the listed texts; the other rules
            accept any text that is not empty. In a list, '\\,' is a comma and '\\\\' a
            backslash. With '--in-code' the program that resolves URLs binds the converter
            to a function; this tool accepts any text for it.
            """)

    @Argument(help: "The name, used as a type in patterns.")
    var name: String

    @Option(help: "The namespace.", completion: NameCompletion.namespaces)
    var namespace = RouteNamespace.defaultName

    @Option(
        help: ArgumentHelp(
            "Accept these comma-separated texts; may be repeated.",
            valueName: "texts"))
    var allow: [String] = []

    @Option(
        help: ArgumentHelp(
            """
            Accept this text and convert it to the value: JSON if it parses as JSON, otherwise \
            text; may be repeated.
            """, valueName: "text=value"),
        transform: DefaultAssignment.init)
    var map: [DefaultAssignment] = []

    @Option(help: ArgumentHelp("Add this prefix to the text.", valueName: "text"))
    var prefix: String?

    @Option(help: ArgumentHelp("Add this suffix to the text.", valueName: "text"))
    var suffix: String?

    @Flag(help: "Accept any text as it is.")
    var any = false

    @Flag(name: .customLong("in-code"), help: "Convert in code.")
    var isInCode = false

    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        let count = [!allow.isEmpty, !map.isEmpty, prefix != nil || suffix != nil, any, isInCode]
            .count { $0 }
        guard count == 1 else {
            throw ValidationError(
                "Give one rule: '--allow', '--map', '--prefix' and '--suffix', '--any' or '--in-code'."
            )
        }
    }

    func run(in context: CommandContext) async throws {
        let (name, namespace, rule) = (name, namespace, rule)
        try await context.edit(write, global, source: "converter set", creating: true) { editor in
            let outcome = try editor.setConverter(name, rule: rule, in: namespace)
            return CommandEdit(outcome.word(replaced: "changed"), the: "converter", named: name)
        }
    }

    private var rule: ParameterConverter.Rule {
        if !allow.isEmpty { return .allow(allow.flatMap(CommaList.texts)) }
        if !map.isEmpty { return .map(DefaultAssignment.object(map)) }
        if any { return .any }
        return isInCode ? .code : .affix(prefix: prefix ?? "", suffix: suffix ?? "")
    }
}
