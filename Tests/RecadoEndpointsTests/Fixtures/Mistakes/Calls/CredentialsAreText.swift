// Text for credentials
// `try BasicCredentials(user: "ana", password: password)`
import Recado
import RecadoClient

func signIn(_ client: Client) -> Client {
    client.with { $0.credentials = "ana:secret" }
    // error: cannot assign value of type 'String' to type '(any CallerCredentials)?'
}
