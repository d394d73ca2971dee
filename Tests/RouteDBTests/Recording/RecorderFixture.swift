import Foundation
import RouteDB
import RouteDBHistory
import RouteDBStorage
import RouteDBTestSupport

/// A recorder with a history of its own, and a table that resolves what it records.
struct RecorderFixture {
    let history: HistoryFixture
    var path: String { history.path }
    let table = RoutingTable(
        .of(["/user/{id:int}", "/reset/{token}", "https://{host}.example.com/", "/static"]))

    init() throws {
        history = try HistoryFixture()
    }

    /// Options with which nothing is written before somebody asks for it.
    static var patient: HitRecorder.Options {
        var options = HitRecorder.Options()
        options.longestDelay = .seconds(3_600)
        options.now = { RegistryOptions.testTime }
        return options
    }

    func recorder(_ options: HitRecorder.Options = Self.patient) -> HitRecorder {
        HitRecorder(history: path, options: options)
    }

    /// Records hits of users with the numbers given.
    func record(_ numbers: Range<Int>, by recorder: HitRecorder) {
        for number in numbers { recorder.record(table.resolve("/user/\(number)")) }
    }

    /// The numbers of the users whose hits are in the file, in its order.
    func users() throws -> [Int] {
        try history.hits().compactMap { hit in
            Int(String(decoding: hit.url, as: UTF8.self).dropFirst("/user/".count))
        }
    }

    /// How many losses the file knows.
    func losses() throws -> Int64 {
        try history.number("SELECT ifnull(sum(hits), 0) FROM loss")
    }

    /// The names of the files of the directory that have some bytes in them.
    func files(with text: String) throws -> [String] {
        let directory = history.directory.path
        return try FileManager.default.contentsOfDirectory(atPath: directory).filter { name in
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(directory)/\(name)"))
            return bytes.range(of: Data(text.utf8)) != nil
        }
    }

    /// Removes the history with all files that belong to it.
    func removeHistory() throws {
        let directory = history.directory.path
        for name in try FileManager.default.contentsOfDirectory(atPath: directory)
        where name.hasPrefix("routes.hits.") {
            try FileManager.default.removeItem(atPath: "\(directory)/\(name)")
        }
    }
}
