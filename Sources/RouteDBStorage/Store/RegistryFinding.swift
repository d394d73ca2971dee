/// One thing that is wrong with a registry's file.
public struct RegistryFinding: Hashable, Sendable, CustomStringConvertible {
    /// The rule that is broken; the set may grow.
    public enum Rule: String, Sendable {
        /// SQLite's own structures are sound.
        case integrity
        /// Every reference leads to a row.
        case foreignKeys = "foreign-keys"
        /// The scripts that ran are those that this version has.
        case migrations
        /// The tables, indexes and views are those that the scripts make, and there is no trigger.
        case schema
        /// Revisions are numbered from 1 without gaps.
        case revisions
        /// The digest of every revision is the one of what it says, and of those before it.
        case digests
        /// A version ends after it began, and versions of one thing do not overlap.
        case versions
        /// Live ids, names and bindings are unique, and belong to live things.
        case liveRows = "live-rows"
        /// Fallbacks lead to live namespaces, and never back to where they began.
        case fallbacks
        /// A namespace's profile, policies and access are known ones.
        case policies
        /// A pattern parses, and prints as it is stored; a route without one has a name.
        case patterns
        /// Requirements are a JSON object of kinds.
        case requirements
        /// A presentation is JSON, and one.
        case presentations
        /// A converter's rule is a known one, with the argument that it takes, and every live
        /// route's converters are there.
        case converters
        /// A default value is JSON.
        case defaults
        /// An access rule is one; a live one asks for parameters that a route of its scope has, and
        /// names time zones that the system knows.
        case accessRules = "access-rules"
        /// A suppression is of a known code.
        case suppressions
        /// A stored case says what a case may say.
        case cases
    }

    /// The rule that is broken.
    public let rule: Rule
    /// Where and how, in a sentence.
    public let message: String

    /// The rule and the message.
    public var description: String { "\(rule.rawValue): \(message)" }
}
