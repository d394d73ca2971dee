/// The components of an app for Android, which looks only at those whose path may match a link.
struct ComponentList {
    let components: [DynamicComponent]
    private let reading: AssetLinks.Reading
    /// The literal text that the path of each component begins with.
    private let stems: [[UInt16]]
    private var places = PrefixIndex<UInt16>()
    /// The places of the components that take all paths with a beginning.
    private var covers = PrefixIndex<UInt16>()

    init(
        _ components: [DynamicComponent], _ reading: AssetLinks.Reading = AssetLinks.Reading()
    ) {
        self.components = components
        self.reading = reading
        stems = components.map { $0.url?.matcher.stem ?? [] }
        for (place, stem) in stems.enumerated() {
            places.add(stem, at: place)
            let kind = components[place].url?.matcher.kind
            if kind == .prefix, components[place].testsPathOnly { covers.add(stem, at: place) }
        }
    }

    /// The first component that matches a link.
    func firstMatch(_ subject: AndroidSubject, tests: inout Int) -> Int? {
        places.first(for: subject.path) { place in
            tests += 1 + components[place].query.count
            return components[place].refusal(subject, reading) == nil
        }
    }

    /// Returns whether the components open the app for a link.
    func opens(_ url: String, tests: inout Int) -> Bool {
        firstMatch(AndroidSubject(LinkURL(url)), tests: &tests)
            .map { !components[$0].isExclude } ?? false
    }

    /// The first component that takes all paths that begin as that of another one does.
    func cover(of place: Int) -> Int? {
        covers.first(for: stems[place]) { stems[place].starts(with: stems[$0]) }
    }

    /// Returns whether two components may match the same link, as far as the beginning of their paths says.
    func mayMeet(_ place: Int, _ other: Int) -> Bool {
        stems[place].starts(with: stems[other]) || stems[other].starts(with: stems[place])
    }
}

extension AndroidMatcher {
    /// The units that each text begins with that matches.
    var stem: [UInt16] {
        switch kind {
        case .literal, .prefix: return units
        case .suffix, .advanced: return []
        case .glob:
            var stem: [UInt16] = []
            for token in glob {
                guard case .one(let unit?) = token else { break }
                stem.append(unit)
            }
            return stem
        }
    }
}
