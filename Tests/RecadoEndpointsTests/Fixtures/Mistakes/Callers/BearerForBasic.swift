// Tokens for a caller with passwords
// `{ (credentials: BasicCredentials, _) in … }`, or no type
import Recado

func protect(_ service: inout Service) {
    service.authenticate(Member.self) { (credentials: BearerCredentials, _) in
        // error: cannot convert value of type '… (BearerCredentials, Peer?) -> Member?' to expected
        //     argument type '… (Member.Credentials, Peer?) … (aka '… (BasicCredentials, …'
        Member(name: "ana")
    }
}
