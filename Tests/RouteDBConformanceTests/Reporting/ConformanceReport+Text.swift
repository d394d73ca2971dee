extension ConformanceReport: CustomStringConvertible {
    /// The table of the systems and classes, then what failed, and what is different on purpose.
    var description: String {
        let columns = Column.allCases.map(\.rawValue)
        var lines = ["Conformance", Self.row(["system", "class"] + columns)]
        for system in RouterSystem.allCases {
            for caseClass in CaseClass.allCases {
                let group = results.filter {
                    $0.test.system == system && $0.test.caseClass == caseClass
                }
                guard !group.isEmpty else { continue }
                let counts = Column.allCases.map { column in
                    String(group.count { Column($0.outcome) == column })
                }
                lines.append(Self.row([system.rawValue, caseClass.rawValue] + counts))
            }
        }
        return (lines + failureLines + differenceLines).joined(separator: "\n")
    }

    /// The columns of the table.
    private enum Column: String, CaseIterable {
        case passed
        case failed
        case different

        init(_ outcome: CaseResult.Outcome) {
            switch outcome {
            case .passed: self = .passed
            case .failed: self = .failed
            case .different: self = .different
            }
        }
    }

    private static func row(_ cells: [String]) -> String {
        let widths = [17, 8, 8, 8, 11]
        return zip(cells, widths).map { cell, width in
            cell + String(repeating: " ", count: max(width - cell.count, 1))
        }.joined()
    }

    private var failureLines: [String] {
        results.compactMap { $0.failure.map { "failed: \($0)" } }
    }

    private var differenceLines: [String] {
        results.compactMap { result in
            guard case .different(let difference) = result.outcome else { return nil }
            return "different: \(result.test.id) (\(result.test.what)):"
                + " \(difference.id) \(difference.title)"
        }
    }
}
