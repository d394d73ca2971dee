import RouteDBRouting

/// Some hits, one behind the other, by columns.
struct ReplayBatch: Sendable {
    /// How many hits a batch has at most.
    static let capacity = 4_096
    /// How many bytes of URLs a batch has at most, but for the last one.
    static let byteCapacity = 1 << 20

    /// The place of the first hit among all hits that are replayed.
    let first: Int
    /// The URLs, one behind the other.
    private(set) var urls: [UInt8] = []
    /// Where each URL ends.
    private(set) var ends: [Int] = []
    /// In microseconds.
    private(set) var times: [Int64?] = []
    private(set) var weights: [Int64] = []
    /// The principals of hits that have one, by their places in the batch.
    private(set) var principals: [Int: [UInt8]] = [:]

    init(first: Int) { self.first = first }

    var count: Int { ends.count }
    var isFull: Bool { count == Self.capacity || urls.count >= Self.byteCapacity }

    /// Where the URL of a hit is.
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

    /// What is asked of a registry for a hit.
    func request(at index: Int, in namespace: String?) -> ResolutionRequest {
        var request = ResolutionRequest(
            utf8: Array(urls[range(of: index)]), namespace: namespace)
        request.time = times[index]
        request.principal = principal(at: index).map { Principal($0) }
        return request
    }

    /// The id of whoever asked.
    func principal(at index: Int) -> String? {
        principals[index].map { String(decoding: $0, as: UTF8.self) }
    }
}
