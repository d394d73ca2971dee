import RouteDBDatabase
import RouteDBHistory

/// A tally of the values of a property, to which roll-ups can be added as well as hits.
protocol ValueTally: HitTally {
    /// Adds the hits of a quarter hour, without their values.
    mutating func add(_ count: HitCount)

    /// Adds the values of hits of a quarter hour, which were added without them.
    mutating func add(_ row: ValueRow)
}

extension HistoryScan {
    /// Counts the selected hits by a property, from the roll-ups of whole quarter hours where its values are summed
    /// up; pruned hits have no values.
    func values<Tally: ValueTally>(
        of property: SummedProperty?, filter: AnalysisFilter, _ empty: (AnalysisFilter) -> Tally
    ) throws(RouteDBError) -> Tally {
        try reading { reader in
            guard let property, filter.suitsRollUps, filter.routes == nil,
                prefersRollUps != false, let whole = Quarters(filter.times).whole,
                let unsummed = try reader.unsummedBuckets(in: whole, of: property)
            else {
                return try scan(reader, empty(filter), filter: filter, isOrdered: false)
            }
            var filter = filter
            filter.excludedTimes = Quarters.times(of: whole, without: unsummed)
            var summed = empty(filter)
            try reader.forEachTotal(whole, onlySummed: true) { row in
                guard filter.includes(row.bucket, row.namespace, row.outcome) else { return }
                summed.add(row.remaining)
            }
            try reader.forEachValue(of: property, in: whole) { row in
                guard filter.includes(row.bucket, row.namespace, row.outcome) else { return }
                summed.add(row)
            }
            var tally = try scan(reader, empty(filter), filter: filter, isOrdered: false)
            tally.merge(summed)
            return tally
        }
    }
}
