// An account of the type `String`
// `let account: String?`
import Recado

struct Admin: Caller {
    // error: type 'Admin' does not conform to protocol 'Caller'
    typealias Credentials = BearerCredentials
    static var realm: String { "Videoclub" }
    let account: String
    // note: candidate has non-matching type 'String'
}
