import RouteDBRouting

extension ReferenceMatcher.Candidate {
    /// How a namespace's policies treat the texts of one pattern.
    struct Rules {
        let foldsCase: Bool
        /// Whether a slash within a segment of a rest stays encoded.
        let encodesSlashes: Bool
        private var takesEmpty: Bool
        private let ignoresTypes: Bool
        /// Whether the texts of a list are compared without their case.
        private let foldsLists: Bool

        init(_ pattern: RoutePattern, _ policies: NamespacePolicy.Values) {
            foldsCase =
                switch policies.letterCase {
                case .sensitive: false
                case .insensitive: true
                case .insensitiveLiterals: !Self.hasVariables("\(pattern)")
                }
            encodesSlashes = policies.decoding == .all
            takesEmpty = policies.emptyValues == .accept
            ignoresTypes = policies.castFailure == .omit
            foldsLists = policies.letterCase == .insensitive
        }

        /// The canonical text contains `{` or `*` exactly if there is a parameter or a wildcard.
        private static func hasVariables(_ text: String) -> Bool {
            var isEscaped = false
            for byte in text.utf8 {
                let isMark = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "*")
                if isMark && !isEscaped { return true }
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            }
            return false
        }

        /// The rules for a host, whose parameters are never empty.
        var refusingEmpty: Rules {
            var rules = self
            rules.takesEmpty = false
            return rules
        }

        func accepts(_ parameter: Parameter, _ text: ArraySlice<UInt8>) -> Bool {
            let isText = ignoresTypes || parameter.type == .string
            if isText && text.isEmpty { return takesEmpty }
            if !isText, foldsLists, case .oneOf(let texts, _) = parameter.type {
                let wanted = Self.lowercased(text)
                return texts.contains { Self.lowercased(Array($0.utf8)[...]) == wanted }
            }
            return isText || parameter.type.accepts(Array(text).span.bytes)
        }

        private static func lowercased(_ text: ArraySlice<UInt8>) -> [UInt8] {
            text.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
        }
    }
}
