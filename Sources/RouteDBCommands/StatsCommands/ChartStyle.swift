import RouteDB
import RouteDBTerminal

/// The style of bars and sparklines: block characters if the locale uses UTF-8, else ASCII.
struct ChartStyle: Sendable {
    private let hasBlocks: Bool

    init(hasBlocks: Bool) { self.hasBlocks = hasBlocks }

    /// Creates the style for the locale of the environment.
    init(in context: CommandContext) {
        let locale =
            context.variable("LC_ALL") ?? context.variable("LC_CTYPE")
            ?? context.variable("LANG") ?? ""
        let name = locale.lowercased()
        hasBlocks = name.hasSuffix("utf-8") || name.hasSuffix("utf8")
    }

    /// Returns a bar for a share of the largest value, at most `width` characters long.
    func bar(_ share: Double, width: Int) -> String {
        let eighths = Int((min(max(0, share), 1) * Double(width * 8)).rounded())
        guard hasBlocks else {
            return String(repeating: "#", count: max((eighths + 4) / 8, eighths > 0 ? 1 : 0))
        }
        let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
        return String(repeating: "█", count: eighths / 8) + rest
    }

    /// Returns one character for each value; if there are more values than `width`, neighbors are
    /// summed.
    func sparkline(_ values: [Int64], width: Int) -> String {
        guard !values.isEmpty, width > 0 else { return "" }
        let size = (values.count + width - 1) / width
        let sums: [Int64] = stride(from: 0, to: values.count, by: size).map { start in
            values[start..<min(start + size, values.count)].reduce(0, &+)
        }
        let levels = Array(hasBlocks ? "▁▂▃▄▅▆▇█" : "_.-:=+*#").map(String.init)
        guard let highest = sums.max(), highest > 0 else {
            return String(repeating: " ", count: sums.count)
        }
        return sums.map { sum in
            guard sum > 0 else { return " " }
            let share = Double(sum) / Double(highest)
            let level = Int(share * Double(levels.count - 1) + 0.5)
            return levels[min(max(0, level), levels.count - 1)]
        }.joined()
    }
}
