// Finds why a variant does not fit: its first piece, from the left, that the matcher refuses.
extension URLReading {
    /// The first mismatch between the URL and a variant of a visited shard; `nil` if the variant
    /// fits.
    ///
    /// - Complexity: Linear in the variant's segments and conditions.
    func rejection(of number: UInt32, in shard: RoutingShard) -> Rejection? {
        if matches(number, of: shard) { return nil }
        let variant = shard.variants[Int(number)]
        let count = Int(variant.tokenCount)
        for index in 0..<count {
            let token = shard.token(variant, index)
            if token.isRest {
                return restRejection(of: number, in: shard, from: index)
                    ?? conditionRejection(of: number, in: shard)
            }
            guard index < segmentCount else {
                return Rejection(
                    .missingSegment, segment: index + 1, found: nil,
                    wanted: shard.text(of: token))
            }
            guard !fits(number, token: index, of: shard) else { continue }
            return Rejection(
                token.isLiteral ? .segment : .type, segment: index + 1, found: segment(index),
                wanted: shard.text(of: token))
        }
        if segmentCount > count {
            return Rejection(
                .extraSegment, segment: count + 1, found: segment(count), wanted: "the end")
        }
        return conditionRejection(of: number, in: shard)
    }

    /// The mismatch in the part from a rest on, or `nil` if that part fits.
    private func restRejection(
        of number: UInt32, in shard: RoutingShard, from index: Int
    ) -> Rejection? {
        let variant = shard.variants[Int(number)]
        let fits = RestLayout.fit(
            shard, variant, bytes: form.bytes.span.bytes, bounds: form.bounds.span,
            facts: form.facts
        ) { _, _ in }
        if fits { return nil }
        let tokens = (index..<Int(variant.tokenCount)).map { shard.token(variant, $0) }
        let texts = tokens.map(shard.text(of:))
        let least = tokens.count { !$0.is(.catchAll) }
        if segmentCount - index < least {
            return Rejection(
                .missingSegment, segment: segmentCount + 1, found: nil,
                wanted: texts.joined(separator: "/"))
        }
        return Rejection(
            .rest, segment: index + 1, found: segments(from: index),
            wanted: texts.joined(separator: "/"))
    }

    /// The first condition that is not met; each is tested alone.
    private func conditionRejection(
        of number: UInt32, in shard: RoutingShard
    ) -> Rejection? {
        guard let all = shard.conditions[number] else { return nil }
        var one = RoutingShard.Conditions()
        one.trailingSlash = all.trailingSlash
        if !holds(one, of: shard) {
            let slash = form.facts.hasTrailingSlash
            return Rejection(
                .trailingSlash, found: slash ? "a slash" : nil,
                wanted: slash ? "no slash" : "a slash")
        }
        one = RoutingShard.Conditions()
        one.hostPieces = all.hostPieces
        if let pieces = all.hostPieces, !holds(one, of: shard) {
            let wanted = pieces.map { shard.text(of: shard.pieces[$0]) }.joined()
            return Rejection(.host, found: host, wanted: wanted)
        }
        one = RoutingShard.Conditions()
        one.port = all.port
        if let port = all.port, !holds(one, of: shard) {
            let found = form.facts.port
            return Rejection(.port, found: found < 0 ? nil : "\(found)", wanted: "\(port)")
        }
        for condition in all.query {
            one = RoutingShard.Conditions()
            one.query = [condition]
            if holds(one, of: shard) { continue }
            let key = String(decoding: condition.key, as: UTF8.self)
            let items = form.queryItems(of: url.span.bytes).filter {
                $0.key.utf8.elementsEqual(condition.key)
            }
            return Rejection(
                .query, found: items.first.map { $0.value ?? "" },
                wanted: shard.text(of: condition, key: key))
        }
        return nil
    }
}

extension RoutingShard {
    /// A query condition in pattern syntax, without escapes.
    fileprivate func text(of condition: Conditions.Query, key: String) -> String {
        switch condition.test {
        case .equals(let value): "\(key)=\(String(decoding: value, as: UTF8.self))"
        case .capture(let token): "\(key)=\(text(of: token))"
        case .present: "?\(key)"
        case .absent: "?!\(key)"
        }
    }
}
