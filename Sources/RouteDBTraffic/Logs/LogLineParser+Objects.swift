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

// JSON objects. The outline of a line says where its values are; those that mean something are ranges of it,
// if they stand there as they are read.
extension LogLineParser {
    /// Parses a line that is a JSON object.
    mutating func parseObject(
        _ line: RawSpan, into record: inout LogRecord
    ) throws(LogReject) {
        let start = Self.start(of: line)
        if objectShape.read(line, from: start) {
            set(objectShape.fields, objectShape.values, line)
        } else {
            try outlineObject(line)
            try findFields(outline.nodes, line)
            set(objectFields, outline, line)
            objectShape.take(outline, of: line, from: start, objectFields)
        }
        try read(line, into: &record)
    }

    /// Finds the fields of a line that has an outline.
    private mutating func findFields(_ nodes: [JSONNode], _ line: RawSpan) throws(LogReject) {
        objectFields.removeAll()
        if case .fields(let known) = format {
            for path in known.paths {
                if let place = path.value(in: outline, of: line) {
                    objectFields.add(path.column, place, nodes)
                }
            }
        }
        if format == .ndjson { try addContainers(nodes, line) }
        add(0, nodes, line)
        if format == .caddy { try addRequest(nodes, line) }
    }

    private mutating func outlineObject(_ line: RawSpan) throws(LogReject) {
        do throws(JSONError) {
            try outline.read(line, from: Self.start(of: line))
        } catch {
            throw LogReject(.notJSON, at: error.offset, detail: error.message)
        }
        guard outline.nodes[0].kind == .object else { throw LogReject(.notJSON, at: 0) }
    }

    /// The keys of objects that describe the request, beside those of the service.
    ///
    /// | key | written by | source |
    /// |---|---|---|
    /// | `proxy` | Vercel's drains | vercel.com, "Log Drains Reference" |
    /// | `httpRequest` | Google's balancers | cloud.google.com, "LogEntry", `HttpRequest` |
    /// | `properties` | Azure's gateways and Front Door | learn.microsoft.com, "Monitoring data reference" |
    static let containers = ["proxy", "httpRequest", "properties"]

    private static let containerKeys = containers.map { JSONKey($0) }
    /// The keys of a message of Vercel's, and of that one which is a request.
    private static let (deployment, proxy) = (JSONKey("deploymentId"), JSONKey("proxy"))

    /// The request as Azure's gateway took it, before a rule rewrote it.
    private static let originals: [(key: JSONKey, column: LogColumn)] = [
        (JSONKey("originalRequestUriWithArgs"), .target), (JSONKey("originalHost"), .host),
    ]

    /// Adds what the objects that describe the request have.
    private mutating func addContainers(
        _ nodes: [JSONNode], _ line: RawSpan
    ) throws(LogReject) {
        guard hasContainers(nodes) else { return }
        // A message of Vercel's that is no request has the path of the function that wrote it.
        if outline.value(of: Self.deployment, in: 0, of: line) != nil,
            outline.value(of: Self.proxy, in: 0, of: line) == nil
        {
            throw LogReject(.noRequest, at: 0)
        }
        for key in Self.containerKeys {
            guard let request = object(key, in: 0, nodes, line) else { continue }
            for (key, column) in Self.originals {
                if let place = outline.value(of: key, in: request, of: line) {
                    objectFields.add(column, place, nodes)
                }
            }
            add(request, nodes, line)
        }
    }

    /// Returns whether a line may have what ``addContainers(_:_:)`` looks for; most lines have no object in them.
    private func hasContainers(_ nodes: [JSONNode]) -> Bool {
        var place = 1
        let end = nodes[0].next
        while place < end {
            let value = nodes[place &+ 1]
            if value.kind == .object || nodes[place].hash == Self.deployment.hash { return true }
            place = value.next
        }
        return false
    }

    /// The keys of what Caddy writes.
    private static let (request, headers, tls) =
        (JSONKey("request"), JSONKey("headers"), JSONKey("tls"))
    /// The headers that mean something.
    private static let headerColumns: [LogColumn] = [.referrer, .userAgent, .language]

    /// Adds the request and its headers as Caddy writes them.
    private mutating func addRequest(_ nodes: [JSONNode], _ line: RawSpan) throws(LogReject) {
        guard let request = object(Self.request, in: 0, nodes, line) else {
            throw LogReject(.noRequest, at: 0)
        }
        add(request, nodes, line)
        if let headers = object(Self.headers, in: request, nodes, line) {
            add(headers, nodes, line, only: Self.headerColumns)
        }
        let isPlain = outline.value(of: Self.tls, in: request, of: line) == nil
        objectFields.scheme = isPlain ? "http" : "https"
    }

    /// Returns the place of an object, by its key in another one.
    private func object(
        _ key: JSONKey, in object: Int, _ nodes: [JSONNode], _ line: RawSpan
    ) -> Int? {
        guard let place = outline.value(of: key, in: object, of: line),
            nodes[place].kind == .object
        else { return nil }
        return place
    }

    /// Adds the members of an object whose keys are known.
    private mutating func add(
        _ object: Int, _ nodes: [JSONNode], _ line: RawSpan, only columns: [LogColumn]? = nil
    ) {
        var place = object &+ 1
        let end = nodes[object].next
        while place < end {
            if let column = column(of: place, nodes, line), columns?.contains(column) != false {
                objectFields.add(column, place &+ 1, nodes)
            }
            place = nodes[place &+ 1].next
        }
    }

    /// Returns the meaning of the key at a place.
    @inline(__always)
    private mutating func column(
        of place: Int, _ nodes: [JSONNode], _ line: RawSpan
    ) -> LogColumn? {
        let key = nodes[place]
        guard key.isEscaped else {
            return keys.column(of: line.extracting(key.range), hash: key.hash)
        }
        var text: [UInt8] = []
        outline.append(place, of: line, to: &text)
        return LogColumn(name: text)
    }

    /// Sets the fields of a line to their values.
    private mutating func set(_ fields: ObjectFields, _ values: JSONOutline, _ line: RawSpan) {
        for field in fields.fields { set(field.column, field.place, values, line) }
        if let scheme = fields.scheme { found.set(.scheme, keep(scheme.utf8)) }
    }

    /// Sets a field to the value at a place.
    private mutating func set(
        _ column: LogColumn, _ place: Int, _ values: JSONOutline, _ line: RawSpan
    ) {
        let node = values.nodes[place]
        switch node.kind {
        case .object where column == .attributes:
            found.set(column, keep(values.value(at: place, of: line).description.utf8))
        case .key, .null, .yes, .no, .array, .object: break
        case .string where node.isEscaped:
            let start = own.count
            values.append(place, of: line, to: &own)
            let isDash = own.count == start &+ 1 && own[start] == UInt8(ascii: "-")
            if !isDash { found.set(column, LogText(start..<own.count, isOwn: true)) }
        case .string:
            let isDash = node.range.count == 1 && line.has("-", at: node.start)
            if !isDash { found.set(column, LogText(node.range)) }
        case .int, .double:
            if line.extracting(node.range).isShortestNumber {
                found.set(column, LogText(node.range))
            } else {
                found.set(column, keep(values.value(at: place, of: line).description.utf8))
            }
        }
    }
}

extension RawSpan {
    /// True if a number in JSON is surely written as the standard library writes it.
    ///
    /// A double of at most fifteen digits is the only one near them, so that they are its shortest text
    /// if they do not end with a zero, and the number is not so small that it has an exponent.
    fileprivate var isShortestNumber: Bool {
        guard byteCount <= 16 else { return false }
        var (point, start) = (byteCount, 0)
        if byte(at: 0) == UInt8(ascii: "-") { start = 1 }
        for offset in start..<byteCount where byte(at: offset) &- 0x30 >= 10 {
            guard byte(at: offset) == UInt8(ascii: "."), point == byteCount else { return false }
            point = offset
        }
        // Of integers, only zero may be written in two ways.
        guard point < byteCount else { return start == 0 || !has("0", at: 1) }
        let isTiny = has("0.000", at: start)
        return !isTiny && !has("0", at: byteCount &- 1)
    }
}
