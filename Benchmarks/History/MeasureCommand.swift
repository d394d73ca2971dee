import ArgumentParser
import RouteDBHistoryLoops
import RouteDBStorage

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
            The C loops write what a writer does without its roll-ups, its lock and the numbers of
            its streams. Each line is the median of the rounds, which take turns, in time of the
            processor: waiting for the disk is not in it.
            """)

    @Argument(help: "A directory for the files, which are removed in the end.")
    var directory: String

    @Option(help: "How often each is measured.")
    var rounds = 5

    @OptionGroup var options: WorkloadOptions

    func run() throws {
        var times: [(name: String, seconds: [Double])] = []
        func measure(_ name: String, _ body: () throws -> Void) rethrows {
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
        for (name, seconds) in times {
            let median = seconds.sorted()[seconds.count / 2]
            print(
                "\(name): \(Int(median * 1_000)) ms, \(Int(median * 1e9 / Double(options.hits))) ns a hit"
            )
        }
    }

    /// What the process has used, whatever else the machine does.
    private static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private func run(
        _ round: Int, _ measure: (String, () throws -> Void) throws -> Void
    ) throws {
        let names = ["routedb", "segments", "rows"].map { "\(directory)/\(round).\($0).db" }
        defer { names.forEach(Self.remove) }
        // Hits are made anew by each writer, so that none has them in its caches.
        try measure("making the hits alone") { try HitWorkload(options).forEachBatch { _ in } }
        try measure("write, RouteDB") {
            let writer = try HitsWriter(
                path: names[0], stream: [UInt8](repeating: 7, count: 16), timeMicroseconds: 0)
            var batch = HitBatch()
            try HitWorkload(options).forEachBatch { hits in
                batch.removeAll()
                batch.append(hits)
                try writer.append(batch)
            }
        }
        try measure("write, C loop of segments") { try write(names[1], history_write_segments) }
        try measure("write, C loop of rows") { try write(names[2], history_write_rows) }
        try scan(names, measure)
        let writer = try HitsWriter(
            path: names[0], stream: [UInt8](repeating: 7, count: 16), timeMicroseconds: 0)
        let workload = HitWorkload(options)
        let time = workload.start + workload.step * Int64(min(1_000_000, options.hits))
        try measure("prune a million") {
            _ = try writer.prune(PruneRule(olderThan: time), timeMicroseconds: 0)
        }
        try measure("give back its space") { try writer.giveBackSpace() }
    }

    private func scan(
        _ names: [String], _ measure: (String, () throws -> Void) throws -> Void
    ) throws {
        var own: [Int64] = [0, 0, 0]
        let reader = try HitsReader(path: names[0])
        try measure("scan three columns, RouteDB") {
            var values: [Int64] = []
            try reader.scan(texts: false) { segment in
                for (place, number) in [HitNumber.time, .route, .duration].enumerated() {
                    segment.read(number, into: &values)
                    own[place] = values.reduce(own[place], &+)
                }
            }
        }
        var sums: [Int64] = [0, 0, 0]
        let file = try Self.open(names[2])
        defer { history_close(file) }
        try measure("scan three columns, C loop of rows") {
            try Self.check(history_scan_rows(file, &sums))
        }
        guard own == sums else { throw ValidationError("the scans differ: \(own) and \(sums)") }
    }

    private func write(
        _ path: String,
        _ loop: (OpaquePointer?, UnsafePointer<history_hit>?, Int) -> Int32
    ) throws {
        let file = try Self.open(path)
        defer { history_close(file) }
        try HitWorkload(options).forEachBatch { hits in
            try Self.check(loop(file, hits.baseAddress, hits.count))
        }
    }

    private static func open(_ path: String) throws -> OpaquePointer? {
        var file: OpaquePointer?
        try check(history_open(path, &file))
        return file
    }

    private static func check(_ code: Int32) throws {
        guard code == 0 else { throw ValidationError("SQLite says \(code).") }
    }

    private static func remove(_ path: String) {
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
        unlink(path.dropLast(3) + ".lock")
    }
}
