// The token of a password
// `credentials.user` and `credentials.password`
import Recado

func protect(_ service: inout Service) {
    service.authenticate(Member.self) { credentials, _ in
        credentials.token == "secret" ? Member(name: "ana") : nil
        // error: value of type 'Member.Credentials' (aka 'BasicCredentials') has no member 'token'
    }
}
