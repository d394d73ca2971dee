import RouteDB
import RouteDBRouting

extension AssetLinks {
    /// Returns the parts that the components of an app test apart from paths.
    func testedParts(package: String) -> TestedParts {
        statements.filter { $0.package == package }.flatMap(\.components).map(\.testedParts).union
    }

    /// The components of an app, by a reading of the uncertain rules.
    func compared(package: String, _ reading: Reading, in domain: LinkDomain) -> ComparedFile {
        ComparedFile(components(of: package, reading)) { $0.expression(reading, in: domain) }
    }

    /// The uncertain rules that the components of an app may depend on.
    func doubtfulRules(package: String) -> [PlatformRule] {
        let own = statements.filter { $0.package == package }
        let components = own.flatMap(\.components)
        var rules: [PlatformRule] = []
        let expressions = components.flatMap { component in
            [component.url, component.fragment].compactMap(\.self) + component.query
        }
        if expressions.contains(where: \.isUncertain) { rules.append(.d3) }
        if own.contains(where: \.isDiscarded) { rules.append(.d8) }
        if expressions.contains(where: \.matcher.isUncertain) { rules.append(.m6) }
        return rules
    }
}

extension DynamicComponent {
    /// The parts that the component tests apart from the path.
    fileprivate var testedParts: TestedParts {
        TestedParts(
            names: Set(query.compactMap(\.itemName)), testsFragment: fragment != nil)
    }

    /// The links that the component matches; `nil` if that cannot be said.
    func expression(
        _ reading: AssetLinks.Reading, in domain: LinkDomain,
        paths otherPaths: ByteExpression? = nil
    ) -> ByteExpression? {
        if isEmpty { return .nothing }
        func text(_ expression: Expression) -> ByteExpression? {
            expression.matcher(reading).spelledExpression
        }
        var paths = ByteExpression.anything
        if let otherPaths {
            paths = otherPaths
        } else if let url {
            guard let expression = text(url) else { return nil }
            paths = expression
        }
        var part = LinkDomain.Part.any
        if let fragment {
            guard domain.hasFragment else { return .nothing }
            guard let expression = text(fragment) else { return nil }
            part = .text(expression)
        }
        guard !query.isEmpty else { return domain.links(paths, fragment: part) }
        var items: [(name: String, text: ByteExpression)] = []
        for wanted in query {
            // Links of the domain do not tell about other names.
            guard let expression = text(wanted), let name = wanted.itemName,
                domain.names.contains(name)
            else { return nil }
            items.append((name, expression))
        }
        return domain.links(paths, allOf: items, fragment: part)
    }
}

extension DynamicComponent.Expression {
    /// The name of the query item that the expression is for; `nil` if that has wildcards.
    fileprivate var itemName: String? {
        let name = text.prefix { $0 != "=" }
        return name.contains { $0 == "*" || $0 == "?" } ? nil : String(name)
    }
}
