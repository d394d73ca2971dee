#if Server
package import RouteDB

/// The period of the hits that a page counts: some time before now, or some days.
///
/// Its name stands in the address of the page, so that it can be sent to somebody else.
package struct HitPeriod: Hashable, Sendable {
    /// The periods before now that can be chosen, with their length in hours.
    package static let presets: [(name: String, words: String, hours: Int64)] = [
        ("24h", "in the last 24 hours", 24), ("7d", "in the last 7 days", 168),
        ("30d", "in the last 30 days", 720),
    ]

    private static let separator = ".."
    private static let day: Int64 = 86_400_000_000

    /// A preset's name, or the first and the last day, as in `2015-05-17..2015-05-20`, or two times, as in
    /// `2015-05-17T09:00..2015-05-17T12:00`.
    package let name: String
    /// The zone in which days begin.
    let zone: PageZone
    package let since: Timestamp
    package let until: Timestamp
    /// The period in words.
    let words: String

    /// Reads the name of a period.
    package init(_ name: String, now: Timestamp, zone: PageZone = .utc) throws(RouteDBError) {
        (self.name, self.zone) = (name, zone)
        if let preset = Self.presets.first(where: { $0.name == name }) {
            // To the minute, so that a command line with these times can be read.
            let minute: Int64 = 60_000_000
            let end = (now.microseconds / minute + 1) * minute
            until = Timestamp(microseconds: end)
            since = Timestamp(microseconds: end - preset.hours * 3_600_000_000)
            words = preset.words
            return
        }
        let days = name.split(separator: Self.separator, omittingEmptySubsequences: false)
        guard days.count == 2, let first = Self.time(days[0]), let last = Self.time(days[1]),
            days[0].utf8.count == days[1].utf8.count, first <= last
        else {
            throw RouteDBError(
                .invalidValue, "\(name.excerpt) is not a period.",
                hint:
                    "Use 24h, 7d or 30d, or two days, such as 2026-01-01..2026-01-31; or two times,"
                    + " such as 2026-01-31T09:00..2026-01-31T12:00.")
        }
        // Of days, the last one is in the period; a time is its end.
        let isDays = days[0].utf8.count == Self.dayBytes
        since = zone.time(showing: Timestamp(microseconds: first))
        until = zone.time(showing: Timestamp(microseconds: isDays ? last + Self.day : last))
        let texts = days.map { $0.split(separator: "T").joined(separator: " ") }
        words = texts[0] == texts[1] ? "on \(texts[0])" : "from \(texts[0]) to \(texts[1])"
    }

    /// The name of the period between two days.
    package static func name(from first: String, to last: String) -> String {
        "\(first)\(separator)\(last)"
    }

    /// The name of the period that has all hits of a history.
    static func name(of history: HistoryInfo, in zone: PageZone) -> String? {
        guard let first = history.firstTime, let last = history.lastTime else { return nil }
        return name(from: zone.day(first), to: zone.day(last))
    }

    /// True for some time before now.
    package var isPreset: Bool { Self.presets.contains { $0.name == name } }

    /// Links to a page for each preset and for all hits, and a form for days.
    func choices(of path: String, history: HistoryInfo? = nil) -> Markup {
        var links = Self.presets.map { ($0.name, ConsoleLink.path(path, [("period", $0.name)])) }
        let all = history.flatMap { Self.name(of: $0, in: zone) }
        if let all { links.append(("all", ConsoleLink.path(path, [("period", all)]))) }
        let end = Timestamp(microseconds: until.microseconds - 1)
        let (first, last) = (zone.day(since), zone.day(end))
        return """
            <div class="period">\(ConsoleLink.choices("Period", links, chosen: name == all ? "all" : name))\
            <form action="\(path)" class="days"><label>from <input type="date" name="from" value="\(first)" \
            required></label> <label>to <input type="date" name="to" value="\(last)" required></label> \
            <button type="submit">Show</button> <span class="aside">\(zone.name)</span></form></div>
            """
    }

    /// The number of bytes of a day, and of a time to the minute.
    private static let dayBytes = 10
    private static let minuteBytes = 16

    /// The day or the minute of a text, as clocks of UTC show it.
    private static func time(_ text: Substring) -> Int64? {
        switch text.utf8.count {
        case dayBytes: Timestamp(String(text))?.microseconds
        case minuteBytes: Timestamp("\(text):00Z")?.microseconds
        default: nil
        }
    }
}
#endif
