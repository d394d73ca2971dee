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

/// The hot loop of decompression.
enum InflateLoop {
    /// Why the loop stopped.
    enum Stop {
        case full, needsInput, blockEnd, truncated, damaged
    }

    /// Decompresses symbols until something else has to happen.
    static func run(
        _ input: inout BitInput, _ window: inout InflateWindow, _ literals: HuffmanTable,
        _ distances: HuffmanTable
    ) -> Stop {
        let bytes = input.bytes
        var reader = BitReader(input)
        var end = window.end
        let start = window.start
        var output = window.bytes.mutableSpan
        let stop = decode(
            bytes.span.bytes, &reader, literals.entries.span, distances.entries.span, &output, &end,
            start: start)
        window.end = end
        input.position = reader.position
        input.bitCount = reader.bitCount
        input.bits = reader.bits & (1 << UInt64(reader.bitCount) - 1)
        return stop
    }

    private static func decode(
        _ bytes: RawSpan, _ input: inout BitReader, _ literals: Span<HuffmanTable.Entry>,
        _ distances: Span<HuffmanTable.Entry>, _ output: inout MutableSpan<UInt8>,
        _ end: inout Int, start: Int
    ) -> Stop {
        while end <= output.count &- InflateWindow.longestStep {
            guard input.refill(bytes) else { return .needsInput }
            let before = input
            var entry = input.take(from: literals, rootBits: 11)
            var literalCount = 0
            // Two more literals fit into the buffered bits: their codes have at most eleven bits.
            while entry.kind == HuffmanTable.Entry.literal {
                guard input.bitCount >= 0 else { return input.mistake(since: before) }
                output[end] = UInt8(truncatingIfNeeded: entry.value)
                end &+= 1
                literalCount &+= 1
                let next = literals[Int(truncatingIfNeeded: input.bits & 0x7FF)]
                guard literalCount < 3, next.kind == HuffmanTable.Entry.literal,
                    next.length <= input.bitCount
                else { break }
                input.drop(next.length)
                entry = next
            }
            if literalCount > 0 { continue }
            if entry.kind == HuffmanTable.Entry.end, input.bitCount >= 0 { return .blockEnd }
            guard entry.kind == HuffmanTable.Entry.base else { return input.mistake(since: before) }
            let length = entry.value &+ input.takeBits(entry.extraBits)
            let place = input.take(from: distances, rootBits: 9)
            guard place.kind == HuffmanTable.Entry.base else {
                return input.mistake(since: before)
            }
            let distance = place.value &+ input.takeBits(place.extraBits)
            guard input.bitCount >= 0, distance <= end &- start else {
                return input.mistake(since: before)
            }
            output.copy(length, to: end, from: distance)
            end &+= length
        }
        return .full
    }
}

extension MutableSpan<UInt8> {
    /// Copies bytes from `distance` before a place to it; source and target may overlap.
    ///
    /// It writes up to seven bytes more than `length`, which the next copy overwrites.
    ///
    /// Invariant: everything written lies inside the span, which is checked before any access.
    @inline(__always)
    fileprivate mutating func copy(_ length: Int, to place: Int, from distance: Int) {
        precondition(
            length > 0 && distance > 0 && distance <= place && place &+ length &+ 8 <= count,
            "the copy lies inside the window")
        unsafe withUnsafeMutableBytes { bytes in
            let target = unsafe bytes.baseAddress.unsafelyUnwrapped + place
            let source = unsafe target - distance
            var done = 0
            if distance >= 8 {
                while done < length {
                    let word = unsafe source.loadUnaligned(fromByteOffset: done, as: UInt64.self)
                    unsafe target.storeBytes(of: word, toByteOffset: done, as: UInt64.self)
                    done &+= 8
                }
            } else {
                while done < length {
                    let byte = unsafe source.load(fromByteOffset: done, as: UInt8.self)
                    unsafe target.storeBytes(of: byte, toByteOffset: done, as: UInt8.self)
                    done &+= 1
                }
            }
        }
    }
}
