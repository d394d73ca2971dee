import RouteDB
import RouteDBRouting

/// A component of a file as a set of paths.
struct ComparedComponent {
    let item: String
    let isExclude: Bool
    let program: ByteProgram
    let shape: LanguageShape

    init(item: String, isExclude: Bool, expression: ByteExpression, shape: LanguageShape) {
        self.item = item
        self.isExclude = isExclude
        program = ByteProgram(expression)
        self.shape = shape
    }
}

/// The components of a file that say something about links without query and fragment.
struct ComparedFile {
    var components: [ComparedComponent] = []
    /// The components that are left out: they test a query or a fragment, or cannot be compared.
    var skipped: [String] = []
    /// Whether a component is left out that may match links without query and fragment.
    var isPartial = false
}

// MARK: Apple

extension AppleAssociation {
    /// The components of an app, by a reading of the uncertain rules.
    func compared(app: String, _ reading: AppleReading) -> ComparedFile {
        var file = ComparedFile()
        var entries = entries.filter { $0.apps.contains(app) }
        if reading.reversed.contains(.a13) { entries = Array(entries.prefix(1)) }
        let bare = AppleSubject(LinkURL("https://example.com/"), reading)
        for component in entries.flatMap(\.components) {
            let item = FindingList.item(component.place)
            var rest = component
            rest.url = nil
            let isBare = rest.refusal(bare, variables, reading) == nil
            let url = component.url ?? ApplePattern("*")
            guard isBare, url.isCompilable(variables) else {
                file.skipped.append(item)
                if isBare { file.isPartial = true }
                continue
            }
            let pattern = component.isPercentEncoded ? url : url.spelled
            let character =
                component.isPercentEncoded
                ? ByteExpression.set(.all)
                : .choice([PathSpelling.character(), .text("/".utf8)])
            let expression = pattern.pathExpression(variables, reading, character: character)
            file.components.append(
                ComparedComponent(
                    item: item, isExclude: component.isExclude,
                    expression: component.isCaseSensitive ? expression : expression.foldingCase,
                    shape: pattern.shape(foldsCase: !component.isCaseSensitive)))
        }
        return file
    }

    /// The uncertain rules that the components of an app may depend on.
    func doubtfulRules(app: String) -> [PlatformRule] {
        let own = entries.filter { $0.apps.contains(app) }
        let components = own.flatMap(\.components)
        var rules: [PlatformRule] = []
        if components.contains(where: { $0.url?.hasOpenEnd ?? false }) { rules.append(.a5) }
        if components.contains(where: { $0.url?.lacksSlash ?? false }) { rules.append(.a6) }
        for rule in [PlatformRule.a9, .a10] {
            let hasItems = components.contains { if case .items = $0.query { true } else { false } }
            if hasItems { rules.append(rule) }
        }
        if own.count > 1 { rules.append(.a13) }
        return rules
    }
}

extension ApplePattern {
    /// The pattern for decoded paths as one for spelled paths.
    fileprivate var spelled: ApplePattern {
        ApplePattern(
            text: text,
            pieces: pieces.flatMap { piece in
                guard case .byte(let byte) = piece, byte != UInt8(ascii: "/") else {
                    return [piece]
                }
                return PathSpelling.spelled([byte]).map(Piece.byte)
            })
    }

    /// What is plain to see of the paths.
    fileprivate func shape(foldsCase: Bool) -> LanguageShape {
        let slash = Piece.byte(UInt8(ascii: "/"))
        var shape = LanguageShape()
        shape.foldsCase = foldsCase
        guard pieces.first == slash else { return shape }
        var trimmed = pieces[...]
        while trimmed.last == slash { trimmed.removeLast() }
        if trimmed.last == .many, trimmed.dropLast().last == slash {
            trimmed.removeLast()
            while trimmed.last == slash { trimmed.removeLast() }
            shape.maximumSlashes = nil
        } else {
            shape.suffix = Self.literal(trimmed.reversed()).reversed()
            let isBounded = trimmed.allSatisfy {
                switch $0 {
                case .byte, .one: true
                case .many, .variable: false
                }
            }
            if isBounded {
                shape.maximumSlashes = max(1, trimmed.count { $0 == slash || $0 == .one })
            }
        }
        shape.prefix = Self.literal(Array(trimmed))
        if trimmed.isEmpty { shape.suffix = [] }
        shape.minimumSlashes = max(1, trimmed.count { $0 == slash })
        return shape
    }

    private static func literal(_ pieces: [Piece]) -> [UInt8] {
        var bytes: [UInt8] = []
        for piece in pieces {
            guard case .byte(let byte) = piece else { break }
            bytes.append(byte)
        }
        return bytes
    }
}

// MARK: Android

extension AssetLinks {
    /// The components of an app, by a reading of the uncertain rules.
    func compared(package: String, _ reading: Reading) -> ComparedFile {
        var file = ComparedFile()
        let statements = statements.filter { $0.package == package }
        let components = statements.flatMap { statement in
            statement.isDiscarded && !reading.reversed.contains(.d8) ? [] : statement.components
        }
        for component in components {
            let item = FindingList.item(component.place)
            let matcher =
                reading.reversed.contains(.d3)
                ? component.url?.older ?? component.url?.matcher : component.url?.matcher
            guard component.query.isEmpty, component.fragment == nil,
                let matcher, let expression = matcher.spelledExpression
            else {
                file.skipped.append(item)
                let isBare = component.query.isEmpty && component.fragment == nil
                if isBare && !component.isEmpty { file.isPartial = true }
                continue
            }
            file.components.append(
                ComparedComponent(
                    item: item, isExclude: component.isExclude, expression: expression,
                    shape: matcher.shape))
        }
        return file
    }

    /// The uncertain rules that the components of an app may depend on.
    func doubtfulRules(package: String) -> [PlatformRule] {
        let own = statements.filter { $0.package == package }
        var rules: [PlatformRule] = []
        if own.contains(where: { $0.components.contains { $0.url?.isUncertain ?? false } }) {
            rules.append(.d3)
        }
        if own.contains(where: \.isDiscarded) { rules.append(.d8) }
        return rules
    }
}
