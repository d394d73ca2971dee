import RouteDBHistory
import RouteDBRouting

/// The class of a value, in terms of the parameter types of patterns.
enum ValueClass: Int, CaseIterable, Sendable {
    case int
    case uuid
    case date
    case hex
    case slug
    case text

    /// Finds the narrowest class that accepts a text.
    ///
    /// A text counts as hexadecimal only if it has at least eight characters and a decimal digit
    /// among them; `cafe` is a word.
    init(_ bytes: [UInt8]) {
        let span = bytes.span.bytes
        if ParameterType.int(minimum: nil, maximum: nil).accepts(span) {
            self = .int
        } else if ParameterType.uuid.accepts(span) {
            self = .uuid
        } else if ParameterType.date.accepts(span) {
            self = .date
        } else if bytes.count >= 8, ParameterType.hex.accepts(span),
            bytes.contains(where: { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
        {
            self = .hex
        } else {
            self = ParameterType.slug.accepts(span) ? .slug : .text
        }
    }

    /// True if values of the class are always joined, even if there is only one.
    var isAlwaysJoined: Bool {
        switch self {
        case .int, .uuid, .date, .hex: true
        case .slug, .text: false
        }
    }

    /// The name, as shown in reports.
    var name: String { "\(self)" }

    /// The parameter type that accepts the class.
    var type: ParameterType {
        switch self {
        case .int: .int(minimum: nil, maximum: nil)
        case .uuid: .uuid
        case .date: .date
        case .hex: .hex
        case .slug: .slug
        case .text: .string
        }
    }

    /// A suitable name for a parameter of the class.
    var parameterName: String {
        switch self {
        case .int, .uuid: "id"
        case .date: "date"
        case .hex: "code"
        case .slug: "slug"
        case .text: "name"
        }
    }
}

/// The counts of one parameter's values.
struct ParameterValues: Sendable {
    /// The maximum number of values that are counted separately.
    static let limit = 1 << 18

    private(set) var present = HitCount()
    private(set) var invalid = HitCount()
    private(set) var types: [String: HitCount] = [:]
    private(set) var values = TextCounts(limit: ParameterValues.limit)
    private(set) var invalidValues = TextCounts(limit: 1 << 12)

    /// Adds the value of a hit.
    mutating func add(_ value: JSONValue, _ count: HitCount, of type: ParameterType?) {
        present += count
        let text = ByteText(Self.text(of: value).utf8)
        types[Self.kind(of: value, text), default: HitCount()] += count
        values.add(text.bytes, count)
        if type?.validates(text.bytes) == false { addInvalid(text, count) }
    }

    /// Adds a value that does not have the parameter's type.
    mutating func addInvalid(_ text: ByteText, _ count: HitCount) {
        invalid += count
        invalidValues.add(text.bytes, count)
    }

    mutating func merge(_ other: ParameterValues) {
        present += other.present
        invalid += other.invalid
        types.merge(other.types) { left, right in
            var sum = left
            sum += right
            return sum
        }
        values.merge(other.values)
        invalidValues.merge(other.invalidValues)
    }

    private static func text(of value: JSONValue) -> String {
        if case .string(let text) = value { text } else { value.description }
    }

    private static func kind(of value: JSONValue, _ text: ByteText) -> String {
        switch value {
        case .null: "null"
        case .bool: "bool"
        case .int: ValueClass.int.name
        case .double: "number"
        case .string: ValueClass(text.bytes).name
        case .array: "list"
        case .object: "object"
        }
    }
}

extension ParameterType {
    /// Returns whether a text has the type, or `nil` for a converter, whose values cannot be checked here.
    func validates(_ text: [UInt8]) -> Bool? {
        if case .converter = self { nil } else { accepts(text.span.bytes) }
    }
}

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

    var texts: TextSelection { .all }

    mutating func add(_ segment: HitSegment) throws {
        guard try columns.select(segment) else { return }
        columns.load([.weight], of: segment)
        for index in 0..<columns.count {
            let count = HitCount(hits: 1, weight: columns[.weight][index])
            total += count
            if let regrouping = columns.filter.regrouping {
                let resolution = try regrouping.resolution(of: segment, at: columns.place(index))
                add(resolution.parameters, count)
            } else if let bytes = try unsafe segment.text(.parameters, at: columns.place(index)) {
                unsafe gathered.add(bytes, count)
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

/// Counts the values because of which unmatched hits did not match a route.
struct RejectedTally: HitTally {
    private(set) var total = HitCount()
    private(set) var values: [String: ParameterValues] = [:]
    private let finder: CauseFinder
    private let route: RouteID
    private let types: [String: ParameterType]
    private var columns: HitColumns

    init(
        _ filter: AnalysisFilter, finder: CauseFinder, route: RouteID,
        types: [String: ParameterType]
    ) {
        self.finder = finder
        self.route = route
        self.types = types
        columns = HitColumns(filter)
    }

    var texts: TextSelection { .urls }

    mutating func add(_ segment: HitSegment) throws {
        guard try columns.select(segment) else { return }
        columns.load([.weight], of: segment)
        for index in 0..<columns.count {
            // The text is copied while the cursor lends the segment.
            let url =
                try unsafe segment.text(.url, at: columns.place(index)).map { unsafe Array($0) }
                ?? []
            guard let texts = finder.rejectedParameters(of: url, for: route) else { continue }
            let count = HitCount(hits: 1, weight: columns[.weight][index])
            total += count
            for (name, text) in texts where types[name]?.validates(Array(text.utf8)) == false {
                values[name, default: ParameterValues()].addInvalid(ByteText(text.utf8), count)
            }
        }
    }

    mutating func merge(_ other: RejectedTally) {
        total += other.total
        for (name, more) in other.values {
            values[name, default: ParameterValues()].merge(more)
        }
    }
}
