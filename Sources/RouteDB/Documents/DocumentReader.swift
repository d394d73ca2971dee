public import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage

extension RegistryDocument {
    /// Reads a document from the bytes of a file.
    ///
    /// It may have 512 MiB, and a line of NDJSON, or a record of CSV, 1 MiB.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, as UTF-8.
    ///   - format: The format, or `nil` to tell it from the name's extension, else from the bytes.
    ///   - name: The name of the document in error messages, such as the name of its file.
    /// - Throws: ``RouteDBError``, usually with `invalidInput`, `invalidPlan` or `invalidRule`,
    ///   whose ``RouteDBError/underlying`` error is a ``Failure`` with all problems. Patterns are
    ///   read, and rules that depend on the registry are checked, when the document is applied.
    /// - Complexity: O(*n*) in the number of bytes.
    public init(
        parsing bytes: [UInt8], format: Format? = nil, named name: String = "document"
    ) throws(RouteDBError) {
        try self.init(
            checking: MemorySource(bytes), named: name, options: DocumentOptions(format: format))
    }

    /// Reads a document from a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which is its name in error messages.
    ///   - format: The format, or `nil` to tell it from the extension, else from the contents.
    /// - Throws: ``RouteDBError`` with `inputUnreadable`, or as for
    ///   ``init(parsing:format:named:)``.
    /// - Complexity: O(*n*) in the number of bytes.
    public init(contentsOf path: String, format: Format? = nil) throws(RouteDBError) {
        try self.init(
            checking: try FileSource(path), named: path, options: DocumentOptions(format: format))
    }

    /// Reads a document, and throws if there is anything wrong with it.
    private init(
        checking source: any ByteSource, named name: String, options: DocumentOptions
    ) throws(RouteDBError) {
        do {
            try self.init(reading: source, named: name, options: options)
        } catch {
            throw RouteDBError(error)
        }
        var problems = InputProblems()
        for problem in self.problems { problems.add(problem) }
        guard !problems.list.isEmpty else { return }
        throw RouteDBError(
            Failure(
                name: name, problems: problems.list,
                isCutShort: end?.isFatal ?? false || problems.isFull))
    }

    /// Reads a document from a source.
    ///
    /// Problems of items are kept in their places, so that they are reported in order, together
    /// with those that are found when the document is applied.
    package init(
        reading source: any ByteSource, named name: String, options: DocumentOptions,
        isStopped: @escaping () -> Bool = { false }
    ) throws(Failure) {
        var reader = DocumentReader(RegistryDocument(name: name), options, isStopped: isStopped)
        do throws(InputProblem) {
            try reader.read(source)
        } catch {
            guard reader.document.format != nil else {
                throw Failure(name: name, problems: [error], isCutShort: error.isFatal)
            }
            reader.document.end = error
        }
        self = reader.document
    }

    /// The problems of the document by itself.
    private var problems: [InputProblem] {
        func found<Content>(_ entries: [Entry<Content>]?) -> [InputProblem] {
            (entries ?? []).compactMap {
                if case .problem(let problem) = $0 { problem } else { nil }
            }
        }
        return found(namespaces) + found(converters) + found(routes) + found(defaults)
            + found(rules) + found(suppressions) + found(cases) + found(apps)
            + (end.map { [$0] } ?? [])
    }
}

/// Reads the items of a document.
///
/// A problem of one item takes the place of the item. Reading stops at a problem behind which
/// nothing can be read, and after as many causes as are reported together.
struct DocumentReader {
    var document: RegistryDocument
    let options: DocumentOptions
    private let isStopped: () -> Bool
    private var problems = InputProblems()

    init(
        _ document: RegistryDocument, _ options: DocumentOptions, isStopped: @escaping () -> Bool
    ) {
        self.document = document
        self.options = options
        self.isStopped = isStopped
    }

    mutating func read(_ source: any ByteSource) throws(InputProblem) {
        var reader = ByteReader(source, limit: options.sizeLimit)
        try reader.skipByteOrderMark()
        let format: RegistryDocument.Format
        if let known = options.format ?? RegistryDocument.Format(path: document.name) {
            format = known
        } else {
            format = try .detect(&reader, lineLimit: options.lineLimit)
        }
        document.format = format
        switch format {
        case .ndjson: try readLines(&reader)
        case .csv, .tsv: try readRecords(reader, format)
        case .json: try readJSON(try reader.rest())
        }
    }

    /// Returns the next item, or the problem with it; `nil` at the end.
    mutating func entry<Content>(
        _ next: (inout DocumentReader) throws(InputProblem) -> RegistryDocument.Entry<Content>?
    ) throws(InputProblem) -> RegistryDocument.Entry<Content>? {
        guard !problems.isFull else { return nil }
        if isStopped() { throw InputProblem(.interrupted) }
        do {
            return try next(&self)
        } catch {
            if error.isFatal { throw error }
            problems.add(error)
            return .problem(error)
        }
    }

    // MARK: Lines

    /// Reads one JSON object per line; blank lines are skipped.
    private mutating func readLines(_ reader: inout ByteReader) throws(InputProblem) {
        document.routes = []
        var line: [UInt8] = []
        var number = 0
        while let entry = try entry({
            (own) throws(InputProblem) -> RegistryDocument.Entry<ImportedRoute>? in
            repeat {
                number = reader.place.line
                let isThere = try reader.nextLine(into: &line, limit: own.options.lineLimit)
                guard isThere else { return nil }
            } while line.allSatisfy { $0 == 0x20 || $0 == 0x09 }
            let text = try JSONText(line, firstLine: number)
            return try own.route(JSONReader(text.value, of: text))
        }) {
            document.routes?.append(contentsOf: entry.byKind)
        }
    }

    /// Reads a route, and notes the keys that are not a field.
    mutating func route(
        _ members: JSONReader<JSONText>
    ) throws(InputProblem) -> RegistryDocument.Entry<ImportedRoute> {
        let parser = JSONRouteParser(options: options)
        let ignored = parser.ignoredKeys(members)
        document.ignored.add(ignored)
        for key in ignored {
            guard case .string(let value)? = members.value(key) else { continue }
            document.ignored.note(value, of: key)
        }
        let names = options.columnNames
        let origin = members.origin
        return .item(
            try parser.route(members),
            RegistryDocument.Origin { key in
                origin.place(
                    key.map { key in RouteField(named: key).flatMap { names[$0] } ?? key })
            })
    }

    // MARK: Records

    /// Reads the records of delimited text.
    private mutating func readRecords(
        _ input: ByteReader, _ format: RegistryDocument.Format
    ) throws(InputProblem) {
        document.routes = []
        var input = input
        let delimiter = try format.delimiter(&input, lineLimit: options.lineLimit)
        var reader = DelimitedReader(input, delimiter: delimiter, limit: options.lineLimit)
        var record = DelimitedRecord()
        let columns = try columns(&reader, &record)
        document.ignored.add(columns.ignored)
        let parser = DelimitedRouteParser(columns: columns, options: options)
        while let entry = try entry({
            (own) throws(InputProblem) -> RegistryDocument.Entry<ImportedRoute>? in
            guard try reader.next(into: &record) else { return nil }
            let route = try parser.route(record)
            for index in columns.ignoredIndexes {
                own.document.ignored.note(try record.text(index), of: columns.names[index])
            }
            let origin = RegistryDocument.Origin { [record] key in
                parser.place(of: key.flatMap(RouteField.init(named:)), in: record)
            }
            return .item(route, origin)
        }) {
            document.routes?.append(contentsOf: entry.byKind)
        }
    }

    private func columns(
        _ reader: inout DelimitedReader, _ record: inout DelimitedRecord
    ) throws(InputProblem) -> ImportColumns {
        if let header = options.headerlessColumns {
            return try ImportColumns(header: header, options: options) { _ in nil }
        }
        guard try reader.next(into: &record) else {
            throw InputProblem(
                at: InputPlace(), "The input is empty: there is no header.",
                hint: "Begin it with a line of column names, such as pattern,target,name.",
                isFatal: true)
        }
        var header: [String] = []
        for index in 0..<record.count { header.append(try record.text(index)) }
        return try ImportColumns(header: header, options: options) { [record] index in
            record.place(ofField: index)
        }
    }
}
