#if Server
import RouteDB
import RouteDBCZlib
import RouteDBPages
import RouteDBTestSupport
import Testing

@Suite("QR codes")
struct QRCodeTests {
    private static let url = "https://go.example.com/spring"

    @Test("a code has the three corners by which readers find it, and a light border")
    func corners() throws {
        let code = try QRCode(of: Self.url)
        let inner = 4..<(code.width - 4)
        for place in 0..<code.width {
            for border in [0, 3, code.width - 4, code.width - 1] {
                #expect(!code.isDark(place, border) && !code.isDark(border, place))
            }
        }
        // 1:1:3:1:1, along the middle of each corner.
        let corner = [true, false, true, true, true, false, true]
        let far = inner.upperBound - 7
        for (column, row) in [(4, 4), (far, 4), (4, far)] {
            #expect((0..<7).map { code.isDark(column + $0, row + 3) } == corner)
            #expect((0..<7).map { code.isDark(column + 3, row + $0) } == corner)
        }
    }

    @Test("the drawing, the picture and the text show the modules of the code", arguments: 1...40)
    func pictures(length: Int) throws {
        let url = "https://go.example/" + String(repeating: "a1", count: length * length)
        guard url.utf8.count < 2_332 else { return }
        let code = try QRCode(of: url)
        let places = (0..<code.width).flatMap { row in (0..<code.width).map { ($0, row) } }
        let modules = places.map { code.isDark($0.0, $0.1) }
        #expect(try Self.modules(ofPNG: code.png, width: code.width) == modules)
        #expect(Self.modules(ofSVG: code.svg, width: code.width) == modules)
        let lines = code.lines.map(Array.init)
        #expect(
            modules
                == places.map { column, row in
                    (row % 2 == 0 ? [" ", "▄"] : [" ", "▀"]).contains(lines[row / 2][column])
                })
    }

    @Test("a URL that is too long for a code is refused, with the limit")
    func tooLong() throws {
        let url = "https://go.example/" + String(repeating: "a", count: 2_331 - 19)
        #expect(try QRCode(of: url).width == 177 + 8)
        let error = #expect(throws: RouteDBError.self) { try QRCode(of: url + "a") }
        #expect(error?.hint?.contains("2331") == true)
        #expect(throws: RouteDBError.self) { try QRCode(of: "") }
    }

    /// Reads the middle of each module of a picture.
    private static func modules(ofPNG file: [UInt8], width: Int) throws -> [Bool] {
        func number(_ place: Int) -> Int { file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        #expect(file.prefix(8).elementsEqual([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        let side = number(16)
        #expect(side == number(20) && side == width * 10)
        let length = number(33)
        let data = Array(file[41..<41 + length])
        var count = UInt((side + 7) / 8 + 1) * UInt(side)
        var rows = [UInt8](repeating: 0, count: Int(count))
        let status = unsafe uncompress(&rows, &count, data, UInt(length))
        #expect(status == Z_OK && Int(count) == rows.count)
        let line = rows.count / side
        return (0..<width * width).map { place in
            let (x, y) = (place % width * 10 + 5, place / width * 10 + 5)
            return rows[y * line + 1 + x / 8] & 0x80 >> (x % 8) == 0
        }
    }

    /// Reads the runs of a drawing's path.
    private static func modules(ofSVG text: String, width: Int) -> [Bool] {
        var modules = [Bool](repeating: false, count: width * width)
        let path = text.split(separator: "<path d=\"")[1].split(separator: "\"")[0]
        for run in path.split(separator: "M") {
            let numbers = run.split { !$0.isNumber }.compactMap { Int($0) }
            for column in numbers[0]..<numbers[0] + numbers[2] {
                modules[numbers[1] * width + column] = true
            }
        }
        return modules
    }
}
#endif
