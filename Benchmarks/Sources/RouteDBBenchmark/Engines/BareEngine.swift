#if arch(x86_64)
    import CBareMatcher

    /// The barest matcher: literals and parameters of paths, and nothing else; see `bare_matcher.h`.
    ///
    /// What it leaves out is the price of everything that RouteDB does, so it is the measure.
    final class BareEngine {
        /// A node of the tree of segments while it is built.
        private struct Node {
            var firstChild = -1
            var nextSibling = -1
            var parameter = -1
            /// The route that ends here, or -1.
            var route = -1
            var text = -1
            /// How many routes are below, and one of them.
            var count = 0
            var sample = 0
        }

        /// The most segments of a path.
        static let maximumSegments = 8

        /// How a parameter is written in paths given to ``init(_:)``.
        static let parameter = "{}"

        private var nodes = [Node()]
        private var hashes: [UInt64] = []
        private var offsets: [UInt32] = []
        private var records: [UInt8] = []
        private var edges: [(node: UInt32, hash: UInt64, reference: UInt32)] = []
        private var nodeCount: UInt32 = 0
        private var table = bare_table()
        private let scratch = UnsafeMutablePointer<UInt32>.allocate(capacity: 32)

        deinit {
            scratch.deallocate()
            table.buckets.deallocate()
            table.records.deallocate()
        }

        /// Builds the table of paths, each a list of segments.
        ///
        /// A path has at most eight segments, and five runs of at most 32 bytes.
        init(_ paths: [[String]]) {
            var texts: [String: Int] = [:]
            var children: [UInt64: Int] = [:]
            children.reserveCapacity(paths.count * 3)
            nodes.reserveCapacity(paths.count * 3)
            for (number, path) in paths.enumerated() {
                add(path, number: number, texts: &texts, children: &children)
            }
            records.append(contentsOf: repeatElement(0, count: 64))
            table.root = reference(below: 0, depth: 0)
            fill()
            (nodes, hashes, offsets, edges) = ([], [], [], [])
        }

        private func add(
            _ path: [String], number: Int, texts: inout [String: Int],
            children: inout [UInt64: Int]
        ) {
            var node = 0
            nodes[0].count += 1
            for text in path {
                if text == Self.parameter {
                    if nodes[node].parameter < 0 {
                        nodes[node].parameter = nodes.count
                        nodes.append(Node())
                    }
                    node = nodes[node].parameter
                } else {
                    let place = texts[text] ?? hashes.count
                    if place == hashes.count {
                        texts[text] = place
                        hashes.append(Self.hash(text))
                    }
                    let key = UInt64(node) << 32 | UInt64(place)
                    if let child = children[key] {
                        node = child
                    } else {
                        var child = Node()
                        child.text = place
                        child.nextSibling = nodes[node].firstChild
                        nodes[node].firstChild = nodes.count
                        children[key] = nodes.count
                        node = nodes.count
                        nodes.append(child)
                    }
                }
                nodes[node].count += 1
                nodes[node].sample = number
            }
            // Of two routes with the same path, the first wins, as in RouteDB.
            if nodes[node].route < 0 { nodes[node].route = number }
            addRecord(path, number: number)
        }

        private func addRecord(_ path: [String], number: Int) {
            var parameters: UInt8 = 0
            var runs: [(segment: Int, length: Int)] = []
            var text: [UInt8] = []
            var isOpen = false
            for (index, segment) in path.enumerated() {
                guard segment != Self.parameter else {
                    parameters |= 1 << UInt8(index)
                    isOpen = false
                    continue
                }
                let length = segment.utf8.count + 1
                if !isOpen || (runs.last?.length ?? 0) + length > 32 { runs.append((index, 0)) }
                isOpen = true
                runs[runs.count - 1].length += length
                text.append(UInt8(ascii: "/"))
                text.append(contentsOf: segment.utf8)
            }
            precondition(
                path.count <= Self.maximumSegments && runs.count <= 5,
                "a path that the table can hold")
            precondition(runs.allSatisfy { $0.length <= 32 }, "a path that the table can hold")
            while records.count % 4 != 0 { records.append(0) }
            offsets.append(UInt32(records.count))
            withUnsafeBytes(of: UInt32(number)) { records.append(contentsOf: $0) }
            records.append(UInt8(path.count))
            records.append(parameters)
            for index in 0..<5 {
                records.append(index < runs.count ? UInt8(runs[index].segment) : 0)
                records.append(index < runs.count ? UInt8(runs[index].length) : 0)
            }
            records.append(contentsOf: text)
        }

        /// The reference to what is below a node; nodes with one branch are skipped.
        private func reference(below start: Int, depth: Int) -> UInt32 {
            var (place, depth) = (start, depth)
            while true {
                let node = nodes[place]
                if node.count == 1 { return 0x8000_0000 | offsets[node.sample] }
                let only = node.firstChild >= 0 ? node.firstChild : node.parameter
                let isAlone =
                    node.route < 0 && (node.firstChild < 0 || node.parameter < 0)
                    && (node.firstChild < 0 || nodes[node.firstChild].nextSibling < 0)
                guard isAlone else { break }
                place = only
                depth += 1
            }
            nodeCount += 1
            let number = (nodeCount &* 0x9E37_79B1) & 0x01FF_FFFF
            var reference = number | UInt32(depth) << 25
            let node = nodes[place]
            if node.route >= 0 {
                edges.append((number, BARE_END_HASH, 0x8000_0000 | offsets[node.route]))
            }
            var child = node.firstChild
            while child >= 0 {
                let below = self.reference(below: child, depth: depth + 1)
                edges.append((number, hashes[nodes[child].text], below))
                child = nodes[child].nextSibling
            }
            if node.parameter >= 0 {
                let below = self.reference(below: node.parameter, depth: depth + 1)
                edges.append((number, BARE_PARAMETER_HASH, below))
                reference |= 0x4000_0000
            }
            return reference
        }

        private func fill() {
            var count = 4
            while count * 20 < edges.count * 8 { count *= 2 }
            let memory = UnsafeMutableRawPointer.allocate(byteCount: count * 32, alignment: 64)
            let buckets = memory.bindMemory(to: UInt32.self, capacity: count * 8)
            buckets.initialize(repeating: 0, count: count * 8)
            table.mask = UInt32(count - 1)
            for edge in edges {
                var slot = bare_slot(edge.node, edge.hash)
                placing: while true {
                    let bucket = buckets + Int(slot & table.mask) * 8
                    for index in 0..<4 where bucket[4 + index] == 0 {
                        bucket[index] |= bare_fingerprint(edge.node, edge.hash)
                        bucket[4 + index] = edge.reference
                        break placing
                    }
                    bucket[0] |= 1
                    slot &+= 1
                }
            }
            table.buckets = UnsafePointer(buckets)
            let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: records.count)
            bytes.initialize(from: records, count: records.count)
            table.records = UnsafePointer(bytes)
            records = []
        }

        /// The reference to the tree.
        var root: Int { Int(table.root) }

        private static func hash(_ text: String) -> UInt64 {
            let bytes = Array(text.utf8) + [UInt8](repeating: 0, count: 16)
            return bare_hash(bytes, UInt32(text.utf8.count))
        }

        /// The route of a URL, whose memory goes on for 128 bytes after its end; -1 if there is none.
        @inline(__always)
        func find(_ url: UnsafePointer<UInt8>, count: Int, sum: inout Int) -> Int {
            var start: UnsafePointer<UInt8>?
            var parameters: UInt32 = 0
            let route = withUnsafePointer(to: table) {
                bare_find($0, url, scratch, count, &start, &parameters)
            }
            while parameters != 0 {
                let index = parameters.trailingZeroBitCount
                parameters &= parameters &- 1
                sum &+= Int(scratch[index &+ 1] &- scratch[index] &- 1)
            }
            return Int(route)
        }
    }
#endif
