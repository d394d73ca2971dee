import RouteDB

/// Numbers of reports as text, and in JSON.
enum StatsText {
    /// A share in percent, such as `12.3%`.
    static func percent(_ share: Double) -> String {
        let tenths = (share * 1_000).rounded()
        // No report has a share that is larger by far than its whole, but a change may be.
        guard tenths.magnitude < 1e15 else { return ">" }
        let whole = Int64(tenths)
        return "\(whole < 0 ? "-" : "")\(whole.magnitude / 10).\(whole.magnitude % 10)%"
    }

    /// A change in percent with its sign, such as `+12.3%`; `nil` if there was nothing before.
    static func change(_ count: HitCount, since previous: HitCount) -> String? {
        count.change(since: previous).map { ($0 < 0 ? "" : "+") + percent($0) }
    }

    /// A time: for a person as the clocks of the zone show it, to the second.
    static func time(_ time: Timestamp, _ zone: ZoneRules, _ isForPerson: Bool) -> String {
        isForPerson ? zone.text(of: time) : "\(time)"
    }

    /// The columns that every counted row has.
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
            .init("share") { isTable ? percent(share($0)) : "\(rounded(share($0)))" },
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

    /// A weight that there may be: for a person in groups of digits.
    static func weight(_ count: HitCount?, _ isForPerson: Bool) -> String {
        count.map { isForPerson ? NumberText.grouped($0.weight) : "\($0.weight)" } ?? ""
    }

    /// A share to six places, for files.
    static func rounded(_ share: Double) -> Double { (share * 1e6).rounded() / 1e6 }

    /// A count in JSON.
    static func object(_ count: HitCount) -> JSONValue {
        ["hits": .int(count.hits), "weight": .int(count.weight)]
    }

    /// A count of the window before in JSON, with the change since then.
    static func previous(_ count: HitCount, since previous: HitCount?) -> JSONValue {
        guard let previous else { return .null }
        return [
            "hits": .int(previous.hits), "weight": .int(previous.weight),
            "delta": .int(count.weight &- previous.weight),
            "change": count.change(since: previous).map { .double($0) } ?? .null,
        ]
    }

    /// What the one JSON object of a report says beside its rows.
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
