// An endpoint in the place of its caller
// `service.authenticate(Member.self)`
import Recado

func protect(_ service: inout Service) {
    service.authenticate(RentFilm.self) { _, _ in nil }
    // error: instance method '…' requires that 'RentFilm' conform to 'Caller'
}
