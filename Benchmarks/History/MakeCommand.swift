import ArgumentParser
import RouteDBHistory
import RouteDBRouting

/// Makes a history of many hits.
struct MakeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make", abstract: "Make a history of many hits, the same from one seed.")

    @Argument(help: "The path of the file; hits are added to one that is there.")
    var file: String

    @OptionGroup var workload: WorkloadOptions

    func run() throws {
        let workload = HitWorkload(workload)
        var batch = HitBatch()
        let writer = try HitsWriter(
            path: file, stream: [UInt8](repeating: 7, count: 16), time: .epoch)
        let duration = try ContinuousClock().measure {
            // The batch copies the hits that the workload lends.
            try unsafe workload.forEachBatch { hits in
                batch.removeAll()
                unsafe batch.append(hits)
                try writer.append(batch)
            }
            try writer.seal()
            try writer.checkpoint()
        }
        print("\(workload.count) hits in \(duration)")
    }
}
