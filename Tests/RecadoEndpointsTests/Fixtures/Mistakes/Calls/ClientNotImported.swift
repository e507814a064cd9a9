// `Client` without its module
// `import RecadoClient`
import Recado

func show(client: Client) {}
// error: 'Client' is unavailable: it is declared in RecadoClient: 'import RecadoClient'
