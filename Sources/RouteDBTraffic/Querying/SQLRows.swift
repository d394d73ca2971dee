package import RouteDB
import RouteDBRouting

/// The keys of rows that are JSON objects; of several equal names, the second becomes `name_2`.
package struct RowKeys {
    /// The names as JSON strings, each followed by a colon.
    private let keys: [[UInt8]]
    /// The names.
    package let names: [String]

    package init(_ names: [String]) {
        var taken: Set<String> = []
        self.names = names.map { name in
            var (distinct, number) = (name, 1)
            while !taken.insert(distinct).inserted {
                number += 1
                distinct = "\(name)_\(number)"
            }
            return distinct
        }
        keys = self.names.map { Array("\(JSONValue.string($0)):".utf8) }
    }

    /// Appends a row as an object.
    package func append(to line: inout [UInt8], _ value: (Int) -> JSONValue?) {
        line.append(UInt8(ascii: "{"))
        var isFirst = true
        for (index, key) in keys.enumerated() {
            guard let value = value(index) else { continue }
            if !isFirst { line.append(UInt8(ascii: ",")) }
            isFirst = false
            line.append(contentsOf: key)
            JSONWriter.append(value, to: &line)
        }
        line.append(UInt8(ascii: "}"))
    }
}
