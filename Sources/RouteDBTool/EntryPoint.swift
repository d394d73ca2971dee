import RouteDBCommands

@main
enum EntryPoint {
    static func main() async { await CommandLineTool.main() }
}
