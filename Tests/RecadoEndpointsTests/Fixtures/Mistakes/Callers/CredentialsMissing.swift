// No Credentials
// `typealias Credentials = BearerCredentials`
import Recado

struct Admin: Caller {
    // error: type 'Admin' does not conform to protocol 'Caller'
    // note: protocol requires nested type 'Credentials'
    static var realm: String { "Videoclub" }
}
