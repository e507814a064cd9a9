// Calls of two endpoints in one `do`
// one `do` for each, or `catch let error as any AnyCallError`
import Recado
import RecadoClient

func rent(_ client: Client) async {
    do {
        _ = try await client.send(ListFilms())
        _ = try await client.send(RentFilm(id: 7))
    } catch .failed(.alreadyRented) {
        // error: type 'any Error' has no member 'failed'
        print("Somebody has it at home.")
    } catch {
        print(error)
    }
}
