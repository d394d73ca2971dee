import Foundation

/// The console blocks of a page: commands behind `$ `, continued behind `> `, and what they print.
///
/// All blocks of a page are one session of a shell that begins in an empty folder, or in a copy of the
/// page's own. The tool writes as on a terminal where its output is shown, and as always where a command
/// redirects it, or a script calls it. A page opts in with ``marker``; times, random ids and paths do not
/// belong in it.
struct Transcript: Equatable {
    /// What a page holds whose commands are run.
    static let marker = "<!-- The tests run this page's console blocks in "
    /// What such a page holds if its session begins in a copy of the page's folder.
    static let copyMarker = marker + "a copy of this folder"

    /// A command and what the page says that it prints.
    struct Step: Equatable {
        var command: String
        var output: [String] = []
        /// The line of the command in the page, from 1.
        let line: Int
    }

    private(set) var steps: [Step] = []

    init(of page: SourceFile) {
        var isInBlock = false
        var isCommand = false
        for (index, line) in page.lines.enumerated() {
            guard isInBlock else {
                isInBlock = line == "```console"
                isCommand = false
                continue
            }
            if line == "```" {
                isInBlock = false
            } else if line.hasPrefix("$ ") {
                steps.append(Step(command: String(line.dropFirst(2)), line: index + 1))
                isCommand = true
            } else if isCommand, line == ">" || line.hasPrefix("> ") {
                steps[steps.count - 1].command += "\n\(line.dropFirst(2))"
            } else if !steps.isEmpty {
                steps[steps.count - 1].output.append(String(line))
                isCommand = false
            }
        }
    }

    /// The steps that print something else than the page says, with what they print.
    func differences(running tool: URL, in folder: URL) throws -> [(step: Step, printed: [String])]
    {
        let printed = try run(tool, in: folder)
        return zip(steps, printed).filter { $0.output != $1 }.map { ($0, $1) }
    }

    /// The page with what its commands print in the place of what it said.
    func rewritten(_ page: SourceFile, running tool: URL, in folder: URL) throws -> String {
        let printed = try run(tool, in: folder)
        var outputs: [Int: [String]] = [:]
        var skipped: Set<Int> = []
        for (step, lines) in zip(steps, printed) {
            let last =
                step.line
                + step.command.split(
                    separator: "\n", omittingEmptySubsequences: false
                ).count - 1
            outputs[last] = lines
            skipped.formUnion(last + 1..<last + 1 + step.output.count)
        }
        var lines: [String] = []
        for (index, line) in page.lines.enumerated() where !skipped.contains(index + 1) {
            lines.append(String(line))
            lines += outputs[index + 1] ?? []
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// What each command prints, to both streams.
    private func run(_ tool: URL, in folder: URL) throws -> [[String]] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", script, "bash", tool.path, folder.path]
        let path = "\(tool.deletingLastPathComponent().path):/usr/bin:/bin"
        process.environment = ["PATH": path, "USER": "ada", "TZ": "UTC", "LC_ALL": "C"]
        process.standardInput = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
            .split(separator: Self.separator, omittingEmptySubsequences: false).dropLast()
            .map { text in
                var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
                if lines.last?.isEmpty == true { lines.removeLast() }
                return lines.map(String.init)
            }
    }

    /// Stands behind what a command prints: the control character RS, which no command prints.
    private static let separator: Character = "\u{1E}"

    /// A script that runs the commands one by one, each with the exit status of the one before.
    private var script: String {
        let prelude = """
            exec 2>&1 8>&1
            tool=$1
            cd "$2"
            routedb() {
                case " $* " in
                    *" --json "* | *" --csv "* | *" --ndjson "* | *" --tap "* | *" markdown "*) ;;
                    " export "*) ;;
                    *) if [ /dev/fd/1 -ef /dev/fd/8 ]; then set -- "$@" --table; fi ;;
                esac
                "$tool" "$@"
            }
            """
        return steps.reduce(prelude + "\n") { script, step in
            script + "{ \(step.command)\n}\nstatus=$?; printf '\\036'; (exit $status)\n"
        }
    }
}
