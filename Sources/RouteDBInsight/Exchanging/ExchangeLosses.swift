package import RouteDBRouting

/// The content of one format that the other does not express alike, in the order in which it was found.
///
/// Each item that is left out is an entry. Other losses with one message are one, with the place of the
/// first and their number. For people, items that are left out for one reason are one line.
package struct ExchangeLosses: Sendable {
    /// A loss.
    package struct Loss: Hashable, Sendable {
        /// The place or the item, such as `paths./pets.get` or `#3 user`.
        package let item: String
        /// A description of the loss, as a sentence.
        package let message: String
        /// True if the item is missing on the other side.
        package let isLeftOut: Bool
        /// How many items have the loss.
        package fileprivate(set) var count = 1
    }

    /// The losses.
    package private(set) var list: [Loss] = []
    private var places: [String: Int] = [:]

    package init() {}

    /// Adds a loss; one that has the same message counts with the first, unless it is left out.
    package mutating func add(_ item: String, _ message: String, isLeftOut: Bool = false) {
        let key = isLeftOut ? "\(item)\n\(message)" : message
        if let place = places[key] {
            list[place].count += 1
        } else {
            places[key] = list.count
            list.append(Loss(item: item, message: message, isLeftOut: isLeftOut))
        }
    }

    /// True if an item is missing on the other side.
    package var leavesOut: Bool { list.contains(where: \.isLeftOut) }

    /// The number of items that a line names which have lost the same.
    private static let listedItems = 5

    /// The losses for people, a line for each message.
    package var lines: [String] { lines(naming: Self.listedItems) }

    /// Returns the losses for people, a line for each message, with the names of so many items.
    package func lines(naming most: Int) -> [String] {
        let groups = Dictionary(grouping: list.indices) { Line(list[$0]) }
        return groups.values.sorted { $0[0] < $1[0] }.map { places in
            let loss = list[places[0]]
            let named = places.prefix(most).map { list[$0].item }
            let rest = places.reduce(-named.count) { $0 + list[$1].count }
            let more = rest > 0 ? " (and \(NumberText.grouped(Int64(rest))) more)" : ""
            return "\(loss.isLeftOut ? "warning: left out: " : "note: ")"
                + "\(named.joined(separator: ", "))\(more): \(loss.message)"
        }
    }

    /// The properties that the losses of one line share.
    private struct Line: Hashable {
        private let message: String
        private let isLeftOut: Bool

        init(_ loss: Loss) { (message, isLeftOut) = (loss.message, loss.isLeftOut) }
    }

    /// The losses as JSON.
    package var json: JSONValue {
        .array(
            list.map { loss in
                [
                    "item": .string(loss.item), "message": .string(loss.message),
                    "leftOut": .bool(loss.isLeftOut), "count": .int(Int64(loss.count)),
                ]
            })
    }
}
