#if Server
package import RouteDB

/// The form that adds an access rule, and asks what it would have done to the hits of a day.
package struct RuleForm: Sendable {
    /// The texts that stand in the form.
    package struct Fields: Sendable {
        package var effect = "deny"
        package var who = "anyone"
        package var name = ""
        package var namespace = RouteNamespace.defaultName
        package var group = ""
        package var route = ""
        /// The conditions, one a line.
        package var conditions = ""
        /// The target of a challenge.
        package var target = ""
        package var until = ""
        package var isShadow = false
        package var code = ""
        /// The message for people who are refused.
        package var reason = ""
        package var message = ""

        package init() {}

        /// Reads the fields that a form was sent with.
        package init(_ field: (String) -> String?) {
            effect = field("effect") ?? effect
            who = field("who") ?? who
            name = field("name") ?? ""
            namespace = field("namespace") ?? namespace
            group = field("group") ?? ""
            route = field("route") ?? ""
            conditions = field("conditions") ?? ""
            target = field("target") ?? ""
            until = field("until") ?? ""
            isShadow = field("shadow") != nil
            code = field("code") ?? ""
            reason = field("reason") ?? ""
            message = field("message") ?? ""
        }

        /// Returns the rule.
        package func draft() throws(RouteDBError) -> RuleDraft {
            RuleDraft(
                try ruleEffect, in: place, for: try subject, conditions: try ruleConditions(),
                isShadow: isShadow, until: try FormField.time(until, "end"),
                code: code.isEmpty ? nil : code, message: reason.isEmpty ? nil : reason)
        }

        private func ruleConditions() throws(RouteDBError) -> [AccessRule.Condition] {
            var all: [AccessRule.Condition] = []
            for line in conditions.split(whereSeparator: \.isNewline) {
                do throws(AccessRule.SyntaxError) {
                    all.append(try AccessRule.Condition(String(line)))
                } catch {
                    throw RouteDBError(.invalidValue, error.message, hint: error.hint)
                }
            }
            return all
        }

        private var ruleEffect: AccessRule.Effect {
            get throws(RouteDBError) {
                guard effect == "challenge" else { return effect == "allow" ? .allow : .deny }
                guard !target.isEmpty else {
                    throw RouteDBError(
                        .invalidValue, "The challenge has no target.",
                        hint: "Give the name of the route that asks, such as 'login'.")
                }
                return .challenge(target)
            }
        }

        private var place: DefaultPlace {
            if !route.isEmpty {
                return .route(RouteReference(RouteReference(route), in: namespace))
            }
            return group.isEmpty
                ? .namespace(namespace) : .group(namespace: namespace, group: group)
        }

        /// The claim that the name is, with its value if it has one.
        private var claim: AccessRule.Subject {
            guard let equals = name.firstIndex(of: "=") else { return .claim(name, nil) }
            let value = JSONValue(written: String(name[equals...].dropFirst()))
            return .claim(String(name[..<equals]), value)
        }

        private var subject: AccessRule.Subject {
            get throws(RouteDBError) {
                switch who {
                case "anonymous": return .anonymous
                case "authenticated": return .authenticated
                case "role", "principal", "claim":
                    guard !name.isEmpty else {
                        throw RouteDBError(
                            .invalidValue, "The rule does not say which \(who) it is for.",
                            hint: "Give the name of the \(who).")
                    }
                    if who == "claim" { return claim }
                    return who == "role" ? .role(name) : .principal(name)
                default: return .anyone
                }
            }
        }
    }

    private static let effects = [
        ("deny", "deny"), ("allow", "allow"), ("challenge", "challenge: send to the target first"),
    ]

    private static let subjects = [
        ("anyone", "everybody"), ("anonymous", "nobody known"), ("authenticated", "somebody known"),
        ("role", "the role"), ("principal", "the principal"), ("claim", "the claim"),
    ]

    private let fields: Fields
    private let revision: Int64
    private let namespaces: [String]
    private let answer: EditForm.Answer

    /// Creates the form.
    package init(
        _ fields: Fields, at revision: Int64, namespaces: [String],
        answer: EditForm.Answer = .none
    ) {
        (self.fields, self.revision) = (fields, revision)
        (self.namespaces, self.answer) = (namespaces, answer)
    }

    /// The form.
    package var form: EditForm {
        EditForm(
            title: "Add an access rule", place: "/access", action: "/access/new",
            revision: revision,
            inputs: inputs, message: fields.message,
            note: """
                <p class="aside">Hits have the id of their principal, but no roles: a rule for a role is \
                replayed as if nobody had it.</p>
                """, answer: answer)
    }

    private var inputs: Markup {
        """
        <label>Effect<select name="effect">\(FormField.options(Self.effects, fields.effect))\
        </select></label>
        <label>For<select name="who">\(FormField.options(Self.subjects, fields.who))</select></label>
        \(FormField.text("name", "Called", fields.name, hint: "staff, or plan=gold for a claim"))
        \(FormField.text("target", "Target of a challenge", fields.target, hint: "login"))
        <label>In the namespace<select name="namespace">\
        \(FormField.options(namespaces, fields.namespace))</select></label>
        \(FormField.text("group", "Only the group", fields.group))
        \(FormField.text("route", "Only the route", fields.route, hint: "name or #id"))
        \(FormField.lines(
            "conditions", "If all of these hold, one a line", fields.conditions,
            hint: "context.device = tablet"))
        \(FormField.text("until", "Until", fields.until, hint: "2026-12-31"))
        \(FormField.text("code", "Code for programs", fields.code, hint: "members_only"))
        \(FormField.text("reason", "Message for people", fields.reason, isWide: true))
        <label class="check"><input name="shadow" type="checkbox" value="true"\
        \(fields.isShadow ? " checked" : "" as Markup)> Only watch: report what the rule would decide, and \
        decide nothing</label>
        """
    }
}
#endif
