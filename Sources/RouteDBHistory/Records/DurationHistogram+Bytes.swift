/// The bytes of a histogram in the table `rollup_duration`.
///
/// They are a row of numbers, of seven bits in each byte, the lowest first; all bytes of a number but
/// the last have the highest bit set. The first three numbers are the shortest duration, the longest
/// one and the sum of all. For each range that is not empty, from the first on, two more follow: its
/// distance from the range before, which is 0 for the first, and its weight. The shortest duration
/// is in the first of these ranges, and the longest one in the last.
///
/// A histogram has only one form, so that equal ones have equal bytes.
extension DurationHistogram {
    /// The bytes of the histogram; none if it is empty.
    package var bytes: [UInt8] {
        guard let minimum, let maximum else { return [] }
        var bytes: [UInt8] = []
        for number in [minimum, maximum, sum] { Self.append(number, to: &bytes) }
        var last = Self.range(of: minimum)
        for range in last..<counts.count where counts[range] != 0 {
            Self.append(Int64(range - last), to: &bytes)
            Self.append(counts[range], to: &bytes)
            last = range
        }
        return bytes
    }

    private static func append(_ number: Int64, to bytes: inout [UInt8]) {
        var rest = UInt64(bitPattern: number)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Adds the durations of a histogram that is given by its bytes, without making it.
    package mutating func add(bytes: [UInt8]) -> Bool {
        let bytes = bytes.span
        var place = 0
        guard let low = Self.number(in: bytes, at: &place), 0...Self.longest ~= low,
            let high = Self.number(in: bytes, at: &place), 0...Self.longest ~= high, low <= high,
            let total = Self.number(in: bytes, at: &place), place < bytes.count
        else { return false }
        var range = Self.range(of: low)
        let last = Self.range(of: high)
        if last >= counts.count { makeRoom(for: last) }
        var isFirst = true
        while place < bytes.count {
            guard let distance = Self.number(in: bytes, at: &place),
                let weight = Self.number(in: bytes, at: &place), weight > 0,
                isFirst ? distance == 0 : distance >= 1 && distance <= Int64(last)
            else { return false }
            isFirst = false
            range += Int(distance)
            guard range <= last else { return false }
            let (added, overflows) = count.addingReportingOverflow(weight)
            guard !overflows else { return false }
            count = added
            counts[range] &+= weight
        }
        guard range == last else { return false }
        sum &+= total
        minimum = min(minimum ?? .max, low)
        maximum = max(maximum ?? 0, high)
        return true
    }

    /// Reads a number, or returns `nil` if there is none; the place is then anywhere.
    @inline(__always)
    private static func number(in bytes: Span<UInt8>, at place: inout Int) -> Int64? {
        guard place < bytes.count else { return nil }
        // Most distances and weights are small.
        if bytes[place] < 0x80 {
            defer { place += 1 }
            return Int64(bytes[place])
        }
        return longNumber(in: bytes, at: &place)
    }

    private static func longNumber(in bytes: Span<UInt8>, at place: inout Int) -> Int64? {
        var (number, shift): (UInt64, UInt64) = (0, 0)
        while place < bytes.count, shift < UInt64.bitWidth {
            let byte = bytes[place]
            place += 1
            number |= UInt64(byte & 0x7F) << shift
            guard byte >= 0x80 else { return Int64(bitPattern: number) }
            shift += 7
        }
        return nil
    }
}
