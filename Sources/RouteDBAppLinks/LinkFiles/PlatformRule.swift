/// A rule of a platform that this module follows; `Docs/app-links.md` lists them.
///
/// A rule is uncertain if no source of the platform settles it, or if sources disagree. An answer that
/// would be another without it is reported as uncertain.
public enum PlatformRule: String, CaseIterable, Sendable {
    case a1 = "A1"
    case a2 = "A2"
    case a3 = "A3"
    case a4 = "A4"
    case a5 = "A5"
    case a6 = "A6"
    case a7 = "A7"
    case a8 = "A8"
    case a9 = "A9"
    case a10 = "A10"
    case a11 = "A11"
    case a12 = "A12"
    case a13 = "A13"
    case a14 = "A14"
    case a15 = "A15"
    case a16 = "A16"
    case d1 = "D1"
    case d2 = "D2"
    case d3 = "D3"
    case d4 = "D4"
    case d5 = "D5"
    case d6 = "D6"
    case d7 = "D7"
    case d8 = "D8"
    case d9 = "D9"
    case d10 = "D10"
    case d11 = "D11"
    case m1 = "M1"
    case m2 = "M2"
    case m3 = "M3"
    case m4 = "M4"
    case m5 = "M5"
    case m6 = "M6"
    case m7 = "M7"
    case m8 = "M8"

    /// True if no source of the platform settles the rule, or sources disagree.
    public var isUncertain: Bool { Self.uncertain.contains(self) }

    private static let uncertain: Set<PlatformRule> = [
        .a13, .a14, .a15, .a16, .d3, .d8, .m6,
    ]

    /// The rule, as a sentence.
    public var text: String {
        switch self {
        case .a1: "Components are tried in order; the first that matches decides."
        case .a2: "A component matches if its path, its query and its fragment do."
        case .a3:
            "An absent key takes its value from the entry's defaults, then the file's, then '*'."
        case .a4: "'*' is any text, slashes included; '?' is one character."
        case .a5:
            "Slashes at the end count neither in the pattern nor in the path; "
                + "'/buy/*' takes '/buy'."
        case .a6: "A pattern may leave out its leading slash, or have several."
        case .a7: "A query in dictionary form matches if each of its items does."
        case .a8: "Each repetition of a query item must match."
        case .a9: "A query item that the URL does not have counts as empty."
        case .a10: "A query in dictionary form with a value that is not a string does not count."
        case .a11:
            "The URL is compared as written, or decoded with 'percentEncoded': false; the pattern "
                + "is never decoded."
        case .a12: "With 'caseSensitive': false, ASCII letters are compared without their case."
        case .a13: "The components of several entries of one app are tried in order."
        case .a14:
            "A variable stands for one of its values; '$(lang)' is two or three letters, "
                + "'$(region)' two letters or three digits."
        case .a15: "Slashes at the beginning of the path count as one."
        case .a16: "'details' may be an object with an entry for each app."
        case .d1: "Expressions are compared with the decoded path, query items and fragment."
        case .d2:
            "A last '*' takes all; another '*' takes text up to the next character, once, "
                + "and a '?' after it is a '.'."
        case .d3: "'?*' is one character and a '*'."
        case .d4: "The first component that matches decides; if none does, the app is not opened."
        case .d5: "A component without path, query and fragment never matches."
        case .d6: "A query matches if each of its items equals an item of the URL."
        case .d7: "A URL without fragment matches no component with one."
        case .d8: "A value that cannot be read makes the whole list count as absent."
        case .d9: "Without components, the manifest decides."
        case .d10: "Components never open what the manifest does not."
        case .d11: "Before Android 15 (API level 35), components are ignored."
        case .m1: "Schemes, hosts and paths of one filter are pooled: any combines with any."
        case .m2: "A path outside of a group matches whatever the groups say."
        case .m3: "The first group that matches decides; if none does, the groups do not match."
        case .m4:
            "pathSuffix and pathAdvancedPattern are ignored before API level 31, groups "
                + "before 35; a filter without other paths then takes the whole host."
        case .m5: "In a pathPattern, '.*' takes text up to the next character, once."
        case .m6:
            "In a pathPattern, '\\.' is any character, except after '.*', and so is '.' in a "
                + "component with wildcards."
        case .m7: "A host that begins with '*' takes every host that ends with the rest."
        case .m8: "Without a host, paths and groups are ignored, and any host is taken."
        }
    }

    /// Where the rule is documented, or where its best evidence is; the first one is followed where
    /// they disagree.
    public var sources: [PlatformSource] {
        switch self {
        case .a1: [.appleOrder]
        case .a2: [.appleComponents]
        case .a3: [.appleDefaults, .appleInheritance]
        case .a4, .a12: [.appleTalk]
        case .a5, .a6, .a9, .a10: [.appleMatches]
        case .a7: [.appleQuery]
        case .a8: [.appleQuery, .appleMatches]
        case .a11: [.appleTalk, .appleMatches]
        case .a13: [.appleDetails]
        case .a14: [.appleVariables, .appleVerdicts]
        case .a15: [.appleMatches]
        case .a16: [.appleVerdicts, .appleArchive]
        case .d1, .d7: [.androidFilter]
        case .d2, .d3: [.androidExpression]
        case .d4, .d5, .m3: [.androidGroup]
        case .d6: [.androidDynamic]
        case .d8: [.androidMalformed, .androidParser]
        case .d9: [.androidRules]
        case .d10: [.androidScope]
        case .d11: [.androidEarlier]
        case .m1: [.androidData]
        case .m2: [.androidGroups]
        case .m4, .m8: [.androidPath]
        case .m5: [.androidMatcher]
        case .m6: [.androidMatcher, .androidMatcherTest]
        case .m7: [.androidIntentFilter]
        }
    }
}
