public import RouteDBDatabase
public import RouteDBRouting
import RouteDBStorage

/// The changes that applying a document, or taking back a revision, makes.
public struct RegistryPlan: Sendable {
    /// The contents of the registry before.
    public let before: RegistrySnapshot
    /// The contents of the registry afterwards.
    public let after: RegistrySnapshot
    /// The items that are added, changed and removed.
    public let diff: RegistryDiff
    /// The routes that are removed.
    public let removed: [Route]
    /// The routes that are disabled.
    public let disabled: [Route]
    /// Where requests may pass that access rules refused before: namespaces, groups and routes.
    ///
    /// Ask people before you commit to it. It is never empty if access gets wider at a route that
    /// stays. Rules are compared one by one, so a rule that is replaced by several, or by one in other
    /// words, counts as removed.
    public var widened: [RouteScope] {
        widenings.enumerated().compactMap { index, widening in
            widenings[..<index].contains { $0.scope == widening.scope } ? nil : widening.scope
        }
    }
    /// The changes that may let requests pass that access rules refused before.
    package let widenings: [Widening]
    /// The columns or keys of the document that mean nothing; at most 20.
    public let ignored: [String]
    /// The number of routes that the document has outside the part.
    public let otherRoutes: Int
    /// True if the document lists the routes in another order than the registry, which keeps its
    /// own.
    public let isReordered: Bool

    /// True if the registry already is as the document describes.
    public var isEmpty: Bool { diff.isEmpty }

    init(_ edit: DocumentEdit?, from before: RegistrySnapshot, to after: RegistrySnapshot) {
        self.before = before
        self.after = after
        diff = RegistryDiff(from: before, to: after)
        let left = RouteIndex(after.routes)
        removed = before.routes.filter { left[$0.id] == nil }
        disabled = before.routes.filter { $0.isEnabled && left[$0.id]?.isEnabled == false }
        widenings = AccessComparison(from: before, to: after).widenings
        ignored = edit?.document.ignored.names ?? []
        otherRoutes = edit?.exact?.otherRoutes ?? 0
        isReordered = edit?.exact?.isReordered ?? false
    }
}

extension RouteRegistry {
    /// Creates a registry in memory with the contents of a document, while the calling thread waits.
    ///
    /// The registry is gone when it is closed. Use it in tests and previews, and in apps whose routes
    /// are all in code:
    ///
    /// ```swift
    /// let routes = [RouteDraft(pattern: "myapp://user/{id:int}", target: "user.profile")]
    /// let registry = try RouteRegistry(
    ///     inMemory: RegistryDocument(named: "the app's routes", routes: routes))
    /// ```
    ///
    /// It can be edited as any other. Hits are recorded only if ``HitRecorder/Options/history`` says
    /// where; ``RegistryOptions/access`` means nothing here.
    ///
    /// - Parameters:
    ///   - document: What the registry has from the beginning, besides the namespace `default`.
    ///   - createsNamespaces: Whether namespaces that routes name and nobody describes are added,
    ///     without bindings.
    ///   - options: Who edits the registry, how it records, and the functions of its converters.
    /// - Throws: ``RouteDBError`` for a document that breaks a rule, as
    ///   ``apply(_:to:message:author:source:expecting:dryRun:createsNamespaces:approving:)`` does.
    /// - Complexity: O(*n* log *n*) in the size of the document.
    public convenience init(
        inMemory document: RegistryDocument? = nil, createsNamespaces: Bool = false,
        options: RegistryOptions = RegistryOptions()
    ) throws(RouteDBError) {
        let core = RegistryCore(path: nil, options: options)
        try core.openWaiting { core in
            guard let document else { return }
            let edit = DocumentEdit.Options(createsNamespaces: createsNamespaces)
            let commit = CommitInfo(
                author: options.author, message: "", source: "library", time: options.now())
            _ = try core.edit(commit, dryRun: false) { _ = try $0.run(document, edit) { false } }
        }
        self.init(core, path: RegistryStore.memoryPath, options: options)
    }

    /// Creates an empty registry in memory that reads patterns and URLs as another router does.
    ///
    /// ```swift
    /// let links = try LinkRouter(RouteRegistry(inMemory: .jlroutes))
    /// try links.handle("/user/:id") { print($0["id"] ?? "nobody") }
    /// links.open("myapp://user/42")
    /// ```
    ///
    /// - Parameters:
    ///   - profile: The profile of the namespace `default`.
    ///   - options: Who edits the registry, how it records, and the functions of its converters.
    /// - Throws: ``RouteDBError`` if memory runs out.
    public convenience init(
        inMemory profile: NamespaceProfile, options: RegistryOptions = RegistryOptions()
    ) throws(RouteDBError) {
        let namespace = NamespaceDraft(name: RouteNamespace.defaultName, profile: profile)
        try self.init(inMemory: RegistryDocument(namespaces: [namespace]), options: options)
    }

    /// Makes the registry, or a part of it, equal to a document, as one revision.
    ///
    /// Call it when your app starts, to bring its registry to the routes that the app was built
    /// with: if nothing differs, no revision is made.
    ///
    /// In the part, everything that the document does not have is removed, of the kinds that it
    /// lists. Without a namespace or group, the part consists of all namespaces that the document
    /// mentions; what is in other namespaces, or in other groups than the given one, is left alone.
    /// A route is identified by its name, else by its pattern, and keeps its id and its history.
    ///
    /// ```swift
    /// let document = try RegistryDocument(parsing: bytes, named: "routes.json")
    /// try await registry.apply(document, to: .init(group: "builtin"), author: "MyApp 2.1")
    /// ```
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - part: The part of the registry that the document describes.
    ///   - message: Why the edit is made.
    ///   - author: Who makes it, or `nil` for the author of the options.
    ///   - source: What makes it, such as the name of a tool.
    ///   - expected: The revision that must be the newest, or `nil` for any.
    ///   - dryRun: Whether to roll back all changes at the end.
    ///   - createsNamespaces: Whether namespaces that routes name and nobody describes are added,
    ///     without bindings.
    ///   - approve: Called with the changes before they are committed. If it throws, all of them
    ///     are rolled back, and the error is passed on.
    /// - Returns: The changes, and the revision that was made; `nil` if there were none.
    /// - Throws: Any error that `approve` throws; ``RouteDBError`` with `namespaceNotFound`,
    ///   `groupNotFound`, `revisionConflict`, `busy`, `full`, `readOnly`, `storageFailure`, `closed`, `interrupted`
    ///   if the task is cancelled, or, for a document that breaks a rule, the code of the first
    ///   problem; ``RouteDBError/underlying`` is then a ``RegistryDocument/Failure``.
    /// - Complexity: O(*n* log *n*) in the size of the registry and the document.
    @discardableResult
    public func apply(
        _ document: RegistryDocument, to part: RegistryDocument.Part = RegistryDocument.Part(),
        message: String = "", author: String? = nil, source: String = "library",
        expecting expected: Int64? = nil, dryRun: Bool = false, createsNamespaces: Bool = false,
        approving approve: @Sendable (RegistryPlan) throws -> Void = { _ in }
    ) async throws -> EditResult<RegistryPlan> {
        try await apply(
            document, to: part, message: message, author: author, source: source,
            expecting: expected, dryRun: dryRun, createsNamespaces: createsNamespaces,
            isStopped: { Task.isCancelled }, approving: approve)
    }

    /// Applies a document, unless it is stopped meanwhile.
    package func apply(
        _ document: RegistryDocument, to part: RegistryDocument.Part, message: String,
        author: String?,
        source: String, expecting expected: Int64?, dryRun: Bool, createsNamespaces: Bool,
        isStopped: @escaping @Sendable () -> Bool,
        approving approve: @Sendable (RegistryPlan) throws -> Void
    ) async throws -> EditResult<RegistryPlan> {
        let options = DocumentEdit.Options(createsNamespaces: createsNamespaces, exactPart: part)
        return try await edit(
            message, author: author, source: source, expecting: expected, dryRun: dryRun
        ) { editor in
            let (edit, before, after) = try editor.run(document, options, isStopped)
            // A misspelled namespace would select nothing.
            if let name = edit.exact?.part.namespace { _ = try after.namespace(named: name) }
            if let part = edit.exact?.part, !before.hasGroup(of: part) {
                try after.requireGroup(of: part)
            }
            let plan = RegistryPlan(edit, from: before, to: after)
            try approve(plan)
            return plan
        }
    }

    /// Returns what ``apply(_:to:message:author:source:expecting:dryRun:createsNamespaces:approving:)``
    /// would change, and changes nothing.
    ///
    /// The registry is locked for writing meanwhile, so it cannot be open for reading only. To plan
    /// without that, open it with ``RegistryOptions/Access-swift.enum/copying``.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - part: The part of the registry that the document describes.
    ///   - createsNamespaces: Whether namespaces that routes name and nobody describes are added.
    /// - Returns: The changes.
    /// - Throws: ``RouteDBError``, as applying does.
    public func plan(
        _ document: RegistryDocument, to part: RegistryDocument.Part = RegistryDocument.Part(),
        createsNamespaces: Bool = false
    ) async throws -> RegistryPlan {
        try await apply(document, to: part, dryRun: true, createsNamespaces: createsNamespaces)
            .value
    }

    /// Adds the items of a document to what the registry has, as one revision.
    package func add(
        _ document: RegistryDocument, _ options: DocumentEdit.Options, message: String = "",
        author: String? = nil, expecting expected: Int64? = nil, dryRun: Bool = false,
        isStopped: @escaping @Sendable () -> Bool
    ) async throws -> EditResult<DocumentEdit.Result> {
        try await edit(
            message, author: author, source: "import", expecting: expected, dryRun: dryRun
        ) { editor in
            let (edit, before, after) = try editor.run(document, options, isStopped)
            return DocumentEdit.Result(summary: edit.summary, before: before, after: after)
        }
    }

    /// Writes the registry, or a part of it, as a file that can be read as a ``RegistryDocument``.
    ///
    /// Only the format `json` has all there is to a registry; the others have only routes.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - part: The part to write.
    ///   - revision: The number of the revision, or `nil` for the newest.
    /// - Returns: The bytes of the file, as UTF-8.
    /// - Throws: ``RouteDBError`` with `namespaceNotFound`, `groupNotFound`, `revisionNotFound`,
    ///   `busy`, `corrupt`, `closed`.
    public func export(
        as format: RegistryDocument.Format = .json,
        _ part: RegistryDocument.Part = RegistryDocument.Part(),
        at revision: Int64? = nil
    ) async throws(RouteDBError) -> [UInt8] {
        var bytes: [UInt8] = []
        try await exporter(of: part, at: revision).write(format) { bytes += $0 }
        return bytes
    }

    /// Returns what writes a part of the registry.
    package func exporter(
        of part: RegistryDocument.Part, at revision: Int64? = nil
    ) async throws(RouteDBError) -> RouteExporter {
        let snapshot = try await snapshot(at: revision)
        return try RouteExporter(
            snapshot, syntaxes: try await syntaxes(at: snapshot.revision), part)
    }
}

extension RegistryEditor {
    /// Edits the registry as a document says, unless it is stopped meanwhile.
    func run(
        _ document: RegistryDocument, _ options: DocumentEdit.Options,
        _ isStopped: @escaping () -> Bool
    ) throws -> (edit: DocumentEdit, before: RegistrySnapshot, after: RegistrySnapshot) {
        let before = try snapshot()
        var edit = DocumentEdit(document, options, with: self, isStopped: isStopped)
        edit.exact?.present = Set(before.namespaces.map(\.name))
        do {
            try edit.run()
        } catch let failure as RegistryDocument.Failure {
            throw RouteDBError(failure)
        }
        return (edit, before, try snapshot())
    }
}
