import RouteDBDatabase
import RouteDBRouting

/// The hits of some quarters of an hour by clients and by the values of parameters, for each namespace and
/// outcome.
struct ValueSums {
    /// The sum of the hits with one value.
    struct Row: Hashable {
        /// The number of the parameter; 0 for the client.
        let parameter: Int64
        let bucket: Int64
        /// The value of the parameter, or the number of the client.
        let value: String
        let namespace: Int64
        let outcome: Int64
        let hits: Int64
        let weight: Int64
    }

    /// The most rows of a quarter and parameter: with more, its hits are read as fast.
    static let rowLimit = 1_000

    /// The quarters to sum up.
    private let buckets: Set<Int64>
    /// The sums by client, which takes the place of the route.
    private var clients = RollUps()
    private var parameters: [ParameterSums]

    init(of buckets: Set<Int64>, _ parameters: [SummedParameter]) {
        self.buckets = buckets
        self.parameters = parameters.map { ParameterSums(parameter: $0) }
    }

    mutating func add(_ segment: HitSegment) throws {
        let columns = SummedColumns(segment)
        let isWanted = columns.times.map { [buckets] in buckets.contains(RollUps.bucket(of: $0)) }
        let numbers = segment.column(.client)
        clients.add { columns.values(of: $0, orInPlaceOfRoutes: numbers) }
        for index in parameters.indices {
            try parameters[index].add(segment, columns, where: isWanted)
        }
    }

    /// The rows of a parameter, or of the clients with 0, in the order of the table; and the quarters that have more
    /// than the limit.
    private func rows(
        of parameter: Int64, _ sums: RollUps, value: (Int64) -> String?
    ) -> (rows: [Row], crowded: [Int64]) {
        var rows: [Int64: [Row]] = [:]
        for (key, sum) in zip(sums.keys, sums.sums) where buckets.contains(key.bucket) {
            guard let value = value(key.route) else { continue }
            rows[key.bucket, default: []].append(
                Row(
                    parameter: parameter, bucket: key.bucket, value: value,
                    namespace: key.namespace, outcome: key.outcome, hits: sum.hits,
                    weight: sum.weight))
        }
        let crowded = rows.filter { $1.count > Self.rowLimit }.keys.sorted()
        for bucket in crowded { rows[bucket] = nil }
        return (rows.values.flatMap(\.self), crowded)
    }

    /// The rows, and the quarters whose hits are read for a parameter, since they have too many values.
    var all: (rows: [Row], crowded: [(parameter: Int64, bucket: Int64)]) {
        var all = rows(of: 0, clients) { $0 > 0 ? "\($0)" : nil }.rows
        var crowded: [(parameter: Int64, bucket: Int64)] = []
        for sums in parameters {
            let found = rows(of: sums.parameter.id, sums.sums) { sums.text(of: $0) }
            all += found.rows
            crowded += found.crowded.map { (sums.parameter.id, $0) }
        }
        return (all, crowded)
    }
}

/// A parameter of queries whose values are summed up.
struct SummedParameter: Hashable {
    /// The number of the parameter in the file, from 1.
    let id: Int64
    let name: String
}

/// The numbers of a segment by which hits are summed up.
private struct SummedColumns {
    let times: [Int64]
    private let namespaces: [Int64]
    private let outcomes: [Int64]
    private let weights: [Int64]
    private let durations: [Int64]

    init(_ segment: HitSegment) {
        times = segment.column(.time)
        namespaces = segment.column(.namespace)
        outcomes = segment.column(.outcome)
        weights = segment.column(.weight)
        durations = segment.column(.duration)
    }

    /// The numbers of a column; other ones in place of the routes.
    func values(of number: HitNumber, orInPlaceOfRoutes others: [Int64]) -> ArraySlice<Int64> {
        switch number {
        case .time: times[...]
        case .namespace: namespaces[...]
        case .outcome: outcomes[...]
        case .weight: weights[...]
        case .duration: durations[...]
        default: others[...]
        }
    }
}

/// The hits by the values of one parameter.
private struct ParameterSums {
    let parameter: SummedParameter
    /// The sums by the number of the value, which takes the place of the route; 0 is no value.
    private(set) var sums = RollUps()
    private var numbers: [TextKey: Int64] = [:]
    /// The values by their numbers, from 1.
    private var texts: [String] = []

    init(parameter: SummedParameter) { self.parameter = parameter }

    /// The value with a number; `nil` for 0.
    func text(of number: Int64) -> String? { number > 0 ? texts[Int(number) - 1] : nil }

    mutating func add(
        _ segment: HitSegment, _ columns: SummedColumns, where isWanted: [Bool]
    ) throws {
        var values = [Int64](repeating: 0, count: segment.count)
        for index in 0..<segment.count where isWanted[index] {
            // The URL is read while the segment is lent, and its value is copied.
            guard let url = try unsafe segment.text(.url, at: index),
                let value = unsafe NormalizedURL.QueryItem.value(of: parameter.name, in: url.bytes)
            else { continue }
            values[index] = number(of: value)
        }
        sums.add { columns.values(of: $0, orInPlaceOfRoutes: values) }
    }

    private mutating func number(of value: String) -> Int64 {
        let key = TextKey(value)
        if let number = numbers[key] { return number }
        texts.append(value)
        numbers[key] = Int64(texts.count)
        return Int64(texts.count)
    }
}
