import RouteDBRouting
import RouteDBTestSupport
import Testing

/// The text of conditions: what it means, how it is written, and what is refused.
@Suite struct AccessConditionTextTests {
    @Test(
        "a condition in canonical text parses to itself",
        arguments: [
            "param.id = 5", "param.tier in gold,silver", "param.id range 1..9",
            "param.id range 1..", "param.id range 9007199254740993..9223372036854775807",
            "param.x range ..-0.5", "query.ref prefix mail", "query.\"a b\" = 1",
            "query.\"a\\\" b\" = \"\"", "context.ip network 10.0.0.0/8,fd00::/8",
            "context.version version 2.1.0-beta.3..3+x", "principal percent 20 salt beta",
            "principal percent 0.5", "context.d = \"iPad, 11 inch\"", "context.d = \"5\"",
            "context.d in \"true\",true,1.5,null", "context.d = \"a\\\"b\\\\\"",
            "time period 2026-01-01T00:00:00Z..2026-02-01T12:00:00.25Z",
            "time window mon,tue,fri 09:00-17:00 Europe/Berlin", "time window 22:00-06:00 UTC",
            "time window sun 00:00-24:00 +05:30", "param.\u{301}x = 1", "param.a.b = a.b",
            "principal percent 20 salt \"a b\"", "param.id prefix \" a\"",
        ])
    func roundTrip(text: String) throws {
        #expect(try AccessRule.Condition(text).description == text)
    }

    @Test("any attribute and value can be printed and parsed")
    func anything() throws {
        let texts = [
            "a", "", " ", "\"", "\\", "a\\\"b", "a,b", "..", "1..2", "=", "null", "[1]", "{}", "5",
            "true", "\u{301}", "e\u{301}\"", "\n", "\u{0}", "'", "salt", "\u{1F600}",
        ]
        for text in texts {
            var tests: [AccessRule.Condition.Test] = [
                .oneOf([.string(text)]), .oneOf([.string(text), 5, .string(text), true]),
                .prefix(text), .percent(12.5, salt: text),
            ]
            tests += [.range(ExactNumber(-.infinity), nil), .period(nil, 0)].dropFirst()
            for test in tests {
                for attribute in [AccessRule.Condition.Attribute.query("k" + text), .principal]
                where !(test == .period(nil, 0)) {
                    let condition = AccessRule.Condition(attribute, test)
                    let again = try AccessRule.Condition(condition.description)
                    #expect(again == condition, "\(condition)")
                    #expect(again.description.utf8.elementsEqual(condition.description.utf8))
                }
            }
        }
    }

    @Test("spaces, missing zones and ranges of days are supported")
    func shorthand() throws {
        let cases = [
            ("  param.id   =   5  ", "param.id = 5"), ("param.id in 1 , 2", "param.id in 1,2"),
            ("time window 9:00-17:00", nil),
            (
                "time window mon-fri 09:00-17:00",
                "time window mon,tue,wed,thu,fri 09:00-17:00 UTC"
            ),
            ("time window FRI-mon 09:00-17:00 Z", "time window mon,fri,sat,sun 09:00-17:00 Z"),
            ("time window mon-sun 09:00-09:00", "time window 09:00-09:00 UTC"),
            ("time period 2026-01-31..", "time period 2026-01-31T00:00:00Z.."),
            ("param.id range 1.0..9", "param.id range 1..9"), ("param.id = \"a\"", "param.id = a"),
            ("principal percent 20 salt \"\"", "principal percent 20"),
            ("context.a = a b", "context.a = \"a b\""),
        ]
        for (text, expected) in cases {
            #expect((try? AccessRule.Condition(text))?.description == expected, "\(text)")
        }
    }

    struct Mistake: Sendable, CustomTestStringConvertible {
        let text: String
        let message: String
        let hint: String

        init(_ text: String, _ message: String, _ hint: String) {
            self.text = text
            self.message = message
            self.hint = hint
        }

        var testDescription: String { text }
    }

    static let attributeHint = "Write param.NAME, query.NAME, context.NAME, principal or time."
    static let numberHint = "Write, for example, 'range 1..9'."
    static let networkHint =
        "Write CIDR notation, such as 10.0.0.0/8 or fd00::/8, with zeros after the prefix."
    static let versionHint = "Write one to three numbers, for example 'version 2.1.0..3'."
    static let shareHint =
        "Write a number from 0 to 100, for example 'percent 20' or 'percent 20 salt beta'."
    static let timeHint = "Write a date, 2026-01-31, or a time, 2026-01-31T09:30:00Z."
    static let windowHint = "Write, for example, 'window mon-fri 09:00-17:00 Europe/Berlin'."
    static let dayHint =
        "Write mon, tue, wed, thu, fri, sat, sun, for example 'mon-fri' or 'sat,sun'."
    static let zoneHint = "Write a name such as Europe/Berlin or UTC, or an offset such as +02:00."
    static let reversedHint = "Write the smaller end first."

    static let mistakes = [
        Mistake("", "'' is not an attribute.", attributeHint),
        Mistake("id = 5", "'id' is not an attribute.", attributeHint),
        Mistake("param = 5", "'param' is not an attribute.", attributeHint),
        Mistake("param. = 5", "'param.' is not an attribute.", attributeHint),
        Mistake("time.x = 5", "'time.x' is not an attribute.", attributeHint),
        Mistake(
            "param.\"a = 5", "'\"a = 5' is not a quoted text.",
            "End it with a quote, and write quotes inside it as \\\"."),
        Mistake("param.id", "The condition has no test.", words),
        Mistake("param.id rang 1..9", "'rang' is not a known test.", "Did you mean 'range'?"),
        Mistake("param.id == 5", "'==' is not a known test.", "Did you mean '='?"),
        Mistake("param.id quux 5", "'quux' is not a known test.", words),
        Mistake("param.id =", "'=' needs a value.", "Write the value after it."),
        Mistake(
            "param.id window 09:00-17:00", "'window' cannot test param.id.",
            "Use 'period' or 'window' with 'time', and other tests with other attributes."),
        Mistake(
            "time = 5", "'=' cannot test time.",
            "Use 'period' or 'window' with 'time', and other tests with other attributes."),
        Mistake(
            "param.id in a,,b", "The list 'a,,b' has an empty element.",
            "Remove the comma, or write \"\" for an empty text."),
        Mistake(
            "param.id range 9..1", "The range '9..1' is reversed: it contains no value.",
            reversedHint),
        Mistake(
            "param.id range ..", "A range needs at least one end.", "Write '1..9', '1..' or '..9'."),
        Mistake("param.id range a..9", "'a' is not a number.", numberHint),
        Mistake("param.id range nan", "'nan' is not a number.", numberHint),
        Mistake("param.id range 1 .. 9", "'1 ' is not a number.", numberHint),
        Mistake("context.ip network 10.0.0.0/33", "'10.0.0.0/33' is not a network.", networkHint),
        Mistake("context.ip network 10.0.0.1/8", "'10.0.0.1/8' is not a network.", networkHint),
        Mistake("context.ip network 10.0.0.0/+8", "'10.0.0.0/+8' is not a network.", networkHint),
        Mistake("context.ip network 10.0.0.0/", "'10.0.0.0/' is not a network.", networkHint),
        Mistake("context.ip network ::1,10.0", "'10.0' is not a network.", networkHint),
        Mistake("context.ip network fd00:::/8", "'fd00:::/8' is not a network.", networkHint),
        Mistake(
            "context.ip network ::ffff:10.0.0.0/8", "'::ffff:10.0.0.0/8' is not a network.",
            networkHint),
        Mistake("context.v version 1.2.3.4", "'1.2.3.4' is not a version.", versionHint),
        Mistake("context.v version 1..x", "'x' is not a version.", versionHint),
        Mistake(
            "context.v version 2..2-rc", "The range '2..2-rc' is reversed: it contains no value.",
            reversedHint),
        Mistake("principal percent 101", "'101' is not a percentage.", shareHint),
        Mistake("principal percent -1", "'-1' is not a percentage.", shareHint),
        Mistake("principal percent x", "'x' is not a percentage.", shareHint),
        Mistake("principal percent 5 pepper b", "'5 pepper b' is not a percentage.", shareHint),
        Mistake("principal percent 5 salt", "'5 salt' is not a percentage.", shareHint),
        Mistake("time period 2026-02-30..", "'2026-02-30' is not a valid time.", timeHint),
        Mistake(
            "time period 2026-02-01T09:00", "'2026-02-01T09:00' is not a valid time.", timeHint),
        Mistake(
            "time period 2026-02-02..2026-02-01",
            "The range '2026-02-02..2026-02-01' is reversed: it contains no value.", reversedHint),
        Mistake("time window 9-17", "'9-17' is not a time of day.", windowHint),
        Mistake("time window 09:00", "'09:00' is not a time of day.", windowHint),
        Mistake("time window 09:60-17:00", "'09:60-17:00' is not a time of day.", windowHint),
        Mistake("time window +9:00-17:00", "'+9:00-17:00' is not a time of day.", windowHint),
        Mistake("time window 24:00-17:00", "'24:00-17:00' is not a time of day.", windowHint),
        Mistake("time window mon", "'mon' is not a time of day.", windowHint),
        Mistake(
            "time window 09:00-17:00 UTC x", "'09:00-17:00 UTC x' is not a time of day.",
            windowHint),
        Mistake("time window mon-fry 09:00-17:00", "'mon-fry' is not a day of the week.", dayHint),
        Mistake("time window mon, 09:00-17:00", "'' is not a day of the week.", dayHint),
        Mistake("time window 09:00-17:00 ../x", "'../x' is not the name of a time zone.", zoneHint),
        Mistake(
            "time window 09:00-17:00 /etc/x", "'/etc/x' is not the name of a time zone.", zoneHint),
        Mistake(
            "time window 09:00-17:00 +25:00", "'+25:00' is not the name of a time zone.", zoneHint),
    ]
    static let words = "Write one of = in range prefix network version percent period window."

    @Test("a mistake is reported with a correction", arguments: mistakes)
    func mistake(_ mistake: Mistake) {
        let error = #expect(throws: AccessRule.SyntaxError.self) {
            try AccessRule.Condition(mistake.text)
        }
        #expect(error?.message == mistake.message)
        #expect(error?.hint == mistake.hint)
    }
}
