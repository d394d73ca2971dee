import RouteDBRouting

extension LogLineParser {
    /// Parses a line that is a JSON object.
    mutating func parseObject(
        _ line: RawSpan, into record: inout LogRecord
    ) throws(LogReject) {
        let object = try Self.object(line)
        var fields = LogFields()
        keyCount = 0
        add(object, to: &fields)
        if format == .caddy {
            guard case .object(let request)? = object["request"] else {
                throw LogReject(.noRequest, at: 0)
            }
            add(request, to: &fields)
            if case .object(let headers)? = request["headers"] {
                add(headers, to: &fields, only: [.referrer, .userAgent])
            }
            let scheme = request["tls"] == nil ? "http" : "https"
            fields.set(.scheme, keep(scheme.utf8))
        }
        try read(fields, line, into: &record)
    }

    private static func object(_ line: RawSpan) throws(LogReject) -> JSONObject {
        let start = start(of: line)
        let text = line.extracting(start..<line.byteCount)
        let result = unsafe text.withUnsafeBytes { bytes -> Result<JSONValue, JSONError> in
            do throws(JSONError) {
                return .success(try JSONValue(parsing: bytes))
            } catch {
                return .failure(error)
            }
        }
        switch result {
        case .success(.object(let object)): return object
        case .success: throw LogReject(.notJSON, at: 0)
        case .failure(let error):
            throw LogReject(.notJSON, at: start + error.offset, detail: error.message)
        }
    }

    /// Adds the members whose keys are known; of an array, such as a header's values, the first
    /// element.
    private mutating func add(
        _ object: JSONObject, to fields: inout LogFields, only columns: [LogColumn]? = nil
    ) {
        for member in object.members {
            guard let column = column(of: member.key), columns?.contains(column) != false else {
                continue
            }
            var value = member.value
            if case .array(let elements) = value { value = elements.first ?? .null }
            switch value {
            case .string("-"), .null, .bool, .array, .object: break
            case .string(let text): fields.set(column, keep(text.utf8))
            case .int(let number): fields.set(column, keep(String(number).utf8))
            case .double(let number): fields.set(column, keep(String(number).utf8))
            }
        }
    }

    /// Returns the meaning of a key.
    ///
    /// Most lines of a log have the same keys in the same order, so each key is first compared with
    /// the one at the same position in earlier lines, which is cheaper than a lookup.
    private mutating func column(of key: String) -> LogColumn? {
        defer { keyCount += 1 }
        if keyCount < keys.count, keys[keyCount].key == key { return keys[keyCount].column }
        let column = LogColumn(name: key.utf8)
        if keyCount < keys.count {
            keys[keyCount] = (key, column)
        } else {
            keys.append((key, column))
        }
        return column
    }
}
