/// Why a benchmark cannot go on.
struct BenchmarkFailure: Error, CustomStringConvertible {
    let message: String

    var description: String { message }
}
