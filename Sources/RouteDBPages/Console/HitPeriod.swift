#if Server
package import RouteDB

/// The period of the hits that a page counts: some time before now, or some days, in UTC.
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

    /// A preset's name, or the first and the last day, as in `2015-05-17..2015-05-20`.
    package let name: String
    package let since: Timestamp
    package let until: Timestamp
    /// The period in words.
    let words: String

    /// Reads the name of a period.
    package init(_ name: String, now: Int64) throws(RouteDBError) {
        self.name = name
        if let preset = Self.presets.first(where: { $0.name == name }) {
            // To the minute, so that a command line with these times can be read.
            let minute: Int64 = 60_000_000
            let end = (now / minute + 1) * minute
            until = Timestamp(microseconds: end)
            since = Timestamp(microseconds: end - preset.hours * 3_600_000_000)
            words = preset.words
            return
        }
        let days = name.split(separator: Self.separator, omittingEmptySubsequences: false)
        guard days.count == 2, let first = Self.start(ofDay: days[0]),
            let last = Self.start(ofDay: days[1]), first <= last
        else {
            throw RouteDBError(
                .invalidValue, "\(name.excerpt) is not a period.",
                hint: "Use 24h, 7d or 30d, or two days, such as 2026-01-01..2026-01-31.")
        }
        since = Timestamp(microseconds: first)
        until = Timestamp(microseconds: last + Self.day)
        words = days[0] == days[1] ? "on \(days[0])" : "from \(days[0]) to \(days[1])"
    }

    /// The name of the period between two days.
    package static func name(from first: String, to last: String) -> String {
        "\(first)\(separator)\(last)"
    }

    /// The name of the period that has all hits of a history.
    static func name(of history: HistoryInfo) -> String? {
        guard let first = history.firstTimeMicroseconds, let last = history.lastTimeMicroseconds
        else { return nil }
        let days = [first, last].map {
            String("\(Timestamp(microseconds: $0))".prefix { $0 != "T" })
        }
        return name(from: days[0], to: days[1])
    }

    /// True for some time before now.
    package var isPreset: Bool { Self.presets.contains { $0.name == name } }

    /// Links to a page for each preset and for all hits, and a form for days.
    func choices(of path: String, history: HistoryInfo? = nil) -> Markup {
        var links = Self.presets.map { ($0.name, ConsoleLink.path(path, [("period", $0.name)])) }
        let all = history.flatMap(Self.name)
        if let all { links.append(("all", ConsoleLink.path(path, [("period", all)]))) }
        let day: (Int64) -> String = { time in
            String("\(Timestamp(microseconds: time))".prefix { $0 != "T" })
        }
        let (first, last) = (day(since.microseconds), day(until.microseconds - 1))
        return """
            <div class="period">\(ConsoleLink.choices("Period", links, chosen: name == all ? "all" : name))\
            <form action="\(path)" class="days"><label>from <input type="date" name="from" value="\(first)" \
            required></label> <label>to <input type="date" name="to" value="\(last)" required></label> \
            <button type="submit">Show</button> <span class="aside">UTC</span></form></div>
            """
    }

    private static func start(ofDay text: Substring) -> Int64? {
        guard text.utf8.count == 10 else { return nil }
        return Timestamp(String(text))?.microseconds
    }
}
#endif
