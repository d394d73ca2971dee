import RouteDBRouting

// The other reading of A11: what is compared as written by default is compared decoded, on both sides.
extension AppleComponent {
    /// The component with both sides decoded; itself if it decodes the URL anyway.
    var decoded: AppleComponent {
        guard isPercentEncoded else { return self }
        var component = self
        component.isPercentEncoded = false
        component.url = url?.decoded
        component.fragment = fragment?.decoded
        switch query {
        case .whole(let pattern): component.query = .whole(pattern.decoded)
        case .items(let items, let isValid):
            component.query = .items(
                items.map { item in
                    let name = LinkURL.decoded(Array(item.name.utf8))
                    return Item(
                        name: String(decoding: name, as: UTF8.self), value: item.value.decoded)
                }, isValid: isValid)
        case nil: break
        }
        return component
    }

    /// Whether it may match other URLs in normal form if both sides are decoded.
    var dependsOnSpelling: Bool {
        isPercentEncoded && patterns.contains(where: \.dependsOnSpelling)
    }
}

extension ApplePattern {
    /// The pattern with its literal text percent-decoded.
    fileprivate var decoded: ApplePattern {
        var decoded: [Piece] = []
        var literal: [UInt8] = []
        func flush() {
            decoded += LinkURL.decoded(literal).map(Piece.byte)
            literal = []
        }
        for piece in pieces {
            if case .byte(let byte) = piece {
                literal.append(byte)
            } else {
                flush()
                decoded.append(piece)
            }
        }
        flush()
        return ApplePattern(text: text, pieces: decoded)
    }

    /// The marks of ASCII that URLs contain encoded, and the one that encodes.
    private static let encoded = Set("\"%<>[\\]^`{|}".utf8)

    /// Whether a number of characters counts, or text that URLs contain encoded.
    ///
    /// A `?` beside a `*` only says that there is something, however it is written.
    fileprivate var dependsOnSpelling: Bool {
        let runs = pieces.split { $0 != .one && $0 != .many }
        if runs.contains(where: { run in
            let count = run.count { $0 == .one }
            return count > 1 || count == 1 && !run.contains(.many)
        }) {
            return true
        }
        return pieces.contains { piece in
            guard case .byte(let byte) = piece else { return false }
            return byte <= 0x20 || byte >= 0x7F || Self.encoded.contains(byte)
        }
    }
}
