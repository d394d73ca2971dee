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
    /// An app has the fingerprint of one certificate only.
    case singleFingerprint = "single-fingerprint"
    /// The app is a debug build.
    case debugApp = "debug-app"
    /// A statement does not let its app open links.
    case relation
    /// A scheme, a host or a path contains parts of a URL that belong elsewhere.
    case host
    /// A path pattern contains a query or a fragment.
    case markInPath = "mark-in-path"
    /// A path pattern leaves out its leading slash.
    case missingSlash = "missing-slash"
    /// A pattern can match no URL.
    case unmatchable
    /// A pattern contains `NOT` where the platform does not read it.
    case misplacedNot = "misplaced-not"
    /// A pattern has a wildcard of routers or regular expressions, which is text for the platform.
    case foreignSyntax = "foreign-syntax"
    /// An earlier component takes all URLs that an excluding component is for.
    case includeBeforeExclude = "include-before-exclude"
    /// An earlier component takes all URLs of a component.
    case shadowed
    /// All components exclude.
    case excludeOnly = "exclude-only"
    /// Old and new forms of the same rules stand side by side.
    case legacyPaths = "legacy-paths"
    /// The entries are members of an object.
    case legacyDetails = "legacy-details"
    /// A pattern uses a variable that is not defined.
    case unknownVariable = "unknown-variable"
    /// A variable, or the use of one, cannot be read.
    case invalidVariable = "invalid-variable"
    /// A value makes Android discard the whole list.
    case discardedList = "discarded-list"
    /// A wildcard in the middle of a pattern matches less than it seems to.
    case noBacktracking = "no-backtracking"
    /// A pattern is percent-encoded but the platform compares decoded URLs, or the reverse.
    case encoding
    /// The manifest does not ask Android to verify the links of a host.
    case unverified
    /// Android combines all `data` elements of a filter, which accepts more links than it appears to.
    case pooled
    /// Older devices ignore all paths of a filter, and take the whole host.
    case olderDevices = "older-devices"
    /// The manifest takes whole hosts, which older devices do not limit.
    case hostOnly = "host-only"
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
            .appID, .fingerprint, .relation, .host, .markInPath, .unmatchable, .misplacedNot,
            .includeBeforeExclude, .unknownVariable, .invalidVariable, .discardedList:
            .error
        case .size, .unknownKey, .duplicateApp, .debugApp, .foreignSyntax, .excludeOnly,
            .legacyDetails, .noBacktracking, .encoding, .unverified, .pooled, .olderDevices,
            .platformsDiffer:
            .warning
        case .singleFingerprint, .missingSlash, .shadowed, .legacyPaths, .hostOnly, .unresolved:
            .note
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
        case .singleFingerprint:
            "With Play App Signing, Google signs the app that users install, and your own key signs "
                + "the one that you test."
        case .debugApp: "A debug build has a package and a key of its own, which users do not have."
        case .relation:
            "An app opens links only with the relation "
                + "'delegate_permission/common.handle_all_urls'."
        case .host: "Scheme, host and path are compared one by one, each without the others."
        case .markInPath: "A path pattern is compared with the path only."
        case .missingSlash:
            "A path begins with a slash; Apple adds a missing one, Android does not."
        case .unmatchable: "A path begins with a slash, and a pattern must be able to match one."
        case .misplacedNot:
            "'NOT ' with a space excludes at the beginning of an element of 'paths'."
        case .foreignSyntax: "A pattern has the wildcards of its platform only; all else is text."
        case .includeBeforeExclude: "The first component that matches decides."
        case .shadowed: "The first component that matches decides."
        case .excludeOnly: "A URL that no component matches does not open the app."
        case .legacyPaths:
            "Systems that know 'components' ignore 'paths'; those before iOS 13 read 'appID' and "
                + "'paths'."
        case .legacyDetails: "Apple's documentation has 'details' as an array of entries."
        case .unknownVariable: "A variable must be predefined, or stand in substitutionVariables."
        case .invalidVariable:
            "A variable is written '$(name)'; its name has no '$', '(' or ')', and its values have "
                + "no variables."
        case .discardedList: "One value that cannot be read makes Android discard the whole list."
        case .noBacktracking:
            "On Android, a wildcard in the middle takes text up to the next character, once."
        case .encoding: "A pattern is compared with one spelling of the URL."
        case .unverified: "Android opens an app for links only if it could verify their host."
        case .pooled: "Schemes, hosts and paths of one filter are pooled: any combines with any."
        case .olderDevices:
            "pathSuffix and pathAdvancedPattern are ignored before API level 31, groups before 35."
        case .hostOnly:
            "Before Android 15 (API level 35), devices ignore the rules of assetlinks.json."
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
        case .singleFingerprint:
            "List the fingerprint of Play Console, App signing, and that of your own key."
        case .debugApp: "Write the package and the fingerprint of the release, or serve it apart."
        case .relation: "Add the relation, unless the app shall not open links."
        case .host: "Write each part in its own place: example.com, and /buy."
        case .markInPath: "Move the text after '?' or '#' to the key '?' or '#'."
        case .missingSlash: "Begin the pattern with '/'."
        case .unmatchable: "Correct the pattern, or remove the component."
        case .misplacedNot: "Write \"exclude\": true in a component, and 'NOT /path' in 'paths'."
        case .foreignSyntax:
            "Write '*' for any text and '?' for a character; in a manifest, '.*' in a pathPattern "
                + "and '[^/]+' in a pathAdvancedPattern."
        case .includeBeforeExclude: "Move the excluding component before the other one."
        case .shadowed: "Remove the component, or move it before the other one."
        case .excludeOnly: "Add a component that includes, such as {\"/\": \"*\"}, at the end."
        case .legacyPaths:
            "Write 'appIDs' with 'components', and 'appID' with 'paths' while older systems are "
                + "left."
        case .legacyDetails: "Write an array of entries, each with its 'appIDs'."
        case .unknownVariable: "Define it in applinks.substitutionVariables, or correct its name."
        case .invalidVariable: "Correct the variable, or write its values out."
        case .discardedList: "Correct the value; until then the manifest alone decides."
        case .noBacktracking: "End the pattern with the wildcard, or list the cases."
        case .encoding: "Write the pattern in the spelling that the message names."
        case .unverified: "Add android:autoVerify=\"true\" to the filter."
        case .pooled: "Write a filter of its own for each host."
        case .olderDevices: "Add a path that all devices know, such as android:path=\"/.\"."
        case .hostOnly: "Add paths to the filter if older devices shall not open all links."
        case .ineffectiveGroup:
            "Move sibling paths into groups, and let a group that allows follow those that block."
        case .platformsDiffer: "Write a list for each platform."
        case .unresolved: "Write the value into the manifest, or check the merged manifest."
        }
    }

    /// Where the rule is documented, for the first kind of file that it is about.
    public var source: PlatformSource {
        AppLinkFileKind.allCases.lazy.compactMap { source(in: $0) }.first ?? .androidStatements
    }

    /// Where the rule is documented for a kind of file; `nil` if it is not about that kind.
    package func source(in kind: AppLinkFileKind) -> PlatformSource? {
        switch kind {
        case .association: appleSource
        case .assetLinks: linksSource
        case .manifest: manifestSource
        }
    }

    private var appleSource: PlatformSource? {
        switch self {
        case .html, .invalidJSON: .appleDomains
        case .size: .appleSize
        case .nesting, .unknownKey: .appleFile
        case .wrongType, .missingKey, .appID, .duplicateApp: .appleDetails
        case .legacyPaths, .legacyDetails, .misplacedNot: .appleArchive
        case .host, .markInPath, .unmatchable, .excludeOnly, .foreignSyntax: .appleComponents
        case .missingSlash: .appleMatches
        case .includeBeforeExclude, .shadowed: .appleOrder
        case .unknownVariable, .invalidVariable: .appleVariables
        case .encoding: .appleTalk
        default: nil
        }
    }

    private var linksSource: PlatformSource? {
        switch self {
        case .html, .invalidJSON: .androidPublishing
        case .nesting, .missingKey, .appID, .fingerprint, .singleFingerprint, .relation:
            .androidStatements
        case .wrongType, .unknownKey, .host, .markInPath, .unmatchable, .misplacedNot,
            .foreignSyntax:
            .androidDynamic
        case .duplicateApp: .androidOnce
        case .debugApp: .androidDebugging
        case .includeBeforeExclude, .shadowed, .excludeOnly: .androidOrder
        case .discardedList: .androidMalformed
        case .noBacktracking, .platformsDiffer: .androidMatcher
        case .encoding: .androidFilter
        default: nil
        }
    }

    private var manifestSource: PlatformSource? {
        switch self {
        case .html, .invalidXML: .androidManifest
        case .missingKey: .androidVerification
        case .unverified, .pooled: .androidFilters
        case .unknownKey, .unresolved: .androidData
        case .host: .androidHost
        case .markInPath, .unmatchable, .foreignSyntax, .encoding, .olderDevices: .androidPath
        case .noBacktracking: .androidMatcher
        case .hostOnly: .androidHostOnly
        case .ineffectiveGroup: .androidGroups
        default: nil
        }
    }
}

/// The kinds of files that decide which links open an app.
package enum AppLinkFileKind: CaseIterable, Sendable {
    /// Apple's `apple-app-site-association`.
    case association
    /// Android's `assetlinks.json`.
    case assetLinks
    /// The manifest of an Android app.
    case manifest
}
