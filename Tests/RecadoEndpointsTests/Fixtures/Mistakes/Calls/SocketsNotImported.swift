// `SocketTransport` without its module
// `import RecadoSockets`; on Apple's systems `URLSessionTransport` of `RecadoURLSession`
import Recado
import RecadoClient

let transport = SocketTransport()
// error: 'SocketTransport' is unavailable: it is declared in RecadoSockets: 'import RecadoSockets'
