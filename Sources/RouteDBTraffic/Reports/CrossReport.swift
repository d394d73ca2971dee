package import RouteDB
import RouteDBDatabase
import RouteDBHistory
import RouteDBRouting

/// A report on the most frequent combinations of several properties of hits.
package struct CrossReport: Sendable {
    /// The hits with one combination.
    package struct Row: Hashable, CountedRow {
        /// The values, in the order of the properties; `nil` for hits without one.
        package let values: [String?]
        package let count: HitCount
        package let share: Double
        package let previous: HitCount?
    }

    package let frame: ReportFrame
    /// The properties by which hits are counted.
    package let dimensions: [HitDimension]
    /// The rows, ordered by weight, then by their values.
    package let rows: [Row]
    /// The hits beyond the limit of rows.
    package let others: HitCount
}

extension Analysis {
    func crossed(
        _ dimensions: [HitDimension], zone: ZoneRules
    ) throws(RouteDBError) -> CrossReport {
        let names = DimensionNames(
            intended: dimensions.contains(.nearest)
                ? IntendedRoute(query.snapshot, functions: query.functions) : nil,
            zone: zone, label: { name(of: $0, $1) })
        func counts(_ filter: AnalysisFilter) throws(RouteDBError) -> TextCounts {
            try scan.run(CrossTally(filter, dimensions, names), filter: filter).counts
        }
        let now = try counts(filter)
        let before = try previousFilter.map(counts)
        let previous = before.map { counts in
            Dictionary(counts.all.map { ($0.text, $0.count) }, uniquingKeysWith: { $1 })
        }
        let known = Set(now.all.map(\.text))
        let gone = (before?.all ?? []).filter { !known.contains($0.text) }
            .map { (text: $0.text, count: HitCount()) }
        let sorted = (now.all + gone).sorted {
            ($1.count.weight, $0.text) < ($0.count.weight, $1.text)
        }
        var frame = try frame(total: now.total, previous: before?.total)
        let shown = limited(sorted)
        frame.omittedRows = sorted.count - shown.count
        var others = now.rest
        for row in sorted.dropFirst(shown.count) { others += row.count }
        return CrossReport(
            frame: frame, dimensions: dimensions,
            rows: shown.map { row in
                CrossReport.Row(
                    values: Self.values(row.text), count: row.count,
                    share: row.count.share(of: now.total),
                    previous: previous.map { $0[row.text] ?? HitCount() })
            },
            others: others)
    }

    /// The values of a combination, as ``CrossTally`` wrote them.
    private static func values(_ text: ByteText) -> [String?] {
        guard case .array(let values)? = try? JSONValue(parsing: text.string) else { return [] }
        return values.map { if case .string(let text) = $0 { text } else { nil } }
    }

    /// The text for the number of a route or namespace, or for a property of a route.
    private func name(of id: Int64, _ subject: TopReport.Subject) -> String? {
        guard id > 0 else { return nil }
        return switch subject {
        case .namespaces: label(ofNamespace: id)
        case .targets: route(id)?.target ?? "#\(id)"
        case .groups: route(id)?.group
        case .label(let key): route(id)?.labels[key]
        default: label(ofRoute: id)
        }
    }
}

extension CrossReport: ReportOutput {
    package var head: JSONObject {
        frame.head.merging([
            "by": .array(dimensions.map { .string($0.word) }), "others": others.json,
        ])
    }

    package var key: String { "rows" }
    package var rowCount: Int { rows.count }
    package var omittedHits: HitCount { others }

    package var objects: [JSONObject] {
        rows.map { row in
            var values: JSONObject = [:]
            for (dimension, value) in zip(dimensions, row.values) {
                values[dimension.word] = value.map(JSONValue.string) ?? .null
            }
            return [
                "values": .object(values), "count": row.count.json, "share": .double(row.share),
                "previous": row.count.json(since: row.previous),
            ]
        }
    }

    package var columns: [ReportColumn] {
        let values = dimensions.indices.map { index in
            ReportColumn(dimensions[index].title, .code, of: rows) {
                .text($0.values[index] ?? "(none)")
            }
        }
        let longest = rows.map(\.share).max() ?? 0
        return values + ReportColumn.counts(of: rows, comparing: isCompared) + [
            ReportColumn("", .bar(width: 20, longest: longest), of: rows) { .bar($0.share) }
        ]
    }
}
