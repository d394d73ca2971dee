/// The header of a gzip member (RFC 1952, 2.3), whose contents are not needed here.
enum GzipHeader {
    private static let hasChecksum = 0x02
    private static let hasExtraField = 0x04
    private static let hasName = 0x08
    private static let hasComment = 0x10
    private static let reserved = 0xE0

    /// Skips a header.
    static func skip(_ input: inout BitInput) throws(LogSourceError) {
        guard try input.take(16) == 0x8B1F else { throw input.damage("the data are not gzip") }
        guard try input.take(8) == 8 else {
            throw input.damage("unknown compression method")
        }
        let flags = try input.take(8)
        guard flags & reserved == 0 else { throw input.damage("the header has unknown flags") }
        // Modification time, compression level and operating system.
        _ = try input.take(32)
        _ = try input.take(16)
        if flags & hasExtraField != 0 {
            for _ in 0..<(try input.take(16)) { _ = try input.take(8) }
        }
        for flag in [hasName, hasComment] where flags & flag != 0 {
            while try input.take(8) != 0 {}
        }
        if flags & hasChecksum != 0 { _ = try input.take(16) }
    }
}

/// The checksum of gzip (RFC 1952, section 8), computed eight bytes at a time.
struct CRC32 {
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for index in 0..<256 {
            var value = UInt32(index)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
            tables[index] = value
        }
        for index in 256..<tables.count {
            let before = tables[index - 256]
            tables[index] = before >> 8 ^ tables[Int(before & 0xFF)]
        }
        return tables
    }()

    private var state: UInt32 = ~0

    /// The checksum of all bytes added so far.
    var value: UInt32 { ~state }

    /// Adds bytes.
    mutating func add(_ bytes: RawSpan) {
        let tables = Self.tables.span
        var state = state
        var offset = 0
        while offset <= bytes.byteCount &- 8 {
            let word = bytes.word(at: offset) ^ UInt64(state)
            state = 0
            for place in 0..<8 {
                let byte = Int(truncatingIfNeeded: word &>> UInt64(place &* 8)) & 0xFF
                state ^= tables[(7 &- place) &* 256 &+ byte]
            }
            offset &+= 8
        }
        while offset < bytes.byteCount {
            state = state &>> 8 ^ tables[Int((state ^ UInt32(bytes.byte(at: offset))) & 0xFF)]
            offset &+= 1
        }
        self.state = state
    }
}

/// Decompresses gzip data (RFC 1952), member by member, as they are read.
///
/// Memory use is bounded for any input. Bytes decompressed before an error are returned before the
/// error is thrown; a wrong checksum is found only at the end of its member.
package struct GzipSource: LogSource {
    /// The next step of decompression.
    private enum Step {
        case member, block, stored(Int), codes, trailer, done
    }

    private var input: BitInput
    private var window = InflateWindow()
    private var step = Step.member
    private var isLastBlock = false
    private var isFirstMember = true
    private var literals: HuffmanTable?
    private var distances: HuffmanTable?
    private var checksum = CRC32()
    private var memberSize: UInt32 = 0
    /// The end of the part of the window that the checksum includes.
    private var checkedEnd = 0
    private var failure: LogSourceError?

    /// Returns whether data begin with the magic number of gzip.
    package static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

    /// Creates a source that decompresses another one.
    package init(_ source: any LogSource) { input = BitInput(source) }

    /// Returns decompressed bytes; empty at the end.
    package mutating func read() throws(LogSourceError) -> [UInt8] {
        if let failure { throw failure }
        do throws(LogSourceError) {
            while !window.isFull {
                if case .done = step { break }
                try advance()
            }
        } catch {
            failure = error
            guard window.pendingCount > 0 else { throw error }
        }
        return handOut()
    }

    private mutating func handOut() -> [UInt8] {
        check()
        let piece = window.handOut()
        checkedEnd = window.end
        return piece
    }

    /// Adds new bytes to the checksum and size of the member.
    private mutating func check() {
        let bytes = window.bytes
        checksum.add(bytes.span.bytes.extracting(checkedEnd..<window.end))
        memberSize &+= UInt32(truncatingIfNeeded: window.end - checkedEnd)
        checkedEnd = window.end
    }

    private mutating func advance() throws(LogSourceError) {
        switch step {
        case .member:
            guard try beginsMember() else {
                step = .done
                return
            }
            try GzipHeader.skip(&input)
            window.beginMember()
            (checksum, memberSize) = (CRC32(), 0)
            step = .block
        case .block: try beginBlock()
        case .stored(let count): try copyStored(count)
        case .codes: try decode()
        case .trailer: try checkTrailer()
        case .done: break
        }
    }

    /// Returns whether another member follows; zero padding after the last one is skipped.
    private mutating func beginsMember() throws(LogSourceError) -> Bool {
        if isFirstMember {
            isFirstMember = false
            return true
        }
        while try input.hasByte() {
            let byte = try input.peek(8)
            if byte == 0x1F { return true }
            guard byte == 0 else { throw input.damage("trailing data after the compressed data") }
            input.drop(8)
        }
        return false
    }

    private mutating func beginBlock() throws(LogSourceError) {
        guard !isLastBlock else {
            isLastBlock = false
            step = .trailer
            return
        }
        isLastBlock = try input.take(1) == 1
        switch try input.take(2) {
        case 0:
            input.dropToByte()
            let count = try input.take(16)
            guard try input.take(16) == ~count & 0xFFFF else {
                throw input.damage("a stored block has a wrong length")
            }
            input.returnBytes()
            step = .stored(count)
        case 1:
            literals = HuffmanTable.fixed?.literals
            distances = HuffmanTable.fixed?.distances
            step = .codes
        case 2:
            (literals, distances) = try CodeLengths.read(&input)
            step = .codes
        default: throw input.damage("unknown block type")
        }
    }

    private mutating func copyStored(_ count: Int) throws(LogSourceError) {
        guard count > 0 else {
            step = .block
            return
        }
        if input.position == input.bytes.count {
            guard !input.isAtEnd else { throw input.truncation }
            try input.load()
        }
        let room = window.bytes.count - window.end
        let length = min(count, room, input.bytes.count - input.position)
        window.bytes.replaceSubrange(
            window.end..<window.end + length,
            with: input.bytes[input.position..<input.position + length])
        window.end += length
        input.position += length
        step = .stored(count - length)
    }

    private mutating func decode() throws(LogSourceError) {
        guard let literals, let distances else { throw input.damage("a code is missing") }
        switch InflateLoop.run(&input, &window, literals, distances) {
        case .full: break
        case .needsInput: try input.load()
        case .blockEnd: step = .block
        case .truncated: throw input.truncation
        case .damaged: throw input.damage("the compressed data are damaged")
        }
    }

    private mutating func checkTrailer() throws(LogSourceError) {
        check()
        input.dropToByte()
        guard try input.take(32) == Int(checksum.value) else {
            throw input.damage("the checksum is wrong")
        }
        guard try input.take(32) == Int(memberSize) else { throw input.damage("the size is wrong") }
        step = .member
    }
}
