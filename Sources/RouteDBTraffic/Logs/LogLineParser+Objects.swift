import RouteDBRouting

// Delimited text, as RFC 4180 describes CSV, except that a record may not span lines, so that every
// record has a line number.
//
// A field may be in double quotes; quotes inside it are doubled.
extension LogLineParser {
    /// Parses a line of delimited text.
    mutating func parseDelimited(
        _ line: RawSpan, _ header: DelimitedHeader, into record: inout LogRecord
    ) throws(LogReject) {
        fields.removeAll(keepingCapacity: true)
        var offset = 0
        while true {
            fields.append(try field(line, header.separator, &offset))
            guard offset < line.byteCount else { break }
            offset &+= 1
        }
        guard fields.count == header.columns.count else {
            throw LogReject(.fieldCount, at: line.byteCount)
        }
        for (column, text) in zip(header.columns, fields) {
            let isDash = withBytes(of: text, in: line) { $0.byteCount == 1 && $0.has("-", at: 0) }
            if let column, !isDash { found.set(column, text) }
        }
        try read(line, into: &record)
    }

    /// Consumes a field up to the next separator or the end.
    private mutating func field(
        _ line: RawSpan, _ separator: UInt8, _ offset: inout Int
    ) throws(LogReject) -> LogText {
        let quote = UInt8(ascii: "\"")
        let start = offset
        guard start < line.byteCount, line.byte(at: start) == quote else {
            offset = line.offset(of: separator, from: start)
            return LogText(start..<offset)
        }
        var isDoubled = false
        offset &+= 1
        while true {
            offset = line.offset(of: quote, from: offset)
            guard offset < line.byteCount else { throw LogReject(.unclosedQuote, at: start) }
            offset &+= 1
            if offset == line.byteCount || line.byte(at: offset) == separator { break }
            guard line.byte(at: offset) == quote else {
                throw LogReject(.notThisFormat, at: offset)
            }
            isDoubled = true
            offset &+= 1
        }
        let inside = start &+ 1..<offset &- 1
        guard isDoubled else { return LogText(inside) }
        let ownStart = own.count
        var position = inside.lowerBound
        while position < inside.upperBound {
            own.append(line.byte(at: position))
            position &+= line.byte(at: position) == quote ? 2 : 1
        }
        return LogText(ownStart..<own.count, isOwn: true)
    }
}

extension LogLineParser {
    /// Parses a line that is a JSON object.
    mutating func parseObject(
        _ line: RawSpan, into record: inout LogRecord
    ) throws(LogReject) {
        let object = try Self.object(line)
        keyCount = 0
        if case .fields(let known) = format {
            for path in known.paths {
                if let value = path.value(in: object) { set(path.column, value) }
            }
        }
        if format == .ndjson { try addContainers(of: object) }
        add(object)
        if format == .caddy {
            guard case .object(let request)? = object["request"] else {
                throw LogReject(.noRequest, at: 0)
            }
            add(request)
            if case .object(let headers)? = request["headers"] {
                add(headers, only: [.referrer, .userAgent, .language])
            }
            let scheme = request["tls"] == nil ? "http" : "https"
            found.set(.scheme, keep(scheme.utf8))
        }
        try read(line, into: &record)
    }

    /// The keys of objects that describe the request, beside those of the service.
    ///
    /// | key | written by | source |
    /// |---|---|---|
    /// | `proxy` | Vercel's drains | vercel.com, "Log Drains Reference" |
    /// | `httpRequest` | Google's balancers | cloud.google.com, "LogEntry", `HttpRequest` |
    /// | `properties` | Azure's gateways and Front Door | learn.microsoft.com, "Monitoring data reference" |
    static let containers = ["proxy", "httpRequest", "properties"]

    /// The request as Azure's gateway took it, before a rule rewrote it.
    private static let originals: [(key: String, column: LogColumn)] = [
        ("originalRequestUriWithArgs", .target), ("originalHost", .host),
    ]

    /// Adds what the objects that describe the request have.
    private mutating func addContainers(of object: JSONObject) throws(LogReject) {
        // A message of Vercel's that is no request has the path of the function that wrote it.
        if object["deploymentId"] != nil, object["proxy"] == nil {
            throw LogReject(.noRequest, at: 0)
        }
        for key in Self.containers {
            guard case .object(let request)? = object[key] else { continue }
            for (key, column) in Self.originals {
                if let value = request[key] { set(column, value) }
            }
            add(request)
        }
    }

    private static func object(_ line: RawSpan) throws(LogReject) -> JSONObject {
        let start = start(of: line)
        let text = line.extracting(start..<line.byteCount)
        // The value shares no memory with the buffer.
        let result = unsafe text.withUnsafeBytes { bytes -> Result<JSONValue, JSONError> in
            do throws(JSONError) {
                return .success(try unsafe JSONValue(parsing: bytes))
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

    /// Adds the members whose keys are known.
    private mutating func add(_ object: JSONObject, only columns: [LogColumn]? = nil) {
        for member in object.members {
            guard let column = column(of: member.key), columns?.contains(column) != false else {
                continue
            }
            set(column, member.value)
        }
    }

    /// Sets a field to a value; of an array, such as a header's values, to the first element.
    private mutating func set(_ column: LogColumn, _ value: JSONValue) {
        var value = value
        if case .array(let elements) = value { value = elements.first ?? .null }
        switch value {
        case .object(let object) where column == .attributes:
            found.set(column, keep(object.description.utf8))
        case .string("-"), .null, .bool, .array, .object: break
        case .string(let text): found.set(column, keep(text.utf8))
        case .int(let number): found.set(column, keep(String(number).utf8))
        case .double(let number): found.set(column, keep(String(number).utf8))
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
