import ArgumentParser
import RouteDB
import RouteDBInsight
import RouteDBTerminal
import RouteDBTraffic

/// Shows a link and its hits.
struct LinkShowCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a short link, and who opened it.",
        discussion: """
            EXAMPLES:
              routedb link show https://go.example.com/spring
              routedb link show spring --since 7d --bots exclude
              routedb link show '#12' --json

            The link is its URL, the end of it, or its route. The hits are counted by what
            the requests of visitors tell: platform, language, country, campaign (the
            parameter utm_campaign), variant of the redirect, and referrer; the first five
            of each. 'routedb stats top platforms --route ROUTE' counts all, and
            'routedb stats timeline --route ROUTE' counts them over time.
            """)

    @Argument(help: ArgumentHelp("The link.", valueName: "link"))
    var link: String

    @OptionGroup var window: WindowOptions
    @OptionGroup var clients: BotsOption
    @OptionGroup var history: HistoryOptions
    @OptionGroup var answer: AnswerOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let form = try answer.form(global)
        let period = try window.period(in: context)
        let registry = try await global.openForReading(in: context)
        let link = try await registry.link(link)
        let path = history.path(global, in: context)
        let isThere = history.history != nil || RegularFile.hasBytes(at: path)
        var hits: LinkHits?
        if isThere {
            let snapshot = try await registry.items(routes: [link.route.id])
            var query = try AnalysisQuery(
                period, namespace: nil, bots: clients.bots, regroups: false, in: snapshot)
            query.selection.routes = [link.route.id]
            query.limit = 5
            hits = try await LinkHits(query, of: try await history.open(global, in: context))
        }
        var object: JSONObject = ["schema": 1, "link": .object(link.object)]
        object["hits"] = hits?.total.json ?? .null
        object["visitors"] = hits.map { .object($0.object) } ?? .null
        try form.write(
            object, orLines: TitledLines.lines(Self.lines(link) + (hits?.lines ?? [])),
            to: context.output)
    }

    private static func lines(_ link: LinkOutput) -> [(String, String)] {
        let route = link.route
        var lines = [
            ("link", link.url), ("leads to", route.redirect?.summary ?? ""),
            ("route", "#\(route.id.rawValue)"),
        ]
        lines += (route.redirect?.variants ?? []).map { ("variant", "\($0)") }
        if let ends = route.period.ends {
            lines.append(("until", ends.inSeconds))
        }
        if !route.isEnabled { lines.append(("enabled", "no")) }
        lines += route.labels.sorted { $0.key < $1.key }.map { ("label", "\($0.key)=\($0.value)") }
        if let note = route.note { lines.append(("note", note)) }
        return lines
    }
}

/// The hits of a link.
private struct LinkHits {
    let total: HitCount
    private let visitors: PropertyFigures

    init(_ query: AnalysisQuery, of history: HitHistory) async throws {
        total = try await history.timeline(query).frame.total
        visitors = try await PropertyFigures.visitors(query, of: history)
    }

    var lines: [(String, String)] {
        [("hits", NumberText.grouped(total.weight))]
            + visitors.parts.map { part in
                let rows = part.report.rows.map { row in
                    "\(row.label) \(NumberText.grouped(row.count.weight))"
                }
                return (part.title.lowercased(), rows.joined(separator: ", "))
            }
    }

    /// The rows of each part.
    var object: JSONObject {
        var object = JSONObject()
        for part in visitors.parts {
            object[part.title.lowercased()] = .array(
                part.report.rows.map { row in
                    [
                        "label": .string(row.label), "count": row.count.json,
                        "share": .double(row.share),
                    ]
                })
        }
        return object
    }
}
