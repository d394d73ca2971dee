import RouteDBRouting

/// The decision of a device about a link, and the component that makes it.
struct LinkDecision {
    let opens: Bool
    /// The place of the component, path or group that opens the app.
    let item: String?
    /// True if the link stays in the browser since the manifest does not take it.
    var isRefusedByManifest = false
    /// True if the decision depends on a variable whose values no source lists (A14).
    var usesUncertainVariable = false
}

/// Decides about links as a device does, by one reading of the uncertain rules.
///
/// Unlike an explanation it looks only at components that may match a link.
enum LinkDecider {
    case apple(AppleComponentList)
    /// The components, unless the file leaves all to the manifest, and the manifest if it is known.
    case android(ComponentList?, ManifestList?)
    /// A manifest alone.
    case manifest(ManifestList)

    /// Returns the decision of the device about a link; counts the components that are tested.
    func decision(on url: String, tests: inout Int) -> LinkDecision {
        let link = LinkURL(url)
        switch self {
        case .apple(let list):
            let first = list.firstMatch(link, tests: &tests)
            let component = first.map { list.components[$0] }
            let opens = component.map { !$0.isExclude } ?? false
            return LinkDecision(
                opens: opens, item: opens ? component?.place.text : nil,
                usesUncertainVariable: list.firstUncertain < list.components.count
                    && list.firstUncertain <= first ?? .max)
        case .android(let list, let manifest):
            let subject = AndroidSubject(link)
            var item: String?
            if let list {
                let first = list.firstMatch(subject, tests: &tests)
                guard let component = first.map({ list.components[$0] }), !component.isExclude
                else { return LinkDecision(opens: false, item: nil) }
                item = component.place.text
            }
            guard let manifest else { return LinkDecision(opens: item != nil, item: item) }
            let opener = manifest.opener(subject, tests: &tests)
            return LinkDecision(
                opens: opener != nil, item: opener == nil ? nil : item ?? opener,
                isRefusedByManifest: opener == nil)
        case .manifest(let manifest):
            let opener = manifest.opener(AndroidSubject(link), tests: &tests)
            return LinkDecision(opens: opener != nil, item: opener)
        }
    }
}
