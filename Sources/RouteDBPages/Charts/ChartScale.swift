import RouteDB

/// An axis of figures: from 0 to a round number, with a few round numbers between.
package struct ChartScale: Hashable, Sendable {
    /// The values that are labelled, from 0 up.
    package let ticks: [Double]

    /// The top of the axis.
    package var top: Double { ticks.last ?? 1 }

    /// Makes an axis that a value fits on.
    package init(for largest: Double, wholeOnly: Bool = true) {
        guard largest.isFinite, largest > 0 else {
            ticks = [0, 1]
            return
        }
        // About four steps of 1, 2 or 5 times a power of ten.
        var power = 1.0
        while power * 10 <= largest / 4 { power *= 10 }
        while power > largest / 4 { power /= 10 }
        var step = [1.0, 2, 5, 10].map { $0 * power }.first { $0 >= largest / 4 } ?? power * 10
        if wholeOnly { step = max(1, step) }
        let count = Int((largest / step).rounded(.up))
        ticks = (0...max(1, count)).map { Double($0) * step }
    }

    /// Returns how far below the top of a plot a value is drawn, in pixels.
    func y(_ value: Double, height: Double) -> Markup {
        Self.number(height - value / top * height)
    }

    /// Returns a number with at most two decimals, as SVG writes it.
    static func number(_ value: Double) -> Markup {
        let rounded = (value.isFinite ? value * 100 : 0).rounded() / 100
        return Markup(
            trusted: rounded == rounded.rounded() && abs(rounded) < 1e15
                ? "\(Int64(rounded))" : "\(rounded)")
    }

    /// Returns a count as an axis shows it: `1,500`, `20k`, `1.5M`.
    package static func short(_ value: Double) -> String {
        for (size, sign) in [(1e9, "G"), (1e6, "M"), (1e4, "k")] where value >= size {
            let unit = sign == "k" ? 1e3 : size
            return "\(number(value / unit).html)\(sign)"
        }
        return value == value.rounded()
            ? NumberText.grouped(Int64(value)) : number(value).html
    }
}

/// The axis of time: a short label for each bucket, of which as many are shown as there is room.
struct TimeAxis {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The labels of the buckets, in full: `2026-01-31` or `2026-01-31T09:00:00+01:00`.
    let labels: [String]

    /// Returns the labels below a plot.
    func markup(y: Double) -> Markup {
        let shown = shown
        var markup: Markup = ""
        for (number, index) in shown.enumerated() {
            // On narrow pages, every third label is left.
            let style: Markup = number % 3 == 0 || shown.count <= 4 ? "tick" : "tick minor"
            let place = ChartScale.number((Double(index) + 0.5) / Double(labels.count) * 100)
            markup += """
                <text class="\(style)" x="\(place)%" y="\(ChartScale.number(y))" \
                text-anchor="middle">\(Self.short(labels[index]))</text>
                """
        }
        return markup
    }

    /// The buckets that are labelled, at most 12: where days begin, if there are several.
    private var shown: [Int] {
        let midnights = labels.indices.filter { Self.time(labels[$0]) == "00:00" }
        let candidates = midnights.count > 2 ? midnights : Array(labels.indices)
        let step = max(1, (candidates.count + 11) / 12)
        return stride(from: 0, to: candidates.count, by: step).map { candidates[$0] }
    }

    /// The time of day of a label; empty for a date.
    private static func time(_ label: String) -> String {
        let bytes = Array(label.utf8)
        return bytes.count >= 16 ? String(decoding: bytes[11..<16], as: UTF8.self) : ""
    }

    /// Returns a bucket's label as short as it can be understood: `31 Jan`, or `09:00`.
    static func short(_ label: String) -> String {
        let bytes = Array(label.utf8)
        guard bytes.count >= 10 else { return label }
        let time = time(label)
        guard time.isEmpty || time == "00:00" else { return time }
        guard let month = Int(String(decoding: bytes[5..<7], as: UTF8.self)),
            (1...12).contains(month),
            let day = Int(String(decoding: bytes[8..<10], as: UTF8.self))
        else { return label }
        return "\(day) \(months[month - 1])"
    }

    /// Returns a bucket's label for people: `2026-01-31 09:00`.
    static func long(_ label: String) -> String {
        let bytes = Array(label.utf8)
        guard bytes.count >= 16 else { return label }
        return String(decoding: bytes[0..<10], as: UTF8.self) + " "
            + String(decoding: bytes[11..<16], as: UTF8.self)
    }
}
