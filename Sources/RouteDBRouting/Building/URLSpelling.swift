/// Writes texts for each place of a URL, in the form that a namespace reads back.
package struct URLSpelling {
    /// A place in a URL.
    package enum Place {
        /// A host that is matched as a host.
        case host
        /// The authority, if it is the first segment.
        case authority
        case segment
    }

    package let policies: NamespacePolicy.Values
    /// The namespace's converters by name.
    package let converters: [String: ParameterConverter.Rule]

    package init(policies: NamespacePolicy.Values, converters: [String: ParameterConverter.Rule]) {
        (self.policies, self.converters) = (policies, converters)
    }

    /// A type as the namespace's routes know it.
    package func valueType(_ type: ParameterType) -> ValueType {
        ValueType(type, converters: converters, policies: policies)
    }

    /// A text that is used as it was read: a literal, or the text of a wildcard.
    func text(_ text: String, in place: Place) -> [UInt8] {
        switch place {
        case .host where HostSyntax.isBracketedAddress(Array(text.utf8)),
            .authority where HostSyntax.isBracketedAddress(Array(text.utf8)):
            Array(text.utf8)
        case .host: Self.encoded(text, keeping: Self.hostMarks)
        case .segment where policies.decoding == .all:
            Self.encoded(text, keeping: Self.segmentMarks)
        case .authority where policies.decoding == .all && policies.host != .authority:
            Self.encoded(text, keeping: Self.hostMarks)
        case .segment, .authority: Array(text.utf8)
        }
    }

    /// The text of a parameter.
    ///
    /// If parameters are decoded only after matching, their type checks the text as written.
    package func value(_ text: String, of type: ParameterType, in place: Place) -> [UInt8] {
        guard policies.decoding == .parameters, !isMatchedHost(place) else {
            return self.text(text, in: place)
        }
        let encoded = Self.encoded(text, keeping: Self.hostMarks)
        let matched = valueType(type).matched
        return matched.accepts(encoded.span.bytes) ? encoded : Array(text.utf8)
    }

    private func isMatchedHost(_ place: Place) -> Bool {
        if case .host = place { true } else { false }
    }

    /// A key of the query.
    func key(_ text: String) -> [UInt8] {
        policies.keyDecoding.decodesPercent
            ? Self.encoded(text, keeping: Self.queryMarks) : Array(text.utf8)
    }

    /// A value of the query.
    func queryValue(_ text: String) -> [UInt8] {
        policies.valueDecoding.decodesPercent
            ? Self.encoded(text, keeping: Self.queryMarks) : Array(text.utf8)
    }

    private static func encoded(_ text: String, keeping kept: String) -> [UInt8] {
        var bytes: [UInt8] = []
        PercentCoding.encode(text.utf8, keeping: kept, into: &bytes)
        return bytes
    }

    // Characters that need not be encoded (RFC 3986, sections 3.2.2 to 3.4), except those that have a
    // special meaning under some policy.
    private static let hostMarks = "!$'()*,;"
    private static let segmentMarks = "!$&'()*,;=:@"
    private static let queryMarks = "!$'()*,;:@/"
}

/// The texts for all places of a pattern.
package struct PlaceTexts {
    /// The text for a parameter or wildcard.
    package enum Text: Hashable, Sendable {
        /// One text.
        case one(String)
        /// One text for each segment.
        case segments([String])
    }

    /// The texts of the parameters of the host and path, and of captures of the query, from the
    /// left.
    package var parameters: [Text] = []
    /// The texts of `*` and `**`, from the left.
    package var wildcards: [Text] = []

    package init(parameters: [Text] = [], wildcards: [Text] = []) {
        (self.parameters, self.wildcards) = (parameters, wildcards)
    }
}
