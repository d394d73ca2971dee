#if Server || Hub
import RouteDB

/// An answer of a source that was dealt with, and need not be fetched again before it changes.
///
/// One that was refused is fetched again after a time nevertheless: what was wrong with it may have
/// been mended although it is called the same. That time is twice as long after each try, so that
/// many followers do not fetch a large one all day.
struct KnownAnswer {
    private static let firstWait: Duration = .seconds(15)
    private static let longestWait: Duration = .seconds(300)

    /// The position of the file with it.
    let position: FeedPosition
    /// The text that stands for the answer.
    let tag: String
    /// Why something of it was not taken; `nil` if all was.
    let refusal: RouteDBError?
    private let time: Timestamp
    private let wait: Duration

    /// Describes an answer that came at a time after another one; `nil` if nothing stands for it.
    init?(_ tag: String, _ step: FeedStep, at time: Timestamp, after last: KnownAnswer?) {
        guard !tag.isEmpty else { return nil }
        (position, self.tag, refusal, self.time) = (step.new, tag, step.refusal, time)
        let isSame = last?.tag == tag && last?.refusal != nil
        wait = isSame ? min(Self.longestWait, (last?.wait ?? .zero) * 2) : Self.firstWait
    }

    /// Returns whether the answer is to be fetched again, though it may not have changed.
    func isDue(at now: Timestamp) -> Bool {
        // A clock that was set back makes it due too.
        refusal != nil && (now < time || now - time >= wait)
    }
}
#endif
