// The type in the place of the call
// `ListFilms()`
import Recado
import RecadoClient

func list(_ client: Client) async throws {
    _ = try await client.send(ListFilms.self)
    // error: type 'ListFilms.Type' cannot conform to 'Endpoint'
}
