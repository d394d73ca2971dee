import RouteDBDatabase
import RouteDBRouting
package import RouteDBStorage

/// Brings the items of a document into a registry, inside one edit: adds them to what is there, or
/// makes a part of the registry equal to them.
///
/// Problems are collected, one for each cause up to a limit, so that the user can fix them together. If
/// there are any, it throws at the end and the edit is rolled back.
package struct DocumentEdit {
    /// The treatment of what the registry has already.
    package struct Options: Sendable {
        /// How to treat an existing pattern; `nil` for what the route says, or else to skip it.
        package var duplicateRule: DuplicateRule?
        /// True if missing namespaces are added.
        package var createsNamespaces: Bool
        /// The part of the registry to make equal to the document; `nil` to leave existing items
        /// alone.
        package var exactPart: RegistryDocument.Part?
        /// True if a document of the whole registry that lists namespaces has all of them, so that
        /// others are removed.
        package var isComplete: Bool
        /// The namespaces that count as mentioned besides those of the document.
        package var mentioned: Set<String>

        package init(
            duplicateRule: DuplicateRule? = nil, createsNamespaces: Bool = false,
            exactPart: RegistryDocument.Part? = nil, isComplete: Bool = false,
            mentioned: Set<String> = []
        ) {
            self.duplicateRule = duplicateRule
            self.createsNamespaces = createsNamespaces
            self.exactPart = exactPart
            (self.isComplete, self.mentioned) = (isComplete, mentioned)
        }
    }

    /// The result of adding the items of a document.
    package struct Result: Sendable {
        /// How many items were added, by kind.
        package let summary: ImportSummary
        /// The contents of the registry before.
        package let before: RegistrySnapshot
        /// The contents of the registry afterwards.
        package let after: RegistrySnapshot
    }

    let document: RegistryDocument
    let options: Options
    let editor: RegistryEditor
    private let isStopped: () -> Bool
    package var summary = ImportSummary()
    /// The state for making a part of the registry equal to the document.
    var exact: ExactImport?
    private var problems = InputProblems()
    /// The namespaces that are known to exist or were added.
    private var namespaces: Set<String> = []

    /// Creates an edit.
    package init(
        _ document: RegistryDocument, _ options: Options, with editor: RegistryEditor,
        isStopped: @escaping () -> Bool
    ) {
        self.document = document
        self.options = options
        self.editor = editor
        self.isStopped = isStopped
        exact = options.exactPart.map { ExactImport(part: $0) }
    }

    /// Edits the registry.
    package mutating func run() throws {
        do {
            try edit()
        } catch let problem as InputProblem {
            try report(problem)
        }
        if !problems.list.isEmpty { throw failure(isCutShort: false) }
    }

    private mutating func edit() throws {
        if exact != nil { try beginExactly() }
        try addNamespaces(document.namespaces ?? [])
        // Converters come before the routes that use them as types.
        try forEach(document.converters) { try $0.addConverter($1, $2) }
        let outcomes = try addRoutes(document.routes)
        // Only rules and suppressions name routes.
        let isAsked = !(document.rules ?? []).isEmpty || !(document.suppressions ?? []).isEmpty
        let routes = MentionedRoutes(isAsked ? document.routes : nil, outcomes)
        try forEach(document.defaults) { try $0.setDefaults($1, $2) }
        try addRules(about: routes)
        try forEach(document.suppressions) { try $0.addSuppression($1, $2, about: routes) }
        try forEach(document.cases) { try $0.addCase($1, $2) }
        try forEach(document.apps) { try $0.addApp($1, $2) }
        if let end = document.end { throw end }
        if exact != nil { try prune() }
    }

    /// Edits the registry for each item of a kind.
    mutating func forEach<Content>(
        _ entries: [RegistryDocument.Entry<Content>]?,
        _ body: (inout DocumentEdit, Content, RegistryDocument.Origin) throws -> Void
    ) throws {
        for entry in entries ?? [] { try visit(entry, body) }
    }

    /// Edits the registry for an item, and reports its problem.
    private mutating func visit<Content>(
        _ entry: RegistryDocument.Entry<Content>,
        _ body: (inout DocumentEdit, Content, RegistryDocument.Origin) throws -> Void
    ) throws {
        if isStopped() { throw RouteDBError(.interrupted, "Interrupted.") }
        switch entry {
        case .problem(let problem): try report(problem)
        case .item(let content, let origin):
            do {
                try body(&self, content, origin)
            } catch let problem as InputProblem {
                try report(problem)
            }
        }
    }

    // MARK: Routes

    /// Adds routes, or makes the routes of the part equal to them.
    private mutating func addRoutes(
        _ entries: [RegistryDocument.Entry<ImportedRoute>]?
    ) throws -> [EditOutcome<RouteID>?] {
        guard let entries else { return [] }
        var outcomes = [EditOutcome<RouteID>?](repeating: nil, count: entries.count)
        for (index, entry) in entries.enumerated() {
            try visit(entry) { edit, route, origin in
                if edit.exact == nil {
                    outcomes[index] = try edit.add(route, origin)
                } else {
                    edit.exact?.collect(route, origin, at: index)
                }
            }
        }
        if exact != nil, document.end == nil { outcomes = try setRoutes(count: entries.count) }
        return outcomes
    }

    /// Adds a route; a problem is reported at the place of the field that caused it.
    private mutating func add(
        _ route: ImportedRoute, _ origin: RegistryDocument.Origin
    ) throws -> EditOutcome<RouteID>? {
        do {
            if options.createsNamespaces { try addNamespace(route.draft.namespace) }
            summary.hasKinds = summary.hasKinds || route.draft.kind != nil
            let asked = options.duplicateRule ?? route.duplicateRule
            let outcome = try editor.add(route.draft, onDuplicate: asked ?? .skip)
            summary.routes.count(outcome)
            if case .skipped = outcome {
                summary.firstSkipped =
                    summary.firstSkipped ?? origin.place(RouteField.pattern.name)
                if asked == nil { summary.conflicts += 1 }
            }
            return outcome
        } catch {
            try report(error, ofRouteAt: origin)
            return nil
        }
    }

    mutating func addNamespace(_ name: String) throws(RouteDBError) {
        guard !namespaces.contains(name) else { return }
        if try !editor.hasNamespace(name) {
            try editor.addNamespace(NamespaceDraft(name: name))
            summary.namespaces.added += 1
        }
        namespaces.insert(name)
    }

    // MARK: Problems

    /// Collects an error of a route that the edit rejected.
    mutating func report(
        _ error: RouteDBError, ofRouteAt origin: RegistryDocument.Origin
    ) throws {
        let field: RouteField? =
            switch error.code {
            case .invalidPattern: .pattern
            case .invalidPlan: .plan
            case .namespaceNotFound: .namespace
            default: nil
            }
        try report(error, field?.name, of: origin)
    }

    /// Collects an error of an item that the edit rejected; errors of the storage are rethrown.
    mutating func report(
        _ error: RouteDBError, _ key: String? = nil, of origin: RegistryDocument.Origin
    ) throws {
        let isOfInput: Set<RouteDBError.Code> = [
            .invalidPattern, .invalidValue, .invalidPlan, .routeConflict, .namespaceNotFound,
            .namespaceConflict, .fallbackCycle, .invalidRule, .routeNotFound, .nameAmbiguous,
            .invalidCase, .caseConflict, .converterInUse,
        ]
        guard isOfInput.contains(error.code) else { throw error }
        var problem = InputProblem(
            error, at: origin.place(key), item: origin.label, hint: error.hint)
        if error.code == .namespaceNotFound { problem.remedy = .addNamespace }
        try report(problem)
    }

    /// Collects a problem, and stops if it is fatal or the limit is reached.
    mutating func report(_ problem: InputProblem) throws(RegistryDocument.Failure) {
        problems.add(problem)
        if problem.isFatal || problems.isFull { throw failure(isCutShort: true) }
    }

    private func failure(isCutShort: Bool) -> RegistryDocument.Failure {
        RegistryDocument.Failure(
            name: document.name, problems: problems.list, isCutShort: isCutShort)
    }
}
