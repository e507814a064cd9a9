// A name in brackets
// the property's name in kebab-case is used; another stands in `parameterStyles`
import Recado

struct ListSome: Endpoint {
    static let route: Route = "GET /films/some"
    typealias Output = [Film]
    @Query("pageSize") var pageSize: Int
    // error: 'init(_:)' is unavailable: another name stands in 'static let parameterStyles'
}
