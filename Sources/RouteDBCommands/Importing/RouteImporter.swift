import RouteDB

/// Brings the routes of one input into a registry, inside one edit.
///
/// Mistakes are collected up to a limit, so that they can be mended together; if there is one, the
/// import throws in the end, and the edit takes everything back.
struct RouteImporter {
    let name: String
    let options: ImportOptions
    let editor: RegistryEditor
    private let context: CommandContext
    var summary = ImportSummary()
    /// What is collected to make a part of the registry just what the input says.
    var exact: ExactImport?
    private var problems: [InputProblem] = []
    /// The namespaces that are known to be there, or were added.
    private var namespaces: Set<String> = []

    init(
        name: String, options: ImportOptions, editor: RegistryEditor,
        context: CommandContext
    ) {
        self.name = name
        self.options = options
        self.editor = editor
        self.context = context
        exact = options.exactPart.map { ExactImport(part: $0) }
    }

    /// Imports an input.
    ///
    /// - Throws: ``ImportFailure`` if anything is wrong with it; `RouteDBError` of the storage.
    mutating func run(_ source: any ByteSource) throws {
        do {
            try read(source)
        } catch let problem as InputProblem {
            try report(problem)
        }
        if !problems.isEmpty { throw failure(isCutShort: false) }
    }

    private mutating func read(_ source: any ByteSource) throws {
        var reader = ByteReader(source)
        try reader.skipByteOrderMark()
        let format =
            try options.format ?? RouteFileFormat(path: name)
            ?? .detect(&reader, lineLimit: options.lineLimit)
        summary.format = format
        context.notify("format: \(format.rawValue)\(options.format == nil ? "" : ", as given")")
        switch format {
        case .ndjson: try readLines(&reader)
        case .csv, .tsv: try readRecords(reader, format)
        case .json: try readDocument(&reader)
        }
        if format != .json, exact != nil { try setRoutes(count: 0) }
    }

    // MARK: Outcomes

    /// Adds a route; what is wrong with it is reported at the place of the field that broke a rule.
    ///
    /// - Returns: What happened; `nil` if something was wrong, or if the route is only collected.
    @discardableResult
    mutating func add(
        _ route: ImportedRoute, place: @escaping (RouteField?) -> InputPlace
    ) throws -> EditOutcome? {
        try context.interruption.check()
        guard exact == nil else {
            exact?.collect(route, place)
            return nil
        }
        do {
            if options.createsNamespaces { try addNamespace(route.draft.namespace) }
            summary.hasKinds = summary.hasKinds || route.draft.kind != nil
            let outcome = try editor.add(route.draft, onDuplicate: options.rule(for: route))
            switch outcome {
            case .added: summary.routes.added += 1
            case .skipped:
                summary.routes.skipped += 1
                summary.firstSkipped = summary.firstSkipped ?? place(.pattern)
                if options.isSkippedUnasked(route) { summary.conflicts += 1 }
            case .unchanged: summary.routes.unchanged += 1
            case .replaced: summary.routes.replaced += 1
            }
            return outcome
        } catch {
            try report(error, ofRoute: place)
            return nil
        }
    }

    /// Collects what an edit refused of a route.
    mutating func report(
        _ error: RouteDBError, ofRoute place: (RouteField?) -> InputPlace
    ) throws {
        try report(error) {
            switch error.code {
            case .invalidPattern: place(.pattern)
            case .invalidPlan: place(.plan)
            case .namespaceNotFound: place(.namespace)
            default: place(nil)
            }
        }
    }

    /// Collects a problem, and gives up where nothing more can be read or enough has been.
    mutating func report(_ problem: InputProblem) throws(ImportFailure) {
        problems.append(problem)
        let isEnough = problems.count >= options.problemLimit
        if problem.isFatal || isEnough { throw failure(isCutShort: true) }
    }

    /// Collects what an edit refused; an error of the storage ends the import as it is.
    mutating func report(_ error: RouteDBError, place: () -> InputPlace) throws {
        let isOfInput: Set<RouteDBError.Code> = [
            .invalidPattern, .invalidValue, .invalidPlan, .routeConflict, .namespaceNotFound,
            .namespaceConflict, .fallbackCycle, .invalidRule, .routeNotFound, .nameAmbiguous,
            .invalidCase, .caseConflict, .converterInUse,
        ]
        guard isOfInput.contains(error.code) else { throw error }
        var hint = error.hint
        if error.code == .namespaceNotFound {
            hint =
                (hint.map { "\($0) " } ?? "") + "With --create-namespaces the import adds them."
        }
        try report(InputProblem(error, at: place(), hint: hint))
    }

    mutating func addNamespace(_ name: String) throws(RouteDBError) {
        guard !namespaces.contains(name) else { return }
        do {
            // Looks whether it is there.
            try editor.updateNamespace(name) { (_) throws(RouteDBError) in }
        } catch  where error.code == .namespaceNotFound {
            try editor.addNamespace(NamespaceDraft(name: name))
            summary.namespaces.added += 1
        }
        namespaces.insert(name)
    }

    private func failure(isCutShort: Bool) -> ImportFailure {
        ImportFailure(name: name, problems: problems, isCutShort: isCutShort)
    }
}
