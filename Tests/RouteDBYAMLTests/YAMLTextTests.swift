import RouteDB
import RouteDBRouting
import RouteDBYAML
import Testing

@Suite("YAML")
struct YAMLTextTests {
    private func value(_ yaml: String) throws -> JSONValue {
        try JSONText(yaml: Array(yaml.utf8)).value
    }

    @Test(
        "scalars without quotation marks are values of the core schema",
        arguments: [
            ("null", "null"), ("~", "null"), ("", "null"), ("Null", "null"), ("true", "true"),
            ("FALSE", "false"), ("0", "0"), ("-0", "0"), ("+12", "12"), ("007", "7"),
            ("0o17", "15"), ("0xfF", "255"), ("9223372036854775807", "9223372036854775807"),
            ("-9223372036854775808", "-9223372036854775808"),
            ("9223372036854775808", "9223372036854775808"), ("1.0", "1.0"), ("1.", "1.0"),
            (".5", "0.5"), ("-1e3", "-1e3"),
        ])
    func plain(text: String, json: String) throws {
        let wanted = try JSONValue(parsing: json)
        #expect(try value("a: \(text)") == .object(["a": wanted]))
        #expect(try value("- \(text)") == .array([wanted]))
        #expect(try value("'\(text)'") == .string(text))
    }

    @Test(
        "words of other versions of YAML, dates and what JSON cannot hold are texts",
        arguments: [
            "yes", "off", "nULL", "tRUE", "0x", "0x-1", "0o8", "1_000", "1:30", "1e400", ".inf",
            ".NaN", "nan", ".", "1e", "0x1p3", "3.1.0", "2026-01-31", "0xfffffffffffffffff", "+",
        ])
    func words(text: String) throws {
        #expect(try value("a: \(text)") == .object(["a": .string(text)]))
    }

    @Test("texts in quotation marks and blocks are texts, with their escapes and lines")
    func texts() throws {
        let yaml = #"""
            single: 'it''s "1"'
            double: "1\t\u00e9\x41\0"
            literal: |
              a
               b
            folded: >-
              a
              b
            """#
        #expect(
            try value(yaml) == [
                "single": #"it's "1""#, "double": "1\té\u{41}\0", "literal": "a\n b\n",
                "folded": "a b",
            ])
    }

    @Test("keys are texts as they are written, in their order")
    func keys() throws {
        let object = try value("200: a\n'b': c\ntrue: d\n1.50: e\n~: f\n? g\n: h\n\"\": i")
        #expect(
            object == [
                "200": "a", "b": "c", "true": "d", "1.50": "e", "~": "f", "g": "h", "": "i",
            ])
    }

    @Test("aliases repeat values, and an anchor may be given again")
    func aliases() throws {
        let yaml = "a: &x [1, &y {b: 2}]\nc: *x\nd: *y\ne: &x key\nf: *x\n*x : g"
        #expect(
            try value(yaml) == [
                "a": [1, ["b": 2]], "c": [1, ["b": 2]], "d": ["b": 2], "e": "key", "f": "key",
                "key": "g",
            ])
    }

    @Test("merged mappings count less than what is beside them, and the first one most")
    func merges() throws {
        let yaml = """
            base: &base {a: 1, b: 2}
            more: &more {b: 3, c: 4}
            one: {<<: *base, b: 5}
            all:
              d: 6
              <<: [*base, *more, {c: 7}]
            text: {"<<": *base}
            """
        guard case .object(let object) = try value(yaml) else { return }
        #expect(object["one"] == ["b": 5, "a": 1])
        #expect(object["all"] == ["d": 6, "a": 1, "b": 2, "c": 4])
        #expect(object["text"] == ["<<": ["a": 1, "b": 2]])
    }

    @Test("the tags of JSON's values are read")
    func tags() throws {
        let yaml =
            "[!!str 1, ! 2, !!int '3', !!float 4, !!bool true, !!null '', !!map {}, !!seq []]"
        #expect(try value(yaml) == ["1", "2", 3, 4, true, nil, [:], []])
    }

    @Test("JSON says the same in YAML, and its parts have the same places")
    func json() throws {
        let json = """
            {"a": [1, -2.5e-3, true, null, "x\\"\\/\\u0041\\n", ""],
             "é": {"c": {}, "d": [[], {"e": "f"}]}, "200": 12345678901234567890}
            """
        let bytes = Array(json.utf8)
        let (text, yaml) = (try JSONText(bytes, firstLine: 1), try JSONText(yaml: bytes))
        #expect(text.value == yaml.value)
        let paths: [[JSONStep]] = [
            [], [.key("a")], [.key("a"), .index(1)], [.key("a"), .index(5)], [.key("é")],
            [.key("é"), .key("d"), .index(1), .key("e")], [.key("200")],
        ]
        for path in paths { #expect(text.place(of: path) == yaml.place(of: path), "\(path)") }
    }

    @Test("a place is that of the value, or of the alias in its place, and counts bytes")
    func places() throws {
        let yaml = """
            # é
            a: &a
              ü: [x, y]
            ü: {ä: 1, b: *a, <<: *a}
            """
        let text = try JSONText(yaml: Array(yaml.utf8))
        func place(_ path: JSONStep...) -> String? { text.place(of: path)?.description }
        #expect(place() == "2:1")
        #expect(place(.key("a"), .key("ü"), .index(1)) == "3:11")
        #expect(place(.key("ü"), .key("ä")) == "4:10")
        #expect(place(.key("ü"), .key("b"), .key("ü")) == "4:16")
        // What is merged or not there has the place of the mapping.
        #expect(place(.key("ü"), .key("ü")) == "4:5")
    }
}
