// An input of another type
// `ShowFilm(id: 7)`
import Recado
import RecadoClient

func show(_ client: Client) async throws {
    _ = try await client.send(ShowFilm(id: "7"))
    // error: cannot convert value of type 'String' to expected argument type 'Int'
}
