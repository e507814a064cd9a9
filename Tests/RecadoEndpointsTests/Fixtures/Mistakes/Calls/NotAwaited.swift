// No `try await`
// `try await client.send(…)`
import Recado
import RecadoClient

func list(_ client: Client) async {
    _ = client.send(ListFilms())
    // error: call can throw, but it is not marked with 'try' and the error is not handled
}
