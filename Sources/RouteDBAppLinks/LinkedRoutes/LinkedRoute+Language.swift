package import RouteDBRouting

extension LinkedRoute {
    /// The links that the route answers.
    package func expression(
        in domain: LinkDomain, ignoringTypes isLoose: Bool = false
    ) -> ByteExpression? {
        guard let conditions, readsQuery || domain.names.isEmpty else { return nil }
        var items: [String: LinkDomain.Part] = [:]
        for condition in conditions {
            let isKnown = domain.names.contains(condition.name)
            if condition.part == .text(.nothing) || !isKnown && condition.part != .absent {
                return .nothing
            }
            if isKnown { items[condition.name] = condition.part }
        }
        let expression = ByteExpression.choice(
            paths.map { Self.expression($0, ignoringTypes: isLoose) })
        guard !paths.isEmpty else { return .nothing }
        return domain.links(foldsCase ? expression.foldingCase : expression, items: items)
    }

    /// The paths of one choice of groups.
    private static func expression(
        _ path: [Segment], ignoringTypes isLoose: Bool
    ) -> ByteExpression {
        if path.isEmpty { return .text("/".utf8) }
        let segment = ByteExpression.some(.set(PathSpelling.segmentByte))
        let slash = ByteExpression.text("/".utf8)
        var parts: [ByteExpression] = []
        for part in path {
            switch part {
            case .one(let pieces):
                parts += [slash] + pieces.map { expression($0, ignoringTypes: isLoose) }
            case .rest(let isOptional):
                let one = ByteExpression.sequence([slash, segment])
                parts.append(isOptional ? .many(one) : .some(one))
            }
        }
        let whole = ByteExpression.sequence(parts)
        // The root has a slash of its own.
        let isAllOptional = path.allSatisfy { $0 == .rest(isOptional: true) }
        return isAllOptional ? .choice([slash, whole]) : whole
    }

    private static func expression(
        _ piece: Piece, ignoringTypes isLoose: Bool
    ) -> ByteExpression {
        switch piece {
        case .literal(let text): .text(PathSpelling.spelled(text))
        case .value(let type): (isLoose ? ParameterType.string : type).spelledExpression
        }
    }
}

extension ParameterType {
    private static let digit = ByteSet(UInt8(ascii: "0")...UInt8(ascii: "9"))
    private static let hexadecimal = digit.union(ByteSet("abcdefABCDEF".utf8))

    /// The values of the type as they are spelled in a path; a little more where
    /// ``approximation`` says so.
    package var spelledExpression: ByteExpression {
        let digits = ByteExpression.some(.set(Self.digit))
        func sign(_ marks: String) -> ByteExpression { .optional(.set(ByteSet(marks.utf8))) }
        switch self {
        case .string, .path, .converter: return .some(.set(PathSpelling.segmentByte))
        case .int: return .sequence([sign("+-"), digits])
        case .decimal, .number:
            let fraction = ByteExpression.sequence([.text(".".utf8), digits])
            return .sequence([sign("-"), digits, .optional(fraction)])
        case .float:
            let many = ByteExpression.many(.set(Self.digit))
            let number = ByteExpression.choice([
                .sequence([digits, .optional(.sequence([.text(".".utf8), many]))]),
                .sequence([.text(".".utf8), digits]),
            ])
            let exponent = ByteExpression.sequence([.set(ByteSet("eE".utf8)), sign("+-"), digits])
            return .sequence([sign("+-"), number, .optional(exponent)])
        case .bool: return .choice(["true", "false", "1", "0"].map { .text($0.utf8) })
        case .uuid:
            let parts = [8, 4, 4, 4, 12].map { count in
                ByteExpression.sequence(
                    Array(repeating: .set(Self.hexadecimal), count: count))
            }
            return .sequence(
                parts.enumerated().flatMap { $0 == 0 ? [$1] : [.text("-".utf8), $1] })
        case .date:
            let two = ByteExpression.sequence([.set(Self.digit), .set(Self.digit)])
            func pair(_ first: String, _ second: String) -> ByteExpression {
                .sequence([.set(ByteSet(first.utf8)), .set(ByteSet(second.utf8))])
            }
            let month = ByteExpression.choice([pair("0", "123456789"), pair("1", "012")])
            let day = ByteExpression.choice([
                pair("0", "123456789"), pair("12", "0123456789"), pair("3", "01"),
            ])
            return .sequence([two, two, .text("-".utf8), month, .text("-".utf8), day])
        case .slug:
            let letters = ByteSet(UInt8(ascii: "a")...UInt8(ascii: "z"))
            let word = ByteExpression.some(.set(Self.digit.union(letters)))
            return .sequence([word, .many(.sequence([.text("-".utf8), word]))])
        case .hex: return .some(.set(Self.hexadecimal))
        case .oneOf(let texts, let foldsCase):
            let choice = ByteExpression.choice(
                texts.map { .text(PathSpelling.spelled($0.utf8)) })
            return foldsCase ? choice.foldingCase : choice
        }
    }

    /// Why ``spelledExpression`` is a little more than the values; `nil` if it is exact.
    package var approximation: String? {
        switch self {
        case .int: "the range of an integer is not compared"
        case .float: "the range of a float is not compared"
        case .date: "the length of a month is not compared"
        default: nil
        }
    }
}
