import RouteDBRouting

extension ApplePattern {
    /// How many bytes a pattern may have with the values of its variables.
    package static let expansionLimit = 1 << 18

    /// Returns whether the pattern with the values of its variables is small enough to be compiled.
    package func isCompilable(_ variables: AppleVariables) -> Bool {
        var sizes: [String: Int] = [:]
        var total = pieces.count
        for name in self.variables {
            let size =
                sizes[name] ?? variables.own[name]?.reduce(0) { $0 + $1.utf8.count + 1 } ?? 16
            sizes[name] = size
            total += size
            guard total <= Self.expansionLimit else { return false }
        }
        return true
    }

    /// The texts that the pattern matches.
    package func expression(
        _ variables: AppleVariables, _ alphabet: PatternAlphabet = PatternAlphabet()
    ) -> ByteExpression {
        Self.expression(pieces[...], variables, alphabet)
    }

    private static func expression(
        _ pieces: ArraySlice<Piece>, _ variables: AppleVariables, _ alphabet: PatternAlphabet
    ) -> ByteExpression {
        .sequence(
            pieces.map { piece in
                switch piece {
                case .byte(let byte): alphabet.expression(of: byte)
                case .one: alphabet.character
                case .many: .anything
                case .variable(let name): variables.expression(name, alphabet) ?? .nothing
                }
            })
    }

    /// The paths that the pattern matches, without the slashes at their ends.
    package func pathExpression(
        _ variables: AppleVariables, _ alphabet: PatternAlphabet = PatternAlphabet()
    ) -> ByteExpression {
        .choice(
            pathForms.map { form in
                let expression = Self.expression(form.pieces, variables, alphabet)
                return form.addsSlash ? .sequence([.text("/".utf8), expression]) : expression
            })
    }

    /// The patterns that a path pattern stands for, each with whether a slash goes before it.
    var pathForms: [(pieces: ArraySlice<Piece>, addsSlash: Bool)] {
        let slash = Piece.byte(UInt8(ascii: "/"))
        var forms: [(pieces: ArraySlice<Piece>, addsSlash: Bool)] = []
        func add(_ pieces: ArraySlice<Piece>) {
            forms.append((pieces, false))
            // A6: the slash that the pattern leaves out.
            if pieces.first != slash { forms.append((pieces, true)) }
        }
        // A6: several slashes at the beginning are one.
        let slashes = pieces.prefix { $0 == slash }.count
        var trimmed = pieces.dropFirst(max(0, slashes - 1))
        // A5: slashes at the end do not count, nor does a last '/*'.
        while trimmed.last == slash { trimmed.removeLast() }
        add(trimmed)
        if trimmed.last == .many, trimmed.dropLast().last == slash {
            var short = trimmed.dropLast(2)
            while short.last == slash { short.removeLast() }
            add(short)
        }
        return forms
    }

    /// True if the pattern leaves out its leading slash (A6).
    var lacksSlash: Bool {
        if case .byte(let byte)? = pieces.first { byte != UInt8(ascii: "/") } else { false }
    }

    /// The bytes that every path that the pattern matches begins with.
    package var stem: [UInt8] {
        let slash = UInt8(ascii: "/")
        var stem = head
        guard stem.first == slash else { return [] }
        let slashes = stem.prefix { $0 == slash }.count
        stem.removeFirst(slashes - 1)
        while stem.last == slash { stem.removeLast() }
        return stem
    }

    /// The fewest bytes of a text that the pattern can match, apart from slashes at its ends.
    package var minimumCount: Int {
        pieces.count { piece in
            switch piece {
            case .byte(let byte): byte != UInt8(ascii: "/")
            case .one: true
            case .many, .variable: false
            }
        }
    }
}
