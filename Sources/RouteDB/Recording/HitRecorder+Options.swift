import RouteDBDatabase
import RouteDBHistory

/// The facts about a hit that are given when its resolution is recorded.
struct HitMetadata {
    /// The time of the hit.
    var time: Timestamp
    /// The duration in microseconds, or -1 if unknown.
    var duration: Int64
    /// The status code of the response, or 0 if unknown.
    var status: Int32
    /// The id of the principal, or `nil` to use that of the request.
    var principal: String?
    var referrer: String?
    var userAgent: String?
    /// The names of values of the context that are recorded although nothing reads them.
    var context: [String] = []
}

extension HitRecorder {
    /// Options for recording hits.
    ///
    /// If the process is killed, the hits that are not yet written are lost: those of the last
    /// ``longestDelay`` and those of the commit in progress. See `Docs/recording.md`.
    public struct Options: Sendable {
        /// The failures that a written hit survives.
        public enum Durability: Sendable {
            /// Written hits survive a crash of the process. After a power failure or a crash of the
            /// system, hits since the last checkpoint may be lost; the file stays intact.
            case normal
            /// Written hits also survive a power failure; each commit waits for the disk.
            case full
        }

        /// The treatment of a hit if the queue is full.
        public enum Overflow: Sendable {
            /// Drop the hit, and count it in the recorder's health and in the history.
            case drop
            /// Block the recording thread until there is room, at most for this long; then drop the
            /// hit. While the file cannot be written, no thread waits.
            case block(atMost: Duration)
        }

        /// Which hits to record.
        public enum Sampling: Sendable {
            /// All hits.
            case all
            /// The hits of one in this many URLs; each counts as this many hits. Either all hits of a
            /// URL are recorded or none.
            case urls(oneIn: Int)
            /// The hits of one in this many principals, and of one in this many URLs where the
            /// principal is unknown.
            case principals(oneIn: Int)
        }

        /// The path of the history file, or `nil` for the one beside the registry.
        public var history: String?
        /// True if the recorder records from the beginning; ``HitRecorder/isRecording`` changes it later.
        public var isRecording = true
        /// Which values of a hit to write.
        public var privacy = PrivacyRules.keepAll
        /// The names of values of the context that are recorded where a request has them, beside those that
        /// access rules and redirects read.
        public var context: [String] = []
        /// Which hits to record.
        public var sampling = Sampling.all
        /// The failures that a written hit survives.
        public var durability = Durability.normal
        /// The treatment of a hit if the queue is full.
        public var overflow = Overflow.drop
        /// The maximum number of hits in the queue.
        public var queueHits = 1 << 16
        /// The maximum number of bytes of URLs and other texts in the queue.
        public var queueBytes = 32 << 20
        /// The number of hits that is committed without waiting for ``longestDelay``.
        public var batchSize = 4_096
        /// The longest time that a hit waits in the queue for others to be committed with.
        public var longestDelay = Duration.milliseconds(200)
        /// How long the writer waits for another process's lock.
        public var busyTimeout: Duration = .seconds(5)
        /// The clock for hits whose request has no time.
        public var now: @Sendable () -> Timestamp = SystemClock.now
        /// The observers that are told what the recorder does.
        package var observers = RegistryObservers()

        /// Creates options that record all hits.
        ///
        /// - Parameters:
        ///   - history: The path of the history file, or `nil` for the one beside the registry.
        ///   - privacy: Which values of a hit to write.
        public init(history: String? = nil, privacy: PrivacyRules = .keepAll) {
            self.history = history
            self.privacy = privacy
        }

        var hitsDurability: HitsDurability {
            switch durability {
            case .normal: .normal
            case .full: .full
            }
        }
    }
}

extension HitRecorder.Options.Sampling {
    /// The number of hits that a recorded one stands for.
    var weight: Int64 {
        switch self {
        case .all: 1
        case .urls(let count), .principals(let count): Int64(max(1, count))
        }
    }

    var isByPrincipal: Bool {
        if case .principals = self { true } else { false }
    }
}
