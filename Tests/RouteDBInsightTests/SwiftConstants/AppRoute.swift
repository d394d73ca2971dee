// Made by 'routedb generate swift' from the routes of the namespace `default`.
// Do not edit: change the routes, and make it again.
// swift-format-ignore-file

public import RouteDB

/// The routes of the namespace `default`.
public enum AppRoute: Hashable, Sendable {
    /// `app://product/{id:int}(/{slug})`, which leads to `product.view`.
    case product(id: Int, slug: String? = nil)
    /// `app://cart`, which leads to `cart.view`.
    case cart
    /// `app://list/{page:int}?q={term}`, which leads to `list`.
    case listValues(page: Int? = nil, term: String)
    /// `app://{kind}.example/{ratio:float}/{on:bool}/{price:number}/{self:uuid}`, which leads to `types`.
    case types(kind: String, ratio: Double, on: Bool, price: JSONValue, self: String)
    /// `app://files/*/**`, which leads to `files`.
    case files(wildcards: [String] = [])
    /// `app://old/open`, which leads to `old`.
    case oldDefault
    /// `app://new/open`, which leads to `new`.
    case newDefault
}

extension AppRoute {
    /// The route in the registry.
    public var reference: RouteReference {
        switch self {
        case .product: RouteReference("default:product")
        case .cart: RouteReference("default:cart")
        case .listValues: RouteReference("default:list.values")
        case .types: RouteReference("default:Types")
        case .files: RouteReference("default:files")
        case .oldDefault: RouteReference("default:old/default")
        case .newDefault: RouteReference("default:new/default")
        }
    }

    /// The values of the route's parameters, by name.
    public var values: JSONObject {
        var values: JSONObject = [:]
        switch self {
        case .product(let value0, let value1):
            values["id"] = .int(Int64(value0))
            if let value1 { values["slug"] = .string(value1) }
        case .listValues(let value0, let value1):
            if let value0 { values["page"] = .int(Int64(value0)) }
            values["term"] = .string(value1)
        case .types(let value0, let value1, let value2, let value3, let value4):
            values["kind"] = .string(value0)
            values["ratio"] = .double(value1)
            values["on"] = .bool(value2)
            values["price"] = value3
            values["self"] = .string(value4)
        default: break
        }
        return values
    }

    /// The texts for the places of the pattern that have no name.
    public var wildcards: [String] {
        switch self {
        case .product: []
        case .cart: []
        case .listValues: []
        case .types: []
        case .files(let wildcards): wildcards
        case .oldDefault: []
        case .newDefault: []
        }
    }

    /// Builds the URL that leads here.
    ///
    /// - Parameters:
    ///   - registry: The registry with the routes.
    ///   - options: Such as the scheme and host, for a pattern without them.
    /// - Throws: `RouteDBError` with `urlNotBuilt`, or `routeNotFound` if the registry has
    ///   changed since this file was made.
    public func url(
        in registry: RouteRegistry, options: URLBuildOptions = URLBuildOptions()
    ) throws(RouteDBError) -> String {
        var options = options
        options.wildcards = wildcards
        return try registry.url(for: reference, values: values, options: options)
    }

    /// Reads where a URL leads.
    ///
    /// - Parameter resolution: The answer of the registry.
    /// - Throws: `ValueError` if a value is not of its type, because the registry has changed
    ///   since this file was made.
    /// - Returns: `nil` if the URL leads to none of these routes.
    public init?(_ resolution: Resolution) throws(ValueError) {
        guard resolution.namespace?.name == "default",
            let route = resolution.route
        else { return nil }
        switch (route.group, route.name) {
        case (nil, "product"):
            self = try .product(
                id: resolution.value("id"),
                slug: resolution.optionalValue("slug"))
        case (nil, "cart"): self = .cart
        case (nil, "list.values"):
            self = try .listValues(
                page: resolution.optionalValue("page"),
                term: resolution.value("term"))
        case (nil, "Types"):
            self = try .types(
                kind: resolution.value("kind"),
                ratio: resolution.value("ratio"),
                on: resolution.value("on"),
                price: resolution.value("price"),
                self: resolution.value("self"))
        case (nil, "files"):
            self = .files(
                wildcards: resolution.wildcards)
        case ("old", "default"): self = .oldDefault
        case ("new", "default"): self = .newDefault
        default: return nil
        }
    }
}
