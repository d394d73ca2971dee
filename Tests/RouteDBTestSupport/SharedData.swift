package import Foundation

/// Files of public test data, which are not part of the repository.
package enum SharedData {
    /// Finds a file below `ROUTEDB_SHARED_DATA`, or below `../shared/data` beside the repository.
    ///
    /// - Parameter path: The path of the file in that folder.
    /// - Returns: Where it is, or `nil` if it is not there.
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
