// A failure is caught without `.failed`
// `catch .failed(.alreadyRented)`
import Recado
import RecadoClient

func rent(_ client: Client) async {
    do {
        _ = try await client.send(RentFilm(id: 7))
    } catch RentFilm.Failure.alreadyRented {
        // error: pattern of type 'RentFilm.Failure' cannot match 'CallError<RentFilm.Failure>'
        print("Somebody has it at home.")
    } catch {
        print(error)
    }
}
