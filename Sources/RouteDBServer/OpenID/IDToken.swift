#if Server
import HTTPTypes
package import RouteDB

/// The token by which a provider tells who has logged in (OpenID Connect Core 1.0, section 2).
///
/// Its signature is not looked at: the token comes from the provider itself, on a connection whose certificate was
/// checked, which stands in for the signature (section 3.1.3.7, item 6).
package struct IDToken: Sendable {
    /// How far the clocks of the provider and the service may differ, in seconds.
    private static let leeway: Int64 = 60

    /// The claims about the user.
    package let claims: JSONObject

    /// Reads a token, and checks that it is from a provider, for a client and a login, and has not expired.
    package init(
        _ text: String, from issuer: String, for client: String, nonce: String, at seconds: Int64
    ) throws(Problem) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Base64URL.decode(parts[1]),
            case .object(let claims)? = try? JSONValue(parsing: bytes)
        else { throw Self.refusal("is not a token") }
        guard claims.text("iss") == issuer else { throw Self.refusal("is of another provider") }
        let audience = claims.texts("aud")
        guard audience.contains(client), audience.count == 1 || claims.text("azp") == client else {
            throw Self.refusal("is for another client")
        }
        guard claims.text("nonce") == nonce else { throw Self.refusal("is for another login") }
        guard let expiry = claims.seconds("exp"), expiry > seconds - Self.leeway else {
            throw Self.refusal("has expired")
        }
        guard claims.text("sub")?.isEmpty == false else { throw Self.refusal("names no user") }
        self.claims = claims
    }

    private static func refusal(_ fault: String) -> Problem {
        Problem(
            .badGateway, "loginRefused", "The token of the OpenID provider \(fault).",
            hint: "Log in once more. Compare the options '--openid' with the provider's settings.")
    }
}

extension JSONObject {
    /// The text of a claim.
    func text(_ name: String) -> String? {
        if case .string(let text)? = self[name] { text } else { nil }
    }

    /// The texts of a claim that has one or several; a dot in its name leads into an object.
    func texts(_ name: String) -> [String] {
        var value = self[name]
        if value == nil {
            let parts = name.split(separator: ".")
            value = parts.reduce(JSONValue.object(self)) { value, part in
                if case .object(let object)? = value { object[String(part)] } else { nil }
            }
        }
        switch value {
        case .string(let text)?: return [text]
        case .array(let values)?:
            return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
        default: return []
        }
    }

    /// The seconds since 1970 of a claim that is a time.
    fileprivate func seconds(_ name: String) -> Int64? {
        switch self[name] {
        case .int(let seconds)?: seconds
        case .double(let seconds)?: Int64(exactly: seconds.rounded(.down))
        default: nil
        }
    }
}
#endif
