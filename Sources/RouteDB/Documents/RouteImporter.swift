import RouteDBDatabase
package import RouteDBStorage

/// The largest files of routes that are read, in bytes.
package enum DocumentLimits {
    /// A line or CSV record.
    package static let line = 1_048_576
    /// A JSON document.
    package static let document = 268_435_456
    /// A file that a registry is compared with, which is read more than once.
    package static let applied = 67_108_864
}

/// Options for reading a file of routes and importing its routes.
package struct ImportOptions: Sendable {
    /// The format; `nil` to detect it from the name or contents.
    package var format: RouteFileFormat?
    /// The names of columns or keys that differ from those of their fields.
    package var columnNames: [RouteField: String] = [:]
    /// The columns of delimited text without a header.
    package var headerlessColumns: [String]?
    /// The values of fields that the file does not set.
    package var fixed: [RouteField: String] = [:]
    /// How to treat an existing pattern; `nil` for what the route says, or else to skip it.
    package var duplicateRule: DuplicateRule?
    /// Whether missing namespaces are added.
    package var createsNamespaces = false
    /// The part of the registry to make equal to the input; `nil` to leave existing items alone.
    package var exactPart: RouteSelection?
    /// The longest line or record, in bytes.
    package var lineLimit = DocumentLimits.line
    /// The largest JSON document, in bytes.
    package var documentLimit = DocumentLimits.document
    /// The largest file that a registry is compared with, in bytes.
    package var appliedLimit = DocumentLimits.applied
    /// The number of problems after which reading stops.
    package var problemLimit = 20

    package init(
        format: RouteFileFormat? = nil, columnNames: [RouteField: String] = [:],
        headerlessColumns: [String]? = nil, fixed: [RouteField: String] = [:],
        duplicateRule: DuplicateRule? = nil, createsNamespaces: Bool = false,
        exactPart: RouteSelection? = nil
    ) {
        self.format = format
        self.columnNames = columnNames
        self.headerlessColumns = headerlessColumns
        self.fixed = fixed
        self.duplicateRule = duplicateRule
        self.createsNamespaces = createsNamespaces
        self.exactPart = exactPart
    }

    /// Returns the name of a field's column or key.
    package func columnName(_ field: RouteField) -> String { columnNames[field] ?? field.name }

    /// Returns the name of a field's column or key in an input: the old one if only that exists.
    package func columnName(_ field: RouteField, isThere: (String) -> Bool) -> String {
        let name = columnName(field)
        guard columnNames[field] == nil, let old = field.oldName, !isThere(name), isThere(old)
        else { return name }
        return old
    }

    /// Returns how to treat a route whose pattern exists.
    func rule(for route: ImportedRoute) -> DuplicateRule {
        duplicateRule ?? route.duplicateRule ?? .skip
    }

    /// Returns whether an existing route is skipped only by default, because neither the command
    /// nor the file says what to do.
    func isSkippedUnasked(_ route: ImportedRoute) -> Bool {
        duplicateRule == nil && route.duplicateRule == nil
    }
}

/// What an import tells its caller, and asks it.
package struct ImportContext {
    /// Called with the format of the input, before anything else is read.
    let began: (RouteFileFormat) -> Void
    /// Throws to stop the import.
    let check: () throws -> Void

    package init(began: @escaping (RouteFileFormat) -> Void, check: @escaping () throws -> Void) {
        self.began = began
        self.check = check
    }
}

/// Imports the routes of one input into a registry, inside one edit.
///
/// Problems are collected up to a limit, so that the user can fix them together. If there are any,
/// the import throws at the end and the edit is rolled back.
package struct RouteImporter {
    let name: String
    let options: ImportOptions
    let editor: RegistryEditor
    private let context: ImportContext
    package var summary = ImportSummary()
    /// The state for making a part of the registry equal to the input.
    package var exact: ExactImport?
    private var problems: [InputProblem] = []
    /// The namespaces that are known to exist or were added.
    private var namespaces: Set<String> = []

    package init(
        name: String, options: ImportOptions, editor: RegistryEditor,
        context: ImportContext
    ) {
        self.name = name
        self.options = options
        self.editor = editor
        self.context = context
        exact = options.exactPart.map { ExactImport(part: $0) }
    }

    /// Imports the input.
    ///
    /// - Throws: ``ImportFailure`` if the input is invalid; `RouteDBError` from the storage.
    package mutating func run(_ source: any ByteSource) throws {
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
        context.began(format)
        switch format {
        case .ndjson: try readLines(&reader)
        case .csv, .tsv: try readRecords(reader, format)
        case .json: try readDocument(&reader)
        }
        if format != .json, exact != nil { try setRoutes(count: 0) }
    }

    // MARK: Outcomes

    /// Adds a route; a problem is reported at the place of the field that caused it.
    ///
    /// - Returns: The outcome; `nil` if there was a problem, or if the route is only collected.
    @discardableResult
    mutating func add(
        _ route: ImportedRoute, place: @escaping (RouteField?) -> InputPlace
    ) throws -> EditOutcome<RouteID>? {
        try context.check()
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

    /// Collects an error of a route that the edit rejected.
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

    /// Collects a problem, and stops if it is fatal or the limit is reached.
    mutating func report(_ problem: InputProblem) throws(ImportFailure) {
        problems.append(problem)
        let isEnough = problems.count >= options.problemLimit
        if problem.isFatal || isEnough { throw failure(isCutShort: true) }
    }

    /// Collects an error of an item that the edit rejected; errors of the storage are rethrown.
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
            // Throws if the namespace does not exist.
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
