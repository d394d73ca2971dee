import ArgumentParser
import RouteDB
import RouteDBInsight
import RouteDBPages
import RouteDBTerminal

/// Writes the QR code of a link.
struct LinkQRCommand: RegistryCommand {
    /// The forms of the output.
    enum Form: String, CaseIterable, ExpressibleByArgument {
        case svg, png, text
    }

    static let configuration = CommandConfiguration(
        commandName: "qr",
        abstract: "Write the QR code of a short link.",
        discussion: """
            EXAMPLES:
              routedb link qr spring
              routedb link qr https://go.example.com/spring -o spring.svg
              routedb link qr '#12' -o spring.png

            The link is its URL, the end of it, or its route. The code can be read with a
            seventh of it hidden or dirty.
            """)

    @Argument(help: ArgumentHelp("The link.", valueName: "link"))
    var link: String

    @Option(
        name: [.customShort("f"), .long],
        help: ArgumentHelp(
            "svg, png or text (default: by the output file's extension, else text).",
            valueName: "format"))
    var format: Form?

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("Write to this file; '-' is standard output.", valueName: "file"),
        completion: .file())
    var output: String?

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        #if Server
            let registry = try await global.openForReading(in: context)
            let code = try await registry.link(link).code
            let bytes = Self.bytes(of: code, as: format ?? output.flatMap(Self.form) ?? .text)
            guard let output, output != "-" else { return try context.output.write(utf8: bytes) }
            try OutputFile.write(to: output, within: nil) { try $0.write(utf8: bytes) }
        #else
            throw CommandFailure.withoutServer
        #endif
    }

    /// The form that a file's extension tells.
    private static func form(ofFile path: String) -> Form? {
        path.split(separator: ".").last.flatMap { Form(rawValue: $0.lowercased()) }
    }

    #if Server
        private static func bytes(of code: QRCode, as form: Form) -> [UInt8] {
            switch form {
            case .svg: code.file(.svg)
            case .png: code.file(.png)
            case .text: Array((code.lines.joined(separator: "\n") + "\n").utf8)
            }
        }
    #endif
}
