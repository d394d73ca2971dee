import ArgumentParser
package import RouteDB
package import RouteDBTerminal

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The command-line tool, from arguments to exit status.
package enum CommandLineTool {
    /// Runs a command line.
    package static func run(
        arguments: [String], unreadableArgument: Int? = nil,
        environment: [String: String], standardInput: InputReader,
        standardOutput: OutputWriter, standardError: OutputWriter,
        now: @escaping @Sendable () -> Timestamp = SystemClock.now,
        accountName: @escaping @Sendable () -> String? = { nil },
        interruption: Interruption = Interruption(),
        terminalSize: @escaping @Sendable () -> TerminalSize? = { nil }, pager: Pager? = nil,
        isProcess: Bool = false
    ) async -> Int32 {
        let context = CommandContext(
            output: standardOutput, diagnostics: standardError, input: standardInput,
            environment: environment, now: now,
            accountName: accountName, interruption: interruption, terminalSize: terminalSize,
            pager: pager,
            isProcess: isProcess)
        defer {
            context.end()
            pager?.finish()
        }
        do {
            do {
                // With a repaired argument, the command would store or look up something else.
                if let number = unreadableArgument {
                    throw CommandFailure.usage(
                        "Argument \(number) is not UTF-8.",
                        hint:
                            "Percent-encode such bytes; 'resolve -' takes any URLs from standard input."
                    )
                }
                try await run(arguments, in: context)
            } catch {
                // Results found before the error are valid, and are printed before it.
                try context.output.flush()
                throw error
            }
            try context.output.flush()
        } catch StreamError.closed {
            // The reader of the output has closed it, which is not an error.
        } catch {
            context.setExitStatus(report(error, arguments: arguments, in: context))
        }
        return context.status.rawValue
    }

    /// Runs the command line of the process, and exits.
    package static func main() async -> Never {
        _ = signal(SIGPIPE, SIG_IGN)
        Interruption.catchSignals()
        let arguments = ProcessArguments.ofProcess()
        let environment = ProcessEnvironment.variables(named: EnvironmentVariables.names)
        let isTerminal = (output: isatty(STDOUT_FILENO) == 1, error: isatty(STDERR_FILENO) == 1)
        let pager = Pager(
            environment: environment, size: TerminalSize.ofStandardOutput,
            launch: PagerProcess.launch)
        func sink(_ descriptor: Int32, isTerminal: Bool) -> any ByteSink {
            let sink = FileDescriptorSink(descriptor)
            return isTerminal ? PagedSink(sink, by: pager) : sink
        }
        let status = await run(
            arguments: arguments.texts, unreadableArgument: arguments.unreadable,
            environment: environment,
            standardInput: InputReader(
                FileDescriptorSource(STDIN_FILENO, until: .ofProcess),
                isTerminal: isatty(STDIN_FILENO) == 1),
            standardOutput: OutputWriter(
                sink(STDOUT_FILENO, isTerminal: isTerminal.output), isTerminal: isTerminal.output),
            standardError: OutputWriter(
                sink(STDERR_FILENO, isTerminal: isTerminal.error), isTerminal: isTerminal.error),
            accountName: ProcessAccount.name, interruption: .ofProcess,
            terminalSize: TerminalSize.ofStandardOutput,
            pager: isTerminal.output ? pager : nil, isProcess: true)
        exit(status)
    }

    private static func run(_ arguments: [String], in context: CommandContext) async throws {
        let command: any RegistryCommand
        // For an unknown command, the parser would show the help of the last known one.
        if UnknownCommand.asksForHelp(arguments),
            let failure = UnknownCommand.failure(of: arguments)
        {
            throw failure
        }
        if let failure = RepeatedOption.failure(of: arguments) { throw failure }
        do {
            var parsed = try await CompletionEnvironment.$current.withValue(context.environment) {
                try await TimeArgument.$now.withValue(context.now()) {
                    () async throws -> any ParsableCommand in
                    if let command = RootCommand.parsedKnown(arguments) { return command }
                    return try await RootCommand.asyncParseAsRoot(arguments)
                }
            }
            guard let ours = parsed as? any RegistryCommand else {
                // A command with only subcommands, or one of the parser's own: it prints help.
                return try parsed.run()
            }
            command = ours
        } catch {
            return try answerOrFail(error, arguments, in: context)
        }
        context.verbosity = command.global.verbosity
        let start = context.now()
        context.atEnd { [unowned context] in
            context.detail("took \(DurationText.rounded(max(.zero, context.now() - start)))")
        }
        do {
            try await HubCommandRunner.run(command, in: context)
        } catch let error as ValidationError {
            throw CommandFailure.usage(error.message)
        }
    }

    /// Prints requested help, version or completions; any other error is a usage error.
    private static func answerOrFail(
        _ error: any Error, _ arguments: [String], in context: CommandContext
    ) throws {
        let text = RootCommand.fullMessage(for: error, columns: context.columns)
        guard RootCommand.exitCode(for: error) != .success else {
            try context.output.writeLine(text)
            return
        }
        if let failure = UnknownCommand.failure(of: arguments) { throw failure }
        throw UsageFailure(
            message: RootCommand.message(for: error), fullText: text, arguments: arguments)
    }

    private static func report(
        _ error: any Error, arguments: [String], in context: CommandContext
    ) -> ExitStatus {
        let wantsJSON = wantsJSON(arguments)
        if let usage = error as? UsageFailure, !wantsJSON {
            context.printError(usage.text)
            return .usage
        }
        let failure = (error as? UsageFailure)?.failure ?? CommandFailure(error)
        let lines = wantsJSON ? [failure.object.description] : failure.lines
        context.printError(lines.joined(separator: "\n"))
        return failure.status
    }

    /// Returns whether errors are wanted as JSON, by `--json` or `--format json`.
    private static func wantsJSON(_ arguments: [String]) -> Bool {
        let words = Array(arguments.prefix { $0 != "--" })
        if words.contains("--json") { return true }
        // There it is the format of a file.
        guard !words.contains("export") else { return false }
        if words.contains("--format=json") { return true }
        return zip(words, words.dropFirst()).contains { option, value in
            ["-f", "--format"].contains(option) && value == "json"
        }
    }
}
