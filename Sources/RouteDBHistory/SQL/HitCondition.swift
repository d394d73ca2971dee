import RouteDBRouting
import RouteDBSQLite

/// A condition of a query on a column of `hits` that a filter can use.
///
/// A filter may pass more hits than the condition allows, but never fewer, because SQLite tests
/// each row again.
struct HitCondition {
    let column: HitColumn
    let comparison: VirtualQuery.Comparison

    private static let microseconds: Int64 = 1_000_000
    private static let day: Int64 = 86_400 * microseconds

    /// The condition as ``conditions(_:)`` reads it: a letter for the column, then the comparison.
    var text: String {
        let letter = Unicode.Scalar(UInt8(ascii: "A") + UInt8(column.index))
        return "\(letter)\(comparison.rawValue)"
    }

    /// Reads a sequence of conditions.
    static func conditions(_ text: some StringProtocol) -> [HitCondition] {
        let characters = Array(text)
        return stride(from: 0, to: characters.count - 1, by: 2).compactMap { place in
            guard let letter = characters[place].asciiValue,
                case let index = Int(letter) - Int(UInt8(ascii: "A")),
                HitColumn.allCases.indices ~= index,
                let comparison = VirtualQuery.Comparison(rawValue: characters[place + 1])
            else { return nil }
            return HitCondition(column: HitColumn.allCases[index], comparison: comparison)
        }
    }

    var isRange: Bool { comparison != .equal && comparison != .isNull }

    /// Whether the condition concerns the time of a hit.
    var isOfTime: Bool { column == .time || column == .at || column == .bucket }

    /// Whether a filter can use the condition.
    func isUseful(isBinary: Bool) -> Bool {
        switch column {
        case .url, .principal, .parameters, .referrer: false
        case .at: isBinary && isRange
        case .outcome, .namespace, .route, .target, .pattern: isBinary && comparison == .equal
        default: comparison != .isNull || column.absent != nil
        }
    }

    /// Narrows a filter.
    func narrow(_ filter: inout HitFilter, _ argument: VirtualArgument, _ names: HitNames) {
        switch column {
        case .at: narrowDays(&filter, argument)
        case .bucket: narrowBuckets(&filter, argument)
        case .outcome: narrowTexts(&filter, argument, .outcome, Self.outcomes)
        case .namespace:
            narrowTexts(&filter, argument, .namespace) { names.ids(column, $0) }
        case .route, .target, .pattern:
            narrowTexts(&filter, argument, .route) { names.ids(column, $0) }
        default:
            guard let number = column.number else { return }
            narrowNumbers(&filter, argument, number)
        }
    }

    private static func outcomes(_ texts: Set<String>) -> Set<Int64> {
        Set(
            texts.compactMap { text in
                Resolution.Outcome(rawValue: text).map { Int64(HitOutcome($0).rawValue) }
            })
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
        _ filter: inout HitFilter, _ argument: VirtualArgument, _ number: HitNumber
    ) {
        if comparison == .isNull {
            if let absent = column.absent { filter.require(number, oneOf: [absent]) }
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

    /// Buckets are in seconds, and a hit is less than a quarter of an hour later than the start of
    /// its bucket.
    private func narrowBuckets(_ filter: inout HitFilter, _ argument: VirtualArgument) {
        let bounds = argument.values.map(Self.bounds)
        guard let lowers = bounds.map({ $0?.lowerBound }) as? [Int64],
            let uppers = bounds.map({ $0?.upperBound }) as? [Int64],
            let lower = lowers.min(), let upper = uppers.max()
        else { return }
        let length = RollUps.bucketSeconds * Self.microseconds
        narrow(
            &filter, .time,
            Self.times(lower, Self.microseconds)...Self.times(upper, Self.microseconds),
            above: length)
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
        let upper = overflow ? Int64.max : sum
        switch comparison {
        case .equal: filter.require(number, from: bounds.lowerBound, through: upper)
        case .less, .lessOrEqual: filter.require(number, from: .min, through: upper)
        case .greater, .greaterOrEqual:
            filter.require(number, from: bounds.lowerBound, through: .max)
        case .isNull: break
        }
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
