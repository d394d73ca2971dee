#if Server
package import RouteDB

/// The JSON object that requests have as their body: its members, and no others.
package struct BodyObject: Sendable {
    /// The name of its schema among those of the OpenAPI document.
    package let name: String
    /// The object in messages, with an article, such as `A route`.
    private let noun: String
    private let members: [JSONSchema.Member]
    private let summary: String
    package let example: JSONObject

    /// Creates a description.
    ///
    /// Members of answers that follow from others may be sent back, and mean nothing.
    init(
        _ name: String, _ noun: String, _ members: [JSONSchema.Member],
        readOnly: [String] = [], _ summary: String, example: JSONObject
    ) {
        self.name = name
        self.noun = noun
        let ignored = readOnly.map { key in
            JSONSchema.Member(
                key, .any("A part of answers."), isRequired: false, isReadOnly: true)
        }
        self.members = members + ignored
        self.summary = summary
        self.example = example
    }

    /// The schema.
    package var schema: JSONSchema { .object(members, summary, isClosed: true) }

    /// Checks that an object has no other members.
    func check(_ object: JSONObject) throws(JSONMistake) {
        let (ignored, known) = (members.filter(\.isReadOnly), members.filter { !$0.isReadOnly })
        let sent = object.members.filter { member in !ignored.contains { $0.key == member.key } }
        try JSONReader(JSONObject(distinct: sent))
            .requireKeys(among: known.map(\.key), of: noun)
    }
}
#endif
