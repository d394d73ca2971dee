import RouteDB
import RouteDBDatabase
import RouteDBHistory
public import RouteDBRouting

/// A hit to replay.
public struct ReplayHit: Hashable, Sendable {
    /// The URL as it was requested; the bytes need not be valid UTF-8.
    public var url: [UInt8]
    /// The time of the request, for access rules that test it; `nil` if unknown.
    public var time: Timestamp?
    /// The id of the principal; `nil` if unknown.
    public var principal: String?
    /// The kind of route that was wanted, such as the method of an HTTP request; `nil` if any, or if
    /// unknown.
    public var kind: String?
    /// The other properties of the request that access rules and redirects read; `nil` if nothing was
    /// recorded, as of a line of a log.
    public var attributes: ResolutionRequest.Attributes?
    /// The number of hits that this one stands for, from 1 to 2³².
    public let weight: Int64

    /// Creates a hit.
    ///
    /// - Parameters:
    ///   - url: The URL, as bytes.
    ///   - time: The time of the request.
    ///   - principal: The id of the principal.
    ///   - kind: The kind of route that was wanted.
    ///   - attributes: What else of the request access rules and redirects read.
    ///   - weight: The number of hits that this one stands for, clamped to 1 through 2³².
    public init(
        url: [UInt8], time: Timestamp? = nil, principal: String? = nil, kind: String? = nil,
        attributes: ResolutionRequest.Attributes? = nil, weight: Int64 = 1
    ) {
        self.url = url
        self.time = time
        self.principal = principal
        self.kind = kind
        self.attributes = attributes
        self.weight = min(max(1, weight), HitNumbers.maximumWeight)
    }
}

/// The properties of a hit, beside its URL, that decide how it is resolved.
struct ReplayCaller: Sendable {
    var principal: [UInt8]?
    var kind: String?
    /// `nil` if none were recorded.
    var attributes: ResolutionRequest.Attributes?
    /// The context that the user agent tells, as far as none was recorded.
    var visitor = JSONObject()
    /// True if the client is a bot; `nil` if unknown.
    var isBot: Bool?
}

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
    /// The different kinds of the hits.
    private var kinds: [String] = []
    /// The place of each hit's kind in `kinds`, from 1; 0 for none.
    private var kindNumbers: [Int32] = []
    /// True at the index of each hit whose attributes were recorded.
    private var isRecorded: [Bool] = []
    /// The attributes by index in the batch, for hits that have some.
    private var attributes: [Int: ResolutionRequest.Attributes] = [:]

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
        url: UnsafeRawBufferPointer, time: Int64?, weight: Int64, _ caller: ReplayCaller
    ) {
        if let principal = caller.principal { principals[count] = principal }
        var known = caller.attributes ?? ResolutionRequest.Attributes()
        if !caller.visitor.members.isEmpty { known.context = caller.visitor.merging(known.context) }
        if !known.isEmpty { attributes[count] = known }
        isRecorded.append(caller.attributes != nil)
        kindNumbers.append(number(of: caller.kind))
        // The caller lends the URL, which is copied.
        unsafe urls.append(contentsOf: url)
        ends.append(urls.count)
        times.append(time)
        weights.append(weight)
    }

    /// The place of a kind in `kinds`, from 1; most hits have that of the hit before.
    private mutating func number(of kind: String?) -> Int32 {
        guard let kind else { return 0 }
        if let last = kindNumbers.last, last > 0, kinds[Int(last) - 1].hasSameBytes(as: kind) {
            return last
        }
        if let place = kinds.firstIndex(where: { $0.hasSameBytes(as: kind) }) {
            return Int32(place) + 1
        }
        kinds.append(kind)
        return Int32(kinds.count)
    }

    /// The kind of a hit.
    func kind(at index: Int) -> String? {
        kindNumbers[index] == 0 ? nil : kinds[Int(kindNumbers[index]) - 1]
    }

    /// Returns whether a hit's request started in a namespace of its own choice.
    @inline(__always)
    func startsElsewhere(_ index: Int) -> Bool {
        !attributes.isEmpty && attributes[index]?.namespace != nil
    }

    /// True if what of the request's attributes is missing, the request did not have.
    func hasAttributes(_ index: Int) -> Bool { isRecorded[index] }

    /// The attributes of a hit; `nil` if none are known.
    func attributes(at index: Int) -> ResolutionRequest.Attributes? {
        attributes[index] ?? (isRecorded[index] ? ResolutionRequest.Attributes() : nil)
    }

    /// Returns the request to resolve for a hit.
    func request(
        at index: Int, by requests: HitRequests, in namespace: String?
    ) -> ResolutionRequest {
        requests.request(
            Array(urls[range(of: index)]), time: times[index].map(Timestamp.init),
            principal: principal(at: index), kind: kind(at: index),
            attributes: attributes(at: index), in: namespace)
    }

    /// Returns the id of the principal of a hit.
    func principal(at index: Int) -> String? {
        principals[index].map { String(decoding: $0, as: UTF8.self) }
    }
}

/// Delivers the differences that several threads find in the order of the hits.
final class ReplayDelivery: Sendable {
    private struct State {
        /// The index of the first hit of the next batch to deliver.
        var next = 0
        /// The differences of batches that finished early, with the end of each batch, by the index
        /// of its first hit.
        var waiting: [Int: (end: Int, found: [ReplayDifference])] = [:]
        var failure: (any Error)?
    }

    private let state = Locked(State())
    private let receive: @Sendable (ReplayDifference) throws -> Void

    init(_ receive: @escaping @Sendable (ReplayDifference) throws -> Void) {
        self.receive = receive
    }

    /// The error that ended delivery.
    var failure: (any Error)? { state.withLock { $0.failure } }

    /// Delivers the differences of a batch once all batches before it were delivered.
    func deliver(_ found: [ReplayDifference], of batch: ReplayBatch) -> Bool {
        state.withLock { state in
            guard state.failure == nil else { return false }
            state.waiting[batch.first] = (batch.first + batch.count, found)
            do {
                while let turn = state.waiting.removeValue(forKey: state.next) {
                    state.next = turn.end
                    for difference in turn.found { try receive(difference) }
                }
            } catch {
                state.failure = error
                return false
            }
            return true
        }
    }
}
