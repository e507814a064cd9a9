// An input is left out
// `ShowFilm(id: 7)`; what may be left out is declared with `= nil`
import Recado
import RecadoClient

func show(_ client: Client) async throws {
    _ = try await client.send(ShowFilm())
    // error: missing argument for parameter 'id' in call
}
