import Synchronization

/// Takes results, so that the optimiser cannot remove the work behind them.
enum Sink {
    private static let sum = Atomic<Int>(0)

    static func add(_ value: Int) {
        sum.wrappingAdd(value, ordering: .relaxed)
    }
}
