// `Client` without its module
// `import Recado`
import RecadoEndpoints

func show(client: Client) {}
// error: 'Client' is unavailable: it comes with 'import Recado' or 'import RecadoClient'
