#if Server
import RouteDB
import RouteDBTraffic

/// The place of a hit among all, ordered by time.
struct HitPlace: Hashable, Sendable, Comparable, CustomStringConvertible {
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

    static func < (left: HitPlace, right: HitPlace) -> Bool {
        (left.time, left.stream, left.sequence) < (right.time, right.stream, right.sequence)
    }
}

/// Hits as they are answered: the JSON of `hits export`, with the place of each.
enum HitPage {
    struct Row: Sendable {
        let place: HitPlace
        let json: [UInt8]
    }

    /// Reads hits.
    ///
    /// - Parameters:
    ///   - selection: Which ones.
    ///   - rest: Their order and limit.
    ///   - session: The session.
    /// - Returns: The hits.
    /// - Throws: What the session throws.
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

extension HitSQLSelection {
    /// The hits that the parameters of a call select.
    init(_ call: Call, now: Int64) throws(Problem) {
        self.init()
        if let since = call.time("since", now: now) { require("time >= ?", [.integer(since)]) }
        if let until = call.time("until", now: now) { require("time < ?", [.integer(until)]) }
        if let name = call.text("namespace") {
            require("namespace = ?", [.text(Array(name.utf8))])
        }
        if let route = call.text("route") {
            if route.hasPrefix("#"), let id = Int64(route.dropFirst()) {
                require("route_id = ?", [.integer(id)])
            } else {
                let text = SQLCell.text(Array(route.utf8))
                require("(route = ? OR pattern = ?)", [text, text])
            }
        }
        let outcomes = call.texts("outcome")
        if !outcomes.isEmpty {
            let marks = outcomes.map { _ in "?" }.joined(separator: ", ")
            require("outcome IN (\(marks))", outcomes.map { .text(Array($0.utf8)) })
        }
    }
}
#endif
