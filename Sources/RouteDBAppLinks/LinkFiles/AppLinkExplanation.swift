public import RouteDB

/// Why a file opens an app for a URL, or does not.
public struct AppLinkExplanation: Hashable, Sendable {
    /// The outcome for a URL.
    public enum Outcome: String, CaseIterable, Sendable {
        /// The app opens.
        case opens
        /// A component that excludes matches, so the URL stays in the browser.
        case excluded
        /// No component matches, so the URL stays in the browser.
        case unmatched
        /// The file says nothing that the device reads, so the app's manifest decides.
        case manifest
    }

    /// The result of testing a component.
    public enum Verdict: String, CaseIterable, Sendable {
        /// The component matches, and opens the app.
        case includes
        /// The component matches, and keeps the URL in the browser.
        case excludes
        /// One of its parts does not match.
        case refused
    }

    /// A part of a URL that a component tests.
    public enum Part: String, CaseIterable, Sendable {
        case scheme
        case host
        case path
        case query
        case fragment
        /// A component that tests nothing.
        case nothing
    }

    /// The test of a component.
    public struct Step: Hashable, Sendable {
        /// The place of the component in the file, such as `applinks.details[0].components[2]`.
        public let item: String
        /// The result of testing the component.
        public let verdict: Verdict
        /// The part that did not match; `nil` if all did.
        public let part: Part?
        /// The pattern of that part, or its query items.
        public let wanted: String?
        /// The text of the URL that was compared; `nil` if the URL does not have the part.
        public let found: String?

        package init(
            item: String, verdict: Verdict, part: Part? = nil, wanted: String? = nil,
            found: String? = nil
        ) {
            self.item = item
            self.verdict = verdict
            self.part = part
            self.wanted = wanted
            self.found = found
        }
    }

    /// The answer of the file for one app.
    public struct App: Hashable, Sendable {
        /// The app, such as `ABCDE12345.com.example.app`.
        public let name: String
        /// The outcome for the URL.
        public let outcome: Outcome
        /// The components that were tested, in order; the last one decided, if any did.
        public let steps: [Step]
        /// How many components were not reached.
        public let untested: Int
        /// The uncertain rules without which the outcome would be another.
        public let uncertain: [PlatformRule]

        package init(
            name: String, outcome: Outcome, steps: [Step], untested: Int,
            uncertain: [PlatformRule] = []
        ) {
            self.name = name
            self.outcome = outcome
            self.steps = steps
            self.untested = untested
            self.uncertain = uncertain
        }
    }

    /// The URL as written.
    public let url: String
    /// The platform of the file.
    public let platform: LinkedApp.Platform
    /// The level of Android's API that was assumed; `nil` for other platforms.
    public let apiLevel: Int?
    /// True if the manifest of the app was asked, without which `assetlinks.json` opens nothing.
    public let knowsManifest: Bool
    /// The apps of the file, in its order.
    public let apps: [App]

    package init(
        url: String, platform: LinkedApp.Platform, apiLevel: Int?, knowsManifest: Bool = false,
        apps: [App]
    ) {
        self.url = url
        self.platform = platform
        self.apiLevel = apiLevel
        self.knowsManifest = knowsManifest
        self.apps = apps
    }
}
