/// A text as a key, compared byte by byte, since `String` considers some different names equal.
package struct TextKey: Hashable, Comparable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: Self, right: Self) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    package static func < (left: Self, right: Self) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        // Texts with equal bytes are equal strings, so the faster hash of `String` is sufficient.
        hasher.combine(text)
    }
}
