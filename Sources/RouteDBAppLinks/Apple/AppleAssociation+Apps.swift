extension AppleAssociation {
    /// Apps that have the same entries, and the file as it is for each of them.
    package struct Share: Sendable {
        package fileprivate(set) var apps: [String]
        /// The entries of the apps, as those of the first one.
        package let association: AppleAssociation
    }

    /// The apps of the file by their entries, in the order of the first app of each.
    ///
    /// An app is asked about its own entries only, so that explaining a link takes time in proportion to the
    /// file, however many apps it has.
    ///
    /// - Complexity: Linear in the file.
    package var shares: [Share] {
        var own: [String: [Int]] = [:]
        for (index, entry) in entries.enumerated() {
            for app in entry.apps where own[app]?.last != index {
                own[app, default: []].append(index)
            }
        }
        var shares: [Share] = []
        var places: [[Int]: Int] = [:]
        for app in apps {
            let indices = own[app] ?? []
            if let place = places[indices] {
                shares[place].apps.append(app)
                continue
            }
            places[indices] = shares.count
            var association = self
            association.entries = indices.map { index in
                var entry = entries[index]
                entry.apps = [app]
                return entry
            }
            shares.append(Share(apps: [app], association: association))
        }
        return shares
    }

    /// Returns what the file does with a URL for each of its apps, in the order of the file.
    ///
    /// - Complexity: At most the size of the file times the length of the URL, for each uncertain rule, and
    ///   the size of the answers.
    package func answers(_ url: LinkURL, isWhole: Bool = true) -> [AppLinkExplanation.App] {
        var answers: [String: AppLinkExplanation.App] = [:]
        for share in shares {
            let app = share.apps[0]
            let answer =
                isWhole
                ? share.association.answer(url, app: app)
                : share.association.answer(url, app: app, AppleReading())
            for app in share.apps { answers[app] = answer.named(app) }
        }
        return apps.compactMap { answers[$0] }
    }
}

extension AppLinkExplanation.App {
    /// The same answer for another app.
    func named(_ name: String) -> Self {
        Self(
            name: name, outcome: outcome, steps: steps, untested: untested, uncertain: uncertain)
    }
}
