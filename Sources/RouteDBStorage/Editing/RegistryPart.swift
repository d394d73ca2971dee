/// The part of a registry in which an edit may remove routes.
package struct RegistryPart: Hashable, Sendable {
    /// The names of the namespaces; unknown ones are ignored.
    package var namespaces: Set<String>
    /// The group, or `nil` for all routes of the namespaces.
    package var group: String?

    package init(namespaces: Set<String>, group: String? = nil) {
        self.namespaces = namespaces
        self.group = group
    }
}
