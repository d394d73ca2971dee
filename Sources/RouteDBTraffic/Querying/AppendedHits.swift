import RouteDB
import RouteDBDatabase
import RouteDBHistory
import RouteDBRouting

/// The hits that were appended last to a history, whatever their times are.
///
/// Each has a number: how many were appended up to it. Hits of one process wait in the tail while those
/// of another become segments, so the numbers of two looks may disagree: who follows them also compares
/// the hits.
package struct AppendedHits: Sendable {
    /// A hit, as lists and filters need it.
    package struct Hit: Sendable {
        /// The numbers that tell a hit apart from all others.
        package struct Identity: Hashable, Sendable {
            package let stream: Int64
            package let sequence: Int64
        }

        package let number: Int64
        package let identity: Identity
        /// The time, in microseconds since 1970-01-01T00:00:00Z.
        package let time: Int64
        package let url: String
        package let outcome: String
        /// The name of the namespace, if there is one.
        package let namespace: String?
        /// The name of the route, or its pattern if it has no name.
        package let route: String?
        package let routeID: Int64?
        /// The JSON of `hits export`.
        package let json: [UInt8]
    }

    /// How many of the last hits are looked at.
    package static let reach = 16_384

    /// The number of the last hit; 0 if there was none.
    package private(set) var last: Int64 = 0
    /// The hits, the oldest first, without those of imported logs: these are no news.
    package private(set) var hits: [Hit] = []
    /// True if more hits were appended than are looked at.
    package private(set) var isCut = false

    /// Reads the last hits.
    package init(
        after number: Int64? = nil, registry: String, history: String, limits: SQLLimits,
        stoppingWhen shouldStop: @escaping () -> Bool
    ) throws {
        guard FileAccess(path: history).exists else { return }
        let session = try SQLSession(
            registry: registry, history: history, limits: limits, stoppingWhen: shouldStop)
        last = try session.history.moment().hits
        let wanted = number.map { max(0, last - max(0, $0)) }
        let count = Int(min(wanted ?? .max, Int64(Self.reach)))
        isCut = wanted.map { $0 > Self.reach } ?? false
        guard count > 0 else { return }
        // Not by their times: one of them may be much older than the others.
        let appended = try session.history.appended(last: count).map { range in
            var selection = HitSQLSelection()
            let bounds = [range.ids.lowerBound, range.ids.upperBound]
            selection.require("rowid BETWEEN ? AND ?", bounds.map { .integer($0) })
            return HitRows(selection, in: session)
        }
        var cells: [[SQLCell]] = []
        for rows in appended { try rows.forEach { cells.append($0) } }
        guard let rows = appended.first else { return }
        let first = last - Int64(cells.count) + 1
        let places = Places(rows.columns)
        for (index, row) in cells.enumerated() where !places.isImported(row) {
            hits.append(places.hit(row, number: first + Int64(index), in: rows))
        }
    }
}

/// Where the columns of hits are.
private struct Places {
    private let indices: [HitRows.Column: Int]

    init(_ columns: [HitRows.Column]) {
        indices = Dictionary(uniqueKeysWithValues: columns.enumerated().map { ($1, $0) })
    }

    func isImported(_ row: [SQLCell]) -> Bool { (integer(.source, row) ?? 0) > 0 }

    func hit(_ row: [SQLCell], number: Int64, in rows: HitRows) -> AppendedHits.Hit {
        var json: [UInt8] = []
        rows.append(row, to: &json)
        return AppendedHits.Hit(
            number: number,
            identity: AppendedHits.Hit.Identity(
                stream: integer(.stream, row) ?? 0, sequence: integer(.sequence, row) ?? 0),
            time: integer(.time, row) ?? 0, url: text(.url, row) ?? "",
            outcome: text(.outcome, row) ?? "", namespace: text(.namespace, row),
            route: text(.route, row), routeID: integer(.routeID, row), json: json)
    }

    private func integer(_ column: HitRows.Column, _ row: [SQLCell]) -> Int64? {
        guard let index = indices[column], case .integer(let number) = row[index] else {
            return nil
        }
        return number
    }

    private func text(_ column: HitRows.Column, _ row: [SQLCell]) -> String? {
        guard let index = indices[column] else { return nil }
        if case .null = row[index] { return nil }
        return String(decoding: HitRows.field(column, row[index]), as: UTF8.self)
    }
}
