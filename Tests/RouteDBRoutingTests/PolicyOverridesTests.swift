import RouteDBTestSupport
import Testing

@testable import RouteDBRouting

@Suite("The policies of a namespace that differ from its profile's")
struct PolicyOverridesTests {
    @Test("a policy is read and written by its type, and stored as its text")
    func typed() {
        var overrides = NamespacePolicy.Overrides()
        #expect(overrides.letterCase == nil)
        overrides.letterCase = .insensitiveLiterals
        overrides.repeatedKeys = .last
        overrides.marks = "<>"
        #expect(overrides.letterCase == .insensitiveLiterals)
        #expect(overrides.marks == "<>")
        #expect(
            overrides.texts == [
                .letterCase: "insensitive-literals", .repeatedKeys: "last", .marks: "<>",
            ])
        overrides.repeatedKeys = nil
        #expect(overrides == [.letterCase: "insensitive-literals", .marks: "<>"])
    }

    @Test(
        "every policy has a member, and each of its values is kept",
        arguments: NamespacePolicy.allCases)
    func members(_ policy: NamespacePolicy) {
        for text in policy.values {
            var values = NamespacePolicy.Values.native
            let isSet = values.set(policy, to: text)
            #expect(isSet)
            var typed = NamespacePolicy.Overrides()
            switch policy {
            case .choice: typed.choice = values.choice
            case .refusal: typed.refusal = values.refusal
            case .registration: typed.registration = values.registration
            case .groups: typed.groups = values.groups
            case .scheme: typed.scheme = values.scheme
            case .host: typed.host = values.host
            case .query: typed.query = values.query
            case .fragment: typed.fragment = values.fragment
            case .decoding: typed.decoding = values.decoding
            case .plus: typed.plus = values.plus
            case .repeatedKeys: typed.repeatedKeys = values.repeatedKeys
            case .repeatedSlashes: typed.repeatedSlashes = values.repeatedSlashes
            case .trailingSlash: typed.trailingSlash = values.trailingSlash
            case .letterCase: typed.letterCase = values.letterCase
            case .emptyValues: typed.emptyValues = values.emptyValues
            case .castFailure: typed.castFailure = values.castFailure
            case .marks: typed.marks = values.marks
            case .castMark: typed.castMark = values.castMark
            }
            #expect(typed.texts == [policy: text])
        }
    }

    @Test("a namespace has its profile's policies with the overrides")
    func inForce() {
        var namespace = RouteNamespace(
            id: NamespaceID(rawValue: 1), name: "app", profile: .jlroutes)
        namespace.overrides.choice = .first
        var expected = NamespaceProfile.jlroutes.policies
        expected.choice = .first
        #expect(namespace.policies == expected)
        namespace.overrides.choice = nil
        #expect(namespace.policies == NamespaceProfile.jlroutes.policies)
    }
}
