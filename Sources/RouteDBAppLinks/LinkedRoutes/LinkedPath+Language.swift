import RouteDBRouting

extension LinkedPath {
    /// The links that the path answers; a little more where ``notes`` say so, and `nil` if links of the
    /// domain do not tell all of them.
    package func expression(
        in domain: LinkDomain, ignoringTypes isLoose: Bool = false
    ) -> ByteExpression? {
        guard !segments.contains(where: isUnwritable) else { return nil }
        guard !conditions.isEmpty else {
            return links(in: domain, items: [:], isLoose)
        }
        var items: [String: LinkDomain.Part] = [:]
        for condition in conditions {
            guard let part = part(of: condition, in: domain, isLoose),
                items.updateValue(part, forKey: condition.name) == nil
            else { return nil }
        }
        return links(in: domain, items: items, isLoose)
    }

    private func links(
        in domain: LinkDomain, items: [String: LinkDomain.Part], _ isLoose: Bool
    ) -> ByteExpression {
        let others = reading.refusesOtherItems ? Self.strictValue : nil
        return domain.links(
            markedPaths: paths(in: domain, isLoose), items: items, others: others)
    }

    /// The notes for people on what the expression says a little more widely than it is.
    package var notes: [String] {
        var notes = coded.map { "code decides about '\($0)'" }
        for segment in segments {
            guard case .one(let pieces) = segment else { continue }
            for case .value(let type, _) in pieces {
                notes += [type.approximation].compactMap(\.self)
            }
        }
        for condition in conditions {
            if case .value(let type, _) = condition.test {
                notes += [type.approximation].compactMap(\.self)
            }
        }
        return notes
    }

    // MARK: Paths

    /// Returns whether a segment has text that no path of a domain has: an encoded slash.
    private func isUnwritable(_ segment: Segment) -> Bool {
        guard case .one(let pieces) = segment else { return false }
        let slash = UInt8(ascii: "/")
        return pieces.contains { piece in
            switch piece {
            case .literal(let text): text.contains(slash)
            case .value(.oneOf(let texts, _), _): texts.contains { $0.utf8.contains(slash) }
            case .value: false
            }
        }
    }

    /// The paths, with the slashes at their end as the texts of automata have them.
    private func paths(in domain: LinkDomain, _ isLoose: Bool) -> ByteExpression {
        let keepsEmpty = reading.keepsEmpty
        let separator = keepsEmpty ? ByteExpression.text("/".utf8) : domain.separator
        let byte = ByteExpression.set(PathSpelling.segmentByte)
        let any = keepsEmpty ? ByteExpression.many(byte) : .some(byte)
        let path = ByteExpression.sequence(
            segments.map { segment in
                switch segment {
                case .one(let pieces):
                    return .sequence([separator, expression(pieces, any, isLoose)])
                case .rest(let isOptional):
                    let one = ByteExpression.sequence([separator, any])
                    return isOptional ? .many(one) : .some(one)
                }
            }
        ).without(LinkDomain.endSlashes)
        return keepsEmpty ? keepingEmpty(path) : collapsing(path)
    }

    /// Paths whose empty segments do not count.
    private func collapsing(_ path: ByteExpression) -> ByteExpression {
        let slash = LinkDomain.endSlash
        return switch endsInSlash {
        case true?: .sequence([path, .some(slash)])
        case false?: path
        case nil: .sequence([path, .many(slash)])
        }
    }

    /// Paths whose empty segments count, but for one at the end where that does not.
    private func keepingEmpty(_ path: ByteExpression) -> ByteExpression {
        let marked = LinkDomain.withEndSlashes(path)
        guard reading.policies.trailingSlash != .strict else { return marked }
        let slash = LinkDomain.endSlash
        // The root is one empty segment, if no other is before it.
        let isRoot = reading.prefix.isEmpty && ByteProgram(path).accepts([UInt8(ascii: "/")])
        return .choice([path, .sequence([marked, slash])] + (isRoot ? [slash] : []))
    }

    private func expression(
        _ pieces: [Piece], _ any: ByteExpression, _ isLoose: Bool
    ) -> ByteExpression {
        let byte = ByteExpression.set(PathSpelling.segmentByte)
        return .sequence(
            pieces.map { piece in
                switch piece {
                case .literal(let text):
                    return reading.pathExpression(ofText: text, foldsCase: foldsCase)
                case .value(let type, let mayBeEmpty):
                    let texts =
                        isLoose
                        ? nil
                        : type.textExpression {
                            reading.pathExpression(ofText: $0, foldsCase: false)
                        }
                    if let texts { return texts }
                    guard mayBeEmpty else { return .some(byte) }
                    return pieces.count == 1 ? any : .many(byte)
                }
            })
    }

    // MARK: Queries

    /// A value where only items `key=value` are allowed.
    private static let strictValue = ByteExpression.many(
        .set(ByteSet.all.subtracting(ByteSet("=".utf8))))

    /// The item that a condition asks for; `nil` if links of the domain do not tell.
    private func part(
        of condition: Condition, in domain: LinkDomain, _ isLoose: Bool
    ) -> LinkDomain.Part? {
        guard reading.policies.query != .text, domain.names.contains(condition.name) else {
            return nil
        }
        func item(_ value: ByteExpression) -> LinkDomain.Part {
            let isStrict = reading.refusesOtherItems
            return .text(
                LinkDomain.item(
                    condition.name, value, mayLackValue: !isStrict && value.takesEmpty))
        }
        let anyByte = ByteSet.all.subtracting(
            ByteSet((reading.refusesOtherItems ? "=" : "").utf8))
        switch condition.test {
        case .absent: return .absent
        case .present: return item(.many(.set(anyByte)))
        case .equals(let text):
            guard domain.mayHave(value: text) else { return nil }
            return item(reading.valueExpression(ofText: text))
        case .value(let type, let mayBeEmpty):
            if !isLoose, case .oneOf(let texts, _) = type,
                !texts.allSatisfy({ domain.mayHave(value: $0.utf8) })
            {
                return nil
            }
            let texts = isLoose ? nil : type.textExpression(ofText: reading.valueExpression)
            return item(texts ?? (mayBeEmpty ? .many(.set(anyByte)) : .some(.set(anyByte))))
        }
    }
}
