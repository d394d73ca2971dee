import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage

/// The columns of delimited text and the route fields that they contain.
struct ImportColumns {
    /// The number of columns.
    let count: Int
    /// The index of each field's column.
    let indexes: [RouteField: Int]
    /// The names of the columns.
    let names: [String]
    /// The indexes of the columns that are not a field.
    let ignoredIndexes: [Int]
    /// The names of the columns that are not a field.
    var ignored: [String] { ignoredIndexes.map { names[$0] } }

    /// Finds the fields in a header.
    init(
        header: [String], options: DocumentOptions, place: (Int) -> InputPlace?
    ) throws(InputProblem) {
        var indexes: [RouteField: Int] = [:]
        for field in RouteField.columns where Self.isField(field, options, header) {
            let name = options.columnName(field)
            let found = header.indices.filter { header[$0] == name }
            if found.count > 1 {
                throw InputProblem(
                    at: place(found[1]), "Two columns have the name '\(name)'.",
                    hint: "Rename one of them.", isFatal: true)
            }
            indexes[field] = found.first
            guard found.isEmpty, Self.isRequired(field, options, header) else { continue }
            throw Self.missing(field, header: header, options: options, at: place(0))
        }
        self.indexes = indexes
        count = header.count
        let used = Set(indexes.values)
        names = header
        ignoredIndexes = header.indices.filter { !used.contains($0) }
    }

    /// Returns whether a column with the name of a field has it: a status is that of a redirect only beside
    /// one, unless the user named its column.
    private static func isField(
        _ field: RouteField, _ options: DocumentOptions, _ header: [String]
    ) -> Bool {
        field != .status || options.columnNames[.status] != nil
            || header.contains(options.columnName(.redirect))
    }

    /// Returns whether a column is required: by all routes, or because the user named it.
    private static func isRequired(
        _ field: RouteField, _ options: DocumentOptions, _ header: [String]
    ) -> Bool {
        if options.columnNames[field] != nil { return true }
        // A redirect needs no target.
        if field == .target,
            header.contains(options.columnName(.redirect)) || options.columnNames[.status] != nil
        {
            return false
        }
        return (field == .pattern || field == .target) && options.fixed[field] == nil
    }

    private static func missing(
        _ field: RouteField, header: [String], options: DocumentOptions, at place: InputPlace?
    ) -> InputProblem {
        let name = options.columnName(field)
        let known = header.map { "'\($0)'" }.joined(separator: ", ")
        let nearest = NameSuggestion.nearest(to: name, among: header)
        return InputProblem(
            at: place, "There is no column '\(name)'; the columns are \(known).",
            hint: nearest.map(NameSuggestion.question)
                ?? "Begin the file with a line of column names, such as pattern,target,name.",
            remedy: .nameColumn(
                field.name, nearest: nearest, hasHeader: options.headerlessColumns == nil),
            isFatal: true)
    }
}
