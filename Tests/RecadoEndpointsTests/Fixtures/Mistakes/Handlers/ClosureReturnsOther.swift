// A closure returns another type
// return a `Film`
import Recado

func mount(on service: inout Service) {
    service.serve { (call: ShowFilm) in
        "El sur"
        // error: cannot convert value of type 'String' to closure result type 'ShowFilm.Output'
        //     (aka 'Film')
    }
}
