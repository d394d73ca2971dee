import RouteDBRouting
import RouteDBTestSupport

@testable import RouteDBTraffic

extension LogLineParser {
    /// Parses a line in JSON by a value for each of its parts, which are then copied: slow, and plain to see.
    mutating func parseByValues(_ bytes: [UInt8]) -> LogLine {
        own.removeAll()
        found.removeAll()
        let line = bytes.span.bytes
        if skips(line) { return .skipped }
        do throws(LogReject) {
            let object = try Self.value(of: bytes)
            var record = LogRecord()
            try add(object)
            try read(line, into: &record)
            return .record(record)
        } catch {
            return .rejected(error)
        }
    }

    private static func value(of bytes: [UInt8]) throws(LogReject) -> JSONObject {
        do throws(ReferenceJSON.Mistake) {
            let start = Self.start(of: bytes.span.bytes)
            if case .object(let object) = try ReferenceJSON.parse(bytes, from: start) {
                return object
            }
        } catch {
            throw LogReject(.notJSON, at: error.offset, detail: error.message)
        }
        throw LogReject(.notJSON, at: 0)
    }

    private mutating func add(_ object: JSONObject) throws(LogReject) {
        if case .fields(let known) = format {
            for path in known.paths {
                let keys = path.steps.map { String(decoding: $0.text, as: UTF8.self) }
                if let value = Self.value(at: keys, in: object) { set(path.column, value) }
            }
        }
        if format == .ndjson { try addContainers(of: object) }
        addMembers(of: object)
        guard format == .caddy else { return }
        guard case .object(let request)? = object["request"] else {
            throw LogReject(.noRequest, at: 0)
        }
        addMembers(of: request)
        if case .object(let headers)? = request["headers"] {
            addMembers(of: headers, only: [.referrer, .userAgent, .language])
        }
        found.set(.scheme, keep((request["tls"] == nil ? "http" : "https").utf8))
    }

    private mutating func addContainers(of object: JSONObject) throws(LogReject) {
        if object["deploymentId"] != nil, object["proxy"] == nil {
            throw LogReject(.noRequest, at: 0)
        }
        for key in Self.containers {
            guard case .object(let request)? = object[key] else { continue }
            if let value = request["originalRequestUriWithArgs"] { set(.target, value) }
            if let value = request["originalHost"] { set(.host, value) }
            addMembers(of: request)
        }
    }

    private static func value(at keys: [String], in object: JSONObject) -> JSONValue? {
        if let value = object[keys.joined(separator: ".")] { return value }
        var value = JSONValue.object(object)
        for key in keys {
            guard case .object(let object) = value, let next = object[key] else { return nil }
            value = next
        }
        return value
    }

    private mutating func addMembers(of object: JSONObject, only columns: [LogColumn]? = nil) {
        for member in object.members {
            guard let column = LogColumn(name: member.key.utf8),
                columns?.contains(column) != false
            else { continue }
            set(column, member.value)
        }
    }

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
}
