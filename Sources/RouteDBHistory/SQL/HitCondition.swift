import RouteDBRouting
import RouteDBSQLite

/// A condition of a query on a column or the row id of `hits` that a filter can use.
///
/// A filter may pass more hits than the condition allows, but never fewer, because SQLite tests
/// each row again.
struct HitCondition {
    /// The value that a condition is on.
    enum Operand: Equatable {
        case rowID
        case column(HitColumn)

        /// The operand with the number that SQLite has for it: -1 is the row id.
        init?(index: Int) {
            guard index >= 0 else {
                self = .rowID
                return
            }
            guard HitColumn.allCases.indices ~= index else { return nil }
            self = .column(HitColumn.allCases[index])
        }

        var index: Int {
            switch self {
            case .rowID: -1
            case .column(let column): column.index
            }
        }
    }

    let operand: Operand
    let comparison: VirtualQuery.Comparison

    private static let microseconds: Int64 = 1_000_000
    private static let day: Int64 = 86_400 * microseconds

    /// The character for the row id; those of the columns follow.
    private static let first = UInt8(ascii: "@")

    /// The condition as ``conditions(_:)`` reads it: a character for the operand, then the
    /// comparison.
    var text: String {
        let character = Unicode.Scalar(Self.first + UInt8(operand.index + 1))
        return "\(character)\(comparison.rawValue)"
    }

    /// Reads a sequence of conditions.
    static func conditions(_ text: some StringProtocol) -> [HitCondition] {
        let characters = Array(text)
        return stride(from: 0, to: characters.count - 1, by: 2).compactMap { place in
            guard let character = characters[place].asciiValue,
                let operand = Operand(index: Int(character) - Int(first) - 1),
                let comparison = VirtualQuery.Comparison(rawValue: characters[place + 1])
            else { return nil }
            return HitCondition(operand: operand, comparison: comparison)
        }
    }

    var isRange: Bool { comparison != .equal && comparison != .isNull }

    /// True if segments are skipped without examining their hits.
    var skipsSegments: Bool {
        switch operand {
        case .rowID: true
        case .column(let column): column == .time || column == .at || column == .bucket
        }
    }

    /// Returns whether a filter can use the condition.
    func isUseful(isBinary: Bool) -> Bool {
        guard case .column(let column) = operand else { return comparison != .isNull }
        return switch column {
        case .url, .principal, .parameters, .referrer, .kind, .attributes, .userAgent, .bot: false
        case .at: isBinary && isRange
        case .outcome, .namespace, .route, .routeGroup, .target, .pattern, .platform:
            isBinary && comparison == .equal
        default: comparison != .isNull || column.absent != nil
        }
    }

    /// Narrows a filter.
    func narrow(_ filter: inout HitFilter, _ argument: VirtualArgument, _ names: HitNames) {
        guard case .column(let column) = operand else {
            return narrowRows(&filter, argument)
        }
        switch column {
        case .at: narrowDays(&filter, argument)
        case .bucket: narrowBuckets(&filter, argument)
        case .outcome: narrowTexts(&filter, argument, .outcome, Self.outcomes)
        case .platform: narrowTexts(&filter, argument, .client, Self.clients)
        case .namespace:
            narrowTexts(&filter, argument, .namespace) { names.ids(column, $0) }
        case .route, .routeGroup, .target, .pattern:
            narrowTexts(&filter, argument, .route) { names.ids(column, $0) }
        default:
            guard let number = column.number else { return }
            narrowNumbers(&filter, argument, number, absent: column.absent)
        }
    }

    private static func outcomes(_ texts: Set<String>) -> Set<Int64> {
        Set(
            texts.compactMap { text in
                Resolution.Outcome(rawValue: text).map { Int64(HitOutcome($0).rawValue) }
            })
    }

    private static func clients(_ platforms: Set<String>) -> Set<Int64> {
        HitClient.numbers(where: { platforms.contains($0.platform.rawValue) })
    }

    private func narrowTexts(
        _ filter: inout HitFilter, _ argument: VirtualArgument, _ number: HitNumber,
        _ ids: (Set<String>) -> Set<Int64>
    ) {
        var texts: Set<String> = []
        for value in argument.values {
            switch value {
            case .text(let text): texts.insert(text)
            // The column holds text or NULL, and no value equals NULL.
            case .null: break
            // SQLite may convert these to text, according to the column's affinity.
            case .integer, .real, .blob: return
            }
        }
        filter.require(number, oneOf: ids(texts))
    }

    private func narrowNumbers(
        _ filter: inout HitFilter, _ argument: VirtualArgument, _ number: HitNumber,
        absent: Int64?
    ) {
        if comparison == .isNull {
            if let absent { filter.require(number, oneOf: [absent]) }
            return
        }
        if comparison == .equal, case .list(let list) = argument {
            var values: Set<Int64> = []
            for value in list {
                guard let bounds = Self.bounds(value) else { return }
                values.insert(bounds.lowerBound)
                values.insert(bounds.upperBound)
            }
            filter.require(number, oneOf: values)
            return
        }
        guard case .value(let value) = argument, let bounds = Self.bounds(value) else { return }
        narrow(&filter, number, bounds, above: 0)
    }

    private func narrowRows(_ filter: inout HitFilter, _ argument: VirtualArgument) {
        guard let bounds = Self.bounds(argument.values), let rows = range(bounds) else { return }
        filter.requireRows(from: rows.lowerBound, through: rows.upperBound)
    }

    /// Buckets are in seconds, and a hit is less than a quarter of an hour later than the start of
    /// its bucket.
    private func narrowBuckets(_ filter: inout HitFilter, _ argument: VirtualArgument) {
        guard let bounds = Self.bounds(argument.values) else { return }
        let length = RollUps.bucketSeconds * Self.microseconds
        let lower = Self.times(bounds.lowerBound, Self.microseconds)
        let upper = Self.times(bounds.upperBound, Self.microseconds)
        narrow(&filter, .time, lower...upper, above: length)
    }

    /// The text of a time begins with the day, so days compare like texts.
    private func narrowDays(_ filter: inout HitFilter, _ argument: VirtualArgument) {
        guard case .value(.text(let text)) = argument, text.utf8.count >= 10,
            let day = Timestamp(String(decoding: text.utf8.prefix(10), as: UTF8.self))
        else { return }
        narrow(&filter, .time, day.microseconds...day.microseconds, above: Self.day)
    }

    /// Requires numbers from the lower bound on, or up to the upper bound plus a margin.
    private func narrow(
        _ filter: inout HitFilter, _ number: HitNumber, _ bounds: ClosedRange<Int64>,
        above: Int64
    ) {
        let (sum, overflow) = bounds.upperBound.addingReportingOverflow(above)
        guard let range = range(bounds.lowerBound...(overflow ? .max : sum)) else { return }
        filter.require(number, from: range.lowerBound, through: range.upperBound)
    }

    /// The range in which the comparison with a number between bounds may be true.
    private func range(_ bounds: ClosedRange<Int64>) -> ClosedRange<Int64>? {
        switch comparison {
        case .equal: bounds
        case .less, .lessOrEqual: .min...bounds.upperBound
        case .greater, .greaterOrEqual: bounds.lowerBound ... .max
        case .isNull: nil
        }
    }

    /// The integers around several numbers; `nil` if there are none, or if one has none.
    private static func bounds(_ values: [SQLiteValue]) -> ClosedRange<Int64>? {
        let all = values.compactMap(bounds)
        guard all.count == values.count, let lower = all.map(\.lowerBound).min(),
            let upper = all.map(\.upperBound).max()
        else { return nil }
        return lower...upper
    }

    /// The integers around a number, or `nil` if the value is not a number or is out of range.
    private static func bounds(_ value: SQLiteValue) -> ClosedRange<Int64>? {
        switch value {
        case .integer(let value): return value...value
        case .real(let value):
            guard let lower = Int64(exactly: value.rounded(.down)),
                let upper = Int64(exactly: value.rounded(.up))
            else { return nil }
            return lower...upper
        case .null, .text, .blob: return nil
        }
    }

    private static func times(_ value: Int64, _ factor: Int64) -> Int64 {
        let (product, overflow) = value.multipliedReportingOverflow(by: factor)
        return overflow ? (value < 0 ? .min : .max) : product
    }
}
