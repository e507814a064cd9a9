// Something else is sent
// send the endpoint that takes the film
import Recado
import RecadoClient

func add(_ film: Film, _ client: Client) async throws {
    try await client.send(film)
    // error: instance method 'send(_:with:)' requires that 'Film' conform to 'Endpoint'
}
