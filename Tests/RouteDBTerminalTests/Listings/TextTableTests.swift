import RouteDBTestSupport
import Testing

@testable import RouteDBTerminal

@Suite struct TextTableTests {
    private func lines(
        _ heading: [String], _ rows: [[String]], limit: Int? = nil
    ) -> [String] {
        let table = TextTable(heading: heading, rows: rows, limit: limit)
        return ([heading] + rows).map(table.line)
    }

    @Test func `numbers stand to the right, and text to the left`() {
        #expect(
            lines(
                ["ID", "NAME", "HITS", "SHARE"],
                [
                    ["1", "user", "1,242", "98.5%"], ["12", "a", "", "<0.01%"],
                ]) == [
                    "ID  NAME   HITS   SHARE", " 1  user  1,242   98.5%", "12  a            <0.01%",
                ])
    }

    @Test func `a column with one text in it is no column of numbers`() {
        #expect(
            lines(["A", "B"], [["12", "x"], ["v1.2.3", "y"]]) == [
                "A       B", "12      x", "v1.2.3  y",
            ])
    }

    @Test(arguments: [
        ("1,242", true), ("-3", true), ("+12.3%", true), (">99.99%", true), ("1.2ms", true),
        ("", false), ("-", false), ("1.2.3", false), ("12 a", false), ("2026-01-31", false),
        ("%", false), ("0x12", false), (".5", false),
    ])
    func `what reads as a number`(cell: String, isNumber: Bool) {
        #expect(TextTable.isNumber(cell) == isNumber)
    }

    @Test func `the last wide column is shortened first`() {
        let rows = [
            ["1", String(repeating: "t", count: 30), String(repeating: "p", count: 60), "yes"]
        ]
        #expect(
            lines(["ID", "TARGET", "PATTERN", "ON"], rows, limit: 80)[1]
                == " 1  \(rows[0][1])  \(String(repeating: "p", count: 38))…  yes")
        #expect(
            lines(["ID", "TARGET", "PATTERN", "ON"], rows, limit: 60)[1]
                == " 1  \(String(repeating: "t", count: 24))…"
                + "  \(String(repeating: "p", count: 23))…  yes")
    }

    @Test func `numbers and times are never cut`() {
        let row = ["123456789", "2026-01-31T09:30:00Z", "some text"]
        #expect(
            lines(["N", "TIME", "TEXT"], [row], limit: 10)[1]
                == "123456789  2026-01-31T09:30:00Z  s…")
    }

    @Test func `wide characters keep columns aligned`() {
        #expect(
            lines(["NAME", "TARGET"], [["日本", "a"], ["Zu\u{308}rich", "b"], ["👍🏽", "c"]]) == [
                "NAME    TARGET", "日本    a", "Zu\u{308}rich  b", "👍🏽      c",
            ])
    }

    @Test func `lines fit any width that their numbers leave`() {
        var random = SeededGenerator(seed: 29)
        let pieces = ["a", "word", "日本", "e\u{301}", "👩‍👩‍👧", "…", " "]
        for _ in 0..<200 {
            let count = Int.random(in: 1...6, using: &random)
            let rows = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                (0..<count).map { _ in
                    "x"
                        + (0..<Int.random(in: 0...12, using: &random)).map { _ in
                            pieces[Int.random(in: 0..<pieces.count, using: &random)]
                        }.joined()
                }
            }
            let limit = Int.random(in: 4 * count...120, using: &random)
            for line in lines(rows[0], rows, limit: limit) {
                #expect(DisplayWidth.of(line) <= limit, "\(line)")
            }
        }
    }
}
