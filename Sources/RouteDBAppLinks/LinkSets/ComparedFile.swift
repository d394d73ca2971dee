import RouteDBRouting

/// A component of a file, or a path or group of a manifest, as a set of links.
struct ComparedComponent {
    let item: String
    let isExclude: Bool
    /// The list that the component is in: an excluding one counts for later ones of its list only.
    var list = 0
    /// The links that it matches; see ``LinkDomain``.
    let expression: ByteExpression
}

/// What a file says about the links of a domain.
struct ComparedFile {
    var components: [ComparedComponent] = []
    /// The components that are left out: they match no link of the domain, or cannot be compared.
    var skipped: [String] = []
    /// Whether a component is left out that may match links of the domain.
    var isPartial = false
    /// Whether an excluding one is among these: then nothing is known to be exact.
    var lacksExclude = false
    /// Whether the app may open for links for which it is not known to.
    var mayOpenMore = false

    /// Leaves out a component that may match links of the domain.
    mutating func leaveOut(_ item: String, isExclude: Bool) {
        skipped.append(item)
        isPartial = true
        lacksExclude = lacksExclude || isExclude
    }
}

/// What a file tests apart from paths.
struct TestedParts {
    var names: Set<String> = []
    var testsFragment = false
}
