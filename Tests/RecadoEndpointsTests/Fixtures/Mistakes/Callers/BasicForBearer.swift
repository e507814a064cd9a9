// Passwords for a caller with tokens
// `{ (credentials: BearerCredentials, _) in … }`, or no type
import Recado
import RecadoHTTP

func protect(_ service: inout Service) {
    service.authenticate(Device.self) { (credentials: BasicCredentials, _) in
        // error: cannot convert value of type '… (BasicCredentials, Peer?) -> Device?' to expected
        //     argument type '… (Device.Credentials, Peer?) … (aka '… (BearerCredentials, …'
        Device()
    }
}
