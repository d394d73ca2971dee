import RouteDBHistory
import RouteDBRouting

/// Counts hits by the combinations of the values of several properties.
struct CrossTally: HitTally {
    /// The counts by combination, as an array of JSON.
    private(set) var counts = TextCounts()
    private let dimensions: [HitDimension]
    private var columns: HitColumns
    private var names: DimensionNames

    init(_ filter: AnalysisFilter, _ dimensions: [HitDimension], _ names: DimensionNames) {
        (self.dimensions, self.names) = (dimensions, names)
        columns = HitColumns(filter)
    }

    var texts: TextSelection { dimensions.map(\.texts).reduce(columns.filter.texts, max) }

    mutating func add(_ segment: HitSegment) throws {
        guard try columns.select(segment) else { return }
        columns.load(
            [.weight, .time, .namespace, .route, .outcome, .client, .status], of: segment)
        var groups = [Int](repeating: 0, count: columns.count)
        var keys: [[JSONValue]] = [[]]
        for dimension in dimensions {
            let values = try DimensionValues(dimension, of: segment, columns, &names)
            Self.divide(&groups, &keys, by: values)
        }
        var sums = [HitCount](repeating: HitCount(), count: keys.count)
        let weights = columns[.weight]
        for index in groups.indices {
            sums[groups[index]] += HitCount(hits: 1, weight: weights[index])
        }
        for (key, count) in zip(keys, sums) {
            counts.add(Array(JSONValue.array(key).description.utf8), count)
        }
    }

    mutating func merge(_ other: CrossTally) { counts.merge(other.counts) }

    /// Divides groups of hits by a further property; `keys` has the values of each group.
    private static func divide(
        _ groups: inout [Int], _ keys: inout [[JSONValue]], by values: DimensionValues
    ) {
        var known: [Int: Int] = [:]
        var divided: [[JSONValue]] = []
        for index in groups.indices {
            let number = values.numbers[index]
            let pair = groups[index] * values.texts.count + number
            if let group = known[pair] {
                groups[index] = group
                continue
            }
            known[pair] = divided.count
            divided.append(
                keys[groups[index]] + [values.texts[number].map(JSONValue.string) ?? .null])
            groups[index] = divided.count - 1
        }
        keys = divided
    }
}
