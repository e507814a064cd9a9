// A failure that is not declared is caught
// one of the cases of `RentFilm.Failure`
import Recado
import RecadoClient

func rent(_ client: Client) async {
    do {
        _ = try await client.send(RentFilm(id: 7))
    } catch .failed(.lost) {
        // error: type 'RentFilm.Failure' has no member 'lost'
        print("lost")
    } catch {
        print(error)
    }
}
