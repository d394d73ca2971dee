import RouteDBCFaults

/// A fault of the disk that is planned for one directory; see `faults.h`.
struct PlannedFault: Hashable, Sendable, CustomStringConvertible {
    /// What goes wrong.
    enum Kind: String, CaseIterable, Sendable {
        case io
        case full
        case sync
        case busy
        case power
        case short
        case kill

        /// The faults that the process outlives.
        static let survivable = allCases.filter { $0 != .kill }

        fileprivate var code: rdb_fault_kind {
            switch self {
            case .io: RDB_FAULT_IO
            case .full: RDB_FAULT_FULL
            case .sync: RDB_FAULT_SYNC
            case .busy: RDB_FAULT_BUSY
            case .power: RDB_FAULT_POWER
            case .short: RDB_FAULT_SHORT
            case .kill: RDB_FAULT_KILL
            }
        }
    }

    var kind: Kind
    /// Which call fails, of those that the fault can hit; 0 for none.
    var call: Int
    /// Whether all calls after it fail too; if the process is killed, whether in half of a write.
    var lasts = false
    /// Decides what a disk keeps when the power fails.
    var seed: UInt64 = 0

    var description: String {
        "\(kind) at call \(call)\(lasts ? " and after" : "")\(kind == .power ? ", seed \(seed)" : "")"
    }

    /// What became of a plan.
    struct Outcome: Sendable {
        /// The calls that the fault could hit.
        let calls: Int
        let happened: Bool
    }

    /// Runs a closure with the fault planned for a directory, and afterwards loses the power if
    /// that is the fault, even if it comes after the last call.
    func strike(
        _ directory: String, while body: () async -> Void
    ) async -> Outcome {
        // The path is read only until the call returns.
        let plan = unsafe rdb_faults_plan(
            directory,
            rdb_fault(kind: kind.code, call: call, lasts: lasts ? 1 : 0, seed: seed))
        precondition(plan >= 0, "too many plans at once")
        defer { rdb_faults_end(plan) }
        await body()
        let outcome = Outcome(
            calls: rdb_faults_calls(plan), happened: rdb_faults_happened(plan) != 0)
        if kind == .power { precondition(rdb_faults_lose_power(plan) == 0) }
        return outcome
    }
}
