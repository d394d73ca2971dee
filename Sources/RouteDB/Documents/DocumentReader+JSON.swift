import RouteDBDatabase
import RouteDBRouting
package import RouteDBStorage

extension RegistryDocument {
    /// The version of the documents that are read and written.
    static let schema: Int64 = 1

    private static let kinds = [
        "namespaces", "converters", "routes", "defaults", "rules", "suppressions", "cases",
        "apps",
    ]
    fileprivate static let keys = Set(kinds + ["schema", "selection"])
    fileprivate static let kindKeys = Set(kinds)
}

extension DocumentReader {
    /// Reads a JSON document: an array of routes, or the contents of a registry.
    mutating func readJSON(_ bytes: [UInt8]) throws(InputProblem) {
        let lists = try JSONLists(bytes)
        if case .array = lists.text.value {
            document.routes = try routes(of: nil, in: lists).flatMap(\.byKind)
            return
        }
        let members = try JSONReader(lists.text.value, of: lists.text)
        try checkKeys(of: members)
        try readSelection(of: members)
        func read<Content>(
            _ key: String,
            _ read: (JSONReader<JSONText>) -> () throws(InputProblem)
                -> RegistryDocument.Entry<Content>
        ) throws(InputProblem) -> [RegistryDocument.Entry<Content>]? {
            // The document need not list the kind.
            guard try members.array(key) != nil else { return nil }
            return try entries(of: key, in: lists) { (_, members) throws(InputProblem) in
                try read(members)()
            }
        }
        document.namespaces = try read("namespaces", JSONReader<JSONText>.namespace)
        let origin = members.origin
        document.convertersOrigin = RegistryDocument.Origin { _ in origin.place("converters") }
        document.converters = try read("converters", JSONReader<JSONText>.converter)
        if try members.array("routes") != nil {
            document.routes = try routes(of: "routes", in: lists).map(\.ofOneKind)
        }
        document.defaults = try read("defaults", JSONReader<JSONText>.defaults)
        document.rules = try read("rules", JSONReader<JSONText>.rule)
        document.suppressions = try read("suppressions", JSONReader<JSONText>.suppression)
        document.cases = try read("cases", JSONReader<JSONText>.testCase)
        document.apps = try read("apps", JSONReader<JSONText>.app)
    }

    private mutating func checkKeys(of members: JSONReader<JSONText>) throws(InputProblem) {
        guard RegistryDocument.kindKeys.contains(where: { members.value($0) != nil }) else {
            throw members.problem(
                nil,
                "The document is neither an array of routes nor an object that holds"
                    + " 'routes', 'namespaces', 'converters', 'defaults', 'rules',"
                    + " 'suppressions', 'cases' or 'apps'.",
                hint: "If each line is a route, the format is ndjson.", remedy: .giveLines)
        }
        if let schema = members.value("schema"), schema != .int(RegistryDocument.schema) {
            throw members.problem(
                "schema", "The schema of the document is not \(RegistryDocument.schema).",
                hint: "Export it with this version of the tool, or import it with a newer one.")
        }
        document.ignored.add(
            members.object.members.map(\.key).filter { !RegistryDocument.keys.contains($0) })
    }

    private mutating func readSelection(of members: JSONReader<JSONText>) throws(InputProblem) {
        guard let selection = try members.object("selection") else { return }
        let origin = members.origin
        document.selectionOrigin = RegistryDocument.Origin { _ in origin.place("selection") }
        if case .string(let name)? = selection["namespace"] { document.selection.namespace = name }
        if case .string(let name)? = selection["group"] { document.selection.group = name }
    }

    private mutating func routes(
        of key: String?, in lists: JSONLists
    ) throws(InputProblem) -> [RegistryDocument.Entry<ImportedRoute>] {
        try entries(of: key, in: lists) { (own, members) throws(InputProblem) in
            try own.route(members)
        }
    }

    /// Reads the items of a list.
    private mutating func entries<Content>(
        of key: String?, in lists: JSONLists,
        _ read: (inout DocumentReader, JSONReader<JSONText>) throws(InputProblem)
            -> RegistryDocument.Entry<Content>
    ) throws(InputProblem) -> [RegistryDocument.Entry<Content>] {
        var entries: [RegistryDocument.Entry<Content>] = []
        let path = key.map { [JSONStep.key($0)] } ?? []
        try lists.forEachItem(of: key) { (index, value) throws(InputProblem) in
            let entry = try entry { (own) throws(InputProblem) in
                try read(&own, JSONReader(value, at: path + [.index(index)], of: lists.text))
            }
            guard let entry else { return false }
            entries.append(entry)
            return true
        }
        return entries
    }
}

extension JSONReader<JSONText> {
    fileprivate func namespace() throws(InputProblem) -> RegistryDocument.Entry<NamespaceDraft> {
        var draft = NamespaceDraft(name: try required("name", of: "The namespace"))
        if let profile: NamespaceProfile = try word("profile") { draft.profile = profile }
        if let policies = try reader("policies") {
            try policies.requireKeys(
                among: NamespacePolicy.allCases.map(\.rawValue), of: "A namespace's 'policies'")
            for policy in NamespacePolicy.allCases {
                draft.overrides[policy] = try policies.string(policy.rawValue)
            }
        }
        draft.schemes = try strings("schemes")
        draft.hosts = try strings("hosts")
        draft.fallback = try string("fallback")
        draft.fallbackTarget = try string("fallbackTarget")
        if let access: RouteNamespace.Access = try word("access") { draft.access = access }
        return .item(draft, origin)
    }

    fileprivate func converter() throws(InputProblem)
        -> RegistryDocument.Entry<RegistryDocument.ConverterDraft>
    {
        let name = try required("name", of: "The converter")
        let namespace = try string("namespace") ?? RouteNamespace.defaultName
        return .item(
            RegistryDocument.ConverterDraft(name, try converterRule(), in: namespace), origin)
    }

    private func converterRule() throws(InputProblem) -> ParameterConverter.Rule {
        let name = try required("rule", of: "The converter")
        if let rule = ParameterConverter.Rule(name: name, argument: value("argument")) {
            return rule
        }
        let known = ParameterConverter.Rule.names
        guard known.contains(name) else {
            throw problem(
                "rule", "Unknown converter rule '\(name)'.",
                hint: NameSuggestion.hint(for: name, among: known))
        }
        throw problem(
            "argument", "Invalid value of the rule '\(name)'.",
            hint: "'allow' expects an array of strings, 'map' an object, 'affix' an object with"
                + " 'prefix' and 'suffix', 'any' and 'code' nothing.")
    }

    fileprivate func defaults() throws(InputProblem)
        -> RegistryDocument.Entry<RegistryDocument.Defaults>
    {
        let namespace = try string("namespace") ?? RouteNamespace.defaultName
        let place: DefaultPlace =
            try string("group").map { .group(namespace: namespace, group: $0) }
            ?? .namespace(namespace)
        return .item(RegistryDocument.Defaults(try object("values") ?? [:], in: place), origin)
    }

    fileprivate func rule() throws(InputProblem) -> RegistryDocument.Entry<RegistryDocument.Rule> {
        let parser = JSONRuleParser()
        guard let mention = try ruleMention() else {
            let draft = try parser.draft(self, in: try parser.place(self))
            return .item(RegistryDocument.Rule(draft: draft), origin)
        }
        // The route is found when the routes are in the registry.
        let place = DefaultPlace.namespace(mention.namespace ?? RouteNamespace.defaultName)
        let draft = try parser.draft(self, in: place)
        return .item(RegistryDocument.Rule(draft: draft, route: mention), origin)
    }

    /// Reads the route of a rule; the rule's namespace is that of a route that names none.
    private func ruleMention() throws(InputProblem) -> RouteMention? {
        let (mention, own) = (try routeMention("route"), try string("namespace"))
        guard let own else { return mention }
        return switch mention {
        case .name(let name, let group, let namespace)?:
            .name(name, group: group, namespace: namespace ?? own)
        case .reference(let reference)?: .reference(RouteReference(reference, in: own))
        default: mention
        }
    }

    fileprivate func suppression() throws(InputProblem)
        -> RegistryDocument.Entry<RegistryDocument.Suppression>
    {
        guard let code: LintCode = try word("code") else {
            throw sink.failure(missing("code", of: "The suppression"))
        }
        let reason = try required("reason", of: "The suppression")
        let draft = SuppressionDraft(
            code, namespace: try string("namespace"), name: try string("about"), reason: reason)
        return .item(
            RegistryDocument.Suppression(
                draft: draft, route: try routeMention("route"), other: try routeMention("other")),
            origin)
    }

    fileprivate func testCase() throws(InputProblem) -> RegistryDocument.Entry<RouteTestCase> {
        .item(try read(RouteTestCase.init(json:)), origin)
    }

    fileprivate func app() throws(InputProblem) -> RegistryDocument.Entry<RegistryDocument.App> {
        let namespace = try string("namespace") ?? RouteNamespace.defaultName
        return .item(RegistryDocument.App(namespace: namespace, content: try linkedApp()), origin)
    }
}

extension JSONReader<JSONText> {
    /// Reads the object as an app, whose texts are checked when it is stored.
    package func linkedApp() throws(InputProblem) -> LinkedApp {
        guard let platform: LinkedApp.Platform = try word("platform") else {
            throw sink.failure(missing("platform", of: "The app", hint: "Use ios or android."))
        }
        let identifier = try required(
            "app", of: "The app",
            hint: "Write the team and bundle, or the package, such as com.example.app.")
        return LinkedApp(
            platform, identifier, name: try string("name"), store: try string("store"),
            fingerprints: try strings("fingerprints"), includes: try strings("include"),
            excludes: try strings("exclude"))
    }

    /// Reads the object as a namespace of a document.
    package func namespaceDraft() throws(InputProblem) -> NamespaceDraft {
        switch try namespace() {
        case .item(let draft, _): return draft
        case .problem(let problem): throw problem
        }
    }

    /// Reads the object as a suppression, without its routes.
    package func suppressionDraft() throws(InputProblem) -> SuppressionDraft {
        switch try suppression() {
        case .item(let entry, _): return entry.draft
        case .problem(let problem): throw problem
        }
    }
}
