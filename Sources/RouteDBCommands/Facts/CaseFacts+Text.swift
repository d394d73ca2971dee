import RouteDB

// How the tool shows a stored case.
extension CaseFacts {
    /// Returns a case as a line of text.
    static func text(_ stored: StoredCase) -> String {
        let tested = TestedCase(content: stored.content, label: "#\(stored.id.rawValue)")
        return "case \(tested.title)"
    }

    /// Returns an expectation as text.
    private static func expectation(_ stored: StoredCase) -> String {
        guard case .object(let object)? = stored.content.json["expect"] else { return "" }
        return object.members.map { member in
            guard case .string(let text) = member.value else {
                return "\(member.key)=\(member.value)"
            }
            return "\(member.key)=\(text)"
        }.joined(separator: " ")
    }

    static let listing = Listing<StoredCase>(
        "cases",
        columns: [
            .init("id") { "\($0.id.rawValue)" }, .init("case") { $0.content.name ?? "" },
            .init("request") { $0.content.request.routeName ?? $0.content.request.url },
            .init("principal") { $0.content.request.principal?.id ?? "" },
            .init("expected") { expectation($0) },
        ], object: object)
}
