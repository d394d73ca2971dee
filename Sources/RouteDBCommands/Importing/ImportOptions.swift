import RouteDB

/// Options for reading a file of routes and importing its routes.
struct ImportOptions: Sendable {
    /// The format; `nil` to detect it from the name or contents.
    var format: RouteFileFormat?
    /// The names of columns or keys that differ from those of their fields.
    var columnNames: [RouteField: String] = [:]
    /// The columns of delimited text without a header.
    var headerlessColumns: [String]?
    /// The values of fields that the file does not set.
    var fixed: [RouteField: String] = [:]
    /// How to treat an existing pattern; `nil` for what the route says, or else to skip it.
    var duplicateRule: DuplicateRule?
    /// Whether missing namespaces are added.
    var createsNamespaces = false
    /// The part of the registry to make equal to the input; `nil` to leave existing items alone.
    var exactPart: RouteSelection?
    /// The longest line or record, in bytes.
    var lineLimit = InputLimits.routeLine
    /// The largest JSON document, in bytes.
    var documentLimit = InputLimits.document
    /// The largest file that a registry is compared with, in bytes.
    var appliedLimit = InputLimits.applied
    /// The number of problems after which reading stops.
    var problemLimit = 20

    /// Returns the name of a field's column or key.
    func columnName(_ field: RouteField) -> String { columnNames[field] ?? field.rawValue }

    /// Returns the name of a field's column or key in an input: the old one if only that exists.
    func columnName(_ field: RouteField, isThere: (String) -> Bool) -> String {
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
