import Foundation
import RouteDBTraffic

/// A history that version 0.1.0 of the tool made with schema version 5, before segments had a second
/// format: 1,100 lines of a log were imported, 55 for each of 20 requests that are four minutes apart,
/// and all but the last 100 hits were pruned.
package enum OlderHistory {
    /// Makes the file.
    package static func make(at path: String) throws {
        let gzip = [UInt8](Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data())
        let source = GzipSource(Bytes(rest: gzip))
        var bytes: [UInt8] = []
        while case let piece = try source.read(), !piece.isEmpty { bytes += piece }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    private struct Bytes: LogSource {
        var rest: [UInt8]

        mutating func read() throws(LogSourceError) -> [UInt8] {
            defer { rest = [] }
            return rest
        }
    }

    // The file, compressed with gzip.
    private static let text = """
        H4sIAAAAAAACA+3cB0ATWd8u8EkhkFCUbidSpBh6FyEg0pSiFBFEkBIgEhJMguCKioKKiwWxd6zYy6prV3RFsXcE
        sffedS2oXxpNQd29d/f97nuf3yZk5pz/nJk5bWaymw3rG8gVc5jJAmF6vJhpT3gSZDLhyWQSBEGTvHWIBtqSN1Wx
        LE0nSd5K0s9QsT+XaB6NsEokqbPJhI4Rm2Az3As9LrjxunV1LnDaae9te92eYX3cdrPVb12LzOebjTMzNL1oki8J
        BAAAAAAAAAAAAAAAAAAAAAD4d+T30FHWNTJSKQgZyuVkpXLForiEYXFJ8cMaLXqH+niF+zD7BfhEMhslM73CGGE+
        gT7e4QymhEgsTBZz0zlmpiZRlibpliZJpixmQmZiGkfMYppm8rnZnAxBYqqpuWQ7pmRzlmwrb68wH6YgU5woSOfI
        EqQi/X2CmbbMcOmHaXq8ODGVk2QqT7VTpGbym6bbK9KTOHyuJLFpUQ6KzMTUeB6Pw0+p38pRkcHlD43ncRWb+QT3
        lB6i4qDkh8nP5PG4yWb8+HSOKCM+kcNi2sjOoz4hjpvUJFIo2bw+SrZSHyHKTDeTVqMsS7rQkJzF4aakimUZ8sWG
        rKRMYbyYK+DLq0+x0pAtrfkkWZ5sqSEjQ5jJ5yTF1e+w0fo3QY123ySF4RsaEiQ5Cx4vM4PhFxoS0YfZI4ppy2La
        sZj2LKZDfh9tZV0TE5WClMadKFWQKWy83Fw3kqb/sB+Fm/h3s7GRvKK/06OkJaFL/dd0qQAtmr5JW1Iil5/Eyeam
        ZwiE4rhkrlAkli/rKDpTQHBPn/7MxvnMkGDFOtNMlmCeoKmsb9KeNFpTVpaIk5LO4YvjpOekWNZuUljjAGlhinWm
        GS9eJE9lMWUFK5Zl1TBGu7WyvoEBKS9THJ/A4yQLhCkCsZjDr1/QUuwj3KtHoA+zPplpJqswbhKzXkBwuI+fTyiz
        T2hAkFdoFLO3TxTT29/HuzfTTBLm4c60NZfXcgInJZMfFy9uvFFwSDgzOCIwUB6RzOVzRZIOLQ1SRMgzpMf89f7q
        NmX29PH1iggMZ9rU7VYWLdmxpOdZWkoGWhYzPZ4/TNKd+JJxKE7lKFqWKeBzREyxQMAwZ4aFhwZ4h+cNaaWsb2pK
        Gt9ZViuKZpJHN1nRbFI7TbLqakjepC2eqmTW4MSnt5wvnzZazq8fdS3ky8Ybs+XtFUO7xfyGGv+mvr+q5brmlY+T
        lvdYN2BbypcN2u8cceP+ZSavXpaiGhtm2Uazk2L6UZyoeX0js5iRAeH+IRHhzNCQyICe4ww0lPU7dyZNpDduc0lT
        Niy1bq61JenfNPW3dRXq4+sT6hPs7RNWP8i5SYoKk5bA/H4dS0PkVcyUduVkoSBdOudw+bJuLBAmcYRMQbJsRRIq
        UvSseKG4yRhqpuso9hvu0z+8IZfZLMl+FbtI5vI4kgVJwVnxIqak4pPko1b+nzJ/W568o2VIG130F/YWz+wVJpnH
        BAmDOYmSJs3iiiXXSsk+pTvmipiZosx4XqOKl3WaliqwPkQ2HdR1xAweNzFeOjxa2qwhpNF2Qo70gL67u/qQRpuJ
        0rgZGfKe3dJmdSGNtmqYsetnQuZ3yBtJOiKlw1JWQv30z2w6lzY7jiS9p8URMkZfXVlfV5eUrykbITyBSCR9t2oy
        KqQpivGgmNq+NxYUIQ1jQTHdtVRBimwTpquNDVNWSdIzlp6u5KLC5fO5/BTZqBBxEgX8JFHjGexnp68m1dJ0Wmmx
        ZvKSVJX127YljTeS1Yy89eV/1ZvUjjzt2/nir00YPC6f86MZQxbT6LQEyckiTgs7YzUa29LtTEXybsdMGCbp+YpJ
        hieQVG2SpF7TM4QckYgjH/MZPOml58fFpnMl01FaQ2GSvcgaSroHkWJUxYsEfGZL04eYky2uO+cegSE9ms4fkh1J
        i63vBI3PpsmYbXk2bHY4SLdvaPWuajR9dlsSIb8fG8LjSu5k4zPFAtl6nHwXcbbyT40xpnTJ7ZtJ3WhRXC2kBYoa
        L6s2d02R5XzVS/5WD/mJ3lFXd/zM9ISGq4i8/QWK2kvipnBEkmHSpOLry5I8RYhTzRQx5pLB6cBsmL9+olqdGTT9
        3iYtVWvjKomzbbymNk6sIht2k7wbVbH8L6OZav0/uWdtdK38qctXs1dLrvyCKZ2QZVdN2XW8YZZvcRg1X7y0bHml
        10358lLq+7y8F/14mhA16gmNbpKFkuI58Tyx7MIrn5ylg/UvHmV9gZLDFXEUx5QaP5Qjv6BLk7lCJqdusk7MFH/d
        ON+93n29C3nlpsaLJLOLtFIki0lMvkC6g69vFf7uvcLfvln4u3cLf+V2oe7YW57nmjS8e0OFdG10jl0bDrtr3ZE0
        jNfRvZWV9du3J41Jlw076eOOZMpVfNCbDDxF4jcjr5lxJz86xbN2i0cvzORxWrxG/JVnlfqzGcukySaRX9vLr92y
        J3v5X5Wm125ZmuJUGh7Lvr/Dv3PD0vBIx/zOY1DDgx3zpx7vvhfV+LG65aiGB7vvRTU83n0vquEh73tRjb6g+cEj
        f5P4+gP9yfj6Q/7J+PqD/1F8k4vf3380HeOhJBtw+WGyLqr4Ykfxodykk9Z/6fP1pe6nr3SN+sLP3jJ/+4zyVTt+
        +wjy7YWoPkRScEOBij0kCniZ6fKHx6Y3f/X3hqJmbg3r6zO/A1X25FIgH+PieC5P+qY1qTppyk/VW0MP/m7nbTSM
        fziCWwjgDOWK5EPph6P7h4Oxpa+f4sWZop8b9C2UIMgUJn7vG6aGb7haCuAMyeTwE1v+DipTyGv+1l8xKLn8RG5G
        PE+eq0iMF0qqX8wRiholCjnJHKFQcpMrj6zvHmP8yLJLQD5XPr5kByz/S206uhSPq407yU8PrDTOsG/OgBkRHNA3
        wuerW2lJpLnkYmHr1HRI/mg41t0DKL5//PH3o4pA2aYMVqMvd3+8aUOsbOv6JyTK956Q5NUXZyv/lP6CXUX6r/JG
        i0jy76AdZdWfzk2Rd9r6BUqTRqhPVrTDUEkjK64332mLuqjm7+mbuZlITOUkpoky07/O/aqt6sKaNFh8huROqvnb
        mPpOJ/0RP/GP/AEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAn6UueSuxjQn2efZK9gh2sGQRAAAAAAAA
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA4H8lMyUlwsiSlmpjY+MYN5TLyRK5xtvZ2Sc42tvb2trYu3IcCNqgK4P1
        dk+zpCoRlvJIh7hkgTCFIxZz+SkJTrbxCfYu9raJdjauTgn2deHmFCXCRB5uH8cTiEQcUUKyqz3HJtHexdbVNinR
        Prku1IKsRJjKQ+3iuOkZAqFY5JKQ7OSY7GKfxElwTOQ42NXHkupjbeO4fK6YG89ztHG2dXFyckm0j+e42Dsk1MVK
        f/9PYt8mJC8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA+Ae1I9EIFpmsYuqYG7moauHj4PXtNpPG3hhM
        DaTcZxDS3/8/JiQvAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAPgXaFNY9K//HwDq0gxP1A0AAAAAAAAA
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAADAf5L09/8ko72E5AUAAAAAAAAAAAAAAAAAAAAAAP+q7WwSnSDRaPPE5/lJ
        BM1vYMdnaoT0k+VuRoT6h9kmSYJUtj0kkZJ8i9/sdBm1qHLba0LtWceBfjSCMHNnyT4V621IBEGVxJMUha8kN92Z
        dF2aR1Wsq1Hkn6RG69LlLwoZivwKRX7GV/E/u/6A0rAuzWMr8s9L1hsf4nyqfF1TsZ6kJF83UayzaE3j/5/SIVjj
        v/VN+iv+jbom/T0EiUyhKtGUVegMVTV1jVatNbW0dXT19Nu0bde+Q8dOBszOhkbGJl1MzcwturIsraxtbO3sHRyd
        nF1cu7l1d/dge3r18O7p4+vnH9Crd2BQcEifvqFh4RH9IvtHRQ+IGRgbNyg+IZEgPIgcYifxjnAiiUm/kZ6TrMg8
        8mryfXIXShJlCeU6pRM1hjqXWkXVUwpXKlY6raRBC6T9Squg0ZR7Ko9RLlP+rNxd5ReV7SpvVRzoQvpG+lM6izGY
        sZJxl2GsmqBaonpVtYNatNpstUo1HfVQ9SL1k+pqGr00CjQOaVBb9WiV22pvq9pW3Vpnt/699evWdpoZmus1H2ta
        aKVqrdC6rWWoPUh7ofZl7XY6/XVm6pzX0dLtoztZ97guQ89fb5zeQT2yvqf+SP3d+h/0/7nGUybUCW2iLWEgGfdd
        CVvCmXAnvIkAIoSIIAYQ8UQKkU6IiGHEKGIsUUhMJWYRC4ilxCpiA7GV2EXsJw4TJ4hzRDVxjbhDPCJeEH8SnwgK
        iU5qRdIltSd1JpmSLEn2JFcSm+RD6i3pjq0JJmFDeBJ9iEFEBpFLFBElxEaijDhNXCeeS/pSaxKTZEPyJPUhDSJl
        kHJJRaQS0kZSGek06bqk9QhyazKTbEP2JPchDyJnkHPJReQS8kZyGXnfv/oPQRgT/gRPcvRbiCqilmCSepJSSRMl
        R3qe9I7UQXJ8SeQC8lryafJrchtKd8ogSj5lJeU45TlFh+oi6XG51GXUCupjamslB6X+SjlKJUoHle4rqdFsaOG0
        bNp8WhntNk1FmaXcR1msPFt5t/J1ZaqKmUqgSobKdElfvKxC0I3p/nQevYi+hV5Fr6UzGT0ZqYyJjI2M84x3jA6q
        nqpJqgWqa1VPq75WbaPWXW2QWr7aSrXjas8lvdRFPUY9V32ZeoX6Y/VUsThD1M3aWpQqyLDiZMenZ/A4VomCdOtM
        EUdo7YBsZCMb2cj+F7J5ApHY2hbZyEY2spGN7P9sdjyf/7//NdyQm2TYzWEEPv/Zz7q+El/XUayRghSkIAUpSPn/
        J4Uh/RdmHrkE+wH7HHs3ewV7CjubncDuxbZnd2TTPJ55VHsc8FjnMUsSAgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
        AAAAAAAAAP/F9NSpdBKdRFJRkb65kbpqZGcJXUkyvUmyszODoSNJlSRIUqQUwV+XoFnQbAmaBdJUvfoS6oP5El+X
        oUFttgwNal1w4zIUwfrSMholM3LJFGn414Uwcps7EEl0XXLjA6HVNnsgtNrmymghmJLdXDAlWxasLmkDEvsWIXkB
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAwD+nPUmJoJmQCdqgK4PbbAlJj8+2FAqyRO62NjaU+/Lf/1cS
        khcAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/F9lRlIj9GlkCkFWUVGhxVvxBClXj69/cKr4UzE1kDSF
        Qw2U/d8A9FM7yX7/b1VBSF4AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAP+4JY4kJTr9IK/4U/Gp0tF5nfKMNl4ab9xx
        v2Zsh3Vrs4s+6j73FtQ4q+8Z8WTb1nHb3jy81t0t8uTdlxuHejwYcWPtBG/nJTvH/HoodcvCayYqxrwLw3gjf9cf
        v2fhL9TQgoKb/qO62d4nOdS6KheebGcd5v7xXfTw4CXvLiycdclwhPNYHTY/yFgwTXckeUSbcdG7E4OeDqAtcJp7
        Se/SpZd9A46b9s2YOUvHU+si89Fg0UIDI1aCWU7IDqPyYQfvvs0/cOKkzt6R/UjFa5dk1fbf7nLkZr+uZ/jU8tOz
        Eg8kiKmhe4bqKqtdL9w67JWBy8BEjVcrrLe+oE0sb+93m21w6IPZ6n3VYlvh+JxLXLstsbfiip88frV5yqiMGy4Z
        /dOeu7k/1U02L6oSznvqNs+O1Vp3RsePWzvPrEmJNT67YELphuxVv5VxzaKpyZsOH13KylL7snVM3uQV70ppvou6
        e5ZZqJm0HR0T9dm2ujLSdumB69fSUn1ISRPp7I55hqJkq+prxe12Tjc6FrDMIyOX8vB61iVaxPrSUIcozzyuxabE
        BTN6nnlpRqyatfqiE7Xvjh3WnavbdHSx2fnp85q1527Yvfeq3vd226kDk4bum/piaU2uWSv2qvHD8sweK5WV3dh/
        7dZaUcrkCUIN/0fpo5RCZsd4zo7idXYar1q8J/Du+M9bnW07Lelc8nyAdnLXM0as8bOHEtu330lPG7FkKuu8j9v2
        Eq5dWHuvCl5Qr8oDLw7Xnldzoa1k0YK8U7iLQoySxWvaF85f/Zj7sLbN+dkDy3WzRvxyvtOZSLuYViO3549zEa9p
        NX37sY7GAUZCUk20Qxfd1fueFOVp2g1mXD6cQvLMsY56qezoPfRtpcWzhKeBzEN74tJnrFxGXC83q3YwmByW3e1J
        +nDfCxGDj/YruduGprv52u5hKl0Pfkkfmel85OWCzX53CqZnz6TNn/lhv/Xxu8oUVs/xpNcxXmGc2tAueRl7qtcl
        6z0/6Xnk7rXVnoOSxuveOz9rt+D9uo+WC3UNirV7DomO2DvrRPKp0H3taqKSI1rF5LzcWLIxT2W9ve32MWsWnHpz
        58a80bm0Kr1FFSeOaX744B6y/k605coB7zsn/JLY1vVKasAtk36XMrul7hQ/Pb2OP7YTWSdulci808Yg4v3mdxeP
        ZVNjq6ZPc5y8eVTHW7dfng8YWvlAx4ZTu1htUmDFow5hpjH9esweXzv9hF742M+f/Uon7M2NPzXQeQl9gzB3wbMF
        vS6EVpT682+dWh0VNPiV4S/kc1NKPcZN3dWLGjYmV9P0WNEAzZJaVYuZGu30T5tGxqwbN7d38M0pL+cv0BYXfXzZ
        exRl+c20eeM6p63vasPfG1lYObrViQUpcUkR+gPVurabqt7fRLx4ZrTf2fSDOy/dcBo54de3E+7Pvakz4UXAr2V7
        HCa8Cjwz2am28KC/9Vvb5aMOlyzblHtH2cg4u2L7U+308Zn8+VdnUNvwWMVb+qaMeXY4e/tY58zxStV/bnn2y/Iz
        jgEPsmpjorOWDNa6kXg6Zv/gRx+X9Tp7UPNJSue4mkmLbtzvkKb01thi3h1Rm0KLm8FXPxfOPPnpAM/fcf1F3YOn
        NM7ZsI5vmPhy+q7MqpoDARVBbl/8uyybZDfo6LanyiN463tfZzEy3a+7Fk7j6Q7Z7Nt+5dLQ1jXp7y9nbR1gPdDg
        sm+xzSA9vzm0NSYZ7+ynR7ejh2Wy5tLfaSRVrq4IOO4+fUzngxfW9aous4u63XX08EeckNX3SoNso43POw3ISpz7
        uvfnPy8/3H9s6wEy3edkWs8+dP120WlnkrcFzOl62mC/1oUg99vn+VMZq1/t9M6JfdhOZM5m2d8+knJndUzhfbfr
        hn7+hw76+tjOnm0YMDVoud4Z7VM7T1stWrI+StX5sclkzcGmbTKNbIcarvps+Kf6rn0F21TmHR2d0/p468BntTuy
        Y2y++FfOXLrl49YYvX3bMjl+OdQZ0bmHt5/Isdy1+fH5uV+mPFpyxIMbPPnawCTelx57km+X7MwKWnnMxc91zg7f
        y8cWlwS92TTc7P6GZazl08Qfx6T7Lnbp8t67/8096s4n8l3t7x3rRKkaH/OhMtO1RwGXlr7sWah6eayzZo5H+WrD
        5/omh588e/Dh/bVb/qNvW7lNWDJsioeXbaSpGSlmV6ljlOsLt71rrj+nfHKac1NbzbNd9yulazXOdQ8odoi7ciD7
        y4Te573UtWreXOyZFTr5iV7l9IuO3E59vKZSDt6eU3x62foilXyDzmGRL2eH+Lq9K/u8eq358D6z1X9dMuP3TyWH
        s3zb6/7xiry2i+ol8/IBNTtvpRbeuFP+abNaxt3J+78MXuxstbz8puet6OgIcaHIl/tyobHIxkeXnONute/yFt0r
        kxiOwsAr2x9azl2zzyCjM9PrRtuFXQ+VE25nSnUXltl+Xlu4fN/1Vx1G2a+fHGXbfSm5IpJxtHjvjmzh0MgvHzo8
        Z1SGVt8asN3bZEqQ6kXrIf1qulhft353oOv6rjN31bqaHhzxS+dDqUG5b3KUVjjodUzViviy8tG7m6cmFDzS6h/S
        OmVnrNGaD2cf7jl2qcNKfitDD6Xoe2dSzycND/Mxu5t2eIKj/4vz7FtajpN1zlRYREXzjrTVto/OzBin66FkoeQa
        XLGiV+n5eG7y6VMppf1UZx7WIRX2m7PTKvKx8MGcmyd+6RebNP3Li1eHeowY55u590LVykOH+xqJFm2d5t2L9NjU
        wbzbHPXdulYmAcczTn/YdLx/ev62VfNYJ9VWL5ql+uL6tBcf+h5xte4Tu/zLy6DBCeY8K6q20s5bzhPW7eNXDan+
        szRdWagUcWOBl2CJ+quhnVzHTY/SO/b6k0dW+m83e6nl+IZVPhEFz0n+PMTaf/XofS8eO5UOW7KSYnXzqefTyueX
        E4cN/zxvwMG4QaXvAix6ei7/fNdy1YdS79e0O38c1J0z9kNKVVv71yNPmj7tyzs2on/hszXbCwLDT57UvdKlx6t5
        zzdz3Ns8iRoj6uGXtae6+sSHd/qXLxxzzkp4fGcC3Wto1dvbpL6xeVWx+fxBN3ddncIilY577t75qZf/s7JDKc4e
        RZVu59zdJ12sKn5uO91S83BgmP6FiIN/vCaSLLx6vx5wcLKeMPGxaO6B22G0N6fIPqsHfLEfsm4NNy61poCrt+nE
        mr0np5/RGGu91+MJZ+zqd6tqDJTJ1axuV4dEm7TbHJTCqVpx6TBv5krTu2siY3b9Jl5kdtRWa++qYwd3TNqzqXca
        7RLl+dVF3R5uXDOrJOfESRP6m6VtJ45IMWbs0KhYYDZ72MiXC7v1ITjmrqM3699K7N5P7WmrvPEej1Ud72eapwdY
        DmaqMoTvLUcntht9I3bXUueA0xWL7YvCVV6+FRvN9XIuM7jYzlPNZP76C5QzmRxT1xobl6KZb40MTbZZLfeaOWvQ
        m5xsbf2Ih0civujMPzDgtM7pPzT0PhOL9ZYX3Xb2e9DHxefIstptWhEP85066Gu2HfXFJNltyoZdqxd2flDMOr5c
        93313bPKRzeuepoZc8mAfeDyw5R5rx5o1CxzKRHvCpi21LCVY1l5Ttm6dW7JFZVqjzZqrDOeYepnfDg2s7L08bBH
        aUf7v7m8bVPp5L1aQ677lndeH1LjsOCD18jgXgb3Zv9eziFR3TQNrb6cHLy32tfy13aBBa/6fVJdfLt7B2Lhh0Fb
        Fve/+XKBX2GkG72TxdbXeyhFWbXTPLbe8GnX/565uOpi/8AJ/UesKoyvMlWbPDP9mIVWqb7vs1Gi4ZToYauGe89n
        vXlQoL/ioG+PlLUfTP34emdtja8dzx7dRTTxlYtoxf39otTQW/dKTaYRgbdvDz/TLtDxWtZFnek1NTnZFu5dmbtG
        zmxTVvNk07Q0u6ftVlhsfONk837DwPaHuIN8Jk2ca3zg4tRXTzbZ/LZ26rV2zCqtrU7ibukj132sfFwzhV7ark3Y
        m60zo3+/XDxmrf+Qyxe3u/exzDB7oLPKpiQmbe2iLKO+8/dV3j0kGOw/rF8S61z7YVvevDhx3WnKojkF5ik2uTu0
        g6aPumr7+xEDl7FrnZJ+HVXxiMscEXpevfSlds5a7V1ps8b5epmMiVU+K6bt0P/l3QR2e+2htULTjZa5+cYRxSF+
        +tlCtd1Lb+gX2VeEqK7UPafqsfQufT6rnLe/zZ2OtuZt54dYCiPnjN3vut6mfMjHDm7OoR/z7FhfBlWv0F9j/7S/
        z8g7J9I3Ug4XDJk4bJzbSct9vXdkWJi+nrDUJuhA717j6As2OV6h5l7U6s3YGsl6bpn8yaS21HGT9SvXKXdCqges
        yI0xHkvunjFOk/di/oz8mz4HxCqjau+znp41sPrj0cqayRPnVHU8x2/7KeBDJDtywvuIGklrvqA/U5vB0uz78cBK
        I5WNFC1Ty08XwxMq/YiizgdFt3Z/URoiHvL5g4mrx0DdI/mT2ZMsoxn3DvCmUVUYm1f00yw/u9zKdJnuDJMgD1Mt
        t5Twc4vOmbEDC9e+1Ejr4U05Gj4zLcabsup27Kbjwsi5H7nDl52z8wmkHvN98jvVd2H0qO7Bb9tYR/W26dKz6OUI
        1Qvm6+y3u0V91jKnJvfI6T47og93wyXP6MdHvZccvlzYbUzaAfbHtM9Vz+6aH1993GbANPakFTbn1lIm2x6iJeYd
        juEuPDDxfrYrX+XloT1JSp/a9po2Y8fyfu0+Psw4Nvbg9WPXtniW8Po7PlK5kT91RoVNzvu5/IQgpedOB1N3DE/y
        uep0dlYbTqnFxy2T5ndb5ypYmqwU1cr9hHBCnrAq9rJve+aEKsZlU/9Klwfr+YJxdrqBdw367Htyfv+vawK2xt7Z
        84f18VXc9lu3lc/t/dow4erYJ3HBI/YvmLF09t0AXnHf7fPFDp+G+xWMONOfYbRhUfiS17OU16n3K3suHuLV+VPM
        s0lsb9Kf/KMxIb/Hqe54381t6sncDIuz4thbpqJtk177dD/Xam9O/nMzreRF5kvWC9+9Fh++teRBh5RLbWJXDMzZ
        YZr33tNvb/6yWV3yftW4av3Inr79ws7B0aPJ0+/dvf24Jmiuee8Qc7/9u0toE5cPVp6XPXKs1y/ju3T+45XZQ/4o
        c80+UXmlnwc6ZWk/Dvmy23bYIdYsJfu1O5d0cBqvvSOw63SNNglDje6H7nY7/if73ZP7UYkTxkyev22M0mqdiWuJ
        pcrTPrZmzh6gFJEdq9aDOqbadEf+xje7y6NW7iyltlZXG/egi5cFMX//tpSEHadH0sb564SNvVR8Z+jzmswLnd4W
        kUxKUiO4swaZdKroVPN2mucgcl6cX2zky/fqgnh2+qbMogULjMyG3F03dvrbucZTRdpbL0ytHjNVpY2r5s4SsXYI
        ZVpqz4u26a98rs9Jp89bPOoD2bNGZf665C+bts45GrOhfOSZ3De79zorp93aFVy6b8maxF9X9TO9ODN5sdKqPebl
        HwZF0Afcb8sVGvcYfjHf+FCXIAuKyYeKK90dh6/Uedr/YMfNZWfL6G/TpnzJH/1uevIUk1hh/h/0HgXUC4UeAsvx
        JcSCxW+SxSeFOYOe7k3P0+xlvGSk6JIPsfOj+wzSR0993dmCjeeOKI9fmd9+9NTtL9rfpo14Fh9h7aN+VPWmt+2M
        HQ/UV6zcvkvz3KhwmsbKjr6Tx+b2y9i3/PTUEq3+v7WfnTk4cN+JP/XGzrEpPx8r3ndv2jZKz7VXrmTMuNcvZ8oN
        pT97uE4Wh5d5+ByNi+34OfGthrfpUbVKA3r7nuq/bTZbVX27dcTzV2vy3Ncm+dLu7H7WZecfqaPdxwZTOlSuevjb
        8Mt2u/PbxD4M509+e0/9ot0sA93a1RsMksI2pB2YuGxDds/fDfV3jjs+dX/k4D7eXabezx2Z9rL1+En+ZUdUZ0Tf
        GjF9+VGTdyoz3txz+JO2KWdqVocBpC2nVMZv7WnU+U4Bdeyj16ufbZwRW+HbdbHpyrDTTO3beVoW1XHXBFEWZiWd
        Eu4Jt7p0NyqcpXWoymHWqyNt2zPtHJb2CmENmSdqJVod5VHYucwtbMbIxRN8Jhpe1v3N/sWc4kNzepj3XD2+8lw3
        B9b6F0c7VY7QMNnau1zfTK8deUdF3+uFKnaZz6bUjCbbHIhWK49aQktv0191s8YJv37WUXsDRZlvHqRoFc2NiS+9
        1f7RkaHLOrZeNHzzCxKDIAgS+yMheQEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADAv49KpdPp6tIlT1QG
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAwH8SQ/rHE/UAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
        AAAA8J+E3/8DAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/OdJf/9PYm8kJC8AAAAAAAAAAAAAAAAAAAAA
        AAAAAAAAAAAAAAAAAAAA+Ekh6nQ6Tb+jN1lFRYVGI2iDrgzWT+0Ub8UTpCQK0hO4fE7ScMNUgUhs2M1QlCrIsOJk
        x6dn8DhWklzDEdRAguYX02GIDiH5HMhyN5P9/r+1xwWC/YRdw65g/85eyi5ij2QPZkeyfdh2bAO2uscHj/uSAAAA
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIC/SkuVTqfSSXQSSUWFG6mrRnZ21pQl0euTGIymQZoF3wRpFjg7
        y4NUSPVBfH7T7TSo32ynQa0LqttOFqQt306RxMglU/j8phsycr/eoSSqLqluh7Tab3ZIq/16u2aCKNlfB1GyJUHq
        0vryRJcBAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA+E9iSN4k9gNC8gIAAAAAAAAAAAAAAAAAAAAAAAAA
        AAAAAAAAAAAAAACAf5qeEo1GohM0v4EsdzNC+tnxmRqRJP/9/2tC8gIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
        AAAAAACAf5EqhUa/enz9g1PFn4r/B4PASDsAAAUA
        """
}
