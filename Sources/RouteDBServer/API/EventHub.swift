#if Server
import NIOCore
import RouteDBTraffic

/// Something that happened, as a server-sent event (WHATWG HTML, section 9.2).
struct ServerEvent: Sendable {
    /// The id: a client that comes again sends that of the last event it has seen.
    ///
    /// Without one, the client keeps the id before.
    let id: String?
    let name: String
    /// The JSON, without line ends.
    let json: [UInt8]
    /// The hit that is told, for those who want some of them only.
    var hit: AppendedHits.Hit?

    /// The event as it is sent.
    var bytes: ByteBuffer {
        var buffer = ByteBuffer(string: id.map { "id: \($0)\n" } ?? "")
        buffer.writeString("event: \(name)\ndata: ")
        buffer.writeBytes(json)
        buffer.writeString("\n\n")
        return buffer
    }

    /// A comment, which clients ignore: it shows whether they are still there.
    static let heartbeat = ByteBuffer(string: ": \n\n")

    /// The beginning of a stream: how many milliseconds a client waits before it comes again.
    static let beginning = ByteBuffer(string: "retry: 2000\n: \n\n")

    /// Tells that older events are left out, because only so many are told at once.
    static func gap(telling count: Int) -> ServerEvent {
        ServerEvent(id: nil, name: "gap", json: Array("{\"told\":\(count)}".utf8))
    }
}

/// Tells its subscribers what happens.
///
/// One task looks for what is new, while there are subscribers, however many; so idle streams cost
/// nothing but their connections. A subscriber who does not keep up is let go, and comes again with
/// the id of the last event. One who may not ask any longer is let go before the next event, and
/// within a second.
actor EventHub {
    private static let heartbeat = Duration.seconds(15)
    /// How often to check that subscribers may still ask.
    private static let checking = Duration.seconds(1)
    /// The most events that wait for a subscriber.
    private static let most = 1_000

    /// An item that subscribers get: an event, or a heartbeat.
    typealias Item = ServerEvent?

    private struct Subscriber {
        let continuation: AsyncStream<Item>.Continuation
        /// Returns whether the subscriber may still ask.
        let isAdmitted: @Sendable () -> Bool
    }

    private let interval: Duration
    private let next: @Sendable () async -> [ServerEvent]
    private var subscribers: [Int: Subscriber] = [:]
    private var count = 0
    private var loop: Task<Void, Never>?
    private var isClosed = false

    /// Creates a hub.
    init(every interval: Duration, next: @escaping @Sendable () async -> [ServerEvent]) {
        self.interval = interval
        self.next = next
    }

    /// Begins to tell somebody what happens from now on, as long as they may ask.
    func subscribe(
        while isAdmitted: @escaping @Sendable () -> Bool
    ) async -> AsyncStream<Item> {
        let (stream, continuation) = AsyncStream<Item>.makeStream(
            bufferingPolicy: .bufferingOldest(Self.most))
        guard !isClosed else {
            continuation.finish()
            return stream
        }
        // What happened before is not new to this subscriber.
        if subscribers.isEmpty { _ = await next() }
        count += 1
        let id = count
        continuation.onTermination = { [weak self] _ in
            Task { await self?.remove(id) }
        }
        subscribers[id] = Subscriber(continuation: continuation, isAdmitted: isAdmitted)
        if loop == nil { loop = Task { await run() } }
        return stream
    }

    /// The number of subscribers.
    var subscriberCount: Int { subscribers.count }

    /// Ends all subscriptions.
    func shutDown() {
        isClosed = true
        loop?.cancel()
        for subscriber in subscribers.values { subscriber.continuation.finish() }
        subscribers = [:]
    }

    private func remove(_ id: Int) { subscribers[id] = nil }

    private func run() async {
        var (quiet, unchecked) = (Duration.zero, Duration.zero)
        while !subscribers.isEmpty, !Task.isCancelled {
            try? await Task.sleep(for: interval)
            let events = await next()
            quiet += interval
            unchecked += interval
            if !events.isEmpty || unchecked >= Self.checking {
                dismiss()
                unchecked = .zero
            }
            for event in events { tell(event) }
            if quiet >= Self.heartbeat {
                tell(nil)
                quiet = .zero
            }
        }
        loop = nil
        // Somebody may have come while the last one left.
        if !subscribers.isEmpty, !isClosed { loop = Task { await run() } }
    }

    /// Lets those go who may not ask any longer.
    private func dismiss() {
        for (id, subscriber) in subscribers where !subscriber.isAdmitted() {
            subscriber.continuation.finish()
            subscribers[id] = nil
        }
    }

    private func tell(_ item: Item) {
        for (id, subscriber) in subscribers {
            if case .dropped = subscriber.continuation.yield(item) {
                subscriber.continuation.finish()
                subscribers[id] = nil
            }
        }
    }
}
#endif
