import RouteDBRouting

/// The segments of a path, as far as they are known without its values.
///
/// Two shapes fit each other if some path might have both: types of values do not count, nor does case.
struct RouteShape {
    enum Segment: Hashable {
        case text(String)
        /// One segment of any text.
        case any
        /// Any number of segments.
        case rest
    }

    private(set) var segments: [Segment] = []
    /// True if values stand in the path.
    private(set) var hasValues = false

    /// The shape of the URLs that a route redirects to; `nil` if it redirects to none.
    init?(redirectOf route: Route) {
        guard let location = route.redirect?.location,
            let template = try? RedirectTemplate(location)
        else { return nil }
        let paths = Set(
            (route.pattern?.parameters ?? []).filter { $0.type == .path }.map(\.name))
        var (text, value) = ("", nil as Segment?)
        func end(_ segments: inout [Segment]) {
            if let value {
                segments.append(value)
            } else if !text.isEmpty {
                segments.append(Self.segment(text))
            }
            (text, value) = ("", nil)
        }
        for piece in template.pieces {
            switch piece {
            case .text(let piece, .path):
                for character in piece.unicodeScalars {
                    if character == "/" {
                        end(&segments)
                    } else {
                        text.unicodeScalars.append(character)
                    }
                }
            case .value(let name, .path):
                hasValues = true
                if value != .rest { value = paths.contains(name) ? .rest : .any }
            case .value(_, .authority): hasValues = true
            default: break
            }
        }
        end(&segments)
    }

    /// The shape of a path of a pattern, without optional groups.
    init(_ path: [PatternElement]) {
        for segment in path.split(separator: .separator) {
            let texts = segment.compactMap { element -> String? in
                if case .literal(let text) = element { text } else { nil }
            }
            let isRest = segment.contains { element in
                switch element {
                case .catchAll: true
                case .parameter(let parameter): parameter.type == .path
                default: false
                }
            }
            segments.append(
                isRest
                    ? .rest
                    : texts.count == segment.count ? Self.segment(texts.joined()) : .any)
        }
    }

    /// A text may be encoded in several ways.
    private static func segment(_ text: String) -> Segment {
        text.utf8.contains(UInt8(ascii: "%")) || text.utf8.contains { $0 >= 0x80 }
            ? .any : .text(text.lowercased())
    }

    /// Returns whether some path might have both shapes.
    ///
    /// - Complexity: The product of their lengths.
    func fits(_ other: RouteShape) -> Bool {
        let others = other.segments
        // For an end of this path: whether it fits the end of the other one from each segment on.
        var fits = [Bool](repeating: false, count: others.count + 1)
        for place in (0...segments.count).reversed() {
            let shorter = fits
            let own = place < segments.count ? segments[place] : nil
            for index in (0...others.count).reversed() {
                let their = index < others.count ? others[index] : nil
                switch (own, their) {
                case (nil, nil): fits[index] = true
                case (.rest?, _):
                    fits[index] = shorter[index] || (their != nil && fits[index + 1])
                case (_, .rest?):
                    fits[index] = fits[index + 1] || (own != nil && shorter[index])
                case (let own?, let their?):
                    let isSame = own == their || own == .any || their == .any
                    fits[index] = isSame && shorter[index + 1]
                default: fits[index] = false
                }
            }
        }
        return fits[0]
    }
}

/// The shapes of all routes.
struct RouteShapes {
    private var byFirst: [String: [RouteShape]] = [:]
    private var others: [RouteShape] = []

    init(_ routes: [Route]) {
        for pattern in routes.lazy.compactMap(\.pattern) {
            pattern.forEachPath { _, path in
                let shape = RouteShape(path)
                if case .text(let text)? = shape.segments.first {
                    byFirst[text, default: []].append(shape)
                } else {
                    others.append(shape)
                }
            }
        }
    }

    /// Returns whether a shape fits any of these shapes.
    ///
    /// - Complexity: Linear in the routes whose first segment may be the same.
    func fit(_ shape: RouteShape) -> Bool {
        if others.contains(where: shape.fits) { return true }
        if case .text(let text)? = shape.segments.first {
            return byFirst[text]?.contains(where: shape.fits) ?? false
        }
        return byFirst.values.contains { $0.contains(where: shape.fits) }
    }
}
