/// The rules of a time zone: its offset from UTC at any time.
///
/// A zone of the IANA database is read from its compiled form, TZif (RFC 9636), in memory. No files
/// are opened here.
public struct ZoneRules: Hashable, Sendable {
    /// A change of the offset, in seconds.
    fileprivate struct Transition: Hashable {
        let start: Int64
        let offset: Int
    }

    /// By time.
    private var transitions: [Transition] = []
    /// The offset before the first transition.
    private var first = 0
    /// The rule after the last transition, if its offset does not stay.
    private var recurring: RecurringZone?

    /// Coordinated universal time.
    public static let utc = ZoneRules()

    private init() {}

    /// Reads a fixed offset: `UTC`, `Z`, or an offset such as `+02:00`.
    ///
    /// - Parameter text: The text.
    public init?(fixed text: String) {
        if text == "UTC" || text == "Z" { return }
        let bytes = Array(text.utf8)
        guard bytes.count == 6, bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
            bytes[3] == UInt8(ascii: ":"), let hours = Int(String(text.dropFirst().prefix(2))),
            let minutes = Int(String(text.suffix(2))), 0...14 ~= hours, 0...59 ~= minutes,
            [1, 2, 4, 5].allSatisfy({ bytes[$0].isASCIIDigit })
        else { return nil }
        first = (hours * 60 + minutes) * 60 * (bytes[0] == UInt8(ascii: "-") ? -1 : 1)
    }

    /// Returns whether a text has the form of a zone's name: words separated by slashes, without `.` and
    /// `..`, so that it is safe as a relative path.
    ///
    /// - Parameter text: The text.
    /// - Returns: Whether it has that form.
    public static func isName(_ text: String) -> Bool {
        text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .allSatisfy { word in
                word.first?.isASCIILetter == true
                    && word.allSatisfy {
                        $0.isASCIILetter || $0.isASCIIDigit || "_-+".utf8.contains($0)
                    }
            }
    }

    /// Reads the content of a TZif file.
    ///
    /// - Parameter bytes: The content.
    public init?(tzif bytes: [UInt8]) {
        var reader = TZifReader(bytes)
        guard let header = reader.header() else { return nil }
        var parts = header
        var timeSize = 4
        if header.version >= UInt8(ascii: "2") {
            reader.skip(header.size(timeSize: 4))
            guard let second = reader.header() else { return nil }
            parts = second
            timeSize = 8
        }
        guard let table = reader.table(parts, timeSize: timeSize) else { return nil }
        first = table.first
        transitions = table.transitions
        guard timeSize == 8 else { return }
        guard let footer = reader.footer() else { return nil }
        if footer.isEmpty { return }
        guard let recurring = RecurringZone(footer) else { return nil }
        self.recurring = recurring
    }

    /// Returns the offset from UTC, in seconds, at a time in seconds since 1970-01-01T00:00:00Z.
    package func offset(at seconds: Int64) -> Int {
        var low = 0
        var high = transitions.count
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle].start <= seconds { low = middle + 1 } else { high = middle }
        }
        if low == transitions.count, let recurring { return recurring.offset(at: seconds) }
        return low == 0 ? first : transitions[low - 1].offset
    }
}

/// Reads TZif, version 1 to 4 (RFC 9636, section 3); numbers are big-endian.
private struct TZifReader {
    struct Header {
        let version: UInt8
        /// isut, isstd, leap, time, type, char.
        let counts: [Int]

        func size(timeSize: Int) -> Int {
            counts[0] + counts[1] + counts[2] * (timeSize + 4) + counts[3] * (timeSize + 1)
                + counts[4] * 6 + counts[5]
        }
    }

    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func skip(_ count: Int) { offset = min(offset + count, bytes.count) }

    mutating func header() -> Header? {
        guard bytes.count - offset >= 44, bytes[offset..<offset + 4].elementsEqual("TZif".utf8)
        else { return nil }
        let version = bytes[offset + 4]
        offset += 20
        let counts = (0..<6).map { _ in Int(number(4)) }
        // No zone has more than a few hundred of anything, although a damaged file may claim so.
        guard counts.allSatisfy({ 0...100_000 ~= $0 }) else { return nil }
        return Header(version: version, counts: counts)
    }

    mutating func table(
        _ header: Header, timeSize: Int
    ) -> (first: Int, transitions: [ZoneRules.Transition])? {
        guard bytes.count - offset >= header.size(timeSize: timeSize), header.counts[4] > 0
        else { return nil }
        let end = offset + header.size(timeSize: timeSize)
        let times = (0..<header.counts[3]).map { _ in number(timeSize) }
        let types = (0..<header.counts[3]).map { _ in Int(number(1) & 0xFF) }
        var offsets: [Int] = []
        for _ in 0..<header.counts[4] {
            offsets.append(Int(number(4)))
            offset += 2
        }
        offset = end
        let isRising = zip(times, times.dropFirst()).allSatisfy { $0 < $1 }
        guard isRising, types.allSatisfy({ $0 < offsets.count }),
            offsets.allSatisfy({ abs($0) <= 26 * 3_600 })
        else { return nil }
        return (offsets[0], zip(times, types).map { .init(start: $0, offset: offsets[$1]) })
    }

    /// The text between the line feeds at the end.
    mutating func footer() -> String? {
        let newline = UInt8(ascii: "\n")
        guard offset < bytes.count, bytes[offset] == newline,
            let end = bytes[(offset + 1)...].firstIndex(of: newline)
        else { return nil }
        return String(decoding: bytes[(offset + 1)..<end], as: UTF8.self)
    }

    private mutating func number(_ size: Int) -> Int64 {
        var value: UInt64 = 0
        for byte in bytes[offset..<offset + size] { value = value << 8 | UInt64(byte) }
        offset += size
        return size == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
    }
}

extension ZoneRules {
    /// Returns the local time, in seconds since the local 1970-01-01T00:00:00, at a time in seconds since
    /// 1970-01-01T00:00:00Z.
    package func local(at seconds: Int64) -> Int64 {
        let (local, overflows) = seconds.addingReportingOverflow(Int64(offset(at: seconds)))
        return overflows ? seconds : local
    }

    /// Returns the first time, in seconds since 1970-01-01T00:00:00Z, at which clocks show a local time, or that
    /// of the change if they skip it.
    package func seconds(ofLocal local: Int64) -> Int64 {
        // No clock shows such times, and the sums below would overflow.
        let local = min(max(local, -1 << 60), 1 << 60)
        // No offset is larger than 26 hours.
        let reach: Int64 = 27 * 3_600
        let offsets = [offset(at: local - reach), offset(at: local + reach)].map(Int64.init)
        let shown = offsets.map { local - $0 }.filter { self.local(at: $0) == local }
        if let first = shown.min() { return first }
        // Skipped: clocks show less before the jump, and more after it.
        var (low, high) = (local - reach, local + reach)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if self.local(at: middle) < local { low = middle } else { high = middle }
        }
        return high
    }
}
