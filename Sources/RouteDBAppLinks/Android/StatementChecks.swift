import RouteDB
import RouteDBInsight
import RouteDBRouting

/// Finds mistakes about the apps of `assetlinks.json` that its syntax does not show.
struct StatementChecks {
    private let sink: FindingSink

    init(_ sink: FindingSink) { self.sink = sink }

    /// Certificates whose keys are public, with where they come from.
    private static let publicKeys = [
        "FA:C6:17:45:DC:09:03:78:6F:B9:ED:E6:2A:96:2B:39:9F:73:48:F0:BB:6F:89:9B:83:32:66:75:91:03:"
            + "3B:9C": "the debug keystore of React Native's template",
        "A4:0D:A8:0A:59:D1:70:CA:A9:50:CF:15:C1:8C:45:4D:47:A3:9B:26:98:9D:8B:64:0E:CD:74:5B:A7:1B:"
            + "F5:DC": "the test key of Android's source",
    ]

    /// Checks the statements about apps that open links.
    func check(_ links: AssetLinks) {
        var prints: [String: Set<String>] = [:]
        for statement in links.statements {
            prints[statement.package, default: []].formUnion(statement.fingerprints)
        }
        var seen: Set<String> = []
        for statement in links.statements {
            checkDebugging(statement)
            if seen.insert(statement.package).inserted {
                checkCount(prints[statement.package] ?? [], of: statement)
            } else {
                sink.add(
                    .duplicateApp, at: statement.path,
                    "'\(statement.package)' has an earlier statement too.")
            }
        }
    }

    private func checkCount(_ prints: Set<String>, of statement: AssetLinks.Statement) {
        guard prints.count == 1, let print = prints.first,
            Self.publicKeys[print.uppercased()] == nil
        else { return }
        sink.add(
            .singleFingerprint,
            at: statement.path + [.key("target"), .key("sha256_cert_fingerprints")],
            "'\(statement.package)' has the fingerprint of one certificate only.")
    }

    private func checkDebugging(_ statement: AssetLinks.Statement) {
        let target = statement.path + [.key("target")]
        if statement.package.hasSuffix(".debug") {
            sink.add(
                .debugApp, at: target + [.key("package_name")],
                "'\(statement.package)' is the package of a debug build.")
        }
        for (index, print) in statement.fingerprints.enumerated() {
            guard let key = Self.publicKeys[print.uppercased()] else { continue }
            sink.add(
                .debugApp, at: target + [.key("sha256_cert_fingerprints"), .index(index)],
                "'\(print)' is the certificate of \(key), with which everybody can sign an app.")
        }
    }

    // MARK: Relations

    /// Checks a statement about an app whose relations do not let it open links.
    ///
    /// Its own relations, as those for credentials, are not a mistake.
    func check(
        relations: [String], of app: String, hasRules: Bool, at statement: [JSONStep]
    ) {
        let place = statement + [.key("relation")]
        let near = relations.first { $0.contains("handle_all_url") }
        if let near {
            sink.add(.relation, at: place, "'\(near)' is not '\(AssetLinksReader.relation)'.")
        } else if hasRules {
            sink.add(
                .relation, at: place,
                "The rules for links do not count without '\(AssetLinksReader.relation)'.")
        } else {
            sink.add(
                .relation, at: place,
                "The statement does not let '\(app)' open links: it has no "
                    + "'\(AssetLinksReader.relation)'.",
                severity: relations.isEmpty ? .error : .note)
        }
    }

    // MARK: Paths

    /// Checks the path pattern of a component.
    func checkPath(_ url: DynamicComponent.Expression, at place: [JSONStep]) {
        let text = url.text
        let bytes = Array(text.utf8)
        if text.contains("://") {
            return sink.add(
                .host, at: place,
                "'\(text)' contains a scheme and a host, which are not a part of the path.")
        }
        if text.hasPrefix("NOT ") || text.hasPrefix("NOT/") {
            sink.add(
                .misplacedNot, at: place,
                "'\(text)' is a path here: 'NOT' excludes in Apple's 'paths' only.")
        } else if let first = bytes.first, !"/*?".utf8.contains(first) {
            sink.add(
                .unmatchable, at: place,
                "'\(text)' matches no URL: it does not begin with a slash.")
        }
        if bytes.contains(UInt8(ascii: "#")) {
            sink.add(
                .markInPath, at: place,
                "'\(text)' contains a fragment, which is not a part of the path.")
        }
        if bytes.contains(UInt8(ascii: "%")), LinkURL.decoded(bytes) != bytes {
            sink.add(
                .encoding, at: place,
                "'\(text)' is compared with the decoded path: write it decoded.")
        }
        if let found = ForeignSyntax.first(in: text, as: .wildcards) {
            sink.add(
                .foreignSyntax, at: place,
                "'\(found.text)' in '\(text)' is ordinary text, not \(found.meaning).")
        } else if text.contains("**") {
            sink.add(
                .foreignSyntax, at: place,
                "The first '*' of '**' in '\(text)' ends at a '.', which a '*' must follow.")
        }
    }
}
