public import RouteDB
import RouteDBRouting

/// A file that decides which web links open an app: Apple's `apple-app-site-association`, or Android's
/// `assetlinks.json`.
///
/// Reading never fails: what is wrong with the file is in its ``findings``, and what cannot be read
/// does not count, as on a device. ``explain(_:apiLevel:)`` says what a device does with a URL.
///
/// ```swift
/// let file = AppLinkFile(bytes)
/// for finding in file.findings { print(finding.item, finding.message) }
/// let answer = try file.explain("https://example.com/buy/1")
/// ```
public struct AppLinkFile: Sendable {
    /// The platform that reads the file.
    public let platform: AppLinkPlatform
    /// What is wrong with the file, the most serious first; at most 200 findings are listed.
    public let findings: [AppLinkFinding]
    /// The number of findings, with those that are not listed.
    public let findingCount: Int

    package let rules: Rules

    /// The rules of a file.
    package enum Rules: Sendable {
        case apple(AppleAssociation)
        case android(AssetLinks)
    }

    /// The size from which Apple's file is reported as too large, in bytes.
    private static let sizeLimit = 128 * 1_024

    /// The largest file that is read, in bytes.
    public static let byteLimit = 16 << 20

    /// The longest URL that can be explained, in bytes.
    public static let urlLimit = 8_192

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: The file's content.
    ///   - platform: The platform; `nil` to recognize it: Android's file is an array.
    /// - Complexity: Linear in the file, but for comparing components with earlier ones, which is
    ///   limited to 20 million steps for each entry.
    public init(_ bytes: [UInt8], platform: AppLinkPlatform? = nil) {
        let first = bytes.first { $0 != 0x20 && !(0x09...0x0D).contains($0) }
        let platform = platform ?? (first == UInt8(ascii: "[") ? .android : .ios)
        self.platform = platform
        let empty: Rules = platform == .ios ? .apple(AppleAssociation()) : .android(AssetLinks())
        if first == UInt8(ascii: "<") {
            rules = empty
            findings = [
                AppLinkFinding(code: .html, message: "The file is a web page or XML, not JSON.")
            ]
            findingCount = 1
            return
        }
        do throws(InputProblem) {
            let text = try JSONText(bytes, firstLine: 1)
            let (rules, list) = Self.read(text.value, size: bytes.count, platform)
            self.rules = rules
            findings = list.findings(in: text)
            findingCount = list.count
        } catch {
            rules = empty
            findings = [
                AppLinkFinding(
                    code: .invalidJSON, line: error.place?.line, column: error.place?.column,
                    message: error.message)
            ]
            findingCount = 1
        }
    }

    private static func read(
        _ value: JSONValue, size: Int, _ platform: AppLinkPlatform
    ) -> (rules: Rules, findings: FindingList) {
        switch platform {
        case .ios:
            var reader = AppleReader(value)
            reader.checkRules()
            var list = reader.findings
            if size > sizeLimit {
                list.add(.size, at: [], "The file has \(size) bytes, more than 128 KiB.")
            }
            return (.apple(reader.association), list)
        case .android:
            let reader = AssetLinksReader(value)
            return (.android(reader.links), reader.findings)
        }
    }

    /// The apps of the file, in its order.
    public var apps: [String] {
        switch rules {
        case .apple(let association): association.apps
        case .android(let links): links.packages
        }
    }

    /// Explains what a device does with a URL, for each app of the file.
    ///
    /// - Parameters:
    ///   - url: A URL of the web, of at most ``urlLimit`` bytes; the host is not compared, since each
    ///     host has a file of its own.
    ///   - apiLevel: The level of Android's API; Apple's platforms ignore it.
    /// - Returns: For each app the components in order, up to the one that decides.
    /// - Throws: `invalidInput` if the URL is not one of the web, or is too long.
    /// - Complexity: At most the size of the file times the length of the URL, for each uncertain
    ///   rule.
    public func explain(
        _ url: String, apiLevel: Int = 35
    ) throws(RouteDBError) -> AppLinkExplanation {
        let link = LinkURL(url)
        guard link.isWeb, url.utf8.count <= Self.urlLimit else {
            throw RouteDBError(
                .invalidInput,
                url.utf8.count <= Self.urlLimit
                    ? "'\(url)' is not a link of the web."
                    : "The URL is longer than \(Self.urlLimit) bytes.",
                hint: "Write it with its scheme and host, as in https://example.com/buy.")
        }
        let answers =
            switch rules {
            case .apple(let association): association.apps.map { association.answer(link, app: $0) }
            case .android(let links):
                links.packages.map { links.answer(link, package: $0, apiLevel: apiLevel) }
            }
        return AppLinkExplanation(
            url: url, platform: platform, apiLevel: platform == .android ? apiLevel : nil,
            apps: answers)
    }
}
