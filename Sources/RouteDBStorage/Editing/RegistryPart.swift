/// The part of a registry that an edit may take things away from.
package struct RegistryPart: Hashable, Sendable {
    /// The names of the namespaces; those that are not there have nothing.
    package var namespaces: Set<String>
    /// The one group; `nil`: everything of the namespaces.
    package var group: String?

    package init(namespaces: Set<String>, group: String? = nil) {
        self.namespaces = namespaces
        self.group = group
    }
}
