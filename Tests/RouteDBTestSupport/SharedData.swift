package import Foundation

/// Public test data that is not part of the repository.
package enum SharedData {
    /// Finds a file in `ROUTEDB_SHARED_DATA`, or in `../shared/data` beside the repository.
    ///
    /// - Parameter path: The path of the file in that folder.
    /// - Returns: The URL of the file, or `nil` if it does not exist.
    package static func url(of path: String) -> URL? {
        let root =
            ProcessInfo.processInfo.environment["ROUTEDB_SHARED_DATA"].map {
                URL(fileURLWithPath: $0)
            }
            ?? URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("shared/data")
        let url = root.appendingPathComponent(path)
        return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }
}
