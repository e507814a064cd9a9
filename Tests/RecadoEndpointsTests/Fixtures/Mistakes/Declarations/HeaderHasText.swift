// A header's name as text
// `enum Tenant: HeaderName` names it, and `@Header<Tenant, String>` uses it
import Recado

struct ListOurs: Endpoint {
    static let route: Route = "GET /films/ours"
    typealias Output = [Film]
    @Header("X-Tenant") var tenant: String
    // error: 'init(_:)' is unavailable: a header's name is a type: '@Header<Tenant, String>'
}
