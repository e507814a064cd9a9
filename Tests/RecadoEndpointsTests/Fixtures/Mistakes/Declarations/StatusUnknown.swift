// A status that is none
// the names of HTTP, as `.notFound`; `Status(404)` is optional
import Recado
import RecadoHTTP

enum LoanFailure: Problem, CaseIterable {
    case noSuchFilm

    var status: Status { .notThere }
    // error: type 'Status' has no member 'notThere'
    var title: String { "No such film" }
}
