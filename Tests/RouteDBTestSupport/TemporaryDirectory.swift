import Foundation

/// A temporary directory for one test; it is deleted when the object is released.
package final class TemporaryDirectory: Sendable {
    /// The path of the directory, without a trailing slash.
    package let path: String

    /// Creates an empty directory with a unique name.
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

    /// Returns the path of a file or directory in it, which need not exist.
    package func path(_ name: String) -> String {
        "\(path)/\(name)"
    }
}
