/// The filters of a manifest that take links to a host, on devices of a level, which look only at paths and
/// groups that may match a link.
struct ManifestList {
    /// A filter, with its paths and groups by the literal text that their paths begin with.
    private struct Entry {
        let filter: AndroidManifest.Filter
        let takesAll: Bool
        var paths = PrefixIndex<UInt16>()
        var groups = PrefixIndex<UInt16>()

        init(_ filter: AndroidManifest.Filter, apiLevel: Int) {
            self.filter = filter
            let parts = filter.filter.parts(apiLevel: apiLevel)
            takesAll = parts.paths.isEmpty && parts.groups.isEmpty
            for place in parts.paths {
                paths.add(filter.filter.paths[place].matcher.stem, at: place)
            }
            for place in parts.groups {
                let path = filter.filter.groups[place].tests.first { $0.part == .path }
                groups.add(path?.matcher.stem ?? [], at: place)
            }
        }
    }

    private let entries: [Entry]
    private let reading: AssetLinks.Reading

    init(
        _ manifest: AndroidManifest, host: String, apiLevel: Int, _ reading: AssetLinks.Reading
    ) {
        self.reading = reading
        let subject = AndroidSubject(LinkURL("https://\(host)/"))
        entries = manifest.filters.filter {
            $0.filter.schemes.contains("https") && $0.filter.takesHost(of: subject)
        }.map { Entry($0, apiLevel: apiLevel) }
    }

    /// The path, group or filter that opens the app for a link; `nil` if none does.
    func opener(_ subject: AndroidSubject, tests: inout Int) -> String? {
        for entry in entries {
            let (filter, paths, groups) = (
                entry.filter, entry.filter.filter.paths, entry.filter.filter.groups
            )
            if entry.takesAll { return filter.item }
            let path = entry.paths.first(for: subject.path) { place in
                tests += 1
                return paths[place].matches(subject, reading)
            }
            if let path { return filter.pathItems[path] }
            let group = entry.groups.first(for: subject.path) { place in
                tests += groups[place].tests.count
                return !groups[place].tests.isEmpty
                    && groups[place].tests.allSatisfy { $0.matches(subject, reading) }
            }
            if let group, groups[group].allows { return filter.groupItems[group] }
        }
        return nil
    }
}
