// `OpenAPI` without its module
// `import RecadoDescriptions`
import RecadoServer

func describe(_ service: Service) throws -> String {
    try OpenAPI(service).json()
    // error: 'OpenAPI' is unavailable: it comes with 'import Recado' or 'import RecadoDescriptions'
}
