import RouteDB
import RouteDBDatabase
import RouteDBHistory
public import RouteDBRouting

/// A report on the values of a route's parameters.
public struct ParameterReport: Hashable, Sendable {
    /// A value or type, and the hits that have it.
    public struct Value: Hashable, Sendable {
        /// The value as text, or the name of the type.
        public let text: String
        /// The hits.
        public let count: HitCount
        /// The share of these hits in all hits of the parameter, from 0 to 1.
        public let share: Double
        /// The hits in the previous window, or `nil` if the report does not compare with it.
        public let previous: HitCount?
    }

    /// The values of one parameter, or of another name that the hits have values for.
    public struct Parameter: Hashable, Sendable {
        /// The name of the parameter.
        public let name: String
        /// The type in the route's pattern, or `nil` if the pattern has no such parameter.
        public let type: String?
        /// The hits with a value.
        public let present: HitCount
        /// The hits of the route without a value.
        public let missing: HitCount
        /// The hits whose value does not have the type in the snapshot.
        ///
        /// If unmatched hits are included, these are also the hits that did not match because of
        /// the value. Values of converters are never counted as invalid.
        public let invalid: HitCount
        /// The number of different values, as far as they were counted separately.
        public let distinct: Int
        /// True if there were too many values to count all of them separately.
        public let isDistinctBounded: Bool
        /// The types that the values appear to have, most frequent first: `int`, `uuid`, `date`,
        /// `hex`, `slug`, `text`, or a JSON type.
        public let types: [Value]
        /// The most frequent values.
        public let values: [Value]
        /// The most frequent invalid values.
        public let invalidValues: [Value]
        /// The hits with a value in the previous window, or `nil` if the report does not compare.
        public let previousPresent: HitCount?
        /// The hits without a value in the previous window, or `nil` if the report does not
        /// compare.
        public let previousMissing: HitCount?
        /// The hits with an invalid value in the previous window, or `nil` if the report does not
        /// compare.
        public let previousInvalid: HitCount?
    }

    /// The selection and the totals of the report; its total counts the hits of the route.
    public let frame: ReportFrame
    /// The route.
    public let route: RouteID
    /// The label of the route: its name, pattern or id.
    public let label: String
    /// The parameters in the order of the pattern, then other names in alphabetical order.
    public let parameters: [Parameter]
    /// The unmatched hits that would have matched the route if a value had had the right type, or
    /// `nil` if they were not counted.
    public let rejected: HitCount?
    /// The hits whose parameters are not a JSON object, because the file is damaged or another
    /// program wrote them.
    public let unreadable: HitCount
}

extension Analysis {
    func parameters(
        of id: RouteID, countingUnmatched: Bool
    ) throws(RouteDBError) -> ParameterReport {
        let pattern = route(id.rawValue)?.pattern
        let declared = pattern?.parameters ?? []
        let types = Dictionary(
            declared.map { ($0.name, $0.type) }, uniquingKeysWith: { $1 })
        let found = try found(filter, of: id, types, countingUnmatched: countingUnmatched)
        let before = try previousFilter.map { filter throws(RouteDBError) in
            try self.found(filter, of: id, types, countingUnmatched: countingUnmatched)
        }
        var frame = try frame(total: found.total, previous: before?.total)
        frame.pruned = try scan.pruned(filter: only(id, filter).recorded)
        let others = Set(found.values.keys).union(before.map { Set($0.values.keys) } ?? [])
            .subtracting(types.keys).sorted()
        var seen: Set<String> = []
        let names = declared.map(\.name).filter { seen.insert($0).inserted } + others
        let parameters = names.map { parameter($0, types[$0], found, before, &frame.omittedRows) }
        return ParameterReport(
            frame: frame, route: id, label: label(ofRoute: id.rawValue), parameters: parameters,
            rejected: found.rejected, unreadable: found.unreadable)
    }

    /// The counts of one window.
    private struct Found {
        let total: HitCount
        let unreadable: HitCount
        let rejected: HitCount?
        let values: [String: ParameterValues]
    }

    private func only(_ id: RouteID, _ filter: AnalysisFilter) -> AnalysisFilter {
        var filter = filter
        filter.routes = filter.routes?.intersection([id.rawValue]) ?? [id.rawValue]
        return filter
    }

    private func found(
        _ filter: AnalysisFilter, of id: RouteID, _ types: [String: ParameterType],
        countingUnmatched: Bool
    ) throws(RouteDBError) -> Found {
        let own = only(id, filter)
        var tally = try scan.run(ParameterTally(own, types: types), filter: own)
        tally.readGathered()
        var values = tally.values
        let rejected =
            try countingUnmatched ? rejected(filter, of: id, types: types) : nil
        for (name, more) in rejected?.values ?? [:] {
            values[name, default: ParameterValues()].merge(more)
        }
        return Found(
            total: tally.total, unreadable: tally.unreadable, rejected: rejected?.total,
            values: values)
    }

    private func rejected(
        _ filter: AnalysisFilter, of id: RouteID, types: [String: ParameterType]
    ) throws(RouteDBError) -> RejectedTally {
        var filter = filter
        filter.routes = nil
        filter.namespaces = nil
        filter.outcomes = [Int64(HitOutcome.unmatched.rawValue)]
        let finder = CauseFinder(query.snapshot, functions: query.functions)
        return try scan.run(
            RejectedTally(filter, finder: finder, route: id, types: types), filter: filter)
    }

    private func parameter(
        _ name: String, _ type: ParameterType?, _ found: Found, _ before: Found?,
        _ omitted: inout Int
    ) -> ParameterReport.Parameter {
        let limit = query.limit?.asLimit ?? ReportKind.values
        let values = found.values[name] ?? ParameterValues()
        let earlier = before.map { $0.values[name] ?? ParameterValues() }
        return ParameterReport.Parameter(
            name: name, type: type.map { "\($0)" }, present: values.present,
            missing: Self.missing(values, of: found), invalid: values.invalid,
            distinct: values.values.count, isDistinctBounded: values.values.rest.hits > 0,
            types: Self.shown(
                Self.kinds(values), earlier.map(Self.kinds), of: values.present, limit: .max,
                &omitted),
            values: Self.shown(
                values.values.all, earlier?.values.all, of: values.present, limit: limit,
                &omitted),
            invalidValues: Self.shown(
                values.invalidValues.all, earlier?.invalidValues.all, of: values.invalid,
                limit: limit, &omitted),
            previousPresent: earlier?.present,
            previousMissing: before.map { Self.missing(earlier ?? ParameterValues(), of: $0) },
            previousInvalid: earlier?.invalid)
    }

    private static func missing(_ values: ParameterValues, of found: Found) -> HitCount {
        HitCount(
            hits: found.total.hits &- values.present.hits,
            weight: found.total.weight &- values.present.weight)
    }

    private typealias Counted = (text: ByteText, count: HitCount)

    private static func kinds(_ values: ParameterValues) -> [Counted] {
        values.types.map { (ByteText($0.key.utf8), $0.value) }
    }

    /// Returns the texts of both windows, ordered by weight and then by weight in the previous
    /// window, and counts those beyond the limit.
    private static func shown(
        _ now: [Counted], _ before: [Counted]?, of whole: HitCount, limit: Int,
        _ omitted: inout Int
    ) -> [ParameterReport.Value] {
        var earlier: [ByteText: HitCount] = [:]
        for (text, count) in before ?? [] { earlier[text] = count }
        var rows = now.map { text, count in
            (text: text, count: count, previous: earlier.removeValue(forKey: text) ?? HitCount())
        }
        for (text, count) in earlier { rows.append((text, HitCount(), count)) }
        let sorted = rows.sorted {
            ($1.count.weight, $1.previous.weight, $0.text)
                < ($0.count.weight, $0.previous.weight, $1.text)
        }
        omitted += max(0, sorted.count - limit)
        return sorted.prefix(limit).map { text, count, previous in
            ParameterReport.Value(
                text: text.string, count: count, share: count.share(of: whole),
                previous: before == nil ? nil : previous)
        }
    }
}

extension ParameterReport: ReportOutput {
    package var head: JSONObject {
        frame.head.merging([
            "route": .int(route.rawValue), "label": .string(label),
            "rejected": rejected?.json ?? .null, "unreadable": unreadable.json,
        ])
    }

    package var key: String { "parameters" }
    package var objects: [JSONObject] { parameters.map(\.object) }
    package var lines: [JSONObject] { parameters.flatMap(\.rows).map(\.object) }
    package var rowCount: Int { parameters.reduce(0) { $0 + $1.rows.count } }

    package var columns: [ReportColumn] {
        let rows = parameters.flatMap(\.rows)
        let columns = [
            ReportColumn("parameter", of: rows) { .text($0.parameter) },
            ReportColumn("type", of: rows) { .text($0.type) },
            ReportColumn("what", of: rows) { .text($0.what) },
            ReportColumn("value", .code, of: rows) { .text($0.value) },
            ReportColumn("hits", .number, of: rows) { .number($0.weight) },
            ReportColumn("share", .number, of: rows) { $0.share.map { .share($0) } ?? .empty },
        ]
        guard isCompared else { return columns }
        return columns + [ReportColumn("before", .number, of: rows) { .weight($0.previous) }]
    }
}

extension ParameterReport.Parameter {
    /// The parameter as JSON.
    package var object: JSONObject {
        func list(_ values: [ParameterReport.Value]) -> JSONValue {
            .array(
                values.map {
                    [
                        "text": .string($0.text), "count": $0.count.json,
                        "share": .double($0.share), "previous": $0.count.json(since: $0.previous),
                    ]
                })
        }
        return [
            "name": .string(name), "type": type.map { .string($0) } ?? .null,
            "present": present.json, "missing": missing.json, "invalid": invalid.json,
            "previousPresent": previousPresent?.json ?? .null,
            "previousMissing": previousMissing?.json ?? .null,
            "previousInvalid": previousInvalid?.json ?? .null,
            "distinct": .int(Int64(distinct)), "distinctBounded": .bool(isDistinctBounded),
            "types": list(types), "values": list(values), "invalidValues": list(invalidValues),
        ]
    }
}

/// A row about a parameter: a total of its hits, a type or a value.
private struct ParameterRow: Sendable {
    let parameter: String
    let type: String
    /// The kind of row.
    let what: String
    var value = ""
    let weight: Int64
    var share: Double?
    /// The hits in the previous window; `nil` unless compared.
    var previous: HitCount?

    var object: JSONObject {
        [
            "parameter": .string(parameter), "type": .string(type), "what": .string(what),
            "value": .string(value), "weight": .int(weight),
            "share": share.map { .double($0) } ?? .null, "previous": previous?.json ?? .null,
        ]
    }
}

extension ParameterReport.Parameter {
    /// The rows about the parameter.
    fileprivate var rows: [ParameterRow] {
        func row(
            _ what: String, _ weight: Int64, _ share: Double? = nil, value: String = "",
            before: HitCount? = nil
        ) -> ParameterRow {
            ParameterRow(
                parameter: name, type: type ?? "", what: what, value: value, weight: weight,
                share: share, previous: before)
        }
        func rows(_ what: String, _ values: [ParameterReport.Value]) -> [ParameterRow] {
            values.map {
                row(what, $0.count.weight, $0.share, value: $0.text, before: $0.previous)
            }
        }
        let whole = [present, missing].sum
        return [
            row("hits", present.weight, present.share(of: whole), before: previousPresent),
            row("missing", missing.weight, missing.share(of: whole), before: previousMissing),
            row("invalid", invalid.weight, before: previousInvalid),
            row("distinct", Int64(distinct), value: isDistinctBounded ? "or more" : ""),
        ] + rows("type", types) + rows("value", values) + rows("invalid value", invalidValues)
    }
}
