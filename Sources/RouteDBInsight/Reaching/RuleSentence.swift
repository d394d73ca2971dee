package import RouteDBRouting

/// An access rule as a sentence, in two parts with the name of what it covers between them.
package struct RuleSentence: Hashable, Sendable {
    /// The part before the name of what the rule covers: "Principals with the role 'staff' may open".
    package let start: String
    /// The part after it: " if it is Monday to Friday (UTC), until 2026-12-01T00:00:00Z.".
    package let end: String

    /// Puts a rule in words.
    package init(_ rule: AccessRule) {
        let who = Self.subject(rule.subject)
        var (start, after) = ("", "")
        switch rule.effect {
        case .allow: start = "\(who.many) may open"
        case .deny: start = who.none.map { "\($0) may open" } ?? "\(who.many) may not open"
        case .challenge(let target):
            (start, after) = ("\(who.many) may open", " after '\(target)'")
        }
        if rule.isShadow { start = "Only watched: \(start)" }
        let conditions = rule.conditions.map(\.clause).joined(separator: ", and ")
        let until = rule.until.map { ", until \($0)" } ?? ""
        self.start = start
        end = after + (conditions.isEmpty ? "" : " if \(conditions)") + until + "."
    }

    /// The whole sentence.
    package func text(about place: String) -> String { "\(start) \(place)\(end)" }

    /// The callers that a rule is for, as the subject of a sentence; `none` if "not" belongs to them.
    private static func subject(
        _ subject: AccessRule.Subject
    ) -> (many: String, none: String?) {
        switch subject {
        case .anyone: ("Everybody", "Nobody")
        case .anonymous: ("Callers without a principal", nil)
        case .authenticated: ("Callers with a principal", nil)
        case .principal(let id): ("'\(id)'", nil)
        case .role(let role): ("Principals with the role '\(role)'", nil)
        case .claim(let name, nil): ("Principals with the claim '\(name)'", nil)
        case .claim(let name, let value?):
            ("Principals whose claim '\(name)' is \(value)", nil)
        }
    }
}
