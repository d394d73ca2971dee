#if Server
package import RouteDB

/// A URL that was built for a route, or why none was.
package struct BuiltURL: Sendable {
    let url: String?
    private let problem: FormProblem?

    /// Builds a URL.
    package init(
        for route: Route, in table: RoutingTable, values: JSONObject, options: URLBuildOptions
    ) {
        do throws(URLBuildError) {
            (url, problem) = (try table.url(for: route, values: values, options: options), nil)
        } catch {
            (url, problem) = (nil, FormProblem(error.message, hint: error.hint))
        }
    }

    /// Builds a URL back from what was found for another; `nil` if no route was found.
    package init?(back resolution: Resolution, in table: RoutingTable) {
        guard let route = resolution.foundRoute, resolution.request.routeName == nil else {
            return nil
        }
        self.init(
            for: route, in: table, values: resolution.parameters,
            options: URLBuildOptions(
                namespace: resolution.request.namespace, kind: resolution.request.kind,
                wildcards: resolution.wildcards))
    }

    var markup: Markup {
        url.map { "<p>\(ConsoleLink.trying($0))</p>" } ?? problem?.markup ?? ""
    }
}

/// The form that fills a route's parameters and builds its URL.
package struct URLForm: Sendable {
    private let id: Int64
    /// The names of the parameters, in the order of the pattern.
    private let names: [String]
    private let wildcards: Int
    private let values: [String]
    private let wildcardTexts: [String]
    /// The scheme and host; `nil` if the pattern has its own.
    private let scheme: String?
    private let host: String?
    private let built: BuiltURL?

    /// Fills the form, and builds the URL if somebody has filled in something.
    package init(
        _ route: Route, in table: RoutingTable, values: [String], wildcards: [String],
        scheme: String, host: String
    ) {
        id = route.id.rawValue
        var names: [String] = []
        for parameter in route.pattern?.parameters ?? [] where !names.contains(parameter.name) {
            names.append(parameter.name)
        }
        self.names = names
        self.wildcards = route.pattern?.path.count { $0 == .wildcard || $0 == .catchAll } ?? 0
        (self.values, wildcardTexts) = (values, wildcards)
        self.scheme = route.pattern?.scheme == nil ? scheme : nil
        self.host = route.pattern?.host == nil ? host : nil
        guard !values.isEmpty || names.isEmpty, route.hasPattern else {
            built = nil
            return
        }
        var object: JSONObject = [:]
        for (name, value) in zip(names, values) where !value.isEmpty {
            object[name] = .string(value)
        }
        built = BuiltURL(
            for: route, in: table, values: object,
            options: URLBuildOptions(
                scheme: scheme.isEmpty ? nil : scheme, host: host.isEmpty ? nil : host,
                wildcards: wildcards.filter { !$0.isEmpty }))
    }

    /// The form, and the URL.
    var markup: Markup {
        var inputs: Markup = ""
        for (index, name) in names.enumerated() {
            inputs += FormField.text(
                "value", name, index < values.count ? values[index] : "", isCode: true)
        }
        for index in 0..<min(wildcards, 20) {
            inputs += FormField.text(
                "wildcard", "Wildcard \(index + 1)",
                index < wildcardTexts.count ? wildcardTexts[index] : "", isCode: true)
        }
        for (name, label, value) in [("scheme", "Scheme", scheme), ("host", "Host", host)] {
            guard let value else { continue }
            inputs += FormField.text(name, label, value, hint: "of the namespace")
        }
        return """
            <form class="ask" action="/routes/\(id)">\(inputs)\
            <button type="submit">Build</button></form>\(built?.markup)
            """
    }
}
#endif
