// A call in a closure, such as that of a `Task` or a button
// `do throws(CallError<RentFilm.Failure>) { … }`
import Recado
import RecadoClient

func rent(_ client: Client) {
    Task {
        do {
            _ = try await client.send(RentFilm(id: 7))
        } catch {
            print(error.userMessage(in: "en"))
            // error: value of type 'any Error' has no member 'userMessage'
        }
    }
}
