package import RouteDBDatabase
import RouteDBRouting

extension RouteDBError {
    /// The kinds of things that may have a name that was given for something else.
    package enum NamedKind: String, Sendable {
        case group, namespace, route
    }

    /// Creates the error for a namespace that does not exist.
    package init(noNamespace name: String, among known: [String], kind: NamedKind? = nil) {
        if let kind {
            let list = kind == .group ? "list --group \(name)" : "show \(name)"
            self.init(
                .namespaceNotFound, "No namespace is named '\(name)': it is the name of a \(kind).",
                hint: "See it with 'routedb \(list)', and namespaces with 'routedb namespace list'."
            )
            return
        }
        self.init(
            .namespaceNotFound, "No namespace is named '\(name)'.",
            hint: NameSuggestion.didYouMean(name, among: known.sorted())
                ?? "Check the name, or add it first.")
    }

    /// Creates the error for a reference that no route has.
    package init(noRoute reference: RouteReference, in namespace: String?, hint: String) {
        let place = namespace.map { " in the namespace '\($0)'" } ?? ""
        self.init(.routeNotFound, "No route matches '\(reference)'\(place).", hint: hint)
    }

    /// Creates the error for conditions that no route meets, such as `group 'shop'`.
    package init(noRouteWith conditions: [String]) {
        self.init(
            .routeNotFound, "No route matches \(conditions.joined(separator: ", ")).",
            hint: "'routedb list' takes the same conditions: leave out one after the other.")
    }

    /// Creates the error for a route that does not exist, where something else has the name.
    package init(noRoute name: String, but kind: NamedKind) {
        self.init(
            .routeNotFound, "No route is named '\(name)': it is the name of a \(kind).",
            hint: "List its routes with 'routedb list --\(kind) \(name)'; a route in it goes by"
                + (kind == .group ? " '\(name)/NAME'." : " '\(name):NAME'."))
    }

    /// Creates the error for a rule that does not exist.
    init(noRule id: RuleID, hint: String? = nil) {
        self.init(noRuleNumbered: "\(id.rawValue)", hint: hint)
    }

    /// Creates the error for a text that is not the number of a rule.
    init(noRuleNumbered number: String, hint: String? = nil) {
        self.init(
            .ruleNotFound, "No access rule has the number \(number).",
            hint: hint ?? "`routedb acl list` lists them.")
    }

    /// Creates the error for a suppression that does not exist.
    init(noSuppression id: Int64, hint: String? = nil) {
        self.init(
            .suppressionNotFound, "No suppression has the number \(id).",
            hint: hint ?? "`routedb lint suppressions` lists them.")
    }

    /// Creates the error for a case that does not exist.
    init(noCase id: CaseID, hint: String? = nil) {
        self.init(
            .caseNotFound, "No case has the id #\(id.rawValue).",
            hint: hint ?? "`routedb test list` lists them.")
    }

    /// Creates the error for the name of a case that does not exist.
    init(noCase name: String, among known: [RouteTestCase.Stored]) {
        let nearest = NameSuggestion.didYouMean(name, among: known.compactMap(\.content.name))
        self.init(
            .caseNotFound, "No case is named '\(name)'.",
            hint: nearest ?? "`routedb test list` lists them.")
    }

    /// Creates the error for a converter that does not exist.
    init(noConverter name: String, in namespace: RouteNamespace, among known: Set<String>) {
        let nearest = NameSuggestion.didYouMean(name, among: known.sorted())
        self.init(
            .converterNotFound,
            "The namespace '\(namespace.name)' has no converter named '\(name)'.",
            hint: nearest ?? "Check the name, or add it first.")
    }

    /// Creates the error for an app that does not exist.
    init(
        noApp identifier: String, on platform: LinkedApp.Platform?, in namespace: String,
        among known: [LinkedApp]
    ) {
        let nearest = NameSuggestion.didYouMean(identifier, among: known.map(\.identifier))
        self.init(
            .appNotFound,
            "The namespace '\(namespace)' has no app '\(identifier)'"
                + (platform.map { " for \($0.rawValue)." } ?? "."),
            hint: nearest
                ?? "'routedb app list' shows those there are.")
    }
}
