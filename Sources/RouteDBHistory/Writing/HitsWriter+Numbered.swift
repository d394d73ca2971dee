package import RouteDBDatabase

extension HitsWriter {
    /// Writes hits of a stream that another process numbers, if the stream has as many hits as that
    /// process believes.
    package func append(
        _ batch: HitBatch, following count: Int64
    ) throws(RouteDBError) -> Range<Int64>? {
        let numbers: Range<Int64>? = try commit { () throws(RouteDBError) in
            guard try writtenHits() == count else { return nil }
            return try write(batch)
        }
        if numbers != nil { finish(batch) }
        return numbers
    }
}
