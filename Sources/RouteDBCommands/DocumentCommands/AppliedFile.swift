import RouteDB
import RouteDBInsight

/// A file that describes the intended state of a registry, or of a part of it.
struct AppliedFile: Sendable {
    /// The result of applying a file, or of a dry run.
    struct Result: Sendable {
        /// The registry before the file was applied.
        let before: RegistrySnapshot
        let diff: RegistryDiff
        /// The routes removed.
        let removed: [Route]
        /// The routes disabled.
        let disabled: [Route]
        /// The routes that lose the URLs that reached them.
        let reachability: ReachabilityFacts
        /// Notes for the user about the file.
        let notes: [String]

        /// The routes that can no longer be reached.
        var unreachable: [Route] { removed + disabled }
    }

    /// The name of the file, for error messages.
    let name: String
    let bytes: [UInt8]
    let options: ImportOptions

    /// Reads a file, or standard input for `-`.
    init(path: String, options: ImportOptions, in context: CommandContext) throws {
        name = path == "-" ? "standard input" : path
        self.options = options
        do throws(InputProblem) {
            var reader = ByteReader(try context.source(path))
            guard try !reader.lookAhead(options.appliedLimit + 1) else {
                throw InputProblem(
                    at: nil, "The input is longer than \(options.appliedLimit) bytes.",
                    hint: "Give a file for each namespace or group, with '--namespace' or"
                        + " '--group'; or add the routes with 'routedb import'.")
            }
            bytes = Array(reader.ahead)
        } catch {
            throw ImportFailure(name: name, problems: [error], isCutShort: true)
        }
    }

    /// Applies the file inside an edit.
    ///
    /// - Throws: ``ImportFailure`` if the file is invalid; `RouteDBError` from the storage.
    func apply(with editor: RegistryEditor, in context: CommandContext) throws -> Result {
        let before = try editor.snapshot()
        var importer = RouteImporter(
            name: name, options: options, editor: editor,
            context: ImportContext(options, in: context))
        importer.exact?.present = Set(before.namespaces.map(\.name))
        try importer.run(MemorySource(bytes))
        let after = try editor.snapshot()
        // A misspelled namespace would select nothing.
        if let name = importer.exact?.part.namespace { _ = try after.namespace(named: name) }
        let left = Dictionary(
            after.routes.map { ($0.id, $0.isEnabled) }, uniquingKeysWith: { first, _ in first })
        return Result(
            before: before, diff: RegistryDiff(from: before, to: after),
            removed: before.routes.filter { left[$0.id] == nil },
            disabled: before.routes.filter { $0.isEnabled && left[$0.id] == false },
            reachability: ReachabilityFacts(
                ReachabilityChange(from: before, to: after), in: after),
            notes: Self.notes(importer))
    }

    private static func notes(_ importer: RouteImporter) -> [String] {
        var notes: [String] = []
        let ignored = importer.summary.ignored
        if !ignored.isEmpty {
            let names = ignored.map(PlainText.shown).joined(separator: ", ")
            notes.append("ignored columns or keys: \(names)")
        }
        guard let exact = importer.exact else { return notes }
        if exact.otherRoutes > 0 {
            let count = exact.otherRoutes
            notes.append(
                "skipped \(count) \(count == 1 ? "route" : "routes") outside the selection")
        }
        if exact.isReordered {
            notes.append(
                "the file lists the routes in a different order than the registry, which keeps"
                    + " its own")
        }
        return notes
    }
}
