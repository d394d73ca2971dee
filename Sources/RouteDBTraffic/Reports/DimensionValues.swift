import RouteDBHistory
import RouteDBRouting

/// The values of a property for the selected hits of a segment, each text of which is made once.
struct DimensionValues {
    /// The number of each hit's value.
    private(set) var numbers: [Int] = []
    /// The values by number; `nil` stands for hits without one.
    private(set) var texts: [String?] = []

    /// Reads the values of hits, which are equal where their keys are.
    private mutating func read<Key: Hashable>(
        _ keys: some Sequence<Key>, _ text: (Key) throws -> String?
    ) rethrows {
        var known: [Key: Int] = [:]
        for key in keys {
            if let number = known[key] {
                numbers.append(number)
                continue
            }
            known[key] = texts.count
            numbers.append(texts.count)
            texts.append(try text(key))
        }
    }

    /// Reads the values of a property; the columns of time, namespace, route, outcome, client and status are
    /// loaded.
    init(
        _ dimension: HitDimension, of segment: HitSegment, _ columns: HitColumns,
        _ names: inout DimensionNames
    ) throws {
        switch dimension {
        case .day: read(columns[.time]) { names.clock($0, length: 10, end: "") }
        case .hour: read(columns[.time]) { names.clock($0, length: 13, end: ":00") }
        case .outcome: read(columns[.outcome], names.outcome)
        case .nearest:
            let routes = columns[.route]
            let urls = try (0..<columns.count).map { index -> [UInt8]? in
                guard routes[index] == 0 else { return nil }
                return try unsafe segment.text(.url, at: columns.place(index)).map {
                    unsafe Array($0)
                }
            }
            read(urls) { url in url.flatMap { names.nearest($0) } }
        case .subject(let subject):
            guard let field = subject.field else {
                let isPlace = subject == .namespaces
                read(columns[isPlace ? .namespace : .route]) { names.label($0, subject) }
                return
            }
            try read(field, of: segment, columns, names)
        }
    }

    private mutating func read(
        _ field: HitField, of segment: HitSegment, _ columns: HitColumns, _ names: DimensionNames
    ) throws {
        if let number = field.number {
            return read(columns[number]) { field.text(ofNumber: $0) }
        }
        let places = (0..<columns.count).map(columns.place)
        if field.texts == .urls {
            return try read(places) { place in
                try unsafe segment.text(.url, at: place).flatMap {
                    unsafe field.text(ofURL: $0.bytes)
                }
            }
        }
        var all: [Int64] = []
        if case .text(let text) = field {
            let known = try segment.names(text, into: &all)
            return read(places.map { all[$0] }) { number in
                number == 0 ? nil : unsafe String(decoding: known[Int(number)], as: UTF8.self)
            }
        }
        let known = try segment.names(.attributes, into: &all)
        let routes = columns[.route]
        read(places.enumerated().map { [all[$1], routes[$0]] }) { key in
            guard key[0] > 0 else { return nil }
            let attributes = unsafe ResolutionRequest.Attributes(stored: known[Int(key[0])])
            if case .context(let name) = field {
                return HitField.text(ofContext: name, in: attributes)
            }
            let route = names.label(key[1], .routes) ?? "#\(key[1])"
            return attributes.variant.map { "\(route) \($0)" }
        }
    }
}

/// The names that stand for the numbers of hits in reports.
struct DimensionNames: Sendable {
    /// The number of URLs whose nearest routes are kept, since the same ones occur again and again.
    private static let maximumKnown = 1 << 14

    /// Returns the name of a route or namespace, or a property of a route, by its number.
    let label: @Sendable (Int64, TopReport.Subject) -> String?
    /// Finds the route that a URL was meant for.
    let intended: IntendedRoute?
    let zone: ZoneRules
    private var known: [[UInt8]: String?] = [:]

    init(
        intended: IntendedRoute?, zone: ZoneRules,
        label: @escaping @Sendable (Int64, TopReport.Subject) -> String?
    ) {
        (self.intended, self.zone, self.label) = (intended, zone, label)
    }

    /// Returns the label of the route that a URL was meant for.
    mutating func nearest(_ url: [UInt8]) -> String? {
        if let found = known[url] { return found }
        let found = intended?.route(for: url).flatMap { label($0.rawValue, .routes) }
        if known.count < Self.maximumKnown { known[url] = .some(found) }
        return found
    }

    /// Returns the first bytes of what clocks show at a time.
    func clock(_ microseconds: Int64, length: Int, end: String) -> String {
        let seconds = microseconds.flooringDivision(by: 1_000_000).quotient
        return Timestamp.text(ofSeconds: zone.local(at: seconds)).prefix(length) + end
    }

    /// Returns the word for an outcome.
    func outcome(_ number: Int64) -> String? {
        UInt8(exactly: number).flatMap { HitOutcome(rawValue: $0).outcome?.rawValue }
    }
}
