import ArgumentParser
import RouteDB

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
              routedb converter set date --code

            Give one rule. '--allow' and '--map' accept the listed texts; the other rules
            accept any text that is not empty. In a list, '\\,' is a comma and '\\\\' a
            backslash. With '--code' the program that resolves URLs binds the converter to
            a function; this tool accepts any text for it.
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
            "Accept this text and convert it to the value (JSON, or else text); may be repeated.",
            valueName: "text=value"),
        transform: DefaultAssignment.init)
    var map: [DefaultAssignment] = []

    @Option(help: ArgumentHelp("Add this prefix to the text.", valueName: "text"))
    var prefix: String?

    @Option(help: ArgumentHelp("Add this suffix to the text.", valueName: "text"))
    var suffix: String?

    @Flag(help: "Accept any text as it is.")
    var any = false

    @Flag(help: "Convert in code.")
    var code = false

    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        let count = [!allow.isEmpty, !map.isEmpty, prefix != nil || suffix != nil, any, code]
            .count { $0 }
        guard count == 1 else {
            throw ValidationError(
                "Give one rule: '--allow', '--map', '--prefix' and '--suffix', '--any' or '--code'."
            )
        }
    }

    func run(in context: CommandContext) async throws {
        let (name, namespace, rule) = (name, namespace, rule)
        let registry = try await global.openForAdding(write, in: context)
        let result = try await registry.edit(write, source: "converter set", in: context) {
            try $0.setConverter(name, rule: rule, in: namespace)
        }
        await registry.close()
        let word =
            switch result.value {
            case .added: "added"
            case .replaced: "changed"
            case .unchanged: "unchanged"
            }
        try WriteReport.write(word, "converter", name, result.revision, write, global, in: context)
    }

    private var rule: ParameterConverter.Rule {
        if !allow.isEmpty { return .allow(allow.flatMap(CommaList.texts)) }
        if !map.isEmpty { return .map(DefaultAssignment.object(map)) }
        if any { return .any }
        return code ? .code : .affix(prefix: prefix ?? "", suffix: suffix ?? "")
    }
}
