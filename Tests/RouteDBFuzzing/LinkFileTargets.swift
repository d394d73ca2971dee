import RouteDB
import RouteDBAppLinks

extension FuzzTarget {
    /// The files that decide which links open an app.
    static let linkFiles = [
        FuzzTarget("apple-association") { try checkFile($0, .ios) },
        FuzzTarget("asset-links") { try checkFile($0, .android) },
        FuzzTarget("manifest") { try checkFile($0, nil) },
    ]

    private static let urls = ["https://a.example/buy/7?x=1#f", "http://b.example:81/%41/../b/"]

    /// A file is read or its mistakes are found, and it says of every URL what a device does.
    private static func checkFile(_ bytes: [UInt8], _ platform: LinkedApp.Platform?) throws {
        let file = AppLinkFile(bytes, platform: platform)
        for finding in file.findings {
            try FuzzFailure.unless(!finding.message.isEmpty, "a finding says nothing")
            try FuzzFailure.unless(
                !finding.source.section.isEmpty, "a finding has no section of a source")
        }
        try FuzzFailure.unless(
            file.findingCount >= file.findings.count, "there are more findings than are counted")
        for url in urls {
            for level in [28, 35] {
                let explanation = try file.explain(url, apiLevel: level)
                try FuzzFailure.unless(
                    explanation.apps.count == file.apps.count, "an app has no answer")
            }
        }
    }
}
