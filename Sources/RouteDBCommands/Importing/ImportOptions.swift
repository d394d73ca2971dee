import RouteDB

/// How a file of routes is read, and what becomes of its routes.
struct ImportOptions: Sendable {
    /// The format; `nil`: as the name or the first bytes tell.
    var format: RouteFileFormat?
    /// The columns or keys that have other names than their fields.
    var columnNames: [RouteField: String] = [:]
    /// The columns of a delimited text that has no header.
    var headerlessColumns: [String]?
    /// What a route gets whose file does not say.
    var fixed: [RouteField: String] = [:]
    /// What to do with a pattern that is there; `nil`: what the route says, or else to skip it.
    var duplicateRule: DuplicateRule?
    /// Whether a namespace that is not there is added.
    var createsNamespaces = false
    /// The part of the registry that shall be just what the input says; `nil`: what is there stays.
    var exactPart: RouteSelection?
    /// The longest line, or record, in bytes.
    var lineLimit = InputLimits.routeLine
    /// The largest JSON document, in bytes.
    var documentLimit = InputLimits.document
    /// The largest file that a registry is compared with, in bytes.
    var appliedLimit = InputLimits.applied
    /// After how many problems reading ends.
    var problemLimit = 20

    /// The name of a field's column or key.
    func columnName(_ field: RouteField) -> String { columnNames[field] ?? field.rawValue }

    /// The name of a field's column or key in an input: the old one if only that is there.
    func columnName(_ field: RouteField, isThere: (String) -> Bool) -> String {
        let name = columnName(field)
        guard columnNames[field] == nil, let old = field.oldName, !isThere(name), isThere(old)
        else { return name }
        return old
    }

    /// What to do with a route whose pattern is there.
    func rule(for route: ImportedRoute) -> DuplicateRule {
        duplicateRule ?? route.duplicateRule ?? .skip
    }

    /// Whether a route that is skipped is so by default, since nothing says what to do with it.
    func isSkippedUnasked(_ route: ImportedRoute) -> Bool {
        duplicateRule == nil && route.duplicateRule == nil
    }
}
