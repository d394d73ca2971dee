import RouteDBRouting
import RouteDBTraffic
import Testing

@Suite("Classes of difference and the fields of a resolution")
struct ResolutionFieldClassTests {
    @Test("each field of the answer has a class of difference, and each class is about a field")
    func classes() {
        for field in ResolutionField.allCases {
            let isAnswer = if case .answer = field.part { true } else { false }
            #expect(field.replayClasses.isEmpty != isAnswer, "\(field)")
        }
        let classes = ResolutionField.allCases.flatMap(\.replayClasses)
        #expect(Set(classes) == Set(ReplayClass.allCases))
    }
}
