public import RouteDBInsight

/// The kind of a finding about a file that decides which links open an app.
public enum AppLinkCode: String, CaseIterable, Sendable {
    /// The file is a web page.
    case html
    /// The file is not valid JSON.
    case invalidJSON = "invalid-json"
    /// The manifest is not valid XML.
    case invalidXML = "invalid-xml"
    /// The file is larger than the platform reads.
    case size
    /// A part of the file is not where the platform looks for it.
    case nesting
    /// A value has another type than the platform reads.
    case wrongType = "wrong-type"
    /// A required key is missing.
    case missingKey = "missing-key"
    /// The platform does not know a key.
    case unknownKey = "unknown-key"
    /// An app has several entries.
    case duplicateApp = "duplicate-app"
    /// The name of an app is not in the required form.
    case appID = "app-id"
    /// The fingerprint of a certificate is not in the required form.
    case fingerprint
    /// A path pattern contains a query or a fragment.
    case markInPath = "mark-in-path"
    /// A pattern can match no URL.
    case unmatchable
    /// An earlier component takes all URLs that an excluding component is for.
    case includeBeforeExclude = "include-before-exclude"
    /// An earlier component takes all URLs of a component.
    case shadowed
    /// All components exclude.
    case excludeOnly = "exclude-only"
    /// Old and new forms of the same rules stand side by side.
    case legacyPaths = "legacy-paths"
    /// A pattern uses a variable that is not defined.
    case unknownVariable = "unknown-variable"
    /// A value makes Android discard the whole list.
    case discardedList = "discarded-list"
    /// A wildcard in the middle of a pattern matches less than it seems to.
    case noBacktracking = "no-backtracking"
    /// A pattern is compared with the URL as it is written, or decoded, and is written otherwise.
    case encoding
    /// The manifest does not ask Android to verify the links of a host.
    case unverified
    /// A filter takes more links than its elements seem to say, since they are pooled.
    case pooled
    /// Older devices ignore all paths of a filter, and take the whole host.
    case olderDevices = "older-devices"
    /// A group that blocks has no effect.
    case ineffectiveGroup = "ineffective-group"
    /// A value of a manifest stands in another file.
    case unresolved
    /// One list of components is used for both platforms, which read it in different ways.
    case platformsDiffer = "platforms-differ"

    /// The default severity of findings with this code.
    public var severity: LintSeverity {
        switch self {
        case .html, .invalidJSON, .invalidXML, .ineffectiveGroup, .nesting, .wrongType, .missingKey,
            .appID, .fingerprint,
            .markInPath, .unmatchable, .includeBeforeExclude, .unknownVariable, .discardedList:
            .error
        case .size, .unknownKey, .duplicateApp, .excludeOnly, .noBacktracking, .encoding,
            .unverified, .pooled, .olderDevices, .platformsDiffer:
            .warning
        case .shadowed, .legacyPaths, .unresolved: .note
        }
    }
}

extension AppLinkCode {
    /// The rule that is broken, as a sentence.
    public var rule: String {
        switch self {
        case .html: "The file must be JSON, served without a redirect to a web page."
        case .invalidJSON: "The file must be one JSON value in UTF-8, with unique keys."
        case .invalidXML: "A manifest must be well-formed XML without a document type."
        case .size: "Apple stated a limit of 128 KB for its file."
        case .nesting: "Each part must stand where the platform looks for it."
        case .wrongType: "Each value must be of the type that the platform reads."
        case .missingKey: "An entry needs its app and the URLs that it is for."
        case .unknownKey: "The platform ignores keys that it does not know."
        case .duplicateApp: "No source says how several entries of one app are combined."
        case .appID:
            "An app is written TEAM.bundle.identifier for Apple, and as a Java package for Android."
        case .fingerprint:
            "A fingerprint is SHA-256: 32 hexadecimal pairs in capitals, separated by colons."
        case .markInPath: "A path pattern is compared with the path only."
        case .unmatchable: "A path begins with a slash; an expression of Android is not empty."
        case .includeBeforeExclude: "The first component that matches decides."
        case .shadowed: "The first component that matches decides."
        case .excludeOnly: "A URL that no component matches does not open the app."
        case .legacyPaths: "Systems that know 'components' ignore 'paths'."
        case .unknownVariable: "A variable must be predefined, or stand in substitutionVariables."
        case .discardedList: "One value that cannot be read makes Android discard the whole list."
        case .noBacktracking:
            "On Android, a '*' in the middle takes text up to the next character, once."
        case .encoding: "A pattern is compared with one spelling of the URL."
        case .unverified: "Android opens an app for links only if it could verify their host."
        case .pooled: "Schemes, hosts and paths of one filter are pooled: any combines with any."
        case .olderDevices:
            "pathSuffix and pathAdvancedPattern are ignored before API level 31, groups before 35."
        case .ineffectiveGroup:
            "A filter takes a link if a path outside of its groups matches, or the first group that "
                + "matches allows it."
        case .unresolved: "Only what stands in the manifest itself is read."
        case .platformsDiffer: "Apple and Android read the same components in different ways."
        }
    }

    /// How to fix it, as a sentence.
    public var fix: String {
        switch self {
        case .html: "Serve the JSON itself, with status 200 and the content type application/json."
        case .invalidJSON: "Correct the text at this place."
        case .invalidXML: "Correct the text at this place."
        case .size: "Write fewer, wider patterns, or use variables."
        case .nesting: "Move it to the place that the message names."
        case .wrongType: "Write a value of the type that the message names."
        case .missingKey: "Add the key."
        case .unknownKey: "Correct the key, or remove it."
        case .duplicateApp: "Merge the entries into one."
        case .appID: "Correct the name."
        case .fingerprint:
            "Copy the SHA-256 fingerprint from Play Console, App signing, or from 'keytool -list'."
        case .markInPath: "Move the text after '?' or '#' to the key '?' or '#'."
        case .unmatchable: "Correct the pattern, or remove the component."
        case .includeBeforeExclude: "Move the excluding component before the other one."
        case .shadowed: "Remove the component, or move it before the other one."
        case .excludeOnly: "Add a component that includes, such as {\"/\": \"*\"}, at the end."
        case .legacyPaths: "Remove 'paths' when no older system is left to support."
        case .unknownVariable: "Define it in applinks.substitutionVariables, or correct its name."
        case .discardedList: "Correct the value; until then the manifest alone decides."
        case .noBacktracking: "End the pattern with the '*', or list the cases."
        case .encoding: "Write the pattern in the spelling that the message names."
        case .unverified: "Add android:autoVerify=\"true\" to the filter."
        case .pooled: "Write a filter of its own for each host."
        case .olderDevices: "Add a path that all devices know, such as android:path=\"/.\"."
        case .ineffectiveGroup:
            "Move sibling paths into groups, and let a group that allows follow those that block."
        case .platformsDiffer: "Write a list for each platform."
        case .unresolved: "Write the value into the manifest, or check the merged manifest."
        }
    }

    /// Where the rule is documented.
    public var source: String {
        switch self {
        case .html, .fingerprint, .appID: PlatformSource.androidStatements
        case .invalidJSON, .nesting, .wrongType, .missingKey, .unknownKey:
            PlatformSource.appleDetails
        case .size: PlatformSource.appleSize
        case .duplicateApp, .legacyPaths: PlatformSource.appleDomains
        case .markInPath, .unmatchable, .excludeOnly: PlatformSource.appleComponents
        case .includeBeforeExclude, .shadowed: PlatformSource.appleOrder
        case .unknownVariable, .encoding: PlatformSource.appleTalk
        case .discardedList: PlatformSource.androidParser
        case .noBacktracking, .platformsDiffer: PlatformSource.androidMatcher
        case .invalidXML, .pooled, .olderDevices, .unresolved: PlatformSource.androidData
        case .unverified: PlatformSource.androidVerification
        case .ineffectiveGroup: PlatformSource.androidGroups
        }
    }
}
