// A client without a transport
// `import RecadoSockets`, which has one, or `transport:`
import Recado
import RecadoClient

func makeClient() throws -> Client {
    try Client(base: "http://localhost:3000/videoclub")
    // error: missing argument for parameter 'transport' in call
}
