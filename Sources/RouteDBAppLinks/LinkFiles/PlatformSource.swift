/// A section of a platform's documentation, a function of its source code, or a recording of what it
/// does.
public struct PlatformSource: Hashable, Sendable {
    /// The address of the page.
    public let url: String
    /// The heading of the section, or the name of the function.
    public let section: String

    /// The address with the section.
    public var text: String { "\(url) (\(section))" }

    private init(_ url: String, _ section: String) {
        self.url = url
        self.section = section
    }
}

// MARK: Apple

extension PlatformSource {
    private static let apple = "https://developer.apple.com/"
    private static let bundle = "\(apple)documentation/bundleresources/applinks"
    private static let archive =
        "\(apple)library/archive/documentation/General/Conceptual/AppSearch/"
    /// Answers of `swcutil`, Apple's own matcher on macOS 27, that its authors recorded.
    private static let recordings =
        "https://github.com/sergii-ziborov/blazingly-aasa/blob/"
        + "67ad654c29f845d9fe209fe6c8ce8379017950f3/conformance/oracle/"

    package static let appleFile = Self(bundle, "applinks")
    package static let appleDetails = Self(
        "\(bundle)/details-swift.dictionary", "applinks.Details")
    package static let appleComponents = Self(
        "\(bundle)/details-swift.dictionary/components-swift.dictionary",
        "applinks.Details.Components")
    package static let appleQuery = Self(
        "\(bundle)/details-swift.dictionary/components-swift.dictionary/query",
        "applinks.Details.Components.Query")
    package static let appleDefaults = Self(
        "\(bundle)/defaults-swift.dictionary", "applinks.Defaults")
    package static let appleVariables = Self(
        "\(bundle)/substitutionvariables-swift.dictionary", "applinks.SubstitutionVariables")
    package static let appleDomains = Self(
        "\(apple)documentation/xcode/supporting-associated-domains",
        "Add the associated domain file to your website")
    package static let appleArchive = Self(
        "\(archive)UniversalLinks.html", "Creating and Uploading the Association File")
    package static let appleSize = Self(
        "\(archive)RevisionHistory.html", "Document Revision History")
    package static let appleOrder = Self("\(apple)forums/thread/678345", "answer")
    package static let appleTalk = Self(
        "\(apple)videos/play/wwdc2020/10098/", "What's new in Universal Links")
    package static let appleMatches = Self("\(recordings)swcutil-probes.tsv", "swcutil match")
    package static let appleVerdicts = Self("\(recordings)swcutil-corpus.txt", "swcutil verify")
    package static let appleInheritance = Self(
        "https://github.com/sergii-ziborov/blazingly-aasa/blob/"
            + "b2551f4f47aa21dd43559456fcb1619bb6e82d11/conformance/oracle/"
            + "swcutil-gap-probes.tsv", "swcutil verify, defaults")
}

// MARK: Android

extension PlatformSource {
    private static let android = "https://developer.android.com/"
    private static let googlesource = "https://android.googlesource.com/platform/"
    private static let base = "\(googlesource)frameworks/base/+/refs/heads/main/"
    private static let statements = "\(android)training/app-links/configure-assetlinks"
    private static let data = "\(android)guide/topics/manifest/data-element"
    private static let service =
        "\(base)packages/StatementService/src/com/android/statementservice/"

    package static let androidStatements = Self(statements, "Declare website associations")
    package static let androidDynamic = Self(statements, "Declare dynamic rules")
    package static let androidOrder = Self(statements, "Order dynamic rules")
    package static let androidScope = Self(statements, "Properly scope your dynamic rules")
    package static let androidOnce = Self(
        statements, "Declare dynamic_app_link_components only once")
    package static let androidMalformed = Self(statements, "Key points about the code")
    package static let androidEarlier = Self(
        statements, "Dynamic rules compatibility with earlier App Links configurations")
    package static let androidPublishing = Self(statements, "Publish the JSON verification file")
    package static let androidRules = Self(statements, "Configure dynamic rules")
    package static let androidVerification = Self(
        "\(android)training/app-links/verify-applinks", "Auto verification")
    package static let androidFilters = Self(
        "\(android)training/app-links/add-applinks", "Key points about the code")
    package static let androidHostOnly = Self(
        "\(android)training/app-links/add-applinks", "Considerations for manifest filter rules")
    package static let androidManifest = Self(
        "\(android)guide/topics/manifest/manifest-intro", "File conventions")
    package static let androidData = Self(data, "data")
    package static let androidHost = Self(data, "android:host")
    package static let androidScheme = Self(data, "android:scheme")
    package static let androidPath = Self(data, "android:path")
    package static let androidGroups = Self(
        "\(android)guide/topics/manifest/uri-relative-filter-group-element",
        "uri-relative-filter-group")
    package static let androidDebugging = Self(
        "\(android)studio/publish/app-signing", "Sign your debug build")
    package static let androidMatcher = Self(
        "\(base)core/java/android/os/PatternMatcher.java", "matchGlobPattern")
    package static let androidAdvanced = Self(
        "\(base)core/java/android/os/PatternMatcher.java", "matchAdvancedPattern")
    package static let androidMatcherTest = Self(
        "\(googlesource)cts/+/refs/heads/main/tests/tests/os/src/android/os/cts/"
            + "PatternMatcherTest.java", "testMatch_simpleGlobPattern_dot")
    package static let androidFilter = Self(
        "\(base)core/java/android/content/UriRelativeFilter.java", "matchData")
    package static let androidGroup = Self(
        "\(base)core/java/android/content/UriRelativeFilterGroup.java", "matchGroupsToUri")
    package static let androidIntentFilter = Self(
        "\(base)core/java/android/content/IntentFilter.java", "AuthorityEntry.match")
    package static let androidParser = Self(
        "\(service)network/retriever/StatementParser.kt", "parseComponent")
    package static let androidExpression = Self(
        "\(service)parser/DalComponentParser.kt", "parseMatchingExpression")
}
