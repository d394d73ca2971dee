/// A text as a key, compared byte by byte: what `String` takes to be the same may be another name.
struct TextKey: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: Self, right: Self) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        // Texts that are equal byte by byte are equal to `String`, so its faster hash will do.
        hasher.combine(text)
    }
}
