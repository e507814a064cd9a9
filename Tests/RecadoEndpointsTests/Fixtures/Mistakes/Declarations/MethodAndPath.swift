// Method and path apart
// both stand in the route: `static let route: Route = "GET /films"`
import Recado

struct ListAll: Endpoint {
    // error: type 'ListAll' does not conform to protocol 'Endpoint'
    // note: protocol requires property 'route' with type 'Route'
    static let method = "GET"
    static let path = "/films"
    typealias Output = [Film]
}
