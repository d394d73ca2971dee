import ArgumentParser
import Dispatch
import Foundation
import RouteDB
import Synchronization

/// A registry in a file: opening it, changing a route of it, and resolving meanwhile.
struct LiveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "live",
        abstract: "Opening a registry's file, changing a route of it, and resolving meanwhile.")

    @OptionGroup var workloads: WorkloadOptions
    @OptionGroup var options: RunOptions

    @Option(help: "How many routes are changed, each by an edit of its own.")
    var edits = 200

    @Option(help: "How long is resolved with and without edits, in seconds each.")
    var seconds = 5

    func run() throws {
        var report = Report("live")
        for name in workloads.names.isEmpty ? ["1k", "100k", "paths100k"] : workloads.names {
            guard let routes = try workloads.routes(name) else { continue }
            let temporary = try TemporaryRegistry(routes)
            defer { temporary.remove() }
            try measureOpening(name, temporary, into: &report)
            var changes = Changes(temporary.registry, routes)
            let times = (0..<edits).map { _ in changes.makeOne() }
            report.add(name, "change a route and commit, median, ms", Rounds.median(times) / 1e6)
            try measureResolving(name, routes, changes, into: &report)
        }
        try report.print(asJSON: options.json)
    }

    private func measureOpening(
        _ name: String, _ temporary: TemporaryRegistry, into report: inout Report
    ) throws {
        let empty = HeapSize.now
        let another = try temporary.open()
        if let empty, let full = HeapSize.now {
            report.add(name, "heap of an open registry, MB", Double(full - empty) / 1e6)
        }
        Waiting.wait { await another.close() }
        let times = Rounds(count: min(5, options.rounds), clock: .wall).medians([
            {
                guard let registry = try? temporary.open() else { return 0 }
                Waiting.wait { await registry.close() }
                return Int(registry.table.revision)
            }
        ])
        report.add(name, "open, ms", times[0] / 1e6)
    }

    /// Measures each call by itself, in turns of a second with edits all the time and without.
    private func measureResolving(
        _ name: String, _ routes: [RouteSketch], _ changes: Changes, into report: inout Report
    ) throws {
        let urls = try Workload(name: name, routes: routes, seed: workloads.seed).urls.map(\.text)
        let registry = changes.registry
        var (quiet, busy) = ([Double](), [Double]())
        let wantsEdits = Atomic<Bool>(false)
        let isOver = Atomic<Bool>(false)
        let over = DispatchSemaphore(value: 0)
        let rebuilds = Atomic<Int>(0)
        let editing = Mutex(changes)
        DispatchQueue.global().async {
            while !isOver.load(ordering: .relaxed) {
                guard wantsEdits.load(ordering: .relaxed) else {
                    usleep(500)
                    continue
                }
                _ = editing.withLock { $0.makeOne() }
                rebuilds.add(1, ordering: .relaxed)
            }
            over.signal()
        }
        for turn in 0..<2 * seconds {
            wantsEdits.store(turn % 2 == 1, ordering: .relaxed)
            let times = Self.calls(urls, registry, forSeconds: 1)
            if turn % 2 == 1 { busy += times } else { quiet += times }
        }
        isOver.store(true, ordering: .relaxed)
        over.wait()
        for (what, times) in [("quiet", quiet.sorted()), ("edited", busy.sorted())] {
            report.add(name, "\(what): resolve, median, ns", times[times.count / 2])
            report.add(name, "\(what): p99.9, ns", times[times.count * 999 / 1_000])
        }
        report.add(
            name, "edits a second", Double(rebuilds.load(ordering: .relaxed)) / Double(seconds))
    }

    /// What each call took, with the clock.
    private static func calls(
        _ urls: [String], _ registry: RouteRegistry, forSeconds seconds: UInt64
    ) -> [Double] {
        // Written beforehand: the first write to a page of memory faults, and waits while the thread that
        // edits makes the kernel map or free some of its own.
        var times = [Double](repeating: 1, count: 8_000_000)
        times.removeAll(keepingCapacity: true)
        let end = Clock.wall.now + seconds * 1_000_000_000
        var place = 0
        var start = Clock.wall.now
        while start < end {
            Sink.add(Int(registry.resolve(urls[place]).revision))
            let now = Clock.wall.now
            times.append(Double(now - start))
            start = now
            place = (place + 1) % urls.count
        }
        return times
    }

    /// Changes one route after the other, all over the registry.
    private struct Changes {
        let registry: RouteRegistry
        private let patterns: [String]
        private var number = 0

        init(_ registry: RouteRegistry, _ routes: [RouteSketch]) {
            self.registry = registry
            patterns = routes.map(\.pattern)
        }

        /// Changes the next route.
        ///
        /// - Returns: How long it took until the new table was there, in nanoseconds.
        mutating func makeOne() -> Double {
            number += 1
            let id = RouteID(rawValue: Int64((number * 7_919) % patterns.count) + 1)
            let draft = RouteDraft(
                pattern: patterns[Int(id.rawValue) - 1], target: "screen \(number)")
            let start = Clock.wall.now
            Waiting.wait { [registry] in
                _ = try? await registry.edit { try $0.replace(RouteReference(id), with: draft) }
            }
            return Double(Clock.wall.now - start)
        }
    }
}
