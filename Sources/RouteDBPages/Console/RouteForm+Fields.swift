#if Server
package import RouteDB

extension RouteForm {
    /// The texts that stand in the form.
    package struct Fields: Hashable, Sendable {
        package var pattern = ""
        package var target = ""
        /// The URL of the redirect.
        package var redirect = ""
        /// The variants of the redirect, one a line.
        package var variants = ""
        /// The status of the redirect; empty for none.
        package var status = ""
        package var name = ""
        package var group = ""
        /// The kind of requests, such as a method of HTTP.
        package var kind = ""
        package var namespace = RouteNamespace.defaultName
        package var priority = "0"
        package var isEnabled = true
        package var starts = ""
        package var ends = ""
        /// The labels, default values and requirements, a `key=value` a line.
        package var labels = ""
        package var defaults = ""
        package var requirements = ""
        package var note = ""
        package var message = ""

        package init() {}

        /// Reads the fields that a form was sent with.
        package init(_ field: (String) -> String?) {
            for text in Self.texts {
                // Browsers send a carriage return at the end of each line.
                self[keyPath: text.path] =
                    field(text.name)?.split(separator: "\r\n", omittingEmptySubsequences: false)
                    .joined(separator: "\n") ?? text.unset
            }
            isEnabled = field("enabled") != nil
            message = field("message") ?? ""
        }

        /// A field that is a text.
        struct Text: Sendable {
            /// The name in the form.
            let name: String
            let label: String
            let path: any WritableKeyPath<Fields, String> & Sendable
            /// The text if the form has none.
            var unset = ""
            /// An example, for an empty field.
            var hint = ""
            var isCode = false
            var isWide = false

            static let pattern = Text(
                name: "pattern", label: "Pattern", path: \.pattern, isCode: true, isWide: true)
            static let target = Text(
                name: "target", label: "Target", path: \.target, isCode: true, isWide: true)
            static let status = Text(name: "status", label: "Redirect", path: \.status)
            static let redirect = Text(
                name: "redirect", label: "To the URL", path: \.redirect, hint: "/people/{id}",
                isCode: true)
            static let variants = Text(
                name: "variants", label: "To other URLs for some requests, one a line",
                path: \.variants, hint: "context.platform = ios => https://apps.apple.com/app/id42",
                isCode: true, isWide: true)
            static let name = Text(name: "name", label: "Name", path: \.name)
            static let group = Text(name: "group", label: "Group", path: \.group)
            static let kind = Text(
                name: "kind", label: "Kind or method", path: \.kind, hint: "GET")
            static let labels = Text(
                name: "labels", label: "Labels, a key=value a line", path: \.labels,
                hint: "owner=growth")
            static let defaults = Text(
                name: "defaults", label: "Default values, a key=value a line", path: \.defaults,
                hint: "page=1", isCode: true)
            static let requirements = Text(
                name: "requires", label: "Required values, a key=type a line",
                path: \.requirements, hint: "id=int", isCode: true)
            static let priority = Text(
                name: "priority", label: "Priority", path: \.priority, unset: "0")
            static let starts = Text(
                name: "starts", label: "Starts", path: \.starts, hint: "2026-01-31T09:30:00Z")
            static let ends = Text(
                name: "ends", label: "Ends", path: \.ends, hint: "2026-02-28")
            static let namespace = Text(
                name: "namespace", label: "Namespace", path: \.namespace,
                unset: RouteNamespace.defaultName)
            static let note = Text(name: "note", label: "Note", path: \.note, isWide: true)
        }

        /// The fields that are texts, but for the message.
        static let texts: [Text] = [
            .pattern, .target, .status, .redirect, .variants, .name, .group, .kind, .priority,
            .starts, .ends, .namespace, .labels, .defaults, .requirements, .note,
        ]

        /// The fields of a route.
        package init(_ output: RouteOutput) {
            let route = output.route
            (pattern, target) = (route.patternText, route.target)
            redirect = route.redirect?.location ?? ""
            status = route.redirect.map { "\($0.status)" } ?? ""
            variants = (route.redirect?.variants ?? []).map(\.description).joined(separator: "\n")
            (name, group, note) = (route.name ?? "", route.group ?? "", route.note ?? "")
            kind = route.kind ?? ""
            labels = MemberLines.text(RouteLabels.json(route.labels), asText: true)
            defaults = MemberLines.text(output.defaults)
            requirements = MemberLines.text(
                RouteRequirement.json(route.requirements), asText: true)
            (priority, isEnabled) = ("\(route.priority)", route.isEnabled)
            starts = route.starts?.description ?? ""
            ends = route.ends?.description ?? ""
            namespace = output.namespace
        }

        /// Returns a draft with these fields; what the form does not have stays as it is.
        package func draft(changing old: RouteDraft?) throws(RouteDBError) -> RouteDraft {
            guard let priority = Int32(priority) else {
                throw RouteDBError(
                    .invalidValue, "The priority '\(priority)' is not a number.",
                    hint: "Give a whole number; higher ones match first.")
            }
            var draft = old ?? RouteDraft(pattern: nil, target: target, namespace: namespace)
            // A route without a pattern is requested by its name.
            let isSame = old.map { ($0.pattern ?? "").utf8.elementsEqual(pattern.utf8) } ?? false
            if !isSame {
                draft.pattern = pattern.isEmpty ? nil : pattern
                draft.syntax = nil
            }
            draft.redirect = try routeRedirect()
            draft.target = target.isEmpty ? draft.redirect?.usualTarget ?? "" : target
            draft.name = name.isEmpty ? nil : name
            draft.group = group.isEmpty ? nil : group
            draft.kind = kind.isEmpty ? nil : kind
            draft.priority = priority
            draft.isEnabled = isEnabled
            draft.starts = try FormField.time(starts, "start")
            draft.ends = try FormField.time(ends, "end")
            draft.note = note.isEmpty ? nil : note
            try setMembers(of: &draft)
            return draft
        }

        /// Sets the labels, default values and requirements.
        private func setMembers(of draft: inout RouteDraft) throws(RouteDBError) {
            let labels = try MemberLines.object(
                labels, of: "labels", changing: RouteLabels.json(draft.labels), asText: true)
            draft.labels = labels.members.reduce(into: [:]) { texts, member in
                if case .string(let text) = member.value { texts[member.key] = text }
            }
            draft.defaults = try MemberLines.object(
                defaults, of: "default values", changing: draft.defaults)
            let required = try MemberLines.object(
                requirements, of: "required values",
                changing: RouteRequirement.json(draft.requirements), asText: true)
            draft.requirements = try RouteRequirement.list(json: .object(required))
        }

        /// The redirect, which is checked with its route; a URL alone is one for good.
        private func routeRedirect() throws(RouteDBError) -> RouteRedirect? {
            let location = redirect.isEmpty ? nil : redirect
            let variants = try RouteRedirect.Variant.list(lines: variants)
            guard !status.isEmpty else {
                if location == nil, variants.isEmpty { return nil }
                return RouteRedirect(location: location, status: 301, variants: variants)
            }
            guard let status = Int(status) else {
                throw RouteDBError(
                    .invalidValue, "The status '\(status)' is not a number.",
                    hint: "Use 301, 302, 303, 307 or 308 with a URL, or 410 (gone) without one.")
            }
            return RouteRedirect(location: location, status: status, variants: variants)
        }
    }
}
#endif
