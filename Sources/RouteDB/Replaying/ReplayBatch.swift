import RouteDBRouting

/// A run of consecutive hits, stored as columns.
struct ReplayBatch: Sendable {
    /// The largest number of hits in a batch.
    static let capacity = 4_096
    /// The size in bytes at which a batch is full; its last URL may exceed it.
    static let byteCapacity = 1 << 20

    /// The index of the first hit among all replayed hits.
    let first: Int
    /// The URLs, concatenated.
    private(set) var urls: [UInt8] = []
    /// The end of each URL in `urls`.
    private(set) var ends: [Int] = []
    /// The times in microseconds since 1970.
    private(set) var times: [Int64?] = []
    private(set) var weights: [Int64] = []
    /// The principals by index in the batch, for hits that have one.
    private(set) var principals: [Int: [UInt8]] = [:]

    init(first: Int) { self.first = first }

    var count: Int { ends.count }
    var isFull: Bool { count == Self.capacity || urls.count >= Self.byteCapacity }

    /// The range of a hit's URL in `urls`.
    @inline(__always)
    func range(of index: Int) -> Range<Int> {
        (index == 0 ? 0 : ends[index &- 1])..<ends[index]
    }

    /// Adds a hit.
    mutating func append(
        url: UnsafeRawBufferPointer, time: Int64?, weight: Int64, principal: [UInt8]?
    ) {
        if let principal { principals[count] = principal }
        unsafe urls.append(contentsOf: url)
        ends.append(urls.count)
        times.append(time)
        weights.append(weight)
    }

    /// Returns the request to resolve for a hit.
    func request(at index: Int, in namespace: String?) -> ResolutionRequest {
        var request = ResolutionRequest(
            utf8: Array(urls[range(of: index)]), namespace: namespace)
        request.time = times[index]
        request.principal = principal(at: index).map { Principal($0) }
        return request
    }

    /// Returns the id of the principal of a hit.
    func principal(at index: Int) -> String? {
        principals[index].map { String(decoding: $0, as: UTF8.self) }
    }
}
