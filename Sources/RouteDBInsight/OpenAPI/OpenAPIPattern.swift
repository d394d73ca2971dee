import RouteDB
import RouteDBRouting

/// The pattern of an operation's path, whose key may hold a query too.
struct OpenAPIPattern {
    /// Why no pattern is as a path.
    struct Unsayable: Error {
        let reason: String

        init(_ reason: String) { self.reason = reason }
    }

    let parameters: [OpenAPIParameter]
    /// The parts of the path that the pattern does not express.
    private(set) var losses: [String] = []

    init(parameters: [OpenAPIParameter]) { self.parameters = parameters }

    /// Reads the key of a path below that of a server.
    mutating func pattern(
        of key: String, below base: OpenAPIBasePath
    ) throws(Unsayable) -> RoutePattern {
        let bytes = Array(key.utf8)
        let path = bytes.prefix(Self.length(of: bytes, before: "?#"))
        let rest = bytes[path.count...]
        let query = rest.prefix(Self.length(of: Array(rest), before: "#"))
        guard query.count == rest.count else {
            throw Unsayable("No request has a fragment ('#…'), so no URL tells the operation.")
        }
        var elements = try elements(of: Array(base.text.utf8)[...]) { name in
            // A value of the operation keeps its name.
            let isTaken = key.utf8.split(separator: UInt8(ascii: "{")).contains {
                $0.starts(with: "\(name)}".utf8)
            }
            return Parameter(
                name: isTaken ? "server_\(name)" : name, type: .oneOf(base.values[name] ?? [name]))
        }
        let values = parameters
        var untyped: [String] = []
        elements += try self.elements(of: path) { name in
            Self.value(named: name, in: "path", values, &untyped)
        }
        losses += untyped
        let pattern = RoutePattern(
            scheme: nil, host: nil, path: elements, query: try conditions(query.dropFirst()))
        do throws(PatternError) {
            return try RoutePattern(pattern.description)
        } catch {
            throw Unsayable(error.message)
        }
    }

    /// How many bytes stand before the first of some marks outside of braces.
    private static func length(of bytes: [UInt8], before marks: String) -> Int {
        var isInside = false
        return bytes.firstIndex { byte in
            switch byte {
            case UInt8(ascii: "{"): isInside = true
            case UInt8(ascii: "}"): isInside = false
            default: return !isInside && marks.utf8.contains(byte)
            }
            return false
        } ?? bytes.count
    }

    /// The elements of a path, with what a function makes of the names in braces.
    private func elements(
        of path: ArraySlice<UInt8>, _ value: (String) -> Parameter
    ) throws(Unsayable) -> [PatternElement] {
        var elements: [PatternElement] = []
        var rest = path
        var literal: [UInt8] = []
        func flush() {
            guard !literal.isEmpty else { return }
            let text = String(decoding: literal, as: UTF8.self)
            elements.append(.literal(PercentCoding.decoded(text) ?? text))
            literal = []
        }
        while let byte = rest.first {
            switch byte {
            case UInt8(ascii: "/"):
                flush()
                elements.append(.separator)
            case UInt8(ascii: "{"):
                guard let end = rest.firstIndex(of: UInt8(ascii: "}")), end > rest.startIndex + 1,
                    // `{?name}` and the like are templates of whole queries and lists.
                    !"?&#;/.".utf8.contains(rest[rest.startIndex + 1])
                else { throw Unsayable("No pattern of a route can be as its path.") }
                flush()
                let name = String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
                elements.append(.parameter(value(name)))
                rest = rest[(end + 1)...]
                continue
            default: literal.append(byte)
            }
            rest = rest.dropFirst()
        }
        flush()
        return elements
    }

    /// The conditions of a query in a key, such as `beta=true&page={n}`.
    private mutating func conditions(
        _ query: ArraySlice<UInt8>
    ) throws(Unsayable) -> [QueryCondition] {
        var conditions: [QueryCondition] = []
        for item in query.split(separator: UInt8(ascii: "&")) {
            let key = item.prefix { $0 != UInt8(ascii: "=") }
            guard key.count < item.count else {
                conditions.append(QueryCondition(key: Self.decoded(key), test: .present))
                continue
            }
            let value = item.dropFirst(key.count + 1)
            guard value.contains(UInt8(ascii: "{")) else {
                conditions.append(
                    QueryCondition(key: Self.decoded(key), test: .equals(Self.decoded(value))))
                continue
            }
            guard value.first == UInt8(ascii: "{"), value.last == UInt8(ascii: "}"),
                value.count > 2, value.count(where: { $0 == UInt8(ascii: "{") }) == 1
            else { throw Unsayable("A value in its query is only a part of one.") }
            let name = String(decoding: value.dropFirst().dropLast(), as: UTF8.self)
            let parameter = Self.value(named: name, in: "query", parameters, &losses)
            conditions.append(
                QueryCondition(key: Self.decoded(key), test: .capture(parameter)))
        }
        return conditions
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        return PercentCoding.decoded(text) ?? text
    }

    private static func value(
        named name: String, in place: String, _ parameters: [OpenAPIParameter],
        _ losses: inout [String]
    ) -> Parameter {
        let own = parameters.filter { $0.name == name }
        guard
            let parameter = own.first(where: { $0.place == place })
                ?? own.first(where: { $0.place == "path" })
        else {
            losses.append("A value of the path has no parameter, and so any text.")
            return Parameter(name: name)
        }
        let (type, loss) = parameter.type
        if let loss { losses.append(loss) }
        return Parameter(name: name, type: type)
    }

    /// A text that is the same for two patterns which differ in the names of values, or in a slash at the
    /// end, only.
    static func shape(of pattern: RoutePattern) -> String {
        var elements = pattern.path.map { element -> PatternElement in
            guard case .parameter(let parameter) = element else { return element }
            return .parameter(Parameter(name: "x", type: parameter.type))
        }
        if elements.last == .separator { elements.removeLast() }
        let query = pattern.query.map { condition -> QueryCondition in
            guard case .capture(let parameter) = condition.test else { return condition }
            return QueryCondition(
                key: condition.key, test: .capture(Parameter(name: "x", type: parameter.type)))
        }
        return RoutePattern(scheme: nil, host: nil, path: elements, query: query).description
    }
}
