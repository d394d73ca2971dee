import ArgumentParser
import RouteDBHistory
import RouteDBHistoryLoops
import RouteDBRouting

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Compares writing, scanning and pruning with loops in C.
struct MeasureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure",
        abstract: "Compare the history with loops in C, which write and scan the same hits.",
        discussion: """
            The loops in C write the same bytes in the same transactions: one the segments alone,
            one the roll-ups and the stream's number of hits with them. Only the lock is left out.
            Each line is the median of the rounds, which take turns, in time of the processor:
            waiting for the disk is not in it. Ratios are of rates, without making the hits, and
            for RouteDB without handing over to Swift what was made for C.
            """)

    @Argument(help: "A directory for the files, which are removed in the end.")
    var directory: String

    @Option(help: "How often each is measured.")
    var rounds = 5

    @OptionGroup var options: WorkloadOptions

    func run() throws {
        var times: [(name: Step, seconds: [Double])] = []
        func measure(_ name: Step, _ body: () throws -> Void) rethrows {
            let start = Self.processorSeconds
            try body()
            let seconds = Self.processorSeconds - start
            if let index = times.firstIndex(where: { $0.name == name }) {
                times[index].seconds.append(seconds)
            } else {
                times.append((name, [seconds]))
            }
        }
        for round in 0..<max(1, rounds) {
            try run(round, measure)
        }
        let medians = Dictionary(
            uniqueKeysWithValues: times.map { ($0.name, $0.seconds.sorted()[$0.seconds.count / 2]) }
        )
        for (name, _) in times {
            let median = medians[name, default: 0]
            let each = Int(median * 1e9 / Double(options.hits))
            print("\(name.rawValue): \(Int(median * 1_000)) ms, \(each) ns a hit")
        }
        report(medians)
    }

    private func report(_ medians: [Step: Double]) {
        func own(_ step: Step) -> Double {
            let others = step.includes.map { medians[$0, default: 0] } ?? 0
            return medians[step, default: 0] - others
        }
        func ratio(_ name: String, _ step: Step, _ other: Step) {
            let hundredths = Int((own(other) / own(step) * 100).rounded())
            print("\(name): \(hundredths / 100).\(hundredths % 100 / 10)\(hundredths % 10)")
        }
        ratio("segments alone against C", .segments, .cSegments)
        ratio("all of a write against C", .write, .cAll)
        ratio("all of a write against rows in C", .write, .cRows)
        ratio("what roll-ups leave of the rate of segments", .write, .segments)
        ratio("what they leave of it in C", .cAll, .cSegments)
        ratio("a scan against rows in C", .scan, .cScan)
    }

    private enum Step: String {
        case making = "making the hits alone"
        case handing = "making the hits, and handing them to Swift"
        case write = "write, RouteDB"
        case segments = "write segments alone, RouteDB"
        case cSegments = "write segments alone, C loop"
        case cAll = "write segments and roll-ups, C loop"
        case cRows = "write rows, C loop"
        case scan = "scan three columns, RouteDB"
        case cScan = "scan three columns of rows, C loop"
        case prune = "prune a million"
        case giveBack = "give back its space"

        /// What is measured with this step, and does not belong to it.
        var includes: Step? {
            switch self {
            case .write, .segments: .handing
            case .cSegments, .cAll, .cRows: .making
            case .making, .handing, .scan, .cScan, .prune, .giveBack: nil
            }
        }
    }

    /// What the process has used, whatever else the machine does.
    private static var processorSeconds: Double {
        var time = timespec()
        // The call fills the time before it returns.
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private func run(
        _ round: Int, _ measure: (Step, () throws -> Void) throws -> Void
    ) throws {
        let names = ["routedb", "segments", "rows", "all", "alone"].map {
            "\(directory)/\(round).\($0).db"
        }
        defer { names.forEach(Self.remove) }
        // Hits are made anew by each writer, so that none has them in its caches. The workload lends them
        // for the call; each file is closed once.
        try measure(.making) { try unsafe HitWorkload(options).forEachBatch { _ in } }
        try measure(.handing) {
            var drain = HitDrain()
            try unsafe HitWorkload(options).forEachBatch { unsafe drain.append($0) }
            guard drain.size > 0 else { throw ValidationError("the hits have no texts") }
        }
        try measure(.write) {
            let writer = try HitsWriter(
                path: names[0], stream: [UInt8](repeating: 7, count: 16), time: .epoch)
            var batch = HitBatch()
            try unsafe HitWorkload(options).forEachBatch { hits in
                batch.removeAll()
                unsafe batch.append(hits)
                try writer.append(batch)
            }
        }
        unsafe history_close(try Self.open(names[4]))
        var loop = try SegmentsLoop(path: names[4])
        try measure(.segments) {
            var batch = HitBatch()
            try unsafe HitWorkload(options).forEachBatch { hits in
                batch.removeAll()
                unsafe batch.append(hits)
                try loop.write(&batch)
            }
        }
        try measure(.cSegments) { try unsafe write(names[1], history_write_segments) }
        try measure(.cRows) { try unsafe write(names[2], history_write_rows) }
        try measure(.cAll) {
            try unsafe write(names[3], history_write_all)
        }
        guard try loop.agrees(with: names[1]) else {
            throw ValidationError("the segments differ from those of C")
        }
        try scan(names, measure)
        let writer = try HitsWriter(
            path: names[0], stream: [UInt8](repeating: 7, count: 16), time: .epoch)
        let workload = HitWorkload(options)
        let time = workload.start + workload.step * Int64(min(1_000_000, options.hits))
        try measure(.prune) {
            _ = try writer.prune(
                HitRetention(olderThan: Timestamp(microseconds: time)), time: .epoch)
        }
        try measure(.giveBack) { try writer.returnFreeSpace() }
    }

    private func scan(
        _ names: [String], _ measure: (Step, () throws -> Void) throws -> Void
    ) throws {
        var own: [Int64] = [0, 0, 0]
        let reader = try HitsReader(path: names[0])
        try measure(.scan) {
            var values: [Int64] = []
            try reader.scan(texts: .none) { segment in
                for (place, number) in [HitNumber.time, .route, .duration].enumerated() {
                    segment.read(number, into: &values)
                    own[place] = values.reduce(own[place], &+)
                }
            }
        }
        var sums: [Int64] = [0, 0, 0]
        // Each file is closed once, and used only before.
        let file = try unsafe Self.open(names[2])
        defer { unsafe history_close(file) }
        try measure(.cScan) {
            try unsafe Self.check(history_scan_rows(file, &sums))
        }
        guard own == sums else { throw ValidationError("the scans differ: \(own) and \(sums)") }
    }

    private func write(
        _ path: String,
        _ loop: (OpaquePointer?, UnsafePointer<history_hit>?, Int) -> Int32
    ) throws {
        // As above; the loop reads as many hits as the buffer has.
        let file = try unsafe Self.open(path)
        defer { unsafe history_close(file) }
        try unsafe HitWorkload(options).forEachBatch { hits in
            try unsafe Self.check(loop(file, hits.baseAddress, hits.count))
        }
    }

    private static func open(_ path: String) throws -> OpaquePointer? {
        var file: OpaquePointer?
        // The call reads the path, and fills the pointer, before it returns.
        try unsafe check(history_open(path, &file))
        return unsafe file
    }

    private static func check(_ code: Int32) throws {
        guard code == 0 else { throw ValidationError("SQLite says \(code).") }
    }

    private static func remove(_ path: String) {
        // The calls read the paths only until they return.
        for suffix in ["", "-wal", "-shm"] { unsafe unlink(path + suffix) }
        unsafe unlink(path.dropLast(3) + ".lock")
    }
}
