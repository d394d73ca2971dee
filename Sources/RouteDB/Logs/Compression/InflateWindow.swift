/// The sliding window: the bytes that distances refer back to, and those not returned yet.
struct InflateWindow {
    /// The largest distance.
    static let history = 32_768
    /// The most bytes that one step writes: a copy, and the bytes it writes in excess.
    static let longestStep = 258 + 8

    /// The contents; bytes from `end` on are undefined.
    var bytes = [UInt8](repeating: 0, count: 5 * history)
    /// The end of the decompressed bytes.
    var end = 0
    /// The lowest index that distances may reach: the start of the member, or of the window.
    private(set) var start = 0
    private var handedOut = 0

    /// Whether the next step might not fit.
    var isFull: Bool { end > bytes.count - Self.longestStep }

    /// The number of bytes not returned yet.
    var pendingCount: Int { end - handedOut }

    /// Starts a member, which shares nothing with the one before.
    mutating func beginMember() { start = end }

    /// Returns the new bytes, and makes room.
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
