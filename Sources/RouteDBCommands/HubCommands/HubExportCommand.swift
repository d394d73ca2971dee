import ArgumentParser
import RouteDB
import RouteDBTerminal

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

#if Hub
    import RouteDBHub
#endif

/// Writes closed days of hits as files for other programs.
struct HubExportCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the hits of each closed day to a CSV file of its own.",
        discussion: """
            EXAMPLES:
              routedb hub export --output /archive/hits && routedb hub prune --keep 30d

            The file of a day, in UTC, is called 'hits-2026-01-31.csv'. The hub notes which
            hits are in a file, so it is safe to run the command again; each file is
            written completely or not at all. A day is closed a day after its end (see
            '--closed'); hits that arrive later go to files of their own, such as
            'hits-2026-01-31.2.csv', and 'routedb hub prune' deletes no hit before it is in
            a file. If the clocks of the hub and of this machine differ by more than an
            hour, nothing is written. Needs the user who made the hub.

            Docs/fleet.md lists the columns with their types, and shows how to make Parquet
            files of them. Prints the names of the files that it writes.
            """)

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The folder, which is created.", valueName: "folder"),
        completion: .directory)
    var output: String

    @Option(
        help: ArgumentHelp(
            "How long ago a day must have ended (default: 1d).", valueName: "duration"),
        transform: Self.seconds)
    var closed: Int64?

    @Flag(help: "Write the files again whose hits the hub still has.")
    var again = false

    @OptionGroup var hub: HubOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        #if Hub
            try makeFolder()
            try await hub.withHub(global, in: context) { hub in
                try await hub.requireClock(near: context.now())
                let (folder, isAgain) = (output, again)
                let begun = try await hub.beginExport(endedBefore: closed ?? 86_400) { files in
                    if !isAgain { try Self.requireNone(of: files, in: folder) }
                }
                let wanted = again ? try await hub.exportedFiles() : begun
                var files: [JSONValue] = []
                for file in wanted {
                    let path = "\(output)/\(file.name)"
                    let hits = try await write(file, of: hub, to: path)
                    try await hub.finishExport(of: file)
                    files.append(["file": .string(path), "hits": .int(hits)])
                    if !global.json {
                        try context.output.writeLine("\(PlainText.shown(path))\t\(hits)")
                        try context.output.flush()
                    }
                }
                if global.json {
                    let object: JSONObject = ["schema": 1, "files": .array(files)]
                    try context.output.writeLine(object.description)
                }
                context.printNote("\(NumberText.counted(files.count, "file")) written")
            }
        #else
            throw CommandFailure.withoutHub
        #endif
    }

    private static func seconds(_ text: String) throws -> Int64 {
        guard let microseconds = DurationText.microseconds(text), microseconds >= 0 else {
            throw ValidationError("'\(text)' is not a duration; examples are '6h' and '2d'.")
        }
        return microseconds / 1_000_000
    }
}

#if Hub
    extension HubExportCommand {
        /// Throws if a file is there that this hub has not written: another hub may have.
        private static func requireNone(
            of files: [HubExportFile], in folder: String
        ) throws(RouteDBError) {
            let paths = files.map { "\(folder)/\($0.name)" }
            guard let path = paths.first(where: { RegularFile.hasBytes(at: $0) }) else { return }
            throw RouteDBError(
                .invalidValue,
                "The file '\(path)' is there, and the hub does not know that it was exported.",
                hint: "Give another folder with '--output', or replace such files with '--again'.")
        }

        private func write(
            _ part: HubExportFile, of hub: HubClient, to path: String
        ) async throws -> Int64 {
            let file = try OutputFile(path: path, within: nil)
            let writer = OutputWriter(file.sink)
            let hits = try await hub.copyHits(of: part) { try writer.write(utf8: $0) }
            try writer.flush()
            try file.finish()
            return hits
        }

        private func makeFolder() throws {
            // The call reads the path only until it returns. Only this user can read the hits.
            guard unsafe mkdir(output, 0o700) != 0, errno != EEXIST else { return }
            throw OutputFile.failure(output)
        }
    }
#endif
