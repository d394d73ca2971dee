import RouteDBStorage

/// How hits are recorded.
///
/// What is not yet written when a process is killed is lost: the hits of the last ``longestDelay``
/// and those of the commit that is under way; see `Docs/recording.md`.
public struct RecordingOptions: Sendable {
    /// What a written hit survives.
    public enum Durability: Sendable {
        /// The end of the process, however it comes. When the machine stops, the hits since the
        /// last copy of the write-ahead log into the file may be lost; the file stays whole.
        case normal
        /// The end of the machine's power as well; each commit waits for the disk.
        case full
    }

    /// What happens to a hit for which the queue has no room.
    public enum Overflow: Sendable {
        /// It is lost, and counted: in the recorder's health, and in the history.
        case drop
        /// Who records waits for room, at most for so long, and holds the thread meanwhile; then
        /// the hit is lost as with `drop`. While the file cannot be written nobody waits.
        case block(atMost: Duration)
    }

    /// Which hits are recorded.
    public enum Sampling: Sendable {
        /// All.
        case all
        /// Those of one URL of so many; each counts as so many hits. All hits of a URL are
        /// recorded, or none.
        case urls(oneIn: Int)
        /// Those of one principal of so many, and of one URL of so many where nobody is known.
        case principals(oneIn: Int)
    }

    /// The history's file; `nil`: the one beside the registry.
    public var history: String?
    /// Whether hits are recorded from the beginning; ``HitRecorder/isRecording`` changes that.
    public var isRecording = true
    /// What of a hit is written.
    public var privacy = PrivacyRules.keepAll
    /// Which hits are recorded.
    public var sampling = Sampling.all
    /// What a written hit survives.
    public var durability = Durability.normal
    /// What happens to a hit for which the queue has no room.
    public var overflow = Overflow.drop
    /// How many hits may wait to be written.
    public var queueHits = 1 << 16
    /// How many bytes of URLs and other texts may wait to be written.
    public var queueBytes = 32 << 20
    /// How many hits are worth a commit of their own, before ``longestDelay`` has passed.
    public var batchSize = 4_096
    /// How long a hit waits for others that are committed with it.
    public var longestDelay = Duration.milliseconds(200)
    /// How long the writer waits for another process that writes, in milliseconds.
    public var busyTimeoutMilliseconds = 5_000
    /// The time of hits whose request tells none, in microseconds since 1970-01-01T00:00:00Z.
    public var currentTimeMicroseconds: @Sendable () -> Int64 = SystemClock.microseconds

    /// Makes options: all hits, beside the registry.
    ///
    /// - Parameters:
    ///   - history: The history's file; `nil`: the one beside the registry.
    ///   - privacy: What of a hit is written.
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

extension RecordingOptions.Sampling {
    /// For how many hits a recorded one stands.
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
