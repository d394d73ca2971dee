package import Foundation

/// The tool built along with the tests, if it was: a filtered build may leave it out.
package enum BuiltTool {
    package static let executable = URL(fileURLWithPath: CommandLine.arguments[0])
        .deletingLastPathComponent().appendingPathComponent("routedb")
    package static let isThere = FileManager.default.isExecutableFile(atPath: executable.path)
}
