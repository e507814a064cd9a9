// `BearerCredentials` without its module
// `import RecadoCredentials`, or `import Recado` in an app
import RecadoEndpoints

struct Robot: Caller {
    typealias Credentials = BearerCredentials
    // error: 'BearerCredentials' is unavailable: it comes with 'import Recado', 'import RecadoServer' or 'import RecadoCredentials'
    static var realm: String { "Videoclub" }
}
