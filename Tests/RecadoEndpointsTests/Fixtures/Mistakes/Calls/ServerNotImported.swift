// `Application` without its module
// `import RecadoServer`, which has `Server`, too
import Recado

func start(_ service: Service) throws {
    _ = try Application([service])
    // error: 'Application' is unavailable: it is declared in RecadoServer: 'import RecadoServer'
}
