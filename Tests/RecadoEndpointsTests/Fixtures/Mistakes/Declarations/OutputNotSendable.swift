// An Output that is a class
// a struct, which is `Sendable` if its properties are
import Recado

final class Review: Codable {
    var text = ""
}

struct ShowReview: Endpoint {
    // error: type 'ShowReview.Output' (aka 'Review') does not conform to the 'Sendable' protocol
    static let route: Route = "GET /films/{id}/review"
    typealias Output = Review
    @Path var id: Int
}
