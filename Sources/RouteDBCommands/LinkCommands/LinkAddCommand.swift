import ArgumentParser
import RouteDB
import RouteDBInsight
import RouteDBTerminal

/// Makes links.
struct LinkAddCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Make a short link, and print its URL.",
        discussion: """
            EXAMPLES:
              routedb link add https://example.com/spring
              routedb link https://example.com/spring --host go.example.com --slug spring
              routedb link https://example.com/ --utm source=mail --utm campaign=spring
              routedb link https://example.com/ --until 2026-12-31 --label owner=growth
              routedb link - < urls.txt

            Prints the URL of the link. Without '--slug', it ends in seven letters and
            digits that cannot be misread, and follow from the destination and the
            settings: who asks again gets the same link, and with '--further' another
            one. '-' reads URLs from standard input, one a line, and makes all links or
            none. The visitor's query is passed on; a '?' at the end of the destination
            prevents that.
            """)

    @Argument(
        help: ArgumentHelp(
            "The URL that the link leads to; '-' is standard input.", valueName: "url"))
    var destination: String

    @Option(
        help: ArgumentHelp(
            "The host of the link (default: the only one of a namespace).", valueName: "name"))
    var host: String?

    @Option(help: ArgumentHelp("The end of the link's URL (default: made).", valueName: "text"))
    var slug: String?

    @Option(
        help: ArgumentHelp(
            "When the link is over, so that it is gone (410): a time, or a time from now, '90d'.",
            valueName: "time"),
        transform: TimeArgument.readEnd)
    var until: Timestamp?

    @Option(
        help: ArgumentHelp(
            "The status of the redirect: 302 (the default), 301, 303, 307 or 308.",
            valueName: "number"))
    var status = 302

    @Option(
        help: ArgumentHelp(
            "A parameter of the destination's query, such as source=mail; may be repeated.",
            valueName: "name=value"),
        transform: QueryParameter.init)
    var utm: [QueryParameter] = []

    @Option(
        name: .customLong("variant"),
        help: ArgumentHelp(
            """
            Lead some visitors elsewhere: 'context.platform = ios => URL'; the first that holds \
            is taken; may be repeated.
            """, valueName: "condition=>url"),
        transform: VariantArgument.read)
    var variants: [RouteRedirect.Variant] = []

    @Flag(help: "Make another link, although one with the same destination and settings exists.")
    var further = false

    @OptionGroup var description: LabelOptions
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if slug != nil, destination == "-" {
            throw ValidationError("'--slug' is for one link, not for those of standard input.")
        }
        if slug != nil, further {
            throw ValidationError("Use only one of '--slug' and '--further'.")
        }
    }

    func run(in context: CommandContext) async throws {
        let (drafts, host, isList) = (try drafts(in: context), host, destination == "-")
        let registry = try await global.openForAdding(write, in: context)
        let result = try await registry.edit(write, source: "link add", in: context) { editor in
            let place = try LinkHost(host, among: try editor.storedNamespaces())
            return try drafts.map { line, draft in
                do throws(RouteDBError) {
                    let outcome = try editor.addLink(draft, at: place)
                    let route = try editor.storedRoute(RouteReference(outcome.item))
                    return LinkOutput(route, at: place, outcome: outcome.word)
                } catch {
                    guard isList else { throw error }
                    throw RouteDBError(
                        error.code, "Line \(line): \(error.message)", hint: error.hint)
                }
            }
        }
        await registry.close()
        try report(result.value, result.revision, in: context)
    }

    /// Writes the URLs of the links, and what was done as notes.
    private func report(
        _ links: [LinkOutput], _ revision: Int64?, in context: CommandContext
    ) throws {
        if global.json {
            var object = WriteReport.head(revision: revision, write)
            object["links"] = .array(links.map { .object($0.object) })
            return try context.output.writeLine(object.description)
        }
        for link in links { try context.output.writeLine(link.url) }
        let prefix = write.dryRun ? "dry run: " : ""
        for (outcome, few) in Dictionary(grouping: links, by: { $0.outcome ?? "" }).sorted(by: {
            $0.key < $1.key
        }) {
            let what =
                few.count == 1
                ? "#\(few[0].route.id.rawValue)" : NumberText.counted(few.count, "link")
            let suffix = outcome == "unchanged" ? "" : revision.map { "  (revision \($0))" } ?? ""
            context.printNote("\(prefix)\(outcome) \(what)\(suffix)")
        }
        if links.contains(where: { $0.url.hasPrefix("/") }) {
            context.printNote(
                "note: no namespace is bound to a host, so links of every host lead there; name one with"
                    + " 'routedb namespace add links --host go.example.com'")
        }
    }

    /// The links to make, each with the number of its line.
    private func drafts(in context: CommandContext) throws -> [(line: Int, draft: LinkDraft)] {
        guard destination == "-" else { return [(1, draft(to: destination))] }
        var drafts: [(line: Int, draft: LinkDraft)] = []
        while let line = try context.input.readLine(limit: InputLimits.url) {
            guard !line.bytes.isEmpty else { continue }
            drafts.append((line.number, draft(to: String(decoding: line.bytes, as: UTF8.self))))
        }
        return drafts
    }

    private func draft(to destination: String) -> LinkDraft {
        var draft = LinkDraft(to: destination)
        for item in utm { draft.addQuery("utm_\(item.name)", item.value) }
        (draft.slug, draft.status, draft.ends) = (slug, status, until)
        draft.variants = variants
        for label in description.labels { draft.labels[label.key] = label.value }
        (draft.note, draft.isFurther) = (description.note, further)
        return draft
    }
}

/// A parameter of a query in an argument: `name=value`.
struct QueryParameter: Hashable, Sendable {
    let name: String
    let value: String

    init(_ text: String) throws {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else {
            throw ValidationError("'\(text)' is not a parameter: write name=value.")
        }
        (name, value) = (String(parts[0]), String(parts[1]))
    }
}
