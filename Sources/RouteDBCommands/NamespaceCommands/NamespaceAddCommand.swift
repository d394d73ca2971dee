import ArgumentParser
import RouteDB

/// Adds a namespace.
struct NamespaceAddCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a namespace.",
        discussion: """
            EXAMPLES:
              routedb namespace add web --host example.com --host '*.example.com'
              routedb namespace add app --scheme myapp host=component --fallback web
              routedb namespace add old case=insensitive --fallback-target not-found
              routedb namespace add legacy --profile jlroutes --scheme myapp host=ignore
              routedb namespace add admin --scheme admin --access closed

            Binding a scheme or host takes its URLs away from the namespaces that had them.
            If routes lose every URL that reaches them, the command lists them and asks for
            confirmation; elsewhere than on a terminal '--yes' is required.

            The profile also determines the syntax of the namespace's patterns.

            \(PolicyAssignment.help)
            """)

    @Argument(help: "The unique name.")
    var name: String

    @Argument(
        help: ArgumentHelp(
            "Policies that override those of the profile.", valueName: "policy=value"))
    var policies: [String] = []

    @Option(
        help: NamespaceProfile.help, completion: NamespaceProfile.completion,
        transform: NamespaceProfile.read)
    var profile = NamespaceProfile.native

    @Option(name: .customLong("scheme"), help: "A scheme to bind to; may be repeated.")
    var schemes: [String] = []

    @Option(
        name: .customLong("host"),
        help: "A host to bind to, such as 'example.com' or '*.example.com'; may be repeated.")
    var hosts: [String] = []

    @Option(
        help: "The namespace to search next if this one has no match.",
        completion: NameCompletion.namespaces)
    var fallback: String?

    @Option(
        name: .customLong("fallback-target"),
        help: ArgumentHelp("The target of URLs that match no route.", valueName: "target"))
    var fallbackTarget: String?

    @Option(help: RouteNamespace.Access.help, transform: RouteNamespace.Access.read)
    var access = RouteNamespace.Access.open

    @OptionGroup var confirmation: Confirmation
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        var draft = NamespaceDraft(
            name: name, profile: profile, schemes: schemes, hosts: hosts, fallback: fallback,
            fallbackTarget: fallbackTarget, access: access)
        for assignment in try PolicyAssignment.read(policies) {
            draft.overrides[assignment.policy] = assignment.value
        }
        let namespace = draft
        let registry = try await global.openForAdding(write, in: context)
        let result = try await registry.edit(
            write, confirmation, source: "namespace add", in: context
        ) { editor in
            try ReachabilityEdit(ofNamespacesIn: editor) { try editor.addNamespace(namespace) }
        }
        await registry.close()
        try NamespaceReport.write(result, name, write, global, in: context)
    }
}
