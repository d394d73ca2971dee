import Foundation

@testable import RouteDB

/// Small gzip data, made by zlib.
enum GzipFixtures {
    /// "one", "two" and "three" on lines, in a stored block.
    static let stored = data("H4sIAAAAAAAEAwENAPL/b25lCnR3bwp0aHJlZZ5mbYYNAAAA")

    /// Three requests, in a block with fixed codes.
    static let fixed = data("H4sIAAAAAAACA3N3DVHQT1TwCAkJ0DfUM+Ryx8ZPQvABsHyGJjAAAAA=")

    /// "one" on a line, behind a header with all its parts.
    static let longHeader = data(
        "H4sIHgAAAAAAAwMAYWJjbmFtZS5sb2cAYSBjb21tZW50AEiMy89L5QIAn6gX+AQAAAA=")

    /// Seven paths on lines, flushed in between: an empty stored block follows each other one.
    static let flushed = data(
        "H4sIAAAAAAACA9LPz0vl0ocTAAAAAP//0i8pz+cCAAAA///Sz89L5dIHs0oyilJTuQAAAAD//9JPyy8t"
            + "AgAAAP//AwA6zzOFKgAAAA==")

    /// A hundred thousand letters `a`.
    static let letters =
        data("H4sIAAAAAAACA+3BMQEAAADCoKzrX8IaHkAB")
        + [UInt8](repeating: 0, count: 96) + data("rwaH+uIboIYBAA==")

    /// The squares of 0 to 299, spread over 0 to 10006, on lines, in a block with its own codes.
    static let squares = data(
        """
        H4sIAAAAAAACAx2UyRXDMAhE76pGiL3/xvzHh+QltsQwC9zTa3usMo+9907Vu6cn3omZOd2Vp6Lq7Noxjz6d\
        Hmcz8rTPPXZ9Tz4+k/fUbh7filPNVzo1dsKPGXXeyzOWnF1ratw6I/iwLGq8OM+sQKak+5Tggw6B990HRPAi\
        nQ4vHZb3HAPjPDWwnrS4e08Uny4TByA8zyvwH1BeCcqan7nXBd8nxX4EX8Xfgd/MEwM7E6Ih8uuAT7qpgz7h\
        HSIP3Xx9TCRT4Llcs4YRFB7VkNLA82cj9iFQasaOxPdDa4/eMOBKRdAR1iFACbhLVFQE4Iqnn73AmxfKqhHX\
        M3fejs5FOrJxdRrTVA015JAAKuQOspsY5V6Rx1NDdzS6/w2ameZww5cLIXwhOB4l6QCQzr2IwnX1hGYukbf5\
        gavntXLiFOlBm0AmzDdMsTA48bdjFpyV+bRu76bO0cU8090Hi1C9AHbhAgS+JzT6KimeP3doXKWFnmzb6BiO\
        1bjxhuzGmOKxSh+wWfQ5ivKSnZlFivL/L8pt6DwHShzgG67kwZT6WJlXmlOQKg8fTNMgNUcztAWtJY1L+xII\
        RxB48qRRuQwp3oysh53r1+jZ6G1cndN5J14QcCWJzjb/+qAHYplCSxKVuhuHSDKLTstEgRNMgbU6lWiDmsX3\
        cRsx/22SJxrPHplVCqKR0pekOVsqTFBSRYILJTvXaQvDUDiWUXZgGHQiFtPCAXDjTzNaN70SFuYbMc67DK+1\
        rMdhZpriytRotkzaGUHWqLYE4KJO/ymVobiVKoNkcBziARkqMNYvcNueOkAQfOfW6wvSPN6yOmBPRsrqsSVW\
        0WJB7IYCDi1LIlhaR5xz3dDCIOCvQCxfVX7ai0j1tFM2WsEDSJlIPcrmpYm4D8MPGZR30/hClT1mhllz/03A\
        eMXTSe2Pq4uMA7HkeZdUE4XqxZ351wTEu6Tzv1oTRd7eDzXgGZu0BQAA
        """)

    /// What ``squares`` decompresses to.
    static let squaresText = (0..<300).map { String($0 * $0 * 7919 % 10_007) }
        .joined(separator: "\n")

    private static func data(_ text: String) -> [UInt8] {
        Data(base64Encoded: text).map { [UInt8]($0) } ?? []
    }
}
