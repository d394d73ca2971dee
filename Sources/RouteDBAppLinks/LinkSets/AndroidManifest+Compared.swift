import RouteDB
import RouteDBRouting

extension AndroidManifest {
    /// The parts that the filters test apart from paths.
    var testedParts: TestedParts {
        var parts = TestedParts()
        for test in filters.flatMap(\.filter.groups).flatMap(\.tests) {
            switch test.part {
            case .path: break
            case .query: parts.names.formUnion([test.matcher.itemName].compactMap(\.self))
            case .fragment: parts.testsFragment = true
            }
        }
        return parts
    }

    /// The paths and groups of the filters that take links to a host, on devices of a level.
    func compared(
        host: String, apiLevel: Int, _ reading: AssetLinks.Reading, in domain: LinkDomain
    ) -> ComparedFile {
        var file = ComparedFile()
        let subject = AndroidSubject(LinkURL("https://\(host)/"))
        for (index, filter) in filters.enumerated() {
            if filter.isUnresolved {
                file.isPartial = true
                file.mayOpenMore = true
            }
            guard filter.filter.schemes.contains("https"), filter.filter.takesHost(of: subject)
            else { continue }
            let parts = filter.filter.parts(apiLevel: apiLevel)
            func add(_ item: String, isExclude: Bool = false, _ expression: ByteExpression?) {
                file.add(item, isExclude: isExclude, list: index, expression)
            }
            if parts.paths.isEmpty, parts.groups.isEmpty {
                add(filter.item, domain.links(.anything))
            }
            for path in parts.paths {
                let paths = filter.filter.paths[path].matcher.read(by: reading).spelledExpression
                add(filter.pathItems[path], paths.map { domain.links($0) })
            }
            for group in parts.groups {
                let (item, group) = (filter.groupItems[group], filter.filter.groups[group])
                // A group without tests never matches.
                add(
                    item, isExclude: !group.allows,
                    group.tests.isEmpty ? .nothing : group.expression(reading, in: domain))
            }
        }
        return file
    }
}

extension IntentFilter.Group {
    /// The links that all tests of the group match; `nil` if no expression says that.
    fileprivate func expression(
        _ reading: AssetLinks.Reading, in domain: LinkDomain
    ) -> ByteExpression? {
        var paths: ByteExpression?
        var fragment = LinkDomain.Part.any
        var items: [(name: String, text: ByteExpression)] = []
        for test in tests {
            guard let text = test.matcher.read(by: reading).spelledExpression else { return nil }
            switch test.part {
            case .path:
                guard paths == nil else { return nil }
                paths = text
            case .fragment:
                guard fragment == .any else { return nil }
                guard domain.hasFragment else { return .nothing }
                fragment = .text(text)
            case .query:
                // Links of the domain do not tell about other names.
                guard let name = test.matcher.itemName, domain.names.contains(name) else {
                    return nil
                }
                items.append((name, text))
            }
        }
        return domain.links(paths ?? .anything, allOf: items, fragment: fragment)
    }
}

extension LinkDomain {
    /// Links with some paths and a fragment, and items of the query that match each of some texts; `nil` if
    /// two of them are about the same item.
    func links(
        _ paths: ByteExpression, allOf items: [(name: String, text: ByteExpression)],
        fragment: Part
    ) -> ByteExpression? {
        var parts: [String: Part] = [:]
        for item in items {
            guard parts.updateValue(.text(item.text), forKey: item.name) == nil else { return nil }
        }
        return links(paths, items: parts, fragment: fragment)
    }
}

extension AndroidMatcher {
    /// The name of the query item that a pattern for `name=value` is about; `nil` if that is not plain.
    fileprivate var itemName: String? {
        guard kind != .suffix, let end = pattern.firstIndex(of: "=") else { return nil }
        let name = pattern[..<end]
        return LinkDomain.isComparable(String(name)) && !name.contains(".") && !name.contains("*")
            ? String(name) : nil
    }
}
