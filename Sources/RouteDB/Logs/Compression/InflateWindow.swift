/// What was decompressed last: what distances reach back to, and what is not handed out yet.
struct InflateWindow {
    /// How far distances reach.
    static let history = 32_768
    /// The most bytes that one step writes: a copy, and what is written in vain behind it.
    static let longestStep = 258 + 8

    /// The bytes; those from `end` on mean nothing.
    var bytes = [UInt8](repeating: 0, count: 5 * history)
    /// The end of what was decompressed.
    var end = 0
    /// Where distances stop: the start of the member, or of the window.
    private(set) var start = 0
    private var handedOut = 0

    /// Whether the next step may not fit.
    var isFull: Bool { end > bytes.count - Self.longestStep }

    /// How many bytes were not handed out yet.
    var pendingCount: Int { end - handedOut }

    /// Begins a member, which shares nothing with the one before.
    mutating func beginMember() { start = end }

    /// Hands out what is new, and makes room.
    mutating func handOut() -> [UInt8] {
        let piece = Array(bytes[handedOut..<end])
        if end > Self.history {
            let kept = end - Self.history..<end
            bytes.replaceSubrange(..<Self.history, with: Array(bytes[kept]))
            start = max(0, start - kept.lowerBound)
            end = Self.history
        }
        handedOut = end
        return piece
    }
}
