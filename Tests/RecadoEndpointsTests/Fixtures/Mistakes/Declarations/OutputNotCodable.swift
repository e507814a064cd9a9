// An Output without `Codable`
// `struct Review: Codable, Sendable`
import Recado

struct Review: Sendable {
    var text: String
}

struct ShowReview: Endpoint {
    // error: type 'ShowReview' does not conform to protocol 'Endpoint'
    static let route: Route = "GET /films/{id}/review"
    typealias Output = Review
    // note: possibly intended match 'ShowReview.Output' (aka 'Review') does not conform to
    //     'Decodable'
    @Path var id: Int
}
