import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

/// The part of a registry in which an edit may remove routes.
package struct RegistryPart: Hashable, Sendable {
    /// The names of the namespaces; unknown ones are ignored.
    package var namespaces: Set<String>
    /// The group, or `nil` for all routes of the namespaces.
    package var group: String?

    package init(namespaces: Set<String>, group: String? = nil) {
        self.namespaces = namespaces
        self.group = group
    }
}

/// Edits a registry within one revision; valid only inside the closure that receives it.
///
/// Each edit is checked before it writes anything, so an edit that throws has no effect, and the
/// closure may continue after it. The first actual change creates the revision; if nothing changes,
/// no revision is created. If the closure throws, all of its edits are rolled back. After a disk or
/// database error, every further edit throws the same error, and so does the whole write.
///
/// An editor is confined to the thread that runs the closure.
public final class RegistryEditor {
    let database: Database
    let routes: RouteRecords
    let namespaces: NamespaceRecords
    let defaults: DefaultRecords
    let converters: ConverterRecords
    let accessRules: AccessRuleRecords
    let suppressions: SuppressionRecords
    let caseRecords: CaseRecords
    private let commit: CommitInfo
    /// The revision before the edits.
    package let base: Int64
    /// The revision of the edits, once there is a change.
    private(set) var revision: Int64?
    /// The error that broke the write.
    private(set) var failure: RouteDBError?
    private var isClosed = false
    private var namespacesByName: [String: RouteNamespace]?
    private var knownConverters: [ParameterConverter]?
    private var converterNames: [NamespaceID: Set<String>] = [:]
    private var nextRouteID: Int64?
    private var nextRuleID: Int64?
    private var nextCaseID: Int64?

    init(database: Database, commit: CommitInfo, base: Int64) {
        self.database = database
        self.commit = commit
        self.base = base
        routes = RouteRecords(database: database)
        namespaces = NamespaceRecords(database: database)
        defaults = DefaultRecords(database: database)
        converters = ConverterRecords(database: database)
        accessRules = AccessRuleRecords(database: database)
        suppressions = SuppressionRecords(database: database)
        caseRecords = CaseRecords(database: database)
    }

    /// Invalidates the editor.
    func close() { isClosed = true }

    /// Runs one edit.
    func perform<Result>(
        _ edit: () throws(RouteDBError) -> Result
    ) throws(RouteDBError) -> Result {
        guard !isClosed else {
            throw RouteDBError(
                .closed, "The editor was used after its transaction ended.",
                hint: "Use it only inside the closure that receives it.")
        }
        if let failure { throw failure }
        do {
            return try edit()
        } catch {
            if error.underlying is SQLiteError { failure = error }
            throw error
        }
    }

    /// The number of the revision, which is created on the first call.
    func makeRevision() throws(RouteDBError) -> Int64 {
        if let revision { return revision }
        let number = try next(base)
        try RevisionRecords(database: database).insert(number: number, commit)
        revision = number
        return number
    }

    /// A new route id, never used before.
    func makeRouteID() throws(RouteDBError) -> RouteID {
        let number = if let nextRouteID { nextRouteID } else { try routes.nextID() }
        nextRouteID = try next(number)
        return RouteID(rawValue: number)
    }

    /// A new access rule id, never used before.
    func makeRuleID() throws(RouteDBError) -> RuleID {
        let number = if let nextRuleID { nextRuleID } else { try accessRules.nextID() }
        nextRuleID = try next(number)
        return RuleID(rawValue: number)
    }

    /// A new test case id, never used before.
    func makeCaseID() throws(RouteDBError) -> CaseID {
        let number = if let nextCaseID { nextCaseID } else { try caseRecords.nextID() }
        nextCaseID = try next(number)
        return CaseID(rawValue: number)
    }

    /// The next number; only in a damaged file is there none left.
    private func next(_ number: Int64) throws(RouteDBError) -> Int64 {
        if number < .max { return number + 1 }
        throw database.corrupt("there are no ids left after \(number)")
    }

    /// The live namespaces by name.
    func liveNamespaces() throws(RouteDBError) -> [String: RouteNamespace] {
        if let namespacesByName { return namespacesByName }
        var byName: [String: RouteNamespace] = [:]
        for namespace in try namespaces.all(at: nil) { byName[namespace.name] = namespace }
        namespacesByName = byName
        return byName
    }

    /// Discards the cached namespaces, after a change to them.
    func forgetNamespaces() { namespacesByName = nil }

    /// The live converters, by namespace and name.
    func liveConverters() throws(RouteDBError) -> [ParameterConverter] {
        if let knownConverters { return knownConverters }
        let converters = try converters.all(at: nil)
        knownConverters = converters
        return converters
    }

    /// The names of a namespace's live converters.
    func converterNames(of namespace: NamespaceID) throws(RouteDBError) -> Set<String> {
        if let names = converterNames[namespace] { return names }
        let names = Set(try liveConverters().filter { $0.namespace == namespace }.map(\.name))
        converterNames[namespace] = names
        return names
    }

    /// Discards the cached converters, after a change to them.
    func forgetConverters() {
        knownConverters = nil
        converterNames = [:]
    }

    /// The live namespace with a name.
    func namespace(named name: String) throws(RouteDBError) -> RouteNamespace {
        let known = try liveNamespaces()
        if let namespace = known[name] { return namespace }
        if let kind = try kind(named: name) {
            throw RouteDBError(noNamespace: name, among: [], kind: kind)
        }
        let nearest = NameSuggestion.nearest(to: name, among: known.keys.sorted())
        throw RouteDBError(
            .namespaceNotFound, "No namespace is named '\(name)' in '\(database.path)'.",
            hint: nearest.map { "Did you mean '\($0)'?" } ?? "Check the name, or add it first.")
    }
}
