import ArgumentParser
import RouteDB
import RouteDBTerminal

/// The part of `show` for revisions.
struct RevisionShowing {
    let reference: RevisionReference
    let form: AnswerForm
    let global: GlobalOptions

    func run(_ registry: RouteRegistry, in context: CommandContext) async throws {
        let revision = try await registry.revision(reference)
        let diff = try await registry.diff(
            from: .number(revision.number - 1), to: .number(revision.number))
        let changes = DiffOutput(diff: diff)
        guard let facts = try await registry.outputs(of: [revision]).first else { return }
        let schema: JSONObject = ["schema": 1]
        try form.write(
            schema.merging(facts.object).merging(["changes": changes.objects]),
            orLines: TitledLines.lines(facts.lines, width: 10)
                + changes.block(global.style(in: context)), to: context.output)
    }
}

/// Shows everything about a route, or a revision.
struct ShowCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a route in full, or a revision and its changes.",
        discussion: """
            EXAMPLES:
              routedb show user
              routedb show '#12' --json
              routedb show 'myapp://user/{id:int}'
              routedb show web:user --as-of @3
              routedb show @12
              routedb show @release-1 --json

            '@' introduces a revision: its number, a tag or a time. If the name of a route
            begins with '@', refer to it by '#id' or 'namespace:@name'.
            """)

    @Argument(help: "The route, or '@' followed by a revision.", completion: NameCompletion.routes)
    var route: String

    @OptionGroup var answer: RevisionAnswerOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard isRevision else { return }
        _ = try RevisionReference.read(route)
        if answer.asOf.reference != nil {
            throw ValidationError("'--as-of' cannot be used with a revision, such as '\(route)'.")
        }
    }

    private var isRevision: Bool { route.utf8.first == UInt8(ascii: "@") }

    func run(in context: CommandContext) async throws {
        guard !isRevision else {
            let showing = RevisionShowing(
                reference: try RevisionReference.read(route), form: try answer.answer.form(global),
                global: global)
            let registry = try await global.openForReading(in: context)
            return try await showing.run(registry, in: context)
        }
        let form = try answer.answer.form(global)
        let registry = try await global.openForReading(in: context)
        let found = try await registry.route(RouteReference(route), at: answer.asOf.reference)
        let (route, part) = (found.route, found.part)
        let facts = RouteOutput(found)
        let syntax =
            try await registry.syntax(of: route.id, at: .number(part.revision)) ?? .native
        let defaults = part.defaultFacts(for: route)
        var object = facts.object
        object["syntax"] = route.hasPattern ? .string(syntax.description) : .null
        object["native"] = route.pattern.map { .string($0.description) } ?? .null
        object["defaults"] = .array(
            defaults.map { fact in
                ["key": .string(fact.key), "value": fact.value, "origin": .string(fact.origin)]
            })
        object["parameters"] = .array(
            (route.pattern?.parameters ?? []).map { parameter in
                ["name": .string(parameter.name), "type": .string("\(parameter.type)")]
            })
        let whole: JSONObject = [
            "schema": 1, "revision": .int(part.revision), "route": .object(object),
        ]
        try form.write(
            whole, orLines: TitledLines.lines(Self.lines(facts, route, syntax, defaults)),
            to: context.output)
    }

    private static func lines(
        _ facts: RouteOutput, _ route: Route, _ syntax: PatternSyntax, _ defaults: [DefaultOutput]
    ) -> [(String, String)] {
        var lines = [
            ("id", "#\(facts.id.rawValue)"), ("name", facts.name ?? "(none)"),
            ("group", facts.group ?? "(none)"), ("kind", facts.kind ?? "(none)"),
            ("namespace", facts.namespace), ("pattern", facts.pattern ?? "(none)"),
            ("syntax", route.hasPattern ? syntax.description : "(none)"),
            ("native", route.pattern?.description ?? "(none)"), ("target", facts.target),
            ("priority", "\(facts.priority)"), ("enabled", facts.isEnabled ? "yes" : "no"),
        ]
        lines += (route.pattern?.parameters ?? []).map { ("parameter", "\($0.name): \($0.type)") }
        lines += defaults.map { ("default", "\($0.key) = \($0.value)  (\($0.place))") }
        lines += route.requirements.map { ("requires", "\($0.key): \($0.kind.rawValue)") }
        if let presentation = route.presentation { lines.append(("plan", "\(presentation.json)")) }
        if let redirect = route.redirect { lines.append(("redirect", redirect.summary)) }
        lines += (route.redirect?.variants ?? []).map { ("variant", "\($0)") }
        if route.period != .always { lines.append(("in effect", route.period.summary)) }
        lines += route.labels.sorted { $0.key < $1.key }.map { ("label", "\($0.key)=\($0.value)") }
        if let note = route.note { lines.append(("note", note)) }
        return lines
    }
}
