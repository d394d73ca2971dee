import RouteDB

#if canImport(RouteDBCYAML)
    import RouteDBCYAML
#endif

/// A part of a YAML text: a scalar, or where a collection begins or ends.
struct YAMLEvent {
    enum Kind {
        case documentStart, documentEnd, streamEnd
        case scalar(String, isPlain: Bool)
        case sequenceStart, sequenceEnd, mappingStart, mappingEnd
        /// The node that has the anchor of this name, once more.
        case alias(String)
    }

    let kind: Kind
    /// The name that aliases have for the node.
    var anchor: String?
    /// The tag, written out: `!!str` is `tag:yaml.org,2002:str`.
    var tag: String?
    /// How many characters are before it.
    let start: Int
}

/// A YAML text whose parts are read one after the other, with libyaml.
///
/// It reads YAML 1.1 and 1.2, and keeps no more of the text than the part that it is at.
final class YAMLEvents {
    let bytes: [UInt8]
    #if canImport(RouteDBCYAML)
        private let parser: YAMLParser
    #endif

    /// Begins to read.
    init(_ bytes: [UInt8]) throws(InputProblem) {
        self.bytes = bytes
        #if canImport(RouteDBCYAML)
            guard let parser = YAMLParser(bytes) else {
                throw InputProblem(at: nil, "There is not enough memory.", isFatal: true)
            }
            self.parser = parser
        #else
            throw InputProblem(
                at: nil, "YAML is not read on this platform, which has no libyaml.",
                hint: "Convert it to JSON.", isFatal: true)
        #endif
    }

    /// Reads the next part.
    func next() throws(InputProblem) -> YAMLEvent {
        #if canImport(RouteDBCYAML)
            while true {
                do throws(YAMLParser.Mistake) {
                    if let event = try parser.next() { return event }
                } catch {
                    throw problem(error)
                }
            }
        #else
            return YAMLEvent(kind: .streamEnd, start: 0)
        #endif
    }

    /// The place of a part, with its column in bytes.
    func place(of event: YAMLEvent) -> InputPlace {
        InputPlace(ofByte: offset(of: event.start), in: bytes)
    }

    /// The offset of a character, which is counted here only: libyaml counts characters.
    private func offset(of character: Int) -> Int {
        var left = character
        for (offset, byte) in bytes.enumerated() where byte & 0xC0 != 0x80 {
            if left == 0 { return offset }
            left -= 1
        }
        return bytes.count
    }

    #if canImport(RouteDBCYAML)
        private func problem(_ mistake: YAMLParser.Mistake) -> InputProblem {
            let offset =
                switch mistake.place {
                case .byte(let offset): min(offset, bytes.count)
                case .character(let character): offset(of: character)
                }
            let isTab = offset < bytes.count && bytes[offset] == UInt8(ascii: "\t")
            return InputProblem(
                at: InputPlace(ofByte: offset, in: bytes),
                "This is not YAML: \(mistake.message).",
                hint: isTab ? "Indent with spaces, not with tabs." : nil, isFatal: true)
        }
    #endif
}

#if canImport(RouteDBCYAML)
    /// libyaml's parser, with the text that it reads.
    ///
    /// The parser has its own address, and that of the text, until it is deleted; so both are allocated
    /// here, and freed when nobody has the object any more. What an event points to is copied before
    /// the event is deleted.
    @safe private final class YAMLParser {
        struct Mistake: Error {
            enum Place {
                case byte(Int)
                case character(Int)
            }

            let message: String
            let place: Place
        }

        private let parser: UnsafeMutablePointer<yaml_parser_t>
        private let text: UnsafeMutableBufferPointer<UInt8>

        init?(_ bytes: [UInt8]) {
            unsafe parser = .allocate(capacity: 1)
            unsafe text = .allocate(capacity: bytes.count)
            _ = unsafe text.initialize(fromContentsOf: bytes)
            guard unsafe yaml_parser_initialize(parser) == 1 else {
                // It leaves nothing behind that `yaml_parser_delete` could not free.
                return nil
            }
            unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
            unsafe yaml_parser_set_input_string(parser, text.baseAddress, text.count)
        }

        deinit {
            unsafe yaml_parser_delete(parser)
            unsafe parser.deallocate()
            unsafe text.deallocate()
        }

        /// Reads the next part; `nil` for one that says nothing of the document.
        func next() throws(Mistake) -> YAMLEvent? {
            var event = unsafe yaml_event_t()
            guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw mistake() }
            defer { unsafe yaml_event_delete(&event) }
            let start = unsafe event.start_mark.index
            switch unsafe event.type {
            case YAML_DOCUMENT_START_EVENT: return YAMLEvent(kind: .documentStart, start: start)
            case YAML_DOCUMENT_END_EVENT: return YAMLEvent(kind: .documentEnd, start: start)
            case YAML_STREAM_START_EVENT: return nil
            case YAML_SEQUENCE_END_EVENT: return YAMLEvent(kind: .sequenceEnd, start: start)
            case YAML_MAPPING_END_EVENT: return YAMLEvent(kind: .mappingEnd, start: start)
            case YAML_ALIAS_EVENT:
                let name = unsafe Self.text(event.data.alias.anchor) ?? ""
                return YAMLEvent(kind: .alias(name), start: start)
            case YAML_SEQUENCE_START_EVENT:
                let (anchor, tag) = unsafe (
                    Self.text(event.data.sequence_start.anchor),
                    Self.text(event.data.sequence_start.tag)
                )
                return YAMLEvent(kind: .sequenceStart, anchor: anchor, tag: tag, start: start)
            case YAML_MAPPING_START_EVENT:
                let (anchor, tag) = unsafe (
                    Self.text(event.data.mapping_start.anchor),
                    Self.text(event.data.mapping_start.tag)
                )
                return YAMLEvent(kind: .mappingStart, anchor: anchor, tag: tag, start: start)
            case YAML_SCALAR_EVENT: return unsafe Self.scalar(event, start)
            default: return YAMLEvent(kind: .streamEnd, start: start)
            }
        }

        /// A scalar, whose text may have zeros: it is read by its length.
        private static func scalar(_ event: yaml_event_t, _ start: Int) -> YAMLEvent {
            let scalar = unsafe event.data.scalar
            let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            let text = unsafe String(decoding: bytes, as: UTF8.self)
            let isPlain = unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE
            return unsafe YAMLEvent(
                kind: .scalar(text, isPlain: isPlain), anchor: Self.text(scalar.anchor),
                tag: Self.text(scalar.tag), start: start)
        }

        private static func text(_ name: UnsafeMutablePointer<yaml_char_t>?) -> String? {
            unsafe name.map { unsafe String(cString: $0) }
        }

        private func mistake() -> Mistake {
            let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) }
            var message = problem ?? "there is not enough memory"
            if let context = unsafe parser.pointee.context {
                message += unsafe ", \(String(cString: context))"
            }
            let isOfReader = unsafe parser.pointee.error == YAML_READER_ERROR
            return Mistake(
                message: message,
                place: isOfReader
                    ? .byte(unsafe parser.pointee.problem_offset)
                    : .character(unsafe parser.pointee.problem_mark.index))
        }
    }
#endif
