// `SocketTransport` without its module
// `import Recado`, which has that of the system; on Apple's systems `URLSessionTransport` of `RecadoURLSession`
import RecadoClient

let transport = SocketTransport()
// error: 'SocketTransport' is unavailable: it comes with 'import Recado' or 'import RecadoSockets'
