package import RouteDBDatabase
package import RouteDBRouting

extension AccessRule: DescribedItem {
    /// The content: all but the id and the scope.
    package static let fields: [ItemField<AccessRule>] = [
        ItemField("effect", .word(Effect.names, "What the rule does.")) { rule, _ in
            .string(rule.effect.name)
        },
        ItemField("target", .optional(.string("Where a challenge leads."))) { rule, _ in
            rule.effect.target.map(JSONValue.string)
        },
        ItemField("subject", .any("To whom the rule applies.")) { rule, _ in rule.subject.json },
        ItemField(
            "conditions", .list(.string("A condition."), "The conditions, all of which must hold.")
        ) { rule, _ in .array(rule.conditions.map { .string($0.description) }) },
        ItemField("shadow", .boolean("Whether the rule is reported, but has no effect.")) {
            rule, _ in
            .bool(rule.isShadow)
        },
        ItemField("until", .optional(.string("When the rule expires."))) { rule, _ in
            rule.until.map { .string($0.description) }
        },
        ItemField("code", .optional(.string("A code for programs."))) { rule, _ in
            rule.code.map(JSONValue.string)
        },
        ItemField("message", .optional(.string("A message for people."))) { rule, _ in
            rule.message.map(JSONValue.string)
        },
    ]

    /// The content of the rule as JSON, without its id and scope.
    package var json: JSONObject {
        allFields(ItemNames(namespace: { .int($0.rawValue) }, route: { .int($0.rawValue) }))
    }

    /// Returns whether two rules of the same scope have equal content, byte by byte.
    func hasSameContent(as other: AccessRule) -> Bool {
        json.description.utf8.elementsEqual(other.json.description.utf8)
    }
}

extension AccessRule.Effect {
    /// Reads an effect; the text of the target is not checked.
    package init(named name: String, target: String?) throws(RouteDBError) {
        if let effect = Self(name: name, target: target) {
            self = effect
            return
        }
        switch name {
        case "challenge":
            throw RouteDBError(
                .invalidRule, "A challenge needs a target.",
                hint: "Name the target to visit first, such as a login.")
        case "allow", "deny":
            throw RouteDBError(
                .invalidRule, "Only a challenge can have a target.", hint: "Leave it out.")
        default:
            throw RouteDBError(
                .invalidRule, "Unknown effect '\(name)'.",
                hint: NameSuggestion.hint(for: name, among: Self.names))
        }
    }
}

extension AccessRule.Subject {
    /// The subject as JSON: a word, or an object with the name of a principal, role or claim.
    package var json: JSONValue {
        switch self {
        case .anyone, .anonymous, .authenticated: .string(sort)
        case .principal(let name), .role(let name), .claim(let name, nil):
            .object(JSONObject(dictionaryLiteral: (sort, .string(name))))
        case .claim(let name, let value?): ["claim": .string(name), "value": value]
        }
    }

    /// Reads a subject.
    package init(json: JSONValue) throws(RouteDBError) {
        switch json {
        case .string(let word):
            if let subject = Self(sort: word, name: nil, value: nil) {
                self = subject
                return
            }
        case .object(let object):
            let sorts = ["principal", "role", "claim"].filter { object[$0] != nil }
            let value = object["value"]
            let count = value == nil ? 1 : 2
            if sorts.count == 1, object.members.count == count,
                case .string(let name)? = object[sorts[0]],
                let subject = Self(sort: sorts[0], name: name, value: value)
            {
                self = subject
                return
            }
        default: break
        }
        throw RouteDBError(
            .invalidRule, "'\(json)' is not a valid subject of a rule.",
            hint: "Write \"anyone\", \"anonymous\", \"authenticated\", {\"principal\": \"ID\"},"
                + " {\"role\": \"NAME\"}, or {\"claim\": \"NAME\", \"value\": \"VALUE\"}.")
    }
}
