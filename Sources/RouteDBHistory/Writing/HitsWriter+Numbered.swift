package import RouteDBDatabase

extension HitsWriter {
    /// Writes hits of a stream that another process numbers, if the stream has as many hits as that
    /// process believes.
    package func append(
        _ batch: HitBatch, following count: Int64
    ) throws(RouteDBError) -> Range<Int64>? {
        let written: Written? = try commit { () throws(RouteDBError) in
            guard try writtenHits() == count else { return nil }
            return try write(batch)
        }
        guard let written else { return nil }
        finish(batch, written)
        return written.numbers
    }
}
