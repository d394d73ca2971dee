/// Columns of numbers that grow together, in one array.
struct NumberColumns: Sendable {
    /// Unused space between columns.
    ///
    /// At a distance of a power of two, the newest values of the columns would evict each other
    /// from the processor's cache.
    private static let padding = 8

    private let columns: Int
    /// The length of each column.
    private(set) var count = 0
    private var values: [Int64] = []
    private var stride = 0

    init(columns: Int) { self.columns = columns }

    /// A column.
    subscript(column: Int) -> ArraySlice<Int64> { self[column, 0..<count] }

    /// A part of a column.
    subscript(column: Int, range: Range<Int>) -> ArraySlice<Int64> {
        precondition(range.upperBound <= count)
        return values[column * stride + range.lowerBound..<column * stride + range.upperBound]
    }

    /// Adds a number to each column.
    @inline(__always)
    mutating func append(_ fill: ((Int64) -> Void) -> Void) {
        if count >= stride - Self.padding { grow() }
        var place = count
        let stride = stride
        // Checks the array's ownership once rather than for each number.
        var values = self.values.mutableSpan
        fill { number in
            values[place] = number
            place &+= stride
        }
        count += 1
    }

    /// Doubles the capacity.
    private mutating func grow() {
        let longer = max(64, (stride - Self.padding) * 2) + Self.padding
        var grown = [Int64](repeating: 0, count: longer * columns)
        for column in 0..<columns {
            grown.replaceSubrange(column * longer..<column * longer + count, with: self[column])
        }
        (values, stride) = (grown, longer)
    }

    /// Removes all numbers and keeps the memory.
    mutating func removeAll() { count = 0 }
}
