import RouteDBRouting

// Parameter names that were probably meant to be the same.
extension NamespaceLint {
    /// A parameter name used at one place.
    private struct Use {
        let name: String
        /// The first variant that uses the name.
        let variant: Int
        var count = 1
    }

    /// The parameter names used at one place, in order of first use.
    private struct Uses {
        private(set) var all: [Use] = []
        private var places: [TextKey: Int] = [:]

        mutating func note(_ name: String, in variant: Int) {
            if let place = places[TextKey(name)] {
                all[place].count += 1
            } else {
                places[TextKey(name)] = all.count
                all.append(Use(name: name, variant: variant))
            }
        }
    }

    /// Names shorter than this often differ in one letter by chance.
    private static let shortestName = 4

    /// Reports parameter names that differ only in case or by one letter, at the same place behind
    /// the same prefix or in the same pattern.
    func findNames(_ collector: inout LintCollector) {
        var uses: [Int32: Uses] = [:]
        for (number, variant) in variants.enumerated() {
            var node: Int32 = 0
            var own: [String] = []
            for (place, type) in variant.word.enumerated() {
                if place >= LintVariant.firstSegment {
                    for name in names(of: variant, at: place) {
                        uses[node, default: Uses()].note(name, in: number)
                        if let other = own.first(where: { Self.areAlike($0, name) }) {
                            report(name, other, number, number, &collector)
                        }
                        own.append(name)
                    }
                }
                guard let child = tree.child(of: node, type) else { break }
                node = child
            }
        }
        for node in uses.keys.sorted() { compare(uses[node]?.all ?? [], &collector) }
    }

    private func compare(_ uses: [Use], _ collector: inout LintCollector) {
        guard uses.count > 1 else { return }
        // The name that is used most is assumed to be right.
        let sorted = uses.enumerated().sorted {
            ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
        }.map(\.element)
        // Names that differ by one letter share a spelling with a letter left out, so indexing
        // these spellings avoids comparing all pairs.
        var places: [[UInt8]: [Int]] = [:]
        for (index, use) in sorted.enumerated() {
            let spellings = Self.spellings(of: use.name)
            let alike = spellings.compactMap { spelling in
                places[spelling]?.first { Self.areAlike(sorted[$0].name, use.name) }
            }
            if let right = alike.min().map({ sorted[$0] }) {
                report(use.name, right.name, use.variant, right.variant, &collector)
            }
            for spelling in spellings { places[spelling, default: []].append(index) }
        }
    }

    /// The name in lower case, as it is and with each of its letters left out.
    private static func spellings(of name: String) -> Set<[UInt8]> {
        let letters = Array(name.asciiLowercased.utf8)
        return letters.indices.reduce(into: [letters]) { spellings, index in
            spellings.insert(Array(letters[..<index] + letters[(index + 1)...]))
        }
    }

    /// The names of the parameters in a segment.
    private func names(of variant: LintVariant, at place: Int) -> [String] {
        let (shard, segment) = (variant.shard, place - LintVariant.firstSegment)
        let token = shard.tokens[Int(variant.firstToken) + segment]
        let tokens =
            token.is(.mixed)
            ? (token.high..<(token.high + token.low)).map { shard.pieces[$0] } : [token]
        return tokens.compactMap { $0.name.map { shard.names[$0] } }
    }

    /// Returns whether two names look like different spellings of the same name.
    static func areAlike(_ one: String, _ other: String) -> Bool {
        guard !one.utf8.elementsEqual(other.utf8) else { return false }
        let (left, right) = (one.asciiLowercased, other.asciiLowercased)
        if left.utf8.elementsEqual(right.utf8) { return true }
        // Names that differ only in their digits differ on purpose.
        let letters = [left, right].map { $0.utf8.filter { !$0.isASCIIDigit } }
        guard min(left.utf8.count, right.utf8.count) >= shortestName, letters[0] != letters[1]
        else { return false }
        return NameSuggestion.editDistance(Array(left.utf8), Array(right.utf8), limit: 1) != nil
    }

    private func report(
        _ name: String, _ right: String, _ number: Int, _ other: Int,
        _ collector: inout LintCollector
    ) {
        let (variant, model) = (variants[number], variants[other])
        let label = label(variant.route)
        let message =
            number == other
            ? "\(label) has parameters '\(name)' and '\(right)'."
            : "\(label) has a parameter '\(name)' where \(self.label(model.route)) has '\(right)'."
        let routes = [variant.route.id] + (number == other ? [] : [model.route.id])
        let finding = LintFinding(
            .parameterNames, in: namespace.id, routes: routes, names: [name, right], message,
            fixes: number == other ? [] : renaming(name, to: right, in: variant.route))
        collector.add(finding) {
            witnesses.witness(of: parts(of: variant)) { probe in
                probe.fits(variant) ? [variant.route.id] : nil
            }
        }
    }

    /// The command that renames a parameter of a native pattern.
    private func renaming(_ name: String, to other: String, in route: Route) -> [String] {
        guard route.dialectText == nil, let pattern = route.pattern,
            !pattern.parameters.contains(where: { $0.name == other })
        else { return [] }
        let renamed = RoutePattern(
            scheme: pattern.scheme, host: pattern.host,
            path: Self.renaming(name, to: other, pattern.path), query: pattern.query)
        return [
            "routedb set '#\(route.id.rawValue)' \(ShellQuoting.quoted("pattern=\(renamed)"))"
        ]
    }

    private static func renaming(
        _ name: String, to other: String, _ elements: [PatternElement]
    ) -> [PatternElement] {
        elements.map { element in
            switch element {
            case .parameter(let parameter) where parameter.name.utf8.elementsEqual(name.utf8):
                .parameter(Parameter(name: other, type: parameter.type))
            case .optional(let content): .optional(renaming(name, to: other, content))
            default: element
            }
        }
    }
}
