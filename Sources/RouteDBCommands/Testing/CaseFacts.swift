import RouteDB

/// What the tool tells of a stored case.
enum CaseFacts {
    /// What JSON says of a case; it can be read as one.
    static func object(_ stored: StoredCase) -> JSONObject {
        let head: JSONObject = ["id": .int(stored.id.rawValue)]
        return head.merging(stored.content.json)
    }

    /// What a line for people says of a case.
    static func text(_ stored: StoredCase) -> String {
        let tested = TestedCase(content: stored.content, label: "#\(stored.id.rawValue)")
        return "case \(tested.title)"
    }

    /// The text of an expectation, for people.
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
