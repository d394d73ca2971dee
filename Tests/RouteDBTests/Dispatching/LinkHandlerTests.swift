import Foundation
import RouteDB
import Testing

@MainActor
@Suite("Closures that handle links")
struct LinkHandlerTests {
    @Test("a handler may be any closure, and only a Bool says whether it took the URL")
    func closures() throws {
        struct Lost: Error {}
        var lines: [String] = []
        let links = try LinkRouter<String> { _, _, _ in }
        @discardableResult func note(_ line: String) -> Int {
            lines.append(line)
            return lines.count
        }
        func stop() throws -> Never { throw Lost() }
        func end(_ resolution: Resolution) { note("end") }
        func isFirst(_ resolution: Resolution) -> Bool { resolution["n"] == 1 }

        let taking = [
            try links.handle("a:///void") { _ in lines.append("void") },
            try links.handle("a:///discarded") { _ in note("discarded") },
            try links.handle("a:///empty") { _ in },
            try links.handle("a:///statements") { _ in
                note("one")
                note("two")
            },
            try links.handle("a:///branches/{n:int}") {
                if $0["n"] == 1 { note("first") } else { lines.append("other") }
            },
            try links.handle("a:///guarded/{n:int}") {
                guard let number = $0["n"] else { return }
                note("guarded \(number)")
            },
            try links.handle("a:///tried/{n:int}") {
                note("tried \(try $0.value("n", as: Int.self))")
            },
            try links.handle("a:///caught") { _ in
                do { try stop() } catch { note("caught") }
            },
            try links.handle("a:///loop") { _ in for number in 0..<2 { note("loop \(number)") } },
            try links.handle("a:///task") { _ in Task { @MainActor in } },
            try links.handle("a:///function", by: end),
        ]
        for id in taking {
            let pattern = try links.registry.table.route(RouteReference(id)).patternText
            #expect(
                links.open(pattern.replacingOccurrences(of: "{n:int}", with: "1")), "\(pattern)")
        }

        try links.handle("a:///compared/{n:int}") { $0["n"] == 1 }
        try links.handle("a:///asked/{n:int}", by: isFirst)
        try links.handle("a:///answered/{n:int}") {
            guard let number = $0["n"] else { return false }
            note("answered")
            return number == 1
        }
        for path in ["compared", "asked", "answered"] {
            #expect(links.open("a:///\(path)/1"), "\(path)")
            #expect(!links.open("a:///\(path)/2"), "\(path)")
        }

        try links.handle("a:///throws") { _ in throw Lost() }
        try links.handle("a:///throws/late") { _ in
            note("late")
            throw Lost()
        }
        try links.handle("a:///never") { _ in try stop() }
        for path in ["throws", "throws/late", "never"] {
            #expect(!links.open("a:///\(path)"), "\(path)")
        }
    }
}
