package import RouteDB
import RouteDBRouting

extension JSONText {
    /// Reads a text of JSON or of YAML.
    ///
    /// It is JSON if it begins with `{`, unless its name ends in `.yaml` or `.yml`.
    package init(_ bytes: [UInt8], orYAMLAt path: String) throws(InputProblem) {
        let name = path.lowercased().utf8
        let isNamed = [".yaml", ".yml"].contains { ending in
            name.suffix(ending.utf8.count).elementsEqual(ending.utf8)
        }
        let first = bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        if !isNamed, first == UInt8(ascii: "{") {
            try self.init(bytes, firstLine: 1)
        } else {
            try self.init(yaml: bytes)
        }
    }

    /// Reads a text of YAML as the JSON that says the same.
    ///
    /// - Complexity: Linear in the text, and in what aliases repeat.
    package init(yaml bytes: [UInt8]) throws(InputProblem) {
        self.init(try YAMLComposer.compose(bytes), placedBy: YAMLSource(bytes: bytes))
    }
}

/// The bytes of a YAML text, which is read again to find the places of its parts.
private struct YAMLSource: PlacedSource {
    let bytes: [UInt8]

    /// The place of the value at a path; where an alias stands for it, that of the alias.
    ///
    /// - Complexity: Linear in the text before the value.
    func place(of path: [JSONStep]) -> InputPlace {
        (try? YAMLLocator.place(of: path, in: bytes)) ?? InputPlace()
    }
}

/// Finds the place of a part of a YAML text that is known to be one.
private struct YAMLLocator {
    private let events: YAMLEvents

    static func place(
        of path: [JSONStep], in bytes: [UInt8]
    ) throws(InputProblem) -> InputPlace {
        let locator = YAMLLocator(events: try YAMLEvents(bytes))
        _ = try locator.events.next()
        var event = try locator.events.next()
        for step in path {
            let next =
                switch step {
                case .key(let key): try locator.member(key, of: event)
                case .index(let index): try locator.element(index, of: event)
                }
            guard let next else { break }
            event = next
        }
        return locator.events.place(of: event)
    }

    private func member(
        _ key: String, of start: YAMLEvent
    ) throws(InputProblem) -> YAMLEvent? {
        guard case .mappingStart = start.kind else { return nil }
        while true {
            let event = try events.next()
            switch event.kind {
            case .mappingEnd: return nil
            case .scalar(let text, _) where text.utf8.elementsEqual(key.utf8):
                return try events.next()
            default:
                try skip(event)
                try skip(events.next())
            }
        }
    }

    private func element(
        _ index: Int, of start: YAMLEvent
    ) throws(InputProblem) -> YAMLEvent? {
        guard case .sequenceStart = start.kind else { return nil }
        var left = index
        while true {
            let event = try events.next()
            if case .sequenceEnd = event.kind { return nil }
            if left == 0 { return event }
            try skip(event)
            left -= 1
        }
    }

    /// Reads to the end of a value.
    private func skip(_ event: YAMLEvent) throws(InputProblem) {
        var depth = 0
        var event = event
        while true {
            switch event.kind {
            case .sequenceStart, .mappingStart: depth += 1
            case .sequenceEnd, .mappingEnd: depth -= 1
            default: break
            }
            if depth == 0 { return }
            event = try events.next()
        }
    }
}
