import Testing

@testable import RouteDBTerminal

@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("Zürich", 6), ("Zu\u{308}rich", 6), ("日本語", 6), ("ｶﾅ", 2),
        ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("Ａ", 2), ("👍", 2), ("👍🏽", 2), ("👩‍👩‍👧", 2),
        ("🇩🇪", 2), ("❤️", 2), ("❤", 1), ("a\u{200B}b", 2), ("עברית", 5), ("ไทย", 3), ("…", 1),
        ("█▏", 2),
        ("𠮷", 2),
    ])
    func `wide characters take two columns, and marks none`(text: String, width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test(arguments: [
        ("shop.list", 9, "shop.list"), ("shop.list", 8, "shop.li…"), ("日本語", 6, "日本語"),
        ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 2, "…"), ("日本語", 1, "…"),
        ("abc", 0, ""), ("Zu\u{308}rich", 3, "Zu\u{308}…"), ("👩‍👩‍👧👍x", 4, "👩‍👩‍👧…"),
    ])
    func `a text is shortened between characters`(text: String, width: Int, shortened: String) {
        #expect(DisplayWidth.shortened(text, to: width) == shortened)
        #expect(DisplayWidth.of(shortened) <= max(width, 0))
    }
}
