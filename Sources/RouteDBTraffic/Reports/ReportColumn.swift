package import RouteDBRouting

/// A value of a report, which each surface writes in its own way.
package enum ReportValue: Hashable, Sendable {
    /// Nothing, or nothing known.
    case empty
    case text(String)
    /// The label of a route, with its id.
    case route(String, RouteID)
    case outcome(ResolutionOutcome)
    case number(Int64)
    /// A share of a whole, from 0 to 1.
    case share(Double)
    /// The change of a count since the previous window.
    case change(HitCount, since: HitCount)
    case microseconds(Int64)
    case time(Timestamp)
    case principals([DenialReport.Principal])
    /// The length of a bar, relative to that of its column's longest.
    case bar(Double)

    /// The weight of a count, or nothing.
    static func weight(_ count: HitCount?) -> ReportValue {
        count.map { .number($0.weight) } ?? .empty
    }

    /// A time, or nothing.
    static func time(_ time: Timestamp?) -> ReportValue { time.map { .time($0) } ?? .empty }

    /// A duration, or nothing.
    static func microseconds(_ duration: Int64?) -> ReportValue {
        duration.map { .microseconds($0) } ?? .empty
    }
}

extension ReportValue {
    /// The value for programs: numbers in full, shares as fractions, times in UTC.
    package var exact: String {
        switch self {
        case .number(let number), .microseconds(let number): "\(number)"
        case .share(let share): Self.fraction(share)
        case .change(let count, let previous):
            count.change(since: previous).map(Self.fraction) ?? ""
        case .time(let time): "\(time)"
        case .principals(let principals): Self.list(principals) { "\($0)" }
        case .empty, .text, .route, .outcome, .bar: word
        }
    }

    /// Returns the value for people: numbers grouped, shares in percent, times as clocks show them.
    package func shown(in zone: ZoneRules) -> String {
        switch self {
        case .number(let number): NumberText.grouped(number)
        case .share(let share): NumberText.percent(share)
        case .change(let count, let previous): count.changeText(since: previous) ?? "new"
        case .microseconds(let duration): DurationText.rounded(.microseconds(duration))
        case .time(let time): zone.text(of: time)
        case .principals(let principals): Self.list(principals, NumberText.grouped)
        case .empty, .text, .route, .outcome, .bar: word
        }
    }

    private var word: String {
        switch self {
        case .text(let text), .route(let text, _): text
        case .outcome(let outcome): outcome.rawValue
        default: ""
        }
    }

    private static func list(
        _ principals: [DenialReport.Principal], _ text: (Int64) -> String
    ) -> String {
        principals.map { "\($0.id) (\(text($0.count.weight)))" }.joined(separator: ", ")
    }

    /// Rounds a fraction to six decimals.
    private static func fraction(_ value: Double) -> String { "\((value * 1e6).rounded() / 1e6)" }
}

extension HitCount {
    /// Formats a change in percent with its sign, such as `+12.3%`; `nil` if there were no hits
    /// before.
    package func changeText(since previous: HitCount) -> String? {
        change(since: previous).map { ($0 < 0 ? "" : "+") + NumberText.percent($0) }
    }
}

/// A column of a report: its title, its style, and its value in each row.
package struct ReportColumn: Sendable {
    /// The appearance of a column's values.
    package enum Style: Hashable, Sendable {
        case text
        /// Patterns, URLs, names and commands.
        case code
        case number
        case time
        /// A bar for people, at most so many characters wide, and the value of the longest.
        case bar(width: Int, longest: Double)
    }

    /// The title; only a bar has none.
    package let title: String
    /// The appearance of the values.
    package let style: Style
    /// True if tables for people leave the column out.
    package let isForFiles: Bool
    /// Returns the value in a row.
    package let value: @Sendable (_ row: Int) -> ReportValue

    init(
        _ title: String, _ style: Style = .text, isForFiles: Bool = false,
        _ value: @escaping @Sendable (_ row: Int) -> ReportValue
    ) {
        (self.title, self.style, self.isForFiles, self.value) = (title, style, isForFiles, value)
    }

    init<Row: Sendable>(
        _ title: String, _ style: Style = .text, of rows: [Row], isForFiles: Bool = false,
        _ value: @escaping @Sendable (Row) -> ReportValue
    ) {
        self.init(title, style, isForFiles: isForFiles) { value(rows[$0]) }
    }

    /// Returns the columns of rows that count hits.
    static func counts<Row: CountedRow>(of rows: [Row], comparing: Bool) -> [ReportColumn] {
        let now = [
            ReportColumn("hits", .number, of: rows) { .number($0.count.weight) },
            ReportColumn("share", .number, of: rows) { .share($0.share) },
        ]
        guard comparing else { return now }
        return now + [
            ReportColumn("before", .number, of: rows) { .weight($0.previous) },
            ReportColumn("change", .number, of: rows) { row in
                row.previous.map { .change(row.count, since: $0) } ?? .empty
            },
        ]
    }
}

/// A row of a report that counts hits.
package protocol CountedRow: Sendable {
    /// The hits.
    var count: HitCount { get }
    /// The share of these hits in a whole.
    var share: Double { get }
    /// The hits in the previous window; `nil` unless compared.
    var previous: HitCount? { get }
}
