// The password of a token
// `credentials.token`
import Recado

func protect(_ service: inout Service) {
    service.authenticate(Device.self) { credentials, _ in
        credentials.password == "secret" ? Device() : nil
        // error: value of type 'Device.Credentials' (aka 'BearerCredentials') has no member
        //     'password'
    }
}
