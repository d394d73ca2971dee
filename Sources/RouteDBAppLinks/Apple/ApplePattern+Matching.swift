extension ApplePattern {
    /// Returns whether a text matches some pieces.
    ///
    /// - Complexity: The product of the lengths at worst.
    static func matches(
        _ pieces: ArraySlice<Piece>, _ text: ArraySlice<UInt8>, foldsCase: Bool
    ) -> Bool {
        var budget = Int.max
        return matches(pieces, text, budget: &budget) { takes($0, $1, foldsCase) }
    }

    /// Returns whether a text, of bytes or of another pattern's pieces, matches some pieces.
    ///
    /// It goes back to the last `*` only, which is enough: what an earlier one took need not change.
    static func matches<Element>(
        _ pieces: ArraySlice<Piece>, _ text: ArraySlice<Element>, budget: inout Int,
        takes: (Piece, Element) -> Bool
    ) -> Bool {
        var piece = pieces.startIndex
        var index = text.startIndex
        var star: (piece: Int, index: Int)?
        while index < text.endIndex {
            guard budget > 0 else { return false }
            budget -= 1
            if piece < pieces.endIndex, pieces[piece] == .many {
                star = (piece, index)
                piece += 1
                if piece == pieces.endIndex { return true }
            } else if piece < pieces.endIndex, takes(pieces[piece], text[index]) {
                piece += 1
                index += 1
            } else if let last = star {
                piece = last.piece + 1
                index = last.index + 1
                star = (last.piece, index)
            } else {
                return false
            }
        }
        return pieces[piece...].allSatisfy { $0 == .many }
    }

    private static func takes(_ piece: Piece, _ byte: UInt8, _ foldsCase: Bool) -> Bool {
        switch piece {
        case .byte(let own):
            own == byte
                || foldsCase && own | 0x20 == byte | 0x20
                    && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(own | 0x20)
        case .one: true
        case .many, .variable: false
        }
    }

    /// Returns whether pieces can be compared byte by byte with a text.
    func comparesBytes(of text: [UInt8]) -> Bool {
        guard variables.isEmpty else { return false }
        return !pieces.contains(.one) || text.allSatisfy { $0 < 0x80 }
    }
}
