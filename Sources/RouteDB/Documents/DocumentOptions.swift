import RouteDBRouting
package import RouteDBStorage

/// Options for reading a file of routes.
package struct DocumentOptions: Sendable {
    /// The largest document, in bytes.
    ///
    /// An export of 500,000 short links has 150 MB. What a document says is held in memory while it is
    /// applied, as are the registry's contents before and after.
    package static let sizeLimit = 536_870_912

    /// The format; `nil` to detect it from the name or contents.
    package var format: RegistryDocument.Format?
    /// The names of columns or keys that differ from those of their fields.
    package var columnNames: [RouteField: String] = [:]
    /// The columns of delimited text without a header.
    package var headerlessColumns: [String]?
    /// The values of fields that the file does not set.
    package var fixed: [RouteField: String] = [:]
    /// The largest document, in bytes.
    package var sizeLimit = Self.sizeLimit
    /// The longest line or record, in bytes.
    package var lineLimit = 1_048_576

    package init(
        format: RegistryDocument.Format? = nil, columnNames: [RouteField: String] = [:],
        headerlessColumns: [String]? = nil, fixed: [RouteField: String] = [:]
    ) {
        self.format = format
        self.columnNames = columnNames
        self.headerlessColumns = headerlessColumns
        self.fixed = fixed
    }

    /// Returns the name of a field's column or key.
    func columnName(_ field: RouteField) -> String { columnNames[field] ?? field.name }
}

/// The columns or keys of a document that are not a field.
package struct IgnoredFields: Sendable {
    /// Their names, in order; at most ``limit``.
    package private(set) var names: [String] = []
    /// The columns in order, each with what all of its values so far look like.
    private var columns: [(name: String, isMethod: Bool, isURL: Bool)] = []

    /// The largest number of names that are kept.
    package static let limit = 20

    mutating func add(_ names: [String]) {
        for name in names where self.names.count < Self.limit && !self.names.contains(name) {
            self.names.append(name)
        }
    }

    /// Records a value of an ignored column or key; empty values are left out.
    mutating func note(_ value: String, of column: String) {
        guard !value.isEmpty else { return }
        let (isMethod, isURL) = (RouteKind.areMethods(value), RouteRedirect.isURL(value))
        if let index = columns.firstIndex(where: { $0.name == column }) {
            columns[index].isMethod = columns[index].isMethod && isMethod
            columns[index].isURL = columns[index].isURL && isURL
        } else if columns.count < Self.limit {
            columns.append((column, isMethod, isURL))
        }
    }

    /// The first ignored column that has values, all of which are HTTP methods.
    package var methodColumn: String? { columns.first { $0.isMethod }?.name }

    /// The first ignored column that has values, all of which are URLs or paths.
    package var urlColumn: String? { columns.first { $0.isURL }?.name }
}

/// A route as a file describes it.
package struct ImportedRoute: Sendable {
    package var draft: RouteDraft
    /// How to treat an existing pattern, if the file says so.
    var duplicateRule: DuplicateRule?
    /// The name that the document's rules give the route, if its own name or pattern is ambiguous.
    var anchor: String?

    /// Sets a field of the draft; a rule that the value breaks is a problem at the value's place.
    mutating func set(
        _ field: RouteField, to value: JSONValue, place: () -> InputPlace?
    ) throws(InputProblem) {
        do {
            try field.set(&draft, to: value)
        } catch {
            throw InputProblem(error, at: place(), hint: error.hint)
        }
    }
}
