import RouteDBRouting

/// The texts of the hits of a segment, divided as the segment stores them while hits are added.
///
/// So a text is read once, where its owner has it, and only what is new in it is copied.
struct OpenTexts: Sendable {
    /// The columns that refer to texts.
    private enum Column: Int, CaseIterable {
        case group, keptURL, restURL, keptParameters, restParameters
        case principal, referrer, kind, attributes, userAgent
    }

    private var groups = HitGroups()
    private var urls = SplitTexts()
    private var parameters = SplitTexts()
    private var principals = TextDictionary()
    private var referrers = TextDictionary()
    private var kinds = TextDictionary()
    private var attributes = TextDictionary()
    private var userAgents = TextDictionary()
    private var numbers = NumberColumns(columns: Column.allCases.count)

    /// The number of bytes that are kept of the texts.
    var size: Int {
        urls.size + parameters.size + principals.bytes.count + referrers.bytes.count
            + kinds.bytes.count + attributes.bytes.count + userAgents.bytes.count
    }

    /// Adds the texts of a hit of a route and a namespace, which are 0 for none.
    mutating func append(
        route: Int64, namespace: Int64, url: RawSpan, principal: RawSpan?, parameters: RawSpan?,
        referrer: RawSpan?, kind: RawSpan?, attributes: RawSpan?, userAgent: RawSpan?
    ) {
        let group = groups.number(route: route, namespace: namespace)
        let url = urls.append(url, group: group)
        let parameters = self.parameters.append(parameters, group: group)
        let principal = Self.number(of: principal, in: &principals)
        let referrer = Self.number(of: referrer, in: &referrers)
        let kind = Self.number(of: kind, in: &kinds)
        let attributes = Self.number(of: attributes, in: &self.attributes)
        let userAgent = Self.number(of: userAgent, in: &userAgents, isCut: true)
        // In the order of ``Column``.
        numbers.append { add in
            add(Int64(group))
            add(Int64(url.kept))
            add(Int64(url.rest))
            add(Int64(parameters.kept))
            add(Int64(parameters.rest))
            add(Int64(principal))
            add(Int64(referrer))
            add(Int64(kind))
            add(Int64(attributes))
            add(Int64(userAgent))
        }
    }

    /// The number of a name from 1, or 0 for none; a long one may be cut to what hits can share.
    private static func number(
        of name: RawSpan?, in names: inout TextDictionary, isCut: Bool = false
    ) -> Int {
        guard let name else { return 0 }
        let limit = isCut ? NamedTexts.longestShared : name.byteCount
        // The span lends its bytes for the closure.
        return unsafe name.extracting(first: limit).withUnsafeBytes { name in
            // Without a limit, a text always has a number.
            unsafe name.count <= NamedTexts.longestShared
                ? (names.number(of: name) ?? 0) + 1 : names.append(name) + 1
        }
    }

    /// The BLOBs of the texts.
    func encoded() -> EncodedTexts {
        func part(_ column: Column) -> SegmentPart { SegmentPart(numbers[column.rawValue]) }
        func lengths(_ lengths: [Int64]) -> SegmentPart { SegmentPart(lengths[...]) }
        return EncodedTexts(
            names: EncodedTexts.Blob(
                [
                    part(.principal), lengths(principals.lengths),
                    part(.referrer), lengths(referrers.lengths),
                    part(.kind), lengths(kinds.lengths),
                    part(.attributes), lengths(attributes.lengths),
                    part(.userAgent), lengths(userAgents.lengths),
                ],
                [
                    principals.bytes, referrers.bytes, kinds.bytes, attributes.bytes,
                    userAgents.bytes,
                ]),
            urls: EncodedTexts.Blob(
                [part(.group), lengths(urls.headLengths), part(.keptURL), part(.restURL)],
                [urls.headBytes, urls.rests]),
            parameters: EncodedTexts.Blob(
                [lengths(parameters.headLengths), part(.keptParameters), part(.restParameters)],
                [parameters.headBytes, parameters.rests]))
    }

    /// Removes all texts and keeps the memory.
    mutating func removeAll() {
        groups.removeAll()
        urls.removeAll()
        parameters.removeAll()
        principals.removeAll()
        referrers.removeAll()
        kinds.removeAll()
        attributes.removeAll()
        userAgents.removeAll()
        numbers.removeAll()
    }
}
