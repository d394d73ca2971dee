public import RouteDB

/// How a file that opens an app relates to the routes of a registry.
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
        /// The app opens for links that no route answers.
        case wider
        /// Links that a route answers stay in the browser.
        case narrower
        /// Both.
        case different
        /// It would be exact, but a rule that no source of the platform settles decides about it.
        case uncertain
        /// It could not be decided: see the notes, or a search was ended by its budget.
        case undecided
        /// The file has no components for the app, so its manifest decides.
        case manifest
    }

    /// A component, compared with the routes.
    public struct Component: Hashable, Sendable {
        /// The place of the component in the file.
        public let item: String
        /// `exact` if every link for which it opens the app is answered by a route; else `wider`,
        /// `uncertain` or `undecided`.
        public private(set) var verdict: Verdict
        /// A link for which it opens the app, and that no route answers.
        public let witness: String?
        /// The uncertain rules that the verdict or the witness depends on.
        public private(set) var uncertain: [PlatformRule]

        init(item: String, verdict: Verdict, witness: String?, uncertain: [PlatformRule]) {
            self.item = item
            self.verdict = verdict
            self.witness = witness
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
        /// `exact` if the app opens for every link that the route answers; else `narrower`,
        /// `uncertain` or `undecided`.
        public private(set) var verdict: Verdict
        /// A link that the route answers, and that stays in the browser.
        public let witness: String?
        /// The uncertain rules that the verdict or the witness depends on.
        public private(set) var uncertain: [PlatformRule]
        /// What was compared approximately.
        public let notes: [String]

        init(
            route: RouteID, pattern: String, verdict: Verdict, witness: String?,
            uncertain: [PlatformRule], notes: [String]
        ) {
            self.route = route
            self.pattern = pattern
            self.verdict = verdict
            self.witness = witness
            self.uncertain = uncertain
            self.notes = notes
        }

        /// Notes the verdict by another reading of a rule.
        mutating func mark(_ rule: PlatformRule, _ other: Verdict?) {
            verdict.mark(&uncertain, rule, other)
        }
    }

    /// The platform of the file.
    public let platform: AppLinkPlatform
    /// The app.
    public let app: String
    /// The namespace whose routes were compared, with its fallbacks.
    public let namespace: String
    /// The host of the links.
    public let host: String
    /// How the file as a whole relates to the routes.
    public let verdict: Verdict
    /// The uncertain rules that the verdict depends on.
    public let uncertain: [PlatformRule]
    /// The components that open the app, in the order of the file.
    public let components: [Component]
    /// The routes that answer links of the web.
    public let routes: [Answer]
    /// The components and routes that were not compared: they match none of the links, or no expression
    /// says what they match.
    public let skipped: [String]
}

extension AppLinkProof.Verdict {
    /// Makes an exact verdict uncertain if it is another by another reading of a rule.
    fileprivate mutating func mark(
        _ rules: inout [PlatformRule], _ rule: PlatformRule, _ other: Self?
    ) {
        guard self == .exact || self == .uncertain, let other, other != .exact else { return }
        self = .uncertain
        rules.append(rule)
    }
}
