extension HitSegment {
    /// Checks S8.
    ///
    /// - Complexity: O(1) for a column whose base and width exclude invalid values, as is nearly
    ///   always the case; otherwise O(*n*) in the number of hits.
    func checkNumbers() throws(SegmentDamage) {
        for number in HitNumber.allCases where number.range != .min ... .max {
            let (column, range) = (directory[number.rawValue], number.range)
            if range.contains(column.base), column.greatest.map(range.contains) == true { continue }
            for index in 0..<count where !range.contains(value(number, at: index)) {
                throw SegmentDamage(
                    segment: id, offset: column.start + index * column.width,
                    message: "the \(number) of hit \(index) is \(value(number, at: index)) (S8)")
            }
        }
    }

    /// Checks that the segment's row agrees with its header.
    func check(_ row: SegmentEntry) throws(SegmentDamage) {
        guard row.hits == Int64(count), row.firstTime == firstTime, row.lastTime == lastTime else {
            throw SegmentDamage(
                segment: id, offset: 4, message: "its row does not match its content")
        }
    }

    /// An upper bound for the weights of the segment's hits.
    var weightLimit: Int64 {
        min(directory[HitNumber.weight.rawValue].greatest ?? .max, Hit.maximumWeight)
    }
}
