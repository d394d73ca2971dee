public import RouteDB

/// How a file that opens an app relates to the routes of a registry.
///
/// Routes count whose links the app opens by its choice, as `LinkedApp` says; those of all routes if the
/// namespace does not have the app.
///
/// All links to one host are compared, in normal form: the path has no empty, `.` or `..` segment, no
/// slash at its end, and is percent-encoded only where it must be, with capitals. Links have a query or a
/// fragment only if the file or a route tests them: then each item of the query that is tested occurs
/// at most once, in alphabetical order, and others do not occur.
public struct AppLinkProof: Hashable, Sendable {
    /// How a file, or a part of it, relates to the routes.
    public enum Verdict: String, CaseIterable, Sendable {
        /// The app opens for the links that routes answer, and for no others.
        case exact
        /// The app opens for links that no route answers, or one whose links it should not open.
        case wider
        /// Links that a route answers stay in the browser, and should open the app.
        case narrower
        /// Both.
        case different
        /// The relation would be exact, but a rule that no source of the platform settles decides about it.
        case uncertain
        /// The relation could not be decided: see the notes, or a search was ended by its budget.
        case undecided
        /// The file has no components for the app, so its manifest decides.
        case manifest
    }

    /// A component, compared with the routes.
    public struct Component: Hashable, Sendable {
        /// The place of the component in the file.
        public let item: String
        /// `exact` if every link for which it opens the app is answered by a route whose links the app
        /// opens; else `wider`, `uncertain` or `undecided`.
        public private(set) var verdict: Verdict
        /// A link for which it opens the app, and that no route answers whose links the app opens.
        public let witness: String?
        /// The route that answers the witness, and whose links the app does not open by its choice; `nil`
        /// if no route answers it.
        public let answeredBy: RouteID?
        /// True if the component is wider only by values that are not of the types that the routes ask for,
        /// such as `int`, which globs cannot say.
        public let isWiderByTypesOnly: Bool
        /// The uncertain rules that the verdict or the witness depends on.
        public private(set) var uncertain: [PlatformRule]

        init(
            item: String, verdict: Verdict, witness: String?, answeredBy: RouteID?,
            isWiderByTypesOnly: Bool, uncertain: [PlatformRule]
        ) {
            self.item = item
            self.verdict = verdict
            self.witness = witness
            self.answeredBy = answeredBy
            self.isWiderByTypesOnly = isWiderByTypesOnly
            self.uncertain = uncertain
        }

        /// Notes the verdict by another reading of a rule.
        mutating func mark(_ rule: PlatformRule, _ other: Verdict?) {
            verdict.mark(&uncertain, rule, other)
        }
    }

    /// A route, compared with the file.
    public struct Answer: Hashable, Sendable {
        /// The route.
        public let route: RouteID
        /// The pattern of the route.
        public let pattern: String
        /// True if the app opens the links of the route, by its choice.
        public let isOpened: Bool
        /// `exact` if the app opens for every link that the route answers, or for none if it does not
        /// open its links; else `narrower`, or `wider`, `uncertain`, `undecided` or `manifest`.
        public private(set) var verdict: Verdict
        /// A link that the route answers, and that stays in the browser, or opens the app, and should
        /// not.
        public let witness: String?
        /// True if the witness stays in the browser since the manifest does not take it.
        public let isRefusedByManifest: Bool
        /// The uncertain rules that the verdict or the witness depends on.
        public private(set) var uncertain: [PlatformRule]
        /// Notes on what was compared approximately.
        public let notes: [String]

        init(
            route: RouteID, pattern: String, isOpened: Bool, verdict: Verdict, witness: String?,
            isRefusedByManifest: Bool, uncertain: [PlatformRule], notes: [String]
        ) {
            self.route = route
            self.pattern = pattern
            self.isOpened = isOpened
            self.verdict = verdict
            self.witness = witness
            self.isRefusedByManifest = isRefusedByManifest
            self.uncertain = uncertain
            self.notes = notes
        }

        /// Notes the verdict by another reading of a rule.
        mutating func mark(_ rule: PlatformRule, _ other: Verdict?) {
            verdict.mark(&uncertain, rule, other)
        }
    }

    /// How many steps all proofs of a file may take together.
    package static let budget = AppLinkProver.totalBudget

    /// The platform of the file.
    public let platform: LinkedApp.Platform
    /// The app.
    public let app: String
    /// True if the namespace has the app, so that its choice of routes counts; else the app should open
    /// the links of all routes.
    public let isKnown: Bool
    /// The namespace whose routes were compared, with its fallbacks.
    public let namespace: String
    /// The host of the links.
    public let host: String
    /// How the file as a whole relates to the routes.
    public let verdict: Verdict
    /// How the file relates to the routes if values of another type than a route asks for do not count,
    /// as `/a/x` for `/a/{id:int}`: what is wider by types only is exact then.
    public let verdictIgnoringTypes: Verdict
    /// The uncertain rules that the verdict depends on.
    public let uncertain: [PlatformRule]
    /// The components that open the app, in the order of the file.
    public let components: [Component]
    /// The routes that answer links of the web.
    public let routes: [Answer]
    /// The components and routes that were not compared: they match none of the links, or the links do not
    /// tell what they match.
    public let skipped: [String]
    /// The links that are not compared since the namespace reads them by one of its policies, which keep the
    /// file from being called exact.
    public let unmodelled: [String]
    /// True if the budget of the file ended before all was compared.
    public let isCutShort: Bool
}

extension AppLinkProof.Verdict {
    /// Makes an exact verdict uncertain if it is another by another reading of a rule.
    fileprivate mutating func mark(
        _ rules: inout [PlatformRule], _ rule: PlatformRule, _ other: Self?
    ) {
        guard self == .exact || self == .uncertain, let other, other != .exact else { return }
        rules.append(rule)
        self = other == .undecided ? .undecided : .uncertain
    }
}
