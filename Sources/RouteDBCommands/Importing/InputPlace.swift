/// A place in an input; line and column count from 1, the column in bytes.
struct InputPlace: Hashable, Sendable {
    var line = 1
    var column = 1
}

extension InputPlace: CustomStringConvertible {
    var description: String { "\(line):\(column)" }
}
