import RouteDBRouting
import RouteDBStorage

/// Counts the values of a route's parameters.
///
/// Parameters that are equal byte by byte are parsed only once: they are gathered with their
/// counts, and parsed when too many have been gathered.
struct ParameterTally: HitTally {
    /// The maximum number of different parameters to gather before parsing them.
    private static let gatheredLimit = 1 << 15

    private(set) var total = HitCount()
    private(set) var unreadable = HitCount()
    private(set) var values: [String: ParameterValues] = [:]
    private let types: [String: ParameterType]
    private var columns: HitColumns
    private var gathered = TextCounts()

    init(_ filter: AnalysisFilter, types: [String: ParameterType]) {
        self.types = types
        columns = HitColumns(filter)
    }

    var needsTexts: Bool { true }

    mutating func add(_ segment: HitSegment) throws {
        guard try columns.select(segment) else { return }
        columns.load([.weight], of: segment)
        for index in 0..<columns.count {
            let count = HitCount(hits: 1, weight: columns[.weight][index])
            total += count
            if let regrouping = columns.filter.regrouping {
                let url = try segment.text(.url, at: columns.place(index))
                let request = ResolutionRequest(utf8: url.map { Array($0) } ?? [])
                add(regrouping.table.resolve(request).parameters, count)
            } else if let bytes = try segment.text(.parameters, at: columns.place(index)) {
                gathered.add(bytes, count)
                if gathered.count >= Self.gatheredLimit { readGathered() }
            }
        }
    }

    /// Parses what is gathered; afterwards the tally is complete.
    mutating func readGathered() {
        for (text, count) in gathered.all {
            if case .object(let object)? = try? JSONValue(parsing: text.bytes) {
                add(object, count)
            } else {
                unreadable += count
            }
        }
        gathered.removeAll()
    }

    private mutating func add(_ object: JSONObject, _ count: HitCount) {
        for member in object.members {
            values[member.key, default: ParameterValues()].add(
                member.value, count, of: types[member.key])
        }
    }

    mutating func merge(_ other: ParameterTally) {
        var other = other
        other.readGathered()
        total += other.total
        unreadable += other.unreadable
        for (name, more) in other.values {
            values[name, default: ParameterValues()].merge(more)
        }
    }
}
