#if Server
package import RouteDBInsight
import RouteDB

extension LinkOutput {
    /// The QR code of the link.
    package var code: QRCode {
        get throws(RouteDBError) {
            guard isWhole else {
                throw RouteDBError(
                    .invalidValue,
                    "'\(url)' is no URL that a code could show: it lacks a host or a value.",
                    hint:
                        "Bind the namespace of the link to a host: routedb namespace set NAME --host HOST"
                )
            }
            return try QRCode(of: url)
        }
    }
}
#endif
