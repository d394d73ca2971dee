import RouteDB
import RouteDBAppLinks

/// The code in the documentation comments of `RouteDBAppLinks`, with which a test compares it.
private enum DocCommentCode {
    static func explain(_ bytes: [UInt8]) throws -> AppLinkExplanation {
        // AppLinkFile.swift begins
        let file = AppLinkFile(bytes)
        for finding in file.findings { print(finding.item, finding.message) }
        let answer = try file.explain("https://example.com/buy/1")
        // AppLinkFile.swift ends
        return answer
    }

    static func apply(_ bytes: [UInt8], to registry: RouteRegistry) async throws {
        // AppLinkImport.swift begins
        let file = AppLinkImport(AppLinkFile(bytes), target: "page", namespace: "web")
        try await registry.apply(file.document, to: .init(namespace: "web"))
        // AppLinkImport.swift ends
    }
}
