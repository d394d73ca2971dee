#if Server
package import RouteDB

/// The form that adds an access rule, and asks what it would have done to the hits of a day.
package struct RuleForm: Sendable {
    /// What stands in the form.
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
        ///
        /// - Throws: ``RouteDBError`` with `invalidValue` if a field is not valid.
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
    private let answer: RouteForm.Answer

    /// Creates the form.
    ///
    /// - Parameters:
    ///   - fields: What stands in it.
    ///   - revision: The revision that it was read at.
    ///   - namespaces: The names of the namespaces.
    ///   - answer: What it was answered with.
    package init(
        _ fields: Fields, at revision: Int64, namespaces: [String],
        answer: RouteForm.Answer = .none
    ) {
        (self.fields, self.revision) = (fields, revision)
        (self.namespaces, self.answer) = (namespaces, answer)
    }

    /// The page.
    package func page(in frame: ConsoleFrame) -> ConsolePage {
        ConsolePage(
            "Add an access rule", place: "/access",
            """
            <form class="edit" action="/access/new" method="post" data-foresight="/access/new">
            <input type="hidden" name="revision" value="\(revision)">
            \(inputs)
            <p class="buttons"><button type="submit" name="action" value="preview">Show what it would have \
            done</button> <button type="submit" name="action" value="save" class="primary">Save as revision \
            \(revision + 1)</button></p>
            </form>
            <p class="aside">Hits have the id of their principal, but no roles: a rule for a role is replayed \
            as if nobody had it.</p>
            <div id="foresight" aria-live="polite">\(answer.panel(in: frame))</div>
            """)
    }

    /// What is shown beside the form, by itself.
    package func panel(in frame: ConsoleFrame) -> Markup { answer.panel(in: frame) }

    private var inputs: Markup {
        """
        <label>Effect<select name="effect">\(options([("deny", "deny"), ("allow", "allow")], fields.effect))\
        </select></label>
        <label>For<select name="who">\(options(Self.subjects, fields.who))</select></label>
        <label>Called<input name="name" type="text" value="\(PageText.field(fields.name))"></label>
        <label>In the namespace<select name="namespace">\
        \(options(namespaces.map { ($0, $0) }, fields.namespace))</select></label>
        <label>Only the group<input name="group" type="text" value="\(PageText.field(fields.group))"></label>
        <label>Only the route<input name="route" type="text" value="\(PageText.field(fields.route))" \
        placeholder="name or #id"></label>
        <label class="wide">If<input class="code" name="condition" type="text" \
        value="\(PageText.field(fields.condition))" placeholder="context.device = tablet" \
        spellcheck="false"></label>
        <label class="wide">Why, for the log<input name="message" type="text" \
        value="\(PageText.field(fields.message))"></label>
        """
    }

    private func options(_ all: [(value: String, name: String)], _ chosen: String) -> Markup {
        var options: Markup = ""
        for option in all {
            let mark: Markup = option.value == chosen ? " selected" : ""
            options += "<option value=\"\(option.value)\"\(mark)>\(option.name)</option>"
        }
        return options
    }
}
#endif
