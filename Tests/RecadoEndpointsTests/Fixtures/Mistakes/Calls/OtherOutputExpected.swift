// Another type is expected
// `let film: Film`
import Recado
import RecadoClient

func show(_ client: Client) async throws {
    let title: String = try await client.send(ShowFilm(id: 7))
    // error: cannot convert value of type 'ShowFilm.Output' (aka 'Film') to specified type 'String'
    print(title)
}
