import RouteDB
import RouteDBRouting

/// Reads the links of an export: a table with a header, or JSON.
struct ShortLinkTable {
    /// A use of a link, which keeps none of its texts for longer than it needs them.
    typealias Visit = (ShortLinkRow) throws(InputProblem) -> Void

    /// How many links there were.
    private(set) var count = 0
    /// How many links the service has, if the answer of its API says so.
    private(set) var total: Int?

    /// Reads CSV, TSV or JSON, as the first line tells, and visits the links in order.
    init(_ bytes: [UInt8], of service: ShortLinkService, _ visit: Visit) throws(InputProblem) {
        let first = bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["): try readJSON(bytes, of: service, visit)
        case nil:
            throw InputProblem(
                at: InputPlace(), "The file is empty.", hint: service.wayOut, isFatal: true)
        default: try readTable(bytes, of: service, visit)
        }
    }

    // MARK: Tables

    private mutating func readTable(
        _ bytes: [UInt8], of service: ShortLinkService, _ visit: Visit
    ) throws(InputProblem) {
        let header = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let marks = [UInt8(ascii: ","), UInt8(ascii: "\t"), UInt8(ascii: ";")]
        let delimiter =
            marks.max { left, right in
                header.count { $0 == left } < header.count { $0 == right }
            } ?? UInt8(ascii: ",")
        var reader = DelimitedReader(
            ByteReader(MemorySource(bytes)), delimiter: delimiter, limit: 1_048_576)
        var record = DelimitedRecord()
        guard try reader.next(into: &record) else { return }
        var names: [String] = []
        for index in 0..<record.count { names.append(ShortLinkRow.key(try record.text(index))) }
        guard
            !Set(names).isDisjoint(
                with: service.names(of: .destination) + service.names(of: .longLink))
        else {
            throw InputProblem(
                at: record.place,
                "No column of the first line is the destination of a \(service.title) link:"
                    + " it has \(names.map { "'\($0)'" }.joined(separator: ", ")).",
                hint: service.wayOut, isFatal: true)
        }
        while try reader.next(into: &record) {
            var texts: [String: String] = [:]
            var places: [String: InputPlace] = [:]
            guard record.count <= names.count else {
                throw InputProblem(
                    at: record.place(ofField: names.count),
                    "The line has \(NumberText.counted(record.count, "field")), and the first line"
                        + " \(names.count).",
                    hint: "Put fields with the delimiter in quotes.")
            }
            for index in 0..<record.count {
                texts[names[index]] = try record.text(index)
                places[names[index]] = record.place(ofField: index)
            }
            let (line, fields) = (record.place, places)
            count += 1
            try visit(
                ShortLinkRow(texts: texts, origin: { line }) {
                    $0.flatMap { fields[$0] } ?? line
                })
        }
    }

    // MARK: JSON

    private mutating func readJSON(
        _ bytes: [UInt8], of service: ShortLinkService, _ visit: Visit
    ) throws(InputProblem) {
        let text = try JSONText(bytes, firstLine: 1)
        total = Self.total(text.value)
        let source = text.withoutValue
        for (path, value) in try Self.links(text, of: service) {
            guard case .object(let object) = value else {
                throw InputProblem(
                    at: text.place(of: path), "This is not an object.", hint: service.wayOut)
            }
            var texts: [String: String] = [:]
            var keys: [String: String] = [:]
            for member in object.members {
                let key = ShortLinkRow.key(member.key)
                keys[key] = member.key
                texts[key] = Self.text(member.value)
                // Shlink's limits are an object of their own.
                guard key == "meta", case .object(let limits) = member.value else { continue }
                for limit in limits.members {
                    texts[ShortLinkRow.key(limit.key)] = Self.text(limit.value)
                }
            }
            let names = keys
            count += 1
            let origin = { @Sendable in source.place(of: path) }
            try visit(
                ShortLinkRow(texts: texts, object: object, origin: origin) { name in
                    guard let key = name.flatMap({ names[$0] }) else { return origin() }
                    return source.place(of: path + [.key(key)])
                })
        }
    }

    /// The number of links of which the answer of an API may be a page.
    private static func total(_ value: JSONValue) -> Int? {
        func member(_ value: JSONValue?, _ key: String) -> JSONValue? {
            if case .object(let object)? = value { object[key] } else { nil }
        }
        let list = member(value, "shortUrls") ?? value
        let total =
            member(member(list, "pagination"), "totalItems")
            ?? member(member(value, "stats"), "total_links")
        return total.flatMap(text).flatMap { Int($0) }
    }

    /// The links, with their paths: a list, or what the service's API wraps around one.
    private static func links(
        _ text: JSONText, of service: ShortLinkService
    ) throws(InputProblem) -> [(path: [JSONStep], value: JSONValue)] {
        var (path, value): ([JSONStep], JSONValue) = ([], text.value)
        for _ in 0..<3 {
            switch value {
            case .array(let values):
                return values.enumerated().map { (path + [.index($0)], $1) }
            case .object(let object):
                let wrappers = ["shortUrls", "links", "data", "dynamicLinks"]
                guard let key = wrappers.first(where: { object[$0] != nil }),
                    let inner = object[key]
                else {
                    // YOURLS has one member for each link: link_1, link_2.
                    guard !path.isEmpty else { break }
                    return object.members.map { (path + [.key($0.key)], $0.value) }
                }
                path.append(.key(key))
                value = inner
                continue
            default: break
            }
            break
        }
        throw InputProblem(
            at: text.place(of: path), "There is no list of links here.", hint: service.wayOut)
    }

    private static func text(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): text
        case .int, .double, .bool: value.description
        case .array(let values): values.compactMap(text).joined(separator: "|")
        case .null, .object: nil
        }
    }
}
