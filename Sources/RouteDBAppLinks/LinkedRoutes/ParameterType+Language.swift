import RouteDBRouting

extension ParameterType {
    private static let digit = ByteSet(UInt8(ascii: "0")...UInt8(ascii: "9"))
    private static let hexadecimal = digit.union(ByteSet("abcdefABCDEF".utf8))

    /// The texts of the type, of which links write some otherwise; a little more where
    /// ``approximation`` says so, and `nil` for texts of any kind.
    ///
    /// All texts but those of an `enum` are of ASCII.
    func textExpression(
        ofText text: ([UInt8]) -> ByteExpression
    ) -> ByteExpression? {
        let digits = ByteExpression.some(.set(Self.digit))
        func sign(_ marks: String) -> ByteExpression {
            .optional(.choice(marks.utf8.map { text([$0]) }))
        }
        switch self {
        case .string, .path, .converter: return nil
        case .int(let minimum, let maximum):
            return Self.integers(from: minimum ?? .min, to: maximum ?? .max, ofText: text)
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
        case .date: return Self.dates
        case .slug:
            let letters = ByteSet(UInt8(ascii: "a")...UInt8(ascii: "z"))
            let word = ByteExpression.some(.set(Self.digit.union(letters)))
            return .sequence([word, .many(.sequence([.text("-".utf8), word]))])
        case .hex: return .some(.set(Self.hexadecimal))
        case .oneOf(let texts, let foldsCase):
            return .choice(
                texts.map { word in
                    guard foldsCase else { return text(Array(word.utf8)) }
                    return .sequence(
                        word.utf8.map { byte in
                            byte.isASCIILetter
                                ? .set(ByteSet([byte]).foldingCase) : text([byte])
                        })
                })
        }
    }

    /// The integers of a range, with an optional sign and any number of zeros before them.
    private static func integers(
        from minimum: Int64, to maximum: Int64, ofText text: ([UInt8]) -> ByteExpression
    ) -> ByteExpression {
        var choices: [ByteExpression] = []
        if maximum >= 0, minimum <= maximum {
            let range = UInt64(max(0, minimum))...UInt64(maximum)
            choices.append(
                .sequence([
                    .optional(text([UInt8(ascii: "+")])), NumberExpression.digits(of: range),
                ]))
        }
        if minimum <= 0, minimum <= maximum {
            let range = min(0, maximum).magnitude...minimum.magnitude
            choices.append(
                .sequence([text([UInt8(ascii: "-")]), NumberExpression.digits(of: range)]))
        }
        return .choice(choices)
    }

    /// The days of the calendar, from the year 0000 on.
    private static let dates: ByteExpression = {
        let two = ByteExpression.sequence([.set(digit), .set(digit)])
        func pair(_ first: String, _ second: String) -> ByteExpression {
            .sequence([.set(ByteSet(first.utf8)), .set(ByteSet(second.utf8))])
        }
        func days(_ months: [ByteExpression], _ days: [ByteExpression]) -> ByteExpression {
            .sequence([
                .text("-".utf8), .choice(months), .text("-".utf8),
                .choice([pair("0", "123456789")] + days),
            ])
        }
        let (teens, twenties) = (pair("1", "0123456789"), pair("2", "0123456789"))
        let common = ByteExpression.sequence([
            two, two,
            .choice([
                days([pair("0", "13578"), pair("1", "02")], [teens, twenties, pair("3", "01")]),
                days([pair("0", "469"), pair("1", "1")], [teens, twenties, pair("3", "0")]),
                days([pair("0", "2")], [teens, pair("2", "012345678")]),
            ]),
        ])
        let fourths = [pair("2468", "048"), pair("13579", "26")]
        let leapYears = ByteExpression.choice([
            .sequence([two, .choice([pair("0", "48")] + fourths)]),
            .sequence([.choice([pair("0", "048")] + fourths), .text("00".utf8)]),
        ])
        return .choice([common, .sequence([leapYears, .text("-02-29".utf8)])])
    }()

    /// Why ``textExpression(ofText:)`` is a little more than the texts; `nil` if it is exact.
    var approximation: String? {
        self == .float ? "the range of a float is not compared" : nil
    }

    /// True if not every text is a value of the type.
    var isRestricted: Bool {
        switch self {
        case .string, .path, .converter: false
        case .int, .decimal, .number, .float, .bool, .uuid, .date, .slug, .hex, .oneOf: true
        }
    }
}
