import RouteDB
import RouteDBRouting

extension AppleAssociation {
    /// Returns the parts that the components of an app test apart from paths.
    func testedParts(app: String) -> TestedParts { components(of: app).map(\.testedParts).union }

    /// The components of an app, by a reading of the uncertain rules.
    func compared(app: String, _ reading: AppleReading, in domain: LinkDomain) -> ComparedFile {
        ComparedFile(components(of: app, reading)) { component in
            guard component.patterns.allSatisfy({ $0.isCompilable(variables) }) else { return nil }
            return AppleComponentLanguage(
                component: component, variables: variables, reading: reading, domain: domain
            ).expression
        }
    }

    /// The uncertain rules that the components of an app may depend on.
    func doubtfulRules(app: String) -> [PlatformRule] {
        var rules: [PlatformRule] = []
        if entries.count(where: { $0.apps.contains(app) }) > 1 { rules.append(.a13) }
        if hasEntriesByApp { rules.append(.a16) }
        return rules
    }

    /// The uncertain rules that no reading of a proof turns around, and that its components use.
    func unsettledRules(app: String) -> [PlatformRule] {
        let isUnsettled = components(of: app).contains {
            $0.patterns.contains(where: \.hasUncertainVariable)
        }
        return isUnsettled ? [.a14] : []
    }
}

extension AppleComponent {
    /// The parts that the component tests apart from the path.
    fileprivate var testedParts: TestedParts {
        var parts = TestedParts(testsFragment: fragment.map { !$0.isAnything } ?? false)
        switch query {
        case .items(let items, _): parts.names = Set(items.map(\.name))
        case .whole(let pattern) where !pattern.isAnything: parts.names = Set(pattern.itemNames)
        case .whole, nil: break
        }
        return parts
    }
}

/// The links that a component matches.
private struct AppleComponentLanguage {
    let component: AppleComponent
    let variables: AppleVariables
    let reading: AppleReading
    let domain: LinkDomain

    /// The links; `.nothing` if there are none in the domain, and `nil` if links of it do not tell.
    var expression: ByteExpression? {
        let url = component.url ?? ApplePattern("*")
        let paths = folded(paths(url))
        let fragment = part(component.fragment, name: nil)
        guard domain.hasFragment || Self.mayBeAbsent(fragment) else { return .nothing }
        switch component.query {
        case nil: return domain.links(markedPaths: paths, fragment: fragment)
        case .whole(let pattern):
            if pattern.isAnything { return domain.links(markedPaths: paths, fragment: fragment) }
            return domain.links(
                markedPaths: paths, query: text(pattern), isOptional: takesEmpty(pattern),
                fragment: fragment)
        case .items(let items, let isValid):
            guard isValid else {
                return domain.links(markedPaths: paths, fragment: fragment)
            }
            var parts: [String: LinkDomain.Part] = [:]
            for item in items {
                // Links of the domain do not tell about other names.
                guard domain.names.contains(item.name) else { return nil }
                parts[item.name] = part(item.value, name: item.name)
            }
            return domain.links(markedPaths: paths, items: parts, fragment: fragment)
        }
    }

    /// The paths, with the slashes at their end as the texts of automata have them.
    private func paths(_ url: ApplePattern) -> ByteExpression {
        let paths = url.pathExpression(variables, alphabet).without(LinkDomain.endSlashes)
        // A15: slashes at the beginning count as one.
        let isOne = domain.slashes.repeated && reading.follows(.a15)
        return .sequence([
            isOne ? .many(.text("/".utf8)) : .empty, paths, .many(LinkDomain.endSlash),
        ])
    }

    private static func mayBeAbsent(_ part: LinkDomain.Part) -> Bool {
        if case .text = part { false } else { true }
    }

    /// Returns the requirement on an item, or the fragment; an absent one counts as empty (A9).
    private func part(_ pattern: ApplePattern?, name: String?) -> LinkDomain.Part {
        guard let pattern else { return .any }
        let value = text(pattern)
        let mayLackValue = takesEmpty(pattern)
        let written = name.map { LinkDomain.item($0, value, mayLackValue: mayLackValue) } ?? value
        return mayLackValue ? .optional(written) : .text(written)
    }

    private func takesEmpty(_ pattern: ApplePattern) -> Bool {
        ByteProgram(pattern.expression(variables)).accepts([])
    }

    /// A query or a fragment, as links spell it.
    private func text(_ pattern: ApplePattern) -> ByteExpression {
        folded(pattern.expression(variables, alphabet))
    }

    /// A pattern is compared with what is written, byte by byte, or with what is decoded (A11).
    private var alphabet: PatternAlphabet {
        guard !component.isPercentEncoded else { return PatternAlphabet(character: .set(.all)) }
        let character = PathSpelling.character(in: ByteSet(0...0x7F), orBeyond: .all)
        return PatternAlphabet(character: character) { PathSpelling.expression(of: [$0]) }
    }

    private func folded(_ expression: ByteExpression) -> ByteExpression {
        component.isCaseSensitive ? expression : expression.foldingCase
    }
}

extension ApplePattern {
    /// The names of the items in a pattern for a whole query, such as `q` in `q=*`.
    fileprivate var itemNames: [String] {
        pieces.split(separator: .byte(UInt8(ascii: "&"))).compactMap { item in
            var name: [UInt8] = []
            for piece in item {
                guard case .byte(let byte) = piece else { return nil }
                if byte == UInt8(ascii: "=") { return String(decoding: name, as: UTF8.self) }
                name.append(byte)
            }
            return nil
        }
    }
}
