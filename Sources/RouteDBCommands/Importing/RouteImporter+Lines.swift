import RouteDB

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
