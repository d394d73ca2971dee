import ArgumentParser
import RouteDB
import RouteDBInsight
import RouteDBTerminal

/// Rewrites a namespace from a dialect to native patterns.
struct ConvertCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Rewrite the patterns of a namespace from a dialect to native syntax.",
        discussion: """
            EXAMPLES:
              routedb convert legacy --dry-run
              routedb convert legacy --message 'Leave the old router'
              routedb convert legacy --urls 1000 --seed 7 --json

            The namespace changes to the profile 'native', and keeps those policies of its
            old profile that affect a result; each is listed with a URL that shows why.
            Targets, names, defaults, ids and the order of routes do not change. To verify
            the conversion, URLs generated from the patterns are resolved before and after,
            and must give the same results.

            A route that cannot be written in native syntax is listed and left as it is;
            the exit status is then 3. If that is true of every route, or if two routes
            would become identical, nothing is written and the exit status is 1.

            By default, a URL that matched no route before matches none afterwards, which
            keeps policies whose only effect is to refuse URLs. With '--allow-new-hits'
            only URLs that matched before must give the same result.
            """)

    @Argument(help: "The namespace.", completion: NameCompletion.namespaces)
    var name: String

    @Option(
        help: ArgumentHelp(
            "URLs to generate for each route (default: 400, and more if there are few routes).",
            valueName: "number"))
    var urls: Int?

    @Option(help: ArgumentHelp("The seed of the URL generator.", valueName: "number"))
    var seed = UInt32(1)

    @Flag(
        name: .customLong("allow-new-hits"),
        help: "Allow URLs that matched no route before to match one afterwards.")
    var allowNewHits = false

    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard urls.map((1...100_000).contains) ?? true else {
            throw ValidationError("'--urls' must be between 1 and 100000.")
        }
    }

    func run(in context: CommandContext) async throws {
        let registry = try await global.openForWriting(in: context)
        if write.expectedRevision != nil {
            // Detect a conflicting revision before the search for a conversion, which can take
            // long.
            _ = try await registry.edit(write, source: "convert", in: context) { _ in }
        }
        let snapshot = try await registry.snapshot()
        let namespace = try snapshot.namespace(named: name)
        let options = ConversionOptions(
            urlsPerRoute: urls, seed: UInt64(seed), allowsNewMatches: allowNewHits)
        let conversion = NamespaceConversion(of: namespace, in: snapshot, options: options)
        var revision: Int64?
        if conversion.isPossible {
            var write = write
            write.expectedRevision = write.expectedRevision ?? snapshot.revision
            revision = try await registry.edit(write, source: "convert", in: context) {
                try $0.apply(conversion)
            }.revision
        }
        await registry.close()
        let report = ConversionReport(
            conversion: conversion, revision: revision, options: options, write: write)
        if !conversion.isPossible {
            context.setExitStatus(.no)
        } else if !conversion.obstacles.isEmpty {
            context.setExitStatus(.rejects)
        }
        guard !global.json else {
            return try context.output.writeLine(report.object.description)
        }
        for line in report.lines { try context.output.writeLine(line) }
        if !conversion.obstacles.isEmpty && !allowNewHits {
            context.printNote(
                "hint: '--allow-new-hits' may convert them, if unmatched URLs may match afterwards."
            )
        }
    }
}
