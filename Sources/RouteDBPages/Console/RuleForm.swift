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
        package var condition = ""
        package var message = ""

        package init() {}

        /// Returns the rule.
        package func draft() throws(RouteDBError) -> RuleDraft {
            var conditions: [AccessCondition] = []
            do throws(AccessSyntaxError) {
                if !condition.isEmpty { conditions = [try AccessCondition(condition)] }
            } catch {
                throw RouteDBError(.invalidValue, error.message, hint: error.hint)
            }
            return RuleDraft(
                effect == "allow" ? .allow : .deny, in: place, for: try subject,
                conditions: conditions)
        }

        private var place: DefaultPlace {
            if !route.isEmpty {
                return .route(RouteReference(RouteReference(route), in: namespace))
            }
            return group.isEmpty
                ? .namespace(namespace) : .group(namespace: namespace, group: group)
        }

        private var subject: AccessRule.Subject {
            get throws(RouteDBError) {
                switch who {
                case "anonymous": return .anonymous
                case "authenticated": return .authenticated
                case "role", "principal":
                    guard !name.isEmpty else {
                        throw RouteDBError(
                            .invalidValue, "The rule does not say which \(who) it is for.",
                            hint: "Give the name of the \(who).")
                    }
                    return who == "role" ? .role(name) : .principal(name)
                default: return .anyone
                }
            }
        }
    }

    private static let subjects = [
        ("anyone", "everybody"), ("anonymous", "nobody known"), ("authenticated", "somebody known"),
        ("role", "the role"), ("principal", "the principal"),
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
        <label>Effect<select name="effect">\(FormField.options(["deny", "allow"], fields.effect))\
        </select></label>
        <label>For<select name="who">\(FormField.options(Self.subjects, fields.who))</select></label>
        \(FormField.text("name", "Called", fields.name))
        <label>In the namespace<select name="namespace">\
        \(FormField.options(namespaces, fields.namespace))</select></label>
        \(FormField.text("group", "Only the group", fields.group))
        \(FormField.text("route", "Only the route", fields.route, hint: "name or #id"))
        \(FormField.text(
            "condition", "If", fields.condition, hint: "context.device = tablet", isCode: true,
            isWide: true))
        """
    }
}

/// The form that removes an access rule, and asks what would have been without it.
package struct RuleRemoval: Sendable {
    private let rule: RuleOutput
    private let revision: Int64
    private let message: String
    private let answer: EditForm.Answer

    /// Creates the form.
    package init(
        _ rule: RuleOutput, at revision: Int64, message: String = "",
        answer: EditForm.Answer = .asking
    ) {
        (self.rule, self.revision, self.message, self.answer) = (rule, revision, message, answer)
    }

    /// The form.
    package var form: EditForm {
        let id = rule.rule.id.rawValue
        return EditForm(
            title: "Remove the rule #\(id)", place: "/access", action: "/access/\(id)/remove",
            revision: revision, inputs: "", message: message,
            note: RuleTable.table([rule], removing: false).markup, answer: answer)
    }
}
#endif
