/// Builds URLs for one route, and verifies each with the resolver.
struct URLBuilder {
    private let table: RoutingTable
    private let route: Route
    private let pattern: RoutePattern
    private let namespace: RouteNamespace
    private let spelling: URLSpelling
    private let options: URLBuildOptions
    private let given: JSONObject
    private let defaults: JSONObject

    /// Prepares to build.
    init(
        _ route: Route, in table: RoutingTable, values: JSONObject, options: URLBuildOptions
    ) throws(URLBuildError) {
        guard let pattern = route.pattern else {
            throw URLBuildError(
                .noPattern, "The route #\(route.id.rawValue) has no pattern.",
                hint: "Request it by its name.")
        }
        guard let builder = table.builders.first(where: { $0.namespace.id == route.namespace })
        else {
            throw URLBuildError(
                .noPattern, "The route #\(route.id.rawValue) is in no namespace of the table.")
        }
        self.table = table
        self.route = route
        self.pattern = builder.namespace.policies.readPart(of: pattern)
        self.options = options
        namespace = builder.namespace
        spelling = URLSpelling(policies: namespace.policies, converters: builder.converters)
        defaults = table.defaults(for: route)
        given = values
        try checkBase()
    }

    /// Checks that the requested scheme and host do not contradict the pattern.
    private func checkBase() throws(URLBuildError) {
        if let scheme = options.scheme, let own = pattern.scheme,
            !own.utf8.elementsEqual(scheme.utf8.map(\.asciiLowercased))
        {
            throw URLBuildError(
                .baseConflict, "The pattern has the scheme '\(own)', not '\(scheme)'.")
        }
        if let host = options.host, let own = pattern.host, own.isLiteral,
            !host.utf8.map(\.asciiLowercased).starts(with: own.literalText.utf8)
        {
            throw URLBuildError(
                .baseConflict, "The pattern has the host '\(own.literalText)', not '\(host)'.")
        }
    }

    /// Returns all URLs that may be tried, in this order.
    func candidates() throws(URLBuildError) -> [String] {
        var urls: [String] = []
        try tryEach(from: URLBases(table, for: namespace, options)) { url, _ in
            urls.append(url)
            return false
        }
        return urls
    }

    /// Builds the URL.
    func url() throws(URLBuildError) -> String {
        let bases = URLBases(table, for: namespace, options)
        var built: String?
        var failure: URLBuildError?
        try tryEach(from: bases) { url, filling in
            guard let found = problem(with: url, filling) else {
                built = url
                return true
            }
            if failure.map({ $0.weight < found.weight }) ?? true { failure = found }
            return false
        }
        if let built { return built }
        throw bases.hinted(failure ?? noURL, pattern)
    }

    /// Calls a closure with each URL that may have the values, until it returns `true`.
    private func tryEach(
        from bases: URLBases, _ isEnough: (String, VariantFilling) -> Bool
    ) throws(URLBuildError) {
        let names = Set(pattern.parameters.map { Array($0.name.utf8) })
        let extraNames = given.members.map(\.key).filter { !names.contains(Array($0.utf8)) }
        let fillings = try fillings(extraNames: extraNames)
        let extras = try extras(extraNames)
        for filling in fillings {
            var writer = URLWriter(
                filling.pattern, filling.texts, extras: extras, spelling: spelling)
            for base in bases.list {
                for url in writer.urls(base) where isEnough(url, filling) { return }
            }
        }
    }

    private var noURL: URLBuildError {
        URLBuildError(.unmatched, "No URL leads to the route #\(route.id.rawValue).")
    }

    // MARK: Variants

    /// The values assigned to the variants that have a place for all of them, best first.
    private func fillings(extraNames: [String]) throws(URLBuildError) -> [VariantFilling] {
        var usable: [VariantFilling] = []
        var problem: URLBuildError?
        let wanted = pattern.parameters.map(\.name).filter { isWanted($0) }
        pattern.forEachPath(order: spelling.policies.groups) { _, path in
            let variant = RoutePattern(
                scheme: pattern.scheme, host: pattern.host, path: path, query: pattern.query)
            let filling = VariantFilling(
                variant, given: given, defaults: defaults, wildcards: options.wildcards,
                spelling: spelling)
            let names = variant.parameters.map(\.name)
            if let unfit = filling.problem {
                problem = problem ?? unfit
            } else if wanted.allSatisfy({ name in
                names.contains { $0.utf8.elementsEqual(name.utf8) }
            }) {
                if let name = filling.missing {
                    // Of the variants that lack a value, the last one needs the fewest.
                    problem = missing(name, extraNames: extraNames)
                } else {
                    usable.append(filling)
                }
            }
        }
        guard !usable.isEmpty else { throw problem ?? noURL }
        return usable.enumerated().sorted { one, two in
            let left = one.element, right = two.element
            if left.defaultCount != right.defaultCount {
                return (left.defaultCount < right.defaultCount) != options.fillsDefaults
            }
            if left.pattern.path.count != right.pattern.path.count {
                return left.pattern.path.count < right.pattern.path.count
            }
            return one.offset < two.offset
        }.map(\.element)
    }

    /// Returns whether a parameter must be written in the URL.
    private func isWanted(_ name: String) -> Bool {
        guard let value = given[name] else { return false }
        return options.fillsDefaults || defaults[name].map { !$0.reads(as: value) } ?? true
    }

    private func missing(_ name: String, extraNames: [String]) -> URLBuildError {
        guard name != "*" else {
            return URLBuildError(
                .missingValue, "A wildcard of the pattern has no value.", name: name)
        }
        let near = extraNames.first { NameSuggestion.nearest(to: $0, among: [name]) != nil }
        return URLBuildError(
            .missingValue, "The parameter '\(name)' has no value.",
            hint: near.map { "You gave '\($0)': did you mean '\(name)'?" }, name: name)
    }

    // MARK: Other values

    /// The query items for values without a place in the pattern.
    private func extras(_ names: [String]) throws(URLBuildError) -> [NormalizedURL.QueryItem] {
        var items: [NormalizedURL.QueryItem] = []
        for name in names where isWanted(name) {
            guard options.allowsExtraValues else { throw unknown(name, "") }
            guard spelling.policies.query != .text else {
                throw unknown(name, ", and the namespace reads no query")
            }
            items += try self.items(name)
        }
        return items
    }

    private func unknown(_ name: String, _ reason: String) -> URLBuildError {
        URLBuildError(
            .unknownValue, "The pattern has no parameter '\(name)'\(reason).",
            hint: NameSuggestion.didYouMean(name, among: pattern.parameters.map(\.name)), name: name
        )
    }

    private func items(_ name: String) throws(URLBuildError) -> [NormalizedURL.QueryItem] {
        switch given[name] {
        case .null?: return [NormalizedURL.QueryItem(key: name, value: nil)]
        case .array(let values)?:
            let items = values.map { NormalizedURL.QueryItem(key: name, value: $0.scalarText) }
            if zip(items, values).allSatisfy({ $0.value != nil || $1 == .null }) { return items }
        case let value?:
            if let text = value.scalarText {
                return [NormalizedURL.QueryItem(key: name, value: text)]
            }
        case nil: return []
        }
        throw URLBuildError(
            .wrongType, "The value of '\(name)' cannot be written in a query.",
            hint: "A query holds text, and lists of text.", name: name)
    }

    // MARK: Proof

    /// Why a URL does not lead to the route with the given values, if so.
    private func problem(with url: String, _ filling: VariantFilling) -> URLBuildError? {
        let request = ResolutionRequest(
            url, namespace: URLBases.namespace(of: namespace, in: table, options),
            kind: options.kind)
        let resolution = table.resolve(request)
        guard let found = resolution.foundRoute else {
            if let error = resolution.invalidURL {
                return URLBuildError(
                    .invalidURL, "The URL '\(url)' would be invalid: \(error).", url: url)
            }
            let reason = resolution.conversionFailures.first.map { ": \($0.reason)" } ?? ""
            return URLBuildError(
                .unmatched, "The URL '\(url)' would match no route\(reason).",
                hint: route.isEnabled ? dotHint : "The route is disabled.", url: url)
        }
        guard found.id == route.id else {
            return URLBuildError(
                .takenByOther,
                "The URL '\(url)' leads to the route #\(found.id.rawValue)"
                    + (found.qualifiedName.map { " '\($0)'" } ?? "") + ", \(found.patternText).",
                hint: route.isEnabled ? nil : "The route is disabled.", url: url, taker: found.id)
        }
        let parameters = resolution.parameters
        for member in filling.parameters.members {
            let read = parameters[member.key]
            if let text = filling.codedTexts[member.key] {
                if resolution.rawParameters[member.key] == text { continue }
            } else if read == member.value {
                continue
            }
            return differs(member.key, read, url)
        }
        for member in parameters.members where filling.parameters[member.key] == nil {
            return differs(member.key, member.value, url)
        }
        if !resolution.wildcards.elementsEqual(filling.wildcards, by: ==) {
            return differs("*", .array(resolution.wildcards.map(JSONValue.string)), url)
        }
        let values = resolution.ownValues
        for member in given.members where filling.parameters[member.key] == nil {
            let read = values[member.key]
            guard read?.reads(as: member.value) == true else {
                return differs(member.key, read, url)
            }
        }
        return nil
    }

    private var dotHint: String? {
        let texts = given.members.compactMap(\.value.scalarText) + options.wildcards
        return texts.contains { $0 == "." || $0 == ".." }
            ? "Segments '.' and '..' are resolved before a URL is matched." : nil
    }

    private func differs(_ name: String, _ read: JSONValue?, _ url: String) -> URLBuildError {
        let what = name == "*" ? "the wildcards" : "'\(name)'"
        return URLBuildError(
            .valueDiffers,
            "In the URL '\(url)', \(what) would be read as \(read.map(\.description) ?? "absent").",
            hint: "The policies of the namespace cannot represent this value in that place.",
            name: name, url: url)
    }
}

extension URLBuildError {
    /// How informative the error is, compared with other errors for the same route.
    fileprivate var weight: Int {
        switch code {
        case .valueDiffers: 3
        case .takenByOther: 2
        case .unmatched: 1
        default: 0
        }
    }
}

extension NamespacePolicy.Values {
    /// A pattern without its host, if the host is ignored but captures something.
    func readPart(of pattern: RoutePattern) -> RoutePattern {
        guard let host = pattern.host, !host.isLiteral, matchedHost(of: pattern) == nil,
            !readsHostAsSegment(of: pattern)
        else { return pattern }
        return RoutePattern(
            scheme: pattern.scheme, host: nil, path: pattern.path, query: pattern.query)
    }
}

extension JSONValue {
    /// Returns whether the value equals another, or is its text, as in a query.
    fileprivate func reads(as other: JSONValue) -> Bool {
        switch (self, other) {
        case (.array(let own), .array(let others)):
            return own.count == others.count && zip(own, others).allSatisfy { $0.reads(as: $1) }
        default: return self.matches(other)
        }
    }
}
