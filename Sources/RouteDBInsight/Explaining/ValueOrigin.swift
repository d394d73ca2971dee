public import RouteDBRouting

/// A value of a resolution, and where it comes from.
public struct ValueOrigin: Hashable, Sendable {
    /// The sources of values, in order of precedence.
    public enum Source: String, CaseIterable, Sendable {
        /// The context of the request.
        case context
        /// A parameter of the pattern.
        case parameter
        /// An item of the query.
        case query
        /// A default value of the request.
        case request
        /// A default value of the route.
        case route
        /// A default value of the route's group.
        case group
        /// A default value of the namespace.
        case namespace
    }

    /// The name.
    public let name: String
    /// The value.
    public let value: JSONValue
    /// The source of the value.
    public let source: Source
    /// The text that the parameter was converted from; `nil` if the value is not a parameter.
    public let text: String?
    /// The lower-ranked sources that also have a value of this name.
    public let covered: [Source]
}

extension Resolution {
    /// The members of `values`, in order, with their sources.
    public var valueOrigins: [ValueOrigin] {
        let parameters = parameters
        let texts = rawParameters
        let query = queryValues
        let defaults = defaultOrigins
        return values.members.map { member in
            let key = member.key
            var sources: [ValueOrigin.Source] = []
            if request.context[key] != nil { sources.append(.context) }
            if parameters[key] != nil { sources.append(.parameter) }
            if query[key] != nil { sources.append(.query) }
            let own = defaults.first { $0.key.utf8.elementsEqual(key.utf8) }
            if let own, let source = ValueOrigin.Source(rawValue: own.origin.rawValue) {
                sources.append(source)
            }
            let source = sources.first ?? .query
            return ValueOrigin(
                name: key, value: member.value, source: source,
                text: source == .parameter ? texts[key] : nil, covered: Array(sources.dropFirst()))
        }
    }
}
