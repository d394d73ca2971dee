package import RouteDBDatabase

extension HitsReader {
    /// The different kinds of the hits, as text.
    ///
    /// - Complexity: Linear in the segments, of which the names are read.
    package func kinds() throws(RouteDBError) -> Set<String> {
        var kinds: Set<String> = []
        var numbers: [Int64] = []
        try scan(texts: .names) { segment in
            let names = try segment.names(.kind, into: &numbers)
            for number in 0..<names.count {
                // The name is copied while the segment is lent.
                kinds.insert(unsafe String(decoding: names[number + 1], as: UTF8.self))
            }
        }
        return kinds
    }
}
