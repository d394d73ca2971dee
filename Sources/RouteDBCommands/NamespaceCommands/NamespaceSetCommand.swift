import ArgumentParser
import RouteDB
import RouteDBTerminal

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
        try await context.edit(
            write, global, source: "namespace add", creating: true, confirming: confirmation
        ) { editor in
            try CommandEdit(ofNamespacesIn: editor) {
                let word = try editor.addNamespace(namespace).word(replaced: "changed")
                return CommandEdit(word, the: "namespace", named: namespace.name)
            }
        }
    }
}

/// A policy in an argument: `policy=value`, or `policy=` for the value of the profile.
struct PolicyAssignment: Hashable, Sendable {
    let policy: NamespacePolicy
    /// The value; `nil` for that of the profile.
    let value: String?

    /// Parses assignments.
    static func read(_ texts: [String]) throws(CommandFailure) -> [PolicyAssignment] {
        try texts.map { (text) throws(CommandFailure) in try PolicyAssignment(text) }
    }

    private init(_ text: String) throws(CommandFailure) {
        guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else {
            throw .usage(
                "'\(text)' is not in the form 'policy=value'.",
                hint: "The policies are \(Self.names.joined(separator: ", ")).")
        }
        let name = String(text[..<equals])
        guard let policy = NamespacePolicy(rawValue: name) else {
            throw CommandFailure(
                "invalidValue", "Unknown policy '\(name)'.",
                hint: NameSuggestion.hint(for: name, among: Self.names))
        }
        let value = String(text[text.utf8.index(after: equals)...])
        self.policy = policy
        self.value = value.isEmpty ? nil : value
    }

    private static let names = NamespacePolicy.allCases.map(\.rawValue)

    /// The help text about policies.
    static let help =
        "POLICIES:\n"
        + NamespacePolicy.allCases.map { "  \($0.rawValue)=\($0.valueDescription)" }
        .joined(separator: "\n")
}

/// Changes a namespace.
struct NamespaceSetCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change settings of a namespace.",
        discussion: """
            EXAMPLES:
              routedb namespace set web case=insensitive trailing-slash=strict
              routedb namespace set web case=
              routedb namespace set web --scheme https --host example.com --rename site

            Settings that you do not give stay as they are. 'policy=' resets a policy to
            the profile's value. '--scheme' replaces all schemes of the namespace, and
            '--host' all hosts. Another profile changes how URLs and new patterns are
            parsed; existing routes keep their patterns. If routes lose every URL that
            reaches them, the command lists them and asks for confirmation on a terminal;
            elsewhere '--yes' is required.

            \(PolicyAssignment.help)
            """)

    @Argument(help: "The namespace.", completion: NameCompletion.namespaces)
    var name: String

    @Argument(help: ArgumentHelp("Policies to set or reset.", valueName: "policy=value"))
    var policies: [String] = []

    @Option(help: "The new name.")
    var rename: String?

    @Option(
        help: NamespaceProfile.help, completion: NamespaceProfile.completion,
        transform: NamespaceProfile.read)
    var profile: NamespaceProfile?

    @Option(name: .customLong("scheme"), help: "A scheme to bind to; may be repeated.")
    var schemes: [String] = []

    @Option(name: .customLong("host"), help: "A host to bind to; may be repeated.")
    var hosts: [String] = []

    @Flag(help: "Remove all bindings before adding those given.")
    var unbind = false

    @Option(
        help: "The namespace to search next if this one has no match.",
        completion: NameCompletion.namespaces)
    var fallback: String?

    @Flag(name: .customLong("no-fallback"), help: "Remove the fallback.")
    var noFallback = false

    @Option(
        name: .customLong("fallback-target"),
        help: ArgumentHelp("The target of URLs that match no route.", valueName: "target"))
    var fallbackTarget: String?

    @Flag(name: .customLong("no-fallback-target"), help: "Remove the fallback target.")
    var noFallbackTarget = false

    @Option(help: RouteNamespace.Access.help, transform: RouteNamespace.Access.read)
    var access: RouteNamespace.Access?

    @OptionGroup var confirmation: Confirmation
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if fallback != nil && noFallback {
            throw ValidationError("Use only one of '--fallback' and '--no-fallback'.")
        }
        if fallbackTarget != nil && noFallbackTarget {
            throw ValidationError("Use only one of '--fallback-target' and '--no-fallback-target'.")
        }
        let isEmpty =
            policies.isEmpty && rename == nil && profile == nil && schemes.isEmpty
            && hosts.isEmpty && !unbind && fallback == nil && !noFallback && fallbackTarget == nil
            && !noFallbackTarget && access == nil
        if isEmpty { throw ValidationError("Nothing to change: give a policy or an option.") }
    }

    func run(in context: CommandContext) async throws {
        let (name, newName, change) = (name, rename ?? name, try change())
        // A new registry has the namespace `default`, whose policies may be set first.
        try await context.edit(
            write, global, source: "namespace set", creating: true, confirming: confirmation
        ) { editor in
            try CommandEdit(ofNamespacesIn: editor) {
                let outcome = try editor.updateNamespace(name) { change(&$0) }
                return CommandEdit(
                    outcome.word(replaced: "changed"), the: "namespace", named: newName)
            }
        }
    }

    /// Returns the change that the options describe.
    private func change() throws -> @Sendable (inout NamespaceDraft) -> Void {
        let assignments = try PolicyAssignment.read(policies)
        let (rename, profile, schemes, hosts) = (rename, profile, schemes, hosts)
        let (unbind, fallback, noFallback) = (unbind, fallback, noFallback)
        let (target, noTarget, access) = (fallbackTarget, noFallbackTarget, access)
        return { draft in
            draft.name = rename ?? draft.name
            draft.profile = profile ?? draft.profile
            if unbind || !schemes.isEmpty { draft.schemes = schemes }
            if unbind || !hosts.isEmpty { draft.hosts = hosts }
            draft.fallback = noFallback ? nil : fallback ?? draft.fallback
            draft.fallbackTarget = noTarget ? nil : target ?? draft.fallbackTarget
            draft.access = access ?? draft.access
            for assignment in assignments { draft.overrides[assignment.policy] = assignment.value }
        }
    }
}
