import Foundation

/// A directory of its own for one test, removed with everything in it when the object goes.
package final class TemporaryDirectory {
    /// The path of the directory, without a slash at its end.
    package let path: String

    /// Creates an empty directory with a name that nobody else has.
    package init() throws {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("routedb-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        // A directory that cannot be removed is no reason to fail a test.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of a file or directory in it, which need not exist.
    package func path(_ name: String) -> String {
        "\(path)/\(name)"
    }
}
