import ArgumentParser
import RouteDB

/// Rewrites a namespace from a dialect to native patterns.
struct ConvertCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Rewrite a namespace from a dialect to native patterns.",
        discussion: """
            EXAMPLES:
              routedb convert legacy --dry-run
              routedb convert legacy --message 'Leave the old router'
              routedb convert legacy --urls 1000 --seed 7 --json

            The namespace gets the profile 'native', with those policies of its old profile
            on which an answer depends; each is named with a URL that shows it. Targets,
            names, defaults, ids and the order stay. URLs that are made from the patterns
            are resolved before and after, and must be answered alike.

            A route that cannot be written natively is named and keeps its language; the
            exit status is then 3. If that is all of them, or if two routes would become
            one, nothing is written, and the exit status is 1.

            By default a URL that hits no route hits none afterwards, which keeps policies
            that only refuse URLs. '--allow-new-hits' asks for no more than that every URL
            that hits a route hits the same one, with the same values.
            """)

    @Argument(help: "The namespace.", completion: NameCompletion.namespaces)
    var name: String

    @Option(
        help: ArgumentHelp(
            "How many URLs are made for each route; else 400, and more if routes are few.",
            valueName: "number"))
    var urls: Int?

    @Option(help: ArgumentHelp("What decides which URLs are made.", valueName: "number"))
    var seed = UInt32(1)

    @Flag(
        name: .customLong("allow-new-hits"),
        help: "URLs that hit no route before may hit one afterwards.")
    var allowNewHits = false

    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard urls.map((1...100_000).contains) ?? true else {
            throw ValidationError("'--urls' takes a number from 1 to 100000.")
        }
    }

    func run(in context: CommandContext) async throws {
        let registry = try await global.openForWriting(in: context)
        if write.expectedRevision != nil {
            // Another revision is refused before the search for a conversion, which may take long.
            _ = try await registry.edit(write, source: "convert", in: context) { _ in }
        }
        let snapshot = try await registry.snapshot()
        let namespace = try snapshot.namespace(named: name)
        let options = ConversionOptions(
            urlsPerRoute: urls, seed: UInt64(seed), allowsNewHits: allowNewHits)
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
            context.conclude(.no)
        } else if !conversion.obstacles.isEmpty {
            context.conclude(.rejects)
        }
        guard !global.json else {
            return try context.output.writeLine(report.object.description)
        }
        for line in report.lines { try context.output.writeLine(line) }
        if !conversion.obstacles.isEmpty && !allowNewHits {
            context.notify(
                "hint: '--allow-new-hits' may find a way for them, if URLs may hit that hit nothing."
            )
        }
    }
}
