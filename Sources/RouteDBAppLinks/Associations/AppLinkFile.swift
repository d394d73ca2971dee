public import RouteDB
import RouteDBRouting

/// A file that decides which web links open an app: Apple's `apple-app-site-association`, Android's
/// `assetlinks.json`, or the manifest of an Android app.
///
/// Reading never fails: what is wrong with the file is in its ``findings``, and what cannot be read
/// does not count, as on a device. ``explain(_:apiLevel:manifest:)`` says what a device does with a URL.
///
/// ```swift
/// let file = AppLinkFile(bytes)
/// for finding in file.findings { print(finding.item, finding.message) }
/// let answer = try file.explain("https://example.com/buy/1")
/// ```
public struct AppLinkFile: Sendable {
    /// The platform that reads the file.
    public let platform: LinkedApp.Platform
    /// The findings about the file, the most serious first; at most 200 are listed.
    public let findings: [AppLinkFinding]
    /// The number of findings, with those that are not listed.
    public let findingCount: Int

    package let rules: Rules

    /// The rules of a file.
    package enum Rules: Sendable {
        case apple(AppleAssociation)
        case android(AssetLinks)
        case manifest(AndroidManifest)
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
    ///   - platform: The platform; `nil` to recognize it: Android's files are an array and XML.
    /// - Complexity: Linear in the file, but for comparing components with earlier ones, which is
    ///   limited to 4 million steps for each entry.
    public init(_ bytes: [UInt8], platform: LinkedApp.Platform? = nil) {
        let first = bytes.first { $0 != 0x20 && !(0x09...0x0D).contains($0) }
        if first == UInt8(ascii: "<") {
            let read = platform == .ios ? nil : Self.readManifest(bytes)
            self.platform = platform ?? (read == nil ? .ios : .android)
            let page = AppLinkFinding(
                code: .html, message: "The file is a web page or XML, not JSON.",
                in: Self.kind(self.platform))
            rules = read?.rules ?? Self.empty(self.platform)
            findings = read?.findings ?? [page]
            findingCount = read?.count ?? 1
            return
        }
        let platform = platform ?? (first == UInt8(ascii: "[") ? .android : .ios)
        self.platform = platform
        do throws(InputProblem) {
            let text = try JSONText(bytes, firstLine: 1)
            let (rules, list) = Self.read(text.value, size: bytes.count, platform)
            self.rules = rules
            findings = list.findings(in: text)
            findingCount = list.count
        } catch {
            rules = Self.empty(platform)
            findings = [
                AppLinkFinding(
                    code: .invalidJSON, line: error.place?.line, column: error.place?.column,
                    message: error.message, in: Self.kind(platform))
            ]
            findingCount = 1
        }
    }

    /// The kind of JSON that a platform reads.
    private static func kind(_ platform: LinkedApp.Platform) -> AppLinkFileKind {
        platform == .ios ? .association : .assetLinks
    }

    private static func empty(_ platform: LinkedApp.Platform) -> Rules {
        platform == .ios ? .apple(AppleAssociation()) : .android(AssetLinks())
    }

    /// Reads a manifest; `nil` if the file is something else, such as a web page.
    private static func readManifest(
        _ bytes: [UInt8]
    ) -> (rules: Rules, findings: [AppLinkFinding], count: Int)? {
        do throws(MarkupProblem) {
            let root = try MarkupReader.read(bytes)
            guard ManifestReader.isManifest(root) else { return nil }
            let reader = ManifestReader(root)
            return (
                .manifest(reader.manifest), reader.findings.findings(), reader.findings.count
            )
        } catch {
            let head = String(decoding: bytes.prefix(4_096), as: UTF8.self)
            guard head.contains("<manifest") || head.contains("<intent-filter") else { return nil }
            let finding = AppLinkFinding(
                code: .invalidXML, line: error.line, column: error.column, message: error.message,
                in: .manifest)
            return (.manifest(AndroidManifest()), [finding], 1)
        }
    }

    private static func read(
        _ value: JSONValue, size: Int, _ platform: LinkedApp.Platform
    ) -> (rules: Rules, findings: FindingList) {
        switch platform {
        case .ios:
            let reader = AppleReader(value)
            reader.checkRules()
            var list = reader.findings
            if size > sizeLimit {
                list.add(.size, at: [], "The file has \(size) bytes, more than 128 KiB.")
            }
            return (.apple(reader.association), list)
        case .android:
            let reader = AssetLinksReader(value)
            for found in BacktrackingCheck(reader.links).found {
                let text = found.component.url?.text ?? ""
                reader.add(
                    .noBacktracking, to: found.component,
                    "The '*' in the middle of '\(text)' ends at the first character that follows it "
                        + "in the pattern"
                        + (found.path.map { ", so it does not match '\($0)'." } ?? "."))
            }
            return (.android(reader.links), reader.findings)
        }
    }

    /// The apps of the file, in its order.
    public var apps: [String] {
        switch rules {
        case .apple(let association): association.apps
        case .android(let links): links.packages
        case .manifest(let manifest): [manifest.package]
        }
    }

    /// True if the file says which apps it is for, as all do but a manifest without a package: then
    /// ``apps`` has a word in place of the name.
    package var namesApps: Bool {
        if case .manifest(let manifest) = rules { manifest.hasPackage } else { true }
    }

    /// Explains what a device does with a URL, for each app of the file.
    ///
    /// - Parameters:
    ///   - url: A URL of the web, of at most ``urlLimit`` bytes; the host is only compared by manifests,
    ///     since each host has a file of the other kinds of its own.
    ///   - apiLevel: The level of Android's API; Apple's platforms ignore it.
    ///   - manifest: The manifest of the app, which limits what `assetlinks.json` opens (D10).
    /// - Returns: For each app the components in order, up to the one that decides.
    /// - Throws: `invalidInput` if the URL is not one of the web, or is too long; if a manifest is given
    ///   and the file is not `assetlinks.json`, or does not name the manifest's app.
    /// - Complexity: At most the size of the file times the length of the URL, for each uncertain
    ///   rule, and the size of the explanation.
    public func explain(
        _ url: String, apiLevel: Int = 35, manifest: AppLinkFile? = nil
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
        let limit = try manifest.map { manifest throws(RouteDBError) in try self.limit(by: manifest)
        }
        return AppLinkExplanation(
            url: url, platform: platform, apiLevel: platform == .android ? apiLevel : nil,
            knowsManifest: manifest != nil || isManifest,
            apps: answers(link, apiLevel: apiLevel, limit: limit, isWhole: true))
    }

    /// True if the file is the manifest of an Android app.
    public var isManifest: Bool { if case .manifest = rules { true } else { false } }
}
