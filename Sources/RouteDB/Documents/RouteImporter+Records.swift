import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage

extension RouteImporter {
    /// Imports one JSON object per line; blank lines are skipped.
    mutating func readLines(_ reader: inout ByteReader) throws {
        let parser = JSONRouteParser(options: options)
        var line: [UInt8] = []
        while true {
            let place = reader.place
            guard try reader.nextLine(into: &line, limit: options.lineLimit) else { return }
            guard line.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { continue }
            do {
                let text = try JSONText(line, firstLine: place.line)
                let members = try JSONMembers(text.value, at: [], of: text)
                noteIgnored(parser.ignoredKeys(members), of: members)
                let route = try parser.route(members)
                try add(route) { parser.place(of: $0, in: members) }
            } catch let problem as InputProblem {
                try report(problem)
            }
        }
    }

    /// Records the unknown keys of an object.
    mutating func noteIgnored(_ keys: [String], of members: JSONMembers) {
        summary.ignore(keys)
        for key in keys {
            guard case .string(let value)? = members.value(key) else { continue }
            summary.note(value, of: key)
        }
    }
}

extension RouteImporter {
    /// Imports the records of delimited text.
    mutating func readRecords(_ input: ByteReader, _ format: RouteFileFormat) throws {
        var input = input
        let delimiter = try format.delimiter(&input, lineLimit: options.lineLimit)
        var reader = DelimitedReader(input, delimiter: delimiter, limit: options.lineLimit)
        var record = DelimitedRecord()
        let columns = try columns(&reader, &record)
        summary.ignore(columns.ignored)
        let parser = DelimitedRouteParser(columns: columns, options: options)
        while true {
            do {
                guard try reader.next(into: &record) else { return }
                let route = try parser.route(record)
                for index in columns.ignoredIndexes {
                    summary.note(try record.text(index), of: columns.names[index])
                }
                try add(route) { [record] in parser.place(of: $0, in: record) }
            } catch let problem as InputProblem {
                try report(problem)
            }
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
