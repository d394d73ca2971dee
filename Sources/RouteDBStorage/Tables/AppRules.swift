package import RouteDBDatabase
package import RouteDBRouting

/// The rules for apps: each error states the rule.
package enum AppRules {
    /// The most fingerprints of an app, and the most choices.
    static let listed = 64
    /// The length of the prefix of an app for iOS, such as a team.
    private static let prefixBytes = 10
    /// The bytes of a fingerprint.
    private static let fingerprintBytes = 32

    /// Returns an app with its fingerprints in their usual form, and each text of a list once.
    package static func checked(_ app: LinkedApp) throws(RouteDBError) -> LinkedApp {
        var app = app
        var fingerprints: [String] = []
        for text in app.fingerprints { fingerprints.append(try fingerprint(text)) }
        app.fingerprints = once(fingerprints)
        app.includes = once(app.includes)
        app.excludes = once(app.excludes)
        try check(app)
        return app
    }

    /// Checks an app.
    static func check(_ app: LinkedApp) throws(RouteDBError) {
        switch app.platform {
        case .ios: try checkBundle(app.identifier)
        case .android: try checkPackage(app.identifier)
        }
        if let name = app.name { try EditRules.checkText(name, called: "name of an app") }
        try checkStore(of: app)
        try checkFingerprints(of: app)
        for text in app.includes + app.excludes { try checkChoice(text) }
        for (list, kind) in [
            (app.fingerprints, "fingerprints"), (app.includes, "choices of routes to include"),
            (app.excludes, "choices of routes to exclude"),
        ] where list.count > listed {
            throw RouteDBError(
                .invalidValue, "The app '\(app.identifier)' has \(list.count) \(kind).",
                hint: "An app can have up to \(listed).")
        }
    }

    private static func once(_ texts: [String]) -> [String] {
        var seen: Set<[UInt8]> = []
        return texts.filter { seen.insert(Array($0.utf8)).inserted }
    }

    // MARK: Identifiers

    private static func checkBundle(_ text: String) throws(RouteDBError) {
        let parts = text.utf8.split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isPrefix =
            parts[0].count == prefixBytes
            && parts[0].allSatisfy {
                UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 || $0.isASCIIDigit
            }
        let bundle = parts.dropFirst()
        let isBundle =
            !bundle.isEmpty && text.utf8.count <= EditRules.nameBytes
            && bundle.allSatisfy { part in
                !part.isEmpty
                    && part.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x2D }
            }
        guard isPrefix, isBundle else {
            throw RouteDBError(
                .invalidValue,
                "'\(text)' is not an app for iOS.",
                hint: "Write the team, \(prefixBytes) capitals and digits, and the bundle, as in"
                    + " ABCDE12345.com.example.app.")
        }
    }

    private static func checkPackage(_ text: String) throws(RouteDBError) {
        let parts = text.utf8.split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isPackage =
            parts.count > 1 && text.utf8.count <= EditRules.nameBytes
            && parts.allSatisfy { part in
                part.first?.isASCIILetter == true
                    && part.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x5F }
            }
        guard isPackage else {
            throw RouteDBError(
                .invalidValue, "'\(text)' is not the package of an Android app.",
                hint: "Write two or more names with dots between them, as in com.example.app; each"
                    + " begins with a letter and has letters, digits and '_'.")
        }
    }

    // MARK: Stores

    /// The most digits of a number in the App Store, which has ten today.
    private static let storeDigits = 15

    private static func checkStore(of app: LinkedApp) throws(RouteDBError) {
        guard let store = app.store else { return }
        guard app.platform == .ios else {
            throw RouteDBError(
                .invalidValue,
                "The app '\(app.identifier)' is for Android, and has a number of Apple's App Store.",
                hint: "Leave it out: Google Play knows the package.")
        }
        guard 1...storeDigits ~= store.utf8.count, store.utf8.allSatisfy(\.isASCIIDigit) else {
            throw RouteDBError(
                .invalidValue, "'\(store)' is not the number of an app in the App Store.",
                hint:
                    "Write the digits behind 'id' in its address, as in apps.apple.com/app/id361309726."
            )
        }
    }

    // MARK: Fingerprints

    private static func checkFingerprints(of app: LinkedApp) throws(RouteDBError) {
        switch app.platform {
        case .ios where !app.fingerprints.isEmpty:
            throw RouteDBError(
                .invalidValue, "The app '\(app.identifier)' is for iOS, and has a fingerprint.",
                hint: "Leave it out: only Android's file has fingerprints.")
        case .android where app.fingerprints.isEmpty:
            throw RouteDBError(
                .invalidValue, "The app '\(app.identifier)' has no fingerprint.",
                hint: "Give the SHA-256 fingerprint of its certificate, from Play Console, App"
                    + " signing, or from 'keytool -list'.")
        case .ios, .android: break
        }
        for text in app.fingerprints where try fingerprint(text) != text {
            throw RouteDBError(
                .invalidValue, "The fingerprint '\(text)' is not written in capitals with colons.")
        }
    }

    /// Returns a fingerprint in the form of Android's file: capitals, and colons between bytes.
    private static func fingerprint(_ text: String) throws(RouteDBError) -> String {
        let digits = text.uppercased().utf8.filter { $0 != UInt8(ascii: ":") }
        let hasColons = text.utf8.count == 3 * fingerprintBytes - 1
        guard digits.count == 2 * fingerprintBytes, hasColons || text.utf8.count == digits.count,
            digits.allSatisfy({ $0.hexadecimalValue != nil })
        else {
            throw RouteDBError(
                .invalidValue, "'\(text)' is not a SHA-256 fingerprint.",
                hint: "Write \(fingerprintBytes) pairs of hexadecimal digits, with colons between"
                    + " them, as 'keytool -list' shows it.")
        }
        let pairs = stride(from: 0, to: digits.count, by: 2).map { place in
            String(decoding: digits[place..<(place + 2)], as: UTF8.self)
        }
        let written = pairs.joined(separator: ":")
        guard !hasColons || written == text.uppercased() else {
            throw RouteDBError(
                .invalidValue, "'\(text)' is not a SHA-256 fingerprint.",
                hint: "The colons stand between pairs of digits.")
        }
        return written
    }

    // MARK: Choices

    private static func checkChoice(_ text: String) throws(RouteDBError) {
        switch LinkChoice(text) {
        case .group(let group)?: try EditRules.checkRouteName(group, called: "group")
        case .label(let key, let value)?:
            try RouteLabels.checkKey(key)
            if let value {
                try EditRules.checkText(value, called: "value of the label '\(key)'")
            }
        case .route(let name, let group)?:
            try EditRules.checkRouteName(name, called: "name")
            if let group { try EditRules.checkRouteName(group, called: "group") }
        case nil:
            let word = String(text.prefix { $0 != ":" })
            let nearest = NameSuggestion.nearest(to: word, among: LinkChoice.kinds)
            throw RouteDBError(
                .invalidValue, "'\(text)' is not a choice of routes.",
                hint: nearest.map { NameSuggestion.question("\($0):…") }
                    ?? "Write group:NAME, label:KEY, label:KEY=VALUE or route:NAME.")
        }
    }

    /// Checks that each choice of an app chooses a route: a misspelled one would choose none.
    static func checkChoices(
        of app: LinkedApp, in namespace: String, among routes: ChosenRoutes
    ) throws(RouteDBError) {
        for text in app.includes + app.excludes {
            guard let choice = LinkChoice(text), try !routes.hasAny(choice) else { continue }
            let (given, what) = terms(choice)
            throw RouteDBError(
                .invalidValue,
                "No route of the namespace '\(namespace)', or of its fallbacks, \(what).",
                hint: NameSuggestion.didYouMean(
                    given, among: try routes.terms(inPlaceOf: choice).sorted())
                    ?? "Add the route first, or correct the choice '\(text)'.")
        }
    }

    /// Returns the text that a choice gives, and a description of what no route is or has.
    private static func terms(_ choice: LinkChoice) -> (given: String, what: String) {
        switch choice {
        case .group(let group): (group, "is in the group '\(group)'")
        case .label(let key, nil): (key, "has a label '\(key)'")
        case .label(let key, let value?):
            ("\(key)=\(value)", "has the label '\(key)=\(value)'")
        case .route(let name, nil): (name, "is named '\(name)'")
        case .route(let name, let group?):
            ("\(group)/\(name)", "is named '\(name)' in the group '\(group)'")
        }
    }
}

/// The live routes that the choices of an app may choose: those of a namespace and its fallbacks.
struct ChosenRoutes {
    let routes: Versions<Route>
    let namespaces: Set<NamespaceID>

    /// Returns whether a choice chooses a route.
    func hasAny(_ choice: LinkChoice) throws(RouteDBError) -> Bool {
        switch choice {
        case .group(let group):
            for id in namespaces where try routes.covers(.group(id, group)) { return true }
            return false
        case .label:
            for id in namespaces {
                if try routes.forEachWithLabels(in: id, until: choice.covers) { return true }
            }
            return false
        case .route(let name, _):
            return try routes.named(name).contains {
                namespaces.contains($0.namespace) && choice.covers($0)
            }
        }
    }

    /// The terms of routes that a choice of this kind could give.
    ///
    /// - Complexity: O(*n*) in the routes.
    func terms(inPlaceOf choice: LinkChoice) throws(RouteDBError) -> Set<String> {
        var terms: Set<String> = []
        for id in namespaces {
            try routes.forEach(in: id) { terms.formUnion(Self.terms(of: $0, inPlaceOf: choice)) }
        }
        return terms
    }

    private static func terms(of route: Route, inPlaceOf choice: LinkChoice) -> [String] {
        switch choice {
        case .group: route.group.map { [$0] } ?? []
        case .label(_, value: nil): Array(route.labels.keys)
        case .label: route.labels.map { "\($0.key)=\($0.value)" }
        case .route(_, group: nil): route.name.map { [$0] } ?? []
        case .route:
            route.group.flatMap { group in route.name.map { ["\(group)/\($0)"] } } ?? []
        }
    }
}
