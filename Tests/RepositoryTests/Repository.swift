import Foundation

/// The repository's files, found from this file's own place in it.
enum Repository {
    /// The folder that holds `Package.swift`.
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Reads the files below some folders whose names end in a suffix, in the order of their paths.
    static func files(in folders: [String], suffix: String) throws -> [SourceFile] {
        try folders.flatMap { try paths(below: $0) }.filter { $0.hasSuffix(suffix) }.map(file)
    }

    /// The paths of the files below a folder, without hidden ones, such as what was built.
    private static func paths(below folder: String) throws -> [String] {
        let names = try FileManager.default.contentsOfDirectory(
            atPath: root.appending(path: folder).path)
        return try names.sorted().filter { !$0.hasPrefix(".") }.flatMap { name in
            let path = "\(folder)/\(name)"
            var isFolder = false
            guard exists(path, isFolder: &isFolder) else { return [String]() }
            return isFolder ? try paths(below: path) : [path]
        }
    }

    /// Whether there is a file or folder at a path from the root.
    static func exists(_ path: String) -> Bool {
        var isFolder = false
        return exists(path, isFolder: &isFolder)
    }

    private static func exists(_ path: String, isFolder: inout Bool) -> Bool {
        var isDirectory: ObjCBool = false
        // The call fills the flag before it returns.
        let exists = unsafe FileManager.default.fileExists(
            atPath: root.appending(path: path).path, isDirectory: &isDirectory)
        isFolder = isDirectory.boolValue
        return exists
    }

    /// Reads one file.
    static func file(_ path: String) throws -> SourceFile {
        SourceFile(
            path: path, text: try String(contentsOf: root.appending(path: path), encoding: .utf8))
    }

    /// The top-level folders with Swift of ours; `Benchmarks` and `Examples` may be absent.
    static let swiftFolders = ["Sources", "Migrations", "Tests", "Benchmarks", "Examples"].filter {
        var isFolder = false
        return exists($0, isFolder: &isFolder) && isFolder
    }
}
