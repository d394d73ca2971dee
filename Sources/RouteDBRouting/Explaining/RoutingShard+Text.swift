// Converts compiled patterns back to text.
extension RoutingShard {
    /// A token in pattern syntax; literals are not escaped.
    func text(of token: Token) -> String {
        if token.isLiteral { return String(decoding: literal(token), as: UTF8.self) }
        if token.is(.mixed) {
            return (token.high..<(token.high + token.low)).map { text(of: pieces[$0]) }.joined()
        }
        if token.is(.catchAll) { return "**" }
        guard let name = token.name else { return "*" }
        if token.is(.path) { return "{\(names[name]):path}" }
        guard let type = token.type else { return "{\(names[name])}" }
        return "{\(names[name]):\(typeName(type))}"
    }

    private func typeName(_ type: Int) -> String {
        valueTypes[type].converter?.name ?? types[type].description
    }

    /// The bytes of a literal; see ``words``.
    func literal(_ token: Token) -> [UInt8] {
        let length = token.low
        let last = max(0, length - 1) / 8
        return (0..<length).map { index in
            let word = index / 8
            let shift = word == last && length > 8 ? index - (length - 8) : index % 8
            return UInt8(truncatingIfNeeded: words[token.high + word] >> UInt64(shift * 8))
        }
    }
}
