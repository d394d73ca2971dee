/// Hits that were read into memory, so that the routes that decide about them are known before these are read.
package struct HeldHits: Sendable {
    /// The hits that the options did not exclude.
    fileprivate(set) var batches: [ReplayBatch] = []
    /// How reading ended.
    fileprivate(set) var reading: ReplayReader.Summary?
    /// The number of bytes of the URLs.
    fileprivate var byteCount = 0

    /// The URLs of the hits, and of those by which it is told that a log lacks hosts.
    package var urls: [[UInt8]] {
        batches.flatMap { batch in
            (0..<batch.count).map { Array(batch.urls[batch.range(of: $0)]) }
        } + (reading?.hostless?.urls ?? [])
    }

    /// The hits as the source of a replay with the options that they were read with.
    package var source: ReplaySource {
        ReplaySource { feed in try feed.give(self) }
    }
}

extension ReplaySource {
    /// Reads the hits into memory; `nil` if their URLs have more than a number of bytes, or the source can be read
    /// only once.
    package func held(
        _ options: ReplayOptions, upTo limit: Int,
        observing: (@Sendable (ReplayProgress) -> Bool)? = nil
    ) async throws -> HeldHits? {
        guard isReadTwice else { return nil }
        // It is not known yet whether routes ask what the clients of hits tell.
        var (held, summary) = try await reduceBatches(
            options, into: HeldHits(), readingVisitors: true, observing
        ) { held, batch in held.add(batch, upTo: limit) }
        guard held.byteCount <= limit else { return nil }
        held.reading = summary
        return held
    }
}

extension HeldHits {
    /// Adds a batch; false if the hits have more bytes than the limit.
    fileprivate mutating func add(_ batch: ReplayBatch, upTo limit: Int) -> Bool {
        byteCount += batch.urls.count
        guard byteCount <= limit else { return false }
        batches.append(batch)
        return true
    }
}
