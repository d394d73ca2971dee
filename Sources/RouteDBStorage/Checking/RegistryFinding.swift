/// A problem found in a registry file.
public struct RegistryFinding: Hashable, Sendable, CustomStringConvertible {
    /// The rule that is violated; more rules may be added.
    public enum Rule: String, Sendable {
        /// SQLite's own structures are intact.
        case integrity
        /// Every reference leads to a row.
        case foreignKeys = "foreign-keys"
        /// The migrations that ran are the ones that this version knows.
        case migrations
        /// The tables, indexes and views are the ones that the migrations create, and there is no
        /// trigger.
        case schema
        /// Revisions are numbered from 1 without gaps.
        case revisions
        /// The digest of every revision matches the content of that revision and of all before it.
        case digests
        /// A version ends after it begins, and versions of the same item do not overlap.
        case versions
        /// Live ids, names and bindings are unique, and belong to live items.
        case liveRows = "live-rows"
        /// Fallbacks lead to live namespaces, and form no cycle.
        case fallbacks
        /// A namespace's profile, policies and access have known values.
        case policies
        /// A pattern parses, and prints as stored; a route without a pattern has a name.
        case patterns
        /// Requirements are a JSON object of kinds.
        case requirements
        /// A presentation is valid JSON for a presentation.
        case presentations
        /// A redirect is valid JSON for a redirect.
        case redirects
        /// Labels are a JSON object of texts, and they and the note keep the rules for texts.
        case labels
        /// A converter's rule is known and has the argument that it needs, and the converters of
        /// every live route exist.
        case converters
        /// A default value is valid JSON.
        case defaults
        /// An access rule is valid; a live one uses parameters that a route in its scope has, and
        /// time zones that the system knows.
        case accessRules = "access-rules"
        /// A suppression has a known code.
        case suppressions
        /// A stored case is valid.
        case cases
        /// An app has a known platform, and its texts keep the rules for apps.
        case apps
        /// Names, targets and other texts are such as an edit may store.
        case texts
    }

    /// The rule that is violated.
    public let rule: Rule
    /// A one-sentence description of the problem and its location.
    public let message: String

    /// The rule and the message.
    public var description: String { "\(rule.rawValue): \(message)" }
}
