/// A column of numbers for encoding, with the narrowest width that can hold it.
struct SegmentPart {
    private enum Values {
        case constant
        case ascending
        case given(ArraySlice<Int64>, bias: Int64)
    }

    private let values: Values
    let least: Int64
    let greatest: Int64
    let width: Int

    private init(_ values: Values, _ least: Int64, _ greatest: Int64) {
        self.values = values
        (self.least, self.greatest) = (least, greatest)
        width =
            switch UInt64(bitPattern: greatest &- least) {
            case 0: 0
            case ...0xFF: 1
            case ...0xFFFF: 2
            case ...0xFFFF_FFFF: 4
            default: 8
            }
    }

    /// Numbers, each reduced by a bias.
    init(_ values: ArraySlice<Int64>, minus bias: Int64) {
        var (least, greatest) = (Int64.max, Int64.min)
        for value in values {
            least = min(least, value)
            greatest = max(greatest, value)
        }
        self.init(.given(values, bias: bias), least &- bias, greatest &- bias)
    }

    /// The same number for all hits.
    init(constant: Int64) {
        self.init(.constant, constant, constant)
    }

    /// Consecutive numbers.
    init(ascending range: Range<Int64>) {
        self.init(.ascending, range.lowerBound, range.upperBound - 1)
    }

    /// Writes each number's difference from the smallest one.
    func store(in bytes: UnsafeMutableRawBufferPointer, at start: Int) {
        switch width {
        case 1: unsafe store(UInt8.self, bytes, start)
        case 2: unsafe store(UInt16.self, bytes, start)
        case 4: unsafe store(UInt32.self, bytes, start)
        case 8: unsafe store(UInt64.self, bytes, start)
        default: break
        }
    }

    @inline(__always)
    private func store<Number: FixedWidthInteger & BitwiseCopyable>(
        _ type: Number.Type, _ bytes: UnsafeMutableRawBufferPointer, _ start: Int
    ) {
        let size = MemoryLayout<Number>.size
        var offset = start
        switch values {
        case .constant: break
        case .ascending:
            for difference in 0...UInt64(bitPattern: greatest &- least) {
                // The columns have room for every value of their parts.
                unsafe EncodedSegment.store(Number(truncatingIfNeeded: difference), bytes, offset)
                offset += size
            }
        case .given(let values, let bias):
            let base = bias &+ least
            for value in values {
                unsafe EncodedSegment.store(
                    Number(truncatingIfNeeded: value &- base), bytes, offset)
                offset += size
            }
        }
    }
}
