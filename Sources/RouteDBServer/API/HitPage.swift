#if Server
import RouteDB
import RouteDBTraffic

/// The place of a hit among all, ordered by time.
struct HitPlace: Hashable, Sendable, CustomStringConvertible {
    let time: Int64
    let stream: Int64
    let sequence: Int64

    init(time: Int64, stream: Int64, sequence: Int64) {
        self.time = time
        self.stream = stream
        self.sequence = sequence
    }

    /// Reads a place as ``description`` writes it.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int64($0) }
        guard parts.count == 3, let time = parts[0], let stream = parts[1],
            let sequence = parts[2]
        else { return nil }
        self.init(time: time, stream: stream, sequence: sequence)
    }

    var description: String { "\(time).\(stream).\(sequence)" }

    /// The place as the values of the columns `time`, `stream` and `sequence`.
    var cells: [SQLCell] { [.integer(time), .integer(stream), .integer(sequence)] }
}

/// Hits as they are answered: the JSON of `hits export`, with the place of each.
enum HitPage {
    struct Row: Sendable {
        let place: HitPlace
        let json: [UInt8]
    }

    /// Reads hits.
    static func read(
        _ selection: HitSQLSelection, _ rest: String, in session: SQLSession
    ) throws -> [Row] {
        let source = HitRows(selection, in: session)
        let places = [HitRows.Column.time, .stream, .sequence].map { column in
            source.columns.firstIndex(of: column) ?? 0
        }
        var rows: [Row] = []
        try source.forEach(rest) { cells in
            let numbers = places.map { index -> Int64 in
                if case .integer(let number) = cells[index] { number } else { 0 }
            }
            var json: [UInt8] = []
            source.append(cells, to: &json)
            rows.append(
                Row(
                    place: HitPlace(time: numbers[0], stream: numbers[1], sequence: numbers[2]),
                    json: json))
        }
        return rows
    }
}

/// The conditions that a list or a stream of hits is limited by.
struct HitConditions: Sendable {
    /// The parameters that say it.
    static let parameters: [Endpoint.Parameter] = [
        .query("since", .time, "The start, inclusive: a time, or how long ago, such as 7d."),
        .query("until", .time, "The end, exclusive."),
        .query("namespace", "Only hits of this namespace."),
        .query("route", "Only hits of this route: its name, its pattern, or '#id'."),
        .query(
            "outcome", .word(ResolutionOutcome.allCases.map(\.rawValue)),
            "Only hits with this outcome.", isRepeated: true),
    ]

    private let since: Timestamp?
    private let until: Timestamp?
    private let namespace: String?
    private let route: String?
    private let outcomes: [String]

    /// Reads the parameters of a call.
    init(_ call: Call, now: Timestamp) {
        since = call.time("since", now: now)
        until = call.time("until", now: now)
        namespace = call.text("namespace")
        route = call.text("route")
        outcomes = call.texts("outcome")
    }

    /// The number of the route, if the conditions give that.
    private var routeID: Int64? {
        route.flatMap { $0.hasPrefix("#") ? Int64($0.dropFirst()) : nil }
    }

    /// Checks that the namespace and the route exist: misspelled ones have no hits.
    func checkNames(in snapshot: RegistrySnapshot) throws(RouteDBError) {
        if let namespace { _ = try snapshot.namespace(named: namespace) }
        guard let route else { return }
        do throws(RouteDBError) {
            _ = try snapshot.route(RouteReference(route))
        } catch {
            guard error.code == .nameAmbiguous else { throw error }
        }
    }

    /// The hits as a condition of SQL.
    var selection: HitSQLSelection {
        var selection = HitSQLSelection()
        if let since { selection.require("time >= ?", [.integer(since.microseconds)]) }
        if let until { selection.require("time < ?", [.integer(until.microseconds)]) }
        if let namespace { selection.require("namespace = ?", [.text(Array(namespace.utf8))]) }
        if let routeID {
            selection.require("route_id = ?", [.integer(routeID)])
        } else if let route {
            let text = SQLCell.text(Array(route.utf8))
            selection.require("(route = ? OR pattern = ?)", [text, text])
        }
        if !outcomes.isEmpty {
            let marks = outcomes.map { _ in "?" }.joined(separator: ", ")
            selection.require(
                "outcome IN (\(marks))", outcomes.map { .text(Array($0.utf8)) })
        }
        return selection
    }

    /// A test of single hits, which is the same as ``selection``.
    func test(in snapshot: RegistrySnapshot) -> @Sendable (AppendedHits.Hit) -> Bool {
        let wanted =
            routeID.map { [$0] }
            ?? snapshot.routes.filter { $0.patternText == route }.map(\.id.rawValue)
        let routes = Set(wanted)
        return { [self] hit in
            if let since, hit.time < since.microseconds { return false }
            if let until, hit.time >= until.microseconds { return false }
            if let namespace, hit.namespace != namespace { return false }
            guard outcomes.isEmpty || outcomes.contains(hit.outcome) else { return false }
            guard let route else { return true }
            if let id = hit.routeID, routes.contains(id) { return true }
            return routeID == nil && hit.route == route
        }
    }
}
#endif
