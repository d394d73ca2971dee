import RouteDB

// The paths of intent filters as patterns of routes.
extension ComponentImport {
    /// Reads an intent filter: its paths open the app, whatever their order, and its groups decide in
    /// their order.
    mutating func read(_ filter: AndroidManifest.Filter) {
        let own = filter.filter
        guard !filter.isUnresolved else {
            return leaveOut(filter.item, "A value of it stands in another file.")
        }
        guard own.schemes.contains(where: { $0 == "https" || $0 == "http" }) else {
            return leaveOut(filter.item, "It is not for links of the web.")
        }
        if own.hosts.isEmpty {
            return leaveOut(filter.item, "It names no host, so its paths do not count.")
        }
        add(
            filter.item,
            "It opens links of \(own.hosts.joined(separator: ", ")): bind the namespace to them.")
        if own.paths.isEmpty, own.groups.isEmpty {
            read(item: filter.item, isExclude: false, LinkGlobPath([.many], isEncoded: false), "*")
        }
        for (test, item) in zip(own.paths, filter.pathItems) where !test.isImpossible {
            read(test, item, isExclude: false)
        }
        for (group, item) in zip(own.groups, filter.groupItems) {
            guard group.tests.count == 1 else {
                leaveOut(item, "It does not test one part of the link only.")
                continue
            }
            read(group.tests[0], item, isExclude: !group.allows)
        }
    }

    private mutating func read(_ test: IntentFilter.Test, _ item: String, isExclude: Bool) {
        guard test.part == .path else {
            return leaveOut(item, "It tests the query or the fragment.")
        }
        guard let glob = test.matcher.linkGlob else {
            return leaveOut(
                item, "'\(test.matcher.pattern)' has sets or repeats that no pattern has.")
        }
        read(
            item: item, isExclude: isExclude, LinkGlobPath(glob, isEncoded: false),
            test.matcher.pattern)
    }
}

extension AndroidMatcher {
    /// The pattern as a glob; `nil` if it has what globs do not have.
    fileprivate var linkGlob: [LinkGlobPath.Token]? {
        let bytes = pattern.utf8.map(LinkGlobPath.Token.byte)
        switch kind {
        case .literal: return bytes
        case .prefix: return bytes + [.many]
        case .suffix: return [.many] + bytes
        case .glob: return Self.tokens(glob.map(Self.pieces))
        case .advanced: return Self.tokens(advanced.map(Self.pieces))
        }
    }

    /// A character, a wildcard, or both, of a token.
    private enum Piece {
        case unit(UInt16)
        case wildcard(LinkGlobPath.Token)
    }

    private static func pieces(_ token: GlobToken) -> [Piece]? {
        switch token {
        case .one(let unit?): [.unit(unit)]
        case .one(nil): [.wildcard(.one)]
        case .upTo(let unit): [.wildcard(.many), .unit(unit)]
        case .rest: [.wildcard(.many)]
        case .many: nil
        }
    }

    private static func pieces(_ token: AdvancedToken) -> [Piece]? {
        let isUnbounded = token.counts.upperBound == Int(Int32.max)
        guard let ranges = token.ranges else {
            switch token.counts.lowerBound {
            case 1 where token.counts.upperBound == 1: return [.wildcard(.one)]
            case 0 where isUnbounded: return [.wildcard(.many)]
            case 1 where isUnbounded: return [.wildcard(.one), .wildcard(.many)]
            default: return nil
            }
        }
        let slash = UInt16(UInt8(ascii: "/"))
        if token.isInverse, ranges == [slash...slash], token.counts.lowerBound == 1, isUnbounded {
            return [.wildcard(.value)]
        }
        guard !token.isInverse, token.counts == 1...1, ranges.count == 1, let range = ranges.first,
            range.count == 1
        else { return nil }
        return [.unit(range.lowerBound)]
    }

    /// Joins pieces, with the characters as UTF-8.
    private static func tokens(_ pieces: [[Piece]?]) -> [LinkGlobPath.Token]? {
        var tokens: [LinkGlobPath.Token] = []
        var units: [UInt16] = []
        func text() -> [LinkGlobPath.Token] {
            defer { units = [] }
            return String(decoding: units, as: UTF16.self).utf8.map(LinkGlobPath.Token.byte)
        }
        for piece in pieces {
            guard let piece else { return nil }
            for part in piece {
                switch part {
                case .unit(let unit): units.append(unit)
                case .wildcard(let token): tokens += text() + [token]
                }
            }
        }
        return tokens + text()
    }
}
