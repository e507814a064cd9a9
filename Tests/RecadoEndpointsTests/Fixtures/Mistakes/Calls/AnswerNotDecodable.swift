// An answer without `Decodable`
// `struct Note: Codable`
import Recado
import RecadoClient

struct Note {
    var text: String
}

func show(_ client: Client) async throws -> Note {
    try await client.get("notes/7")
    // error: instance method '…' requires that 'Note' conform to 'Decodable'
}
