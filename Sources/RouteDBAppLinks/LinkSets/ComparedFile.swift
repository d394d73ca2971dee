import RouteDBRouting

/// A component of a file, a path or group of a manifest, or a path of a route, as a set of links.
struct ComparedComponent {
    let item: String
    let isExclude: Bool
    /// The list that the component is in: an excluding one counts for later ones of its list only.
    var list = 0
    /// The links that it matches; see ``LinkDomain``.
    let expression: ByteExpression

    /// The component that includes what this one excludes, and the other way round.
    var inverse: ComparedComponent {
        ComparedComponent(item: item, isExclude: !isExclude, list: list, expression: expression)
    }
}

/// The components that a file, or a registry, has for the links of a domain.
struct ComparedFile {
    private(set) var components: [ComparedComponent] = []
    /// The components that are left out: they match no link of the domain, or cannot be compared.
    private(set) var skipped: [String] = []
    /// True if a component is left out that may match links of the domain.
    var isPartial = false
    /// True if an excluding component is among these: then nothing is known to be exact.
    private(set) var lacksExclude = false
    /// True if the app may open for links for which it is not known to.
    var mayOpenMore = false

    init() {}

    /// Reads a list in which the first component that matches decides.
    init<Component: AppLinkComponent>(
        _ components: [Component], _ expression: (Component) -> ByteExpression?
    ) {
        for component in components {
            add(
                component.place.text, isExclude: component.isExclude,
                expression(component))
        }
    }

    /// Adds a component.
    mutating func add(
        _ item: String, isExclude: Bool, list: Int = 0, _ expression: ByteExpression?
    ) {
        if let expression, expression != .nothing {
            components.append(
                ComparedComponent(
                    item: item, isExclude: isExclude, list: list, expression: expression))
            return
        }
        skipped.append(item)
        guard expression == nil else { return }
        isPartial = true
        lacksExclude = lacksExclude || isExclude
    }

    /// The components that open the app.
    var including: [ComparedComponent] { components.filter { !$0.isExclude } }
}

/// The parts of links that a file tests apart from paths.
struct TestedParts {
    var names: Set<String> = []
    var testsFragment = false

    /// Returns the union of these parts and others.
    func union(_ other: TestedParts) -> TestedParts {
        TestedParts(
            names: names.union(other.names), testsFragment: testsFragment || other.testsFragment)
    }
}

extension Sequence<TestedParts> {
    /// The union of the parts.
    var union: TestedParts { reduce(TestedParts()) { $0.union($1) } }
}
