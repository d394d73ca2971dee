import Hummingbird
import RouteDB
import RouteDBHummingbird

/// The pages of the shop.
struct ShopPages {
    /// One page of the list of a category.
    struct Category: ResponseCodable {
        let category: String
        let page: Int
    }

    /// An offer that is open now.
    struct Offer: ResponseEncodable {
        let offer: String
        let percent: Int
    }

    /// What is said of URLs of the shop that lead nowhere.
    struct NotFound: ResponseEncodable {
        let notFound: String
    }

    /// The offers that are open, with what they take off.
    let offers: [String: Int]

    func bind(to dispatcher: Dispatcher) {
        dispatcher.handle("shop.category") { .handled(try $0.decode(Category.self)) }
        dispatcher.handle("shop.offer") { invocation in
            let name = try invocation.value("offer", as: String.self)
            // Offers end, and their links live on: those are for the next route that matches.
            guard let percent = offers[name] else { return .declined }
            return .handled(Offer(offer: name, percent: percent))
        }
        dispatcher.handle("shop.not-found") { invocation in
            .handled(NotFound(notFound: invocation.httpRequest?.uri.path ?? ""))
        }
    }
}
