import RouteDB
import RouteDBTraffic

/// Numbers of reports, as text and as JSON.
enum StatsText {
    /// Formats a change in percent with its sign, such as `+12.3%`; `nil` if there were no hits
    /// before.
    static func change(_ count: HitCount, since previous: HitCount) -> String? {
        count.change(since: previous).map { ($0 < 0 ? "" : "+") + NumberText.percent($0) }
    }

    /// Formats a time; for people in local time, to the second.
    static func time(_ time: Timestamp, _ zone: ZoneRules, _ isForPerson: Bool) -> String {
        isForPerson ? zone.text(of: time) : "\(time)"
    }

    /// Returns the columns that every row with a count has.
    static func columns<Row>(
        _ run: StatsRun, count: @escaping @Sendable (Row) -> HitCount,
        share: @escaping @Sendable (Row) -> Double,
        previous: @escaping @Sendable (Row) -> HitCount?
    ) -> [Listing<Row>.Column] {
        let isTable = run.isTable
        var columns: [Listing<Row>.Column] = [
            .init("hits") {
                isTable ? NumberText.grouped(count($0).weight) : "\(count($0).weight)"
            },
            .init("share") { isTable ? NumberText.percent(share($0)) : "\(rounded(share($0)))" },
        ]
        guard run.query.comparesPrevious else { return columns }
        columns.append(
            .init("before") { weight(previous($0), isTable) })
        columns.append(
            .init("change") { row in
                guard let previous = previous(row) else { return "" }
                if isTable { return change(count(row), since: previous) ?? "new" }
                return count(row).change(since: previous).map { "\(rounded($0))" } ?? ""
            })
        return columns
    }

    /// Formats an optional weight; for people with thousands separators.
    static func weight(_ count: HitCount?, _ isForPerson: Bool) -> String {
        count.map { isForPerson ? NumberText.grouped($0.weight) : "\($0.weight)" } ?? ""
    }

    /// Rounds a share to six decimals, for files.
    static func rounded(_ share: Double) -> Double { (share * 1e6).rounded() / 1e6 }

    /// Returns a count as JSON.
    static func object(_ count: HitCount) -> JSONValue {
        ["hits": .int(count.hits), "weight": .int(count.weight)]
    }

    /// Returns the count of the previous period as JSON, with the change since then.
    static func previous(_ count: HitCount, since previous: HitCount?) -> JSONValue {
        guard let previous else { return .null }
        return [
            "hits": .int(previous.hits), "weight": .int(previous.weight),
            "delta": .int(count.weight &- previous.weight),
            "change": count.change(since: previous).map { .double($0) } ?? .null,
        ]
    }

    /// Returns the members of a report's JSON object besides the rows.
    static func head(_ frame: ReportFrame) -> JSONObject {
        func window(_ selection: HitSelection) -> JSONValue {
            [
                "since": selection.since.map { .string("\($0)") } ?? .null,
                "until": selection.until.map { .string("\($0)") } ?? .null,
            ]
        }
        return [
            "window": window(frame.selection),
            "previousWindow": frame.previousSelection.map(window) ?? .null,
            "revision": .int(frame.revision), "regrouped": .bool(frame.isRegrouped),
            "total": object(frame.total),
            "previousTotal": previous(frame.total, since: frame.previousTotal),
            "pruned": [
                "hits": .int(frame.pruned.hits), "weight": .int(frame.pruned.weight),
                "counted": .bool(frame.countsPruned),
            ],
        ]
    }
}

/// The style of bars and sparklines: block characters if the locale uses UTF-8, else ASCII.
struct ChartStyle: Sendable {
    private let hasBlocks: Bool

    init(hasBlocks: Bool) { self.hasBlocks = hasBlocks }

    /// Creates the style for the locale of the environment.
    init(in context: CommandContext) {
        let locale =
            context.variable("LC_ALL") ?? context.variable("LC_CTYPE")
            ?? context.variable("LANG") ?? ""
        let name = locale.lowercased()
        hasBlocks = name.hasSuffix("utf-8") || name.hasSuffix("utf8")
    }

    /// Returns a bar for a share of the largest value, at most `width` characters long.
    func bar(_ share: Double, width: Int) -> String {
        let eighths = Int((min(max(0, share), 1) * Double(width * 8)).rounded())
        guard hasBlocks else {
            return String(repeating: "#", count: max((eighths + 4) / 8, eighths > 0 ? 1 : 0))
        }
        let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
        return String(repeating: "█", count: eighths / 8) + rest
    }

    /// Returns one character for each value; if there are more values than `width`, neighbors are
    /// summed.
    func sparkline(_ values: [Int64], width: Int) -> String {
        guard !values.isEmpty, width > 0 else { return "" }
        let size = (values.count + width - 1) / width
        let sums: [Int64] = stride(from: 0, to: values.count, by: size).map { start in
            values[start..<min(start + size, values.count)].reduce(0, &+)
        }
        let levels = Array(hasBlocks ? "▁▂▃▄▅▆▇█" : "_.-:=+*#").map(String.init)
        guard let highest = sums.max(), highest > 0 else {
            return String(repeating: " ", count: sums.count)
        }
        return sums.map { sum in
            guard sum > 0 else { return " " }
            let share = Double(sum) / Double(highest)
            let level = Int(share * Double(levels.count - 1) + 0.5)
            return levels[min(max(0, level), levels.count - 1)]
        }.joined()
    }
}
