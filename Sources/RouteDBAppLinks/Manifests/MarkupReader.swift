#if canImport(RouteDBCExpat)
    import RouteDBCExpat
#endif

/// An element of an XML file.
package struct MarkupElement: Sendable {
    package let name: String
    package let attributes: [(name: String, value: String)]
    /// The line, from 1.
    package let line: Int
    /// The column in bytes, from 1.
    package let column: Int
    package fileprivate(set) var children: [MarkupElement] = []

    /// The value of an attribute; `nil` if it is absent.
    package subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// The child elements of a name.
    package func children(named name: String) -> [MarkupElement] {
        children.filter { $0.name == name }
    }
}

/// Why an XML file is not read.
package struct MarkupProblem: Error, Hashable, Sendable {
    package let message: String
    package let line: Int
    package let column: Int
}

/// Reads the elements of an XML file, without texts, with Expat.
///
/// A document type is refused, so there are no entities to expand; elements are limited in depth and
/// number, so that a hostile file costs no more than its size.
package enum MarkupReader {
    /// How deep elements may be nested.
    package static let depthLimit = 64
    /// How many elements a file may have.
    package static let elementLimit = 200_000

    /// Reads a file.
    ///
    /// - Complexity: Linear in the file.
    package static func read(_ bytes: [UInt8]) throws(MarkupProblem) -> MarkupElement {
        #if canImport(RouteDBCExpat)
            return try MarkupParser.read(bytes)
        #else
            throw MarkupProblem(
                message: "XML is not read on this platform, which has no Expat.", line: 1, column: 1
            )
        #endif
    }
}

#if canImport(RouteDBCExpat)
    /// The state of a parser, which Expat's callbacks change.
    ///
    /// The pointers that Expat hands over are only used within the callback that receives them, and the
    /// parser only while `read` runs, which creates and frees it.
    @safe private final class MarkupParser {
        private let parser: XML_Parser
        private var open: [MarkupElement] = []
        private var root: MarkupElement?
        private var count = 0
        private var problem: MarkupProblem?

        private init(_ parser: XML_Parser) { unsafe self.parser = unsafe parser }

        static func read(_ bytes: [UInt8]) throws(MarkupProblem) -> MarkupElement {
            guard let parser = unsafe XML_ParserCreate(nil) else {
                throw MarkupProblem(message: "There is not enough memory.", line: 1, column: 1)
            }
            defer { unsafe XML_ParserFree(parser) }
            let state = unsafe MarkupParser(parser)
            return try withExtendedLifetime(state) { () throws(MarkupProblem) in
                unsafe XML_SetUserData(parser, Unmanaged.passUnretained(state).toOpaque())
                unsafe XML_SetElementHandler(
                    parser,
                    { state, name, attributes in
                        unsafe MarkupParser.of(state)?.begin(name, attributes)
                    }, { state, _ in unsafe MarkupParser.of(state)?.end() })
                unsafe XML_SetStartDoctypeDeclHandler(parser) { state, _, _, _, _ in
                    unsafe MarkupParser.of(state)?.stop("A document type is not read.")
                }
                return try state.parse(bytes)
            }
        }

        private static func of(_ state: UnsafeMutableRawPointer?) -> MarkupParser? {
            unsafe state.map { unsafe Unmanaged.fromOpaque($0).takeUnretainedValue() }
        }

        private var place: (line: Int, column: Int) {
            unsafe (
                Int(XML_GetCurrentLineNumber(parser)), Int(XML_GetCurrentColumnNumber(parser)) + 1
            )
        }

        private func parse(_ bytes: [UInt8]) throws(MarkupProblem) -> MarkupElement {
            // Expat counts in 32 bits.
            guard let count = Int32(exactly: bytes.count) else {
                throw MarkupProblem(message: "The file is too large.", line: 1, column: 1)
            }
            let isRead = unsafe bytes.withUnsafeBytes { bytes in
                unsafe XML_Parse(
                    parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), count, 1)
                    == XML_STATUS_OK
            }
            if let problem { throw problem }
            guard isRead, let root else {
                let code = unsafe XML_GetErrorCode(parser)
                let text = unsafe XML_ErrorString(code).map { unsafe String(cString: $0) }
                throw MarkupProblem(
                    message: "The file is not valid XML: \(text ?? "error \(code.rawValue)").",
                    line: place.line, column: place.column)
            }
            return root
        }

        private func stop(_ message: String) {
            guard problem == nil else { return }
            problem = MarkupProblem(message: message, line: place.line, column: place.column)
            _ = unsafe XML_StopParser(parser, 0)
        }

        private func begin(
            _ name: UnsafePointer<XML_Char>?,
            _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
        ) {
            guard problem == nil, let name = unsafe name else { return }
            count += 1
            guard open.count < MarkupReader.depthLimit else {
                return stop("Elements are nested more than \(MarkupReader.depthLimit) deep.")
            }
            guard count <= MarkupReader.elementLimit else {
                return stop("The file has more than \(MarkupReader.elementLimit) elements.")
            }
            // Names and values in turns, and then a null pointer.
            var pairs: [(name: String, value: String)] = []
            var next = unsafe attributes
            while let pair = unsafe next, let name = unsafe pair[0], let value = unsafe pair[1] {
                unsafe pairs.append((String(cString: name), String(cString: value)))
                unsafe next = unsafe pair + 2
            }
            let place = place
            open.append(
                MarkupElement(
                    name: unsafe String(cString: name), attributes: pairs, line: place.line,
                    column: place.column))
        }

        private func end() {
            guard problem == nil, let element = open.popLast() else { return }
            if open.isEmpty {
                root = element
            } else {
                open[open.count - 1].children.append(element)
            }
        }
    }
#endif
