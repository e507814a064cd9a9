// No realm
// `static var realm: String { "Videoclub" }`
import Recado

struct Admin: Caller {
    // error: type 'Admin' does not conform to protocol 'Caller'
    // note: protocol requires property 'realm' with type 'String'
    typealias Credentials = BearerCredentials
}
