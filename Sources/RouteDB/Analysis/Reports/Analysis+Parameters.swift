import RouteDBRouting
import RouteDBStorage

extension Analysis {
    /// How many values of a parameter a report has unless the query says so.
    private static let shownValues = 10

    func parameters(
        of id: RouteID, countingUnmatched: Bool
    ) throws(RouteDBError) -> ParameterReport {
        let pattern = route(id.rawValue)?.pattern
        let declared = pattern?.parameters ?? []
        let types = Dictionary(
            declared.map { ($0.name, $0.type) }, uniquingKeysWith: { $1 })
        var filter = filter
        filter.routes = filter.routes?.intersection([id.rawValue]) ?? [id.rawValue]
        var tally = try scan.run(ParameterTally(filter, types: types), filter: filter)
        tally.readGathered()
        let rejected =
            try countingUnmatched ? rejected(of: id, types: types) : nil
        var previous: HitCount?
        if var filter = previousFilter {
            filter.routes = [id.rawValue]
            previous = try scan.run(PlaceTally(filter), filter: filter).counts.total
        }
        var frame = try frame(total: tally.total, previous: previous)
        frame.pruned = try scan.pruned(filter: filter.recorded)
        let others = Set(tally.values.keys).subtracting(types.keys).sorted()
        var seen: Set<String> = []
        let names = declared.map(\.name).filter { seen.insert($0).inserted } + others
        return ParameterReport(
            frame: frame, route: id, label: label(ofRoute: id.rawValue),
            parameters: names.map { name in
                var values = tally.values[name] ?? ParameterValues()
                if let more = rejected?.values[name] { values.merge(more) }
                return parameter(name, types[name], values, of: tally.total)
            }, rejected: rejected?.total, unreadable: tally.unreadable)
    }

    private func rejected(
        of id: RouteID, types: [String: ParameterType]
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
        _ name: String, _ type: ParameterType?, _ values: ParameterValues, of total: HitCount
    ) -> ParameterReport.Parameter {
        let limit = query.limit ?? Self.shownValues
        let kinds = values.types.map { (text: ByteText($0.key.utf8), count: $0.value) }
            .sorted { ($1.count.weight, $0.text) < ($0.count.weight, $1.text) }
        func shown(_ rows: [(text: ByteText, count: HitCount)], of whole: HitCount)
            -> [ParameterReport.Value]
        {
            rows.map {
                ParameterReport.Value(
                    text: $0.text.string, count: $0.count, share: $0.count.share(of: whole))
            }
        }
        return ParameterReport.Parameter(
            name: name, type: type.map { "\($0)" }, present: values.present,
            missing: HitCount(
                hits: total.hits - values.present.hits,
                weight: total.weight &- values.present.weight),
            invalid: values.invalid, distinct: values.values.count,
            isDistinctBounded: values.values.rest.hits > 0,
            types: shown(kinds, of: values.present),
            values: shown(values.values.most(limit), of: values.present),
            invalidValues: shown(values.invalidValues.most(limit), of: values.invalid))
    }
}
