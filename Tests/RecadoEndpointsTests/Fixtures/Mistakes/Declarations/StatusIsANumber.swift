// A number for a failure's status
// `.notFound`
import Recado
import RecadoHTTP

enum LoanFailure: Problem, CaseIterable {
    case noSuchFilm

    var status: Status { 404 }
    // error: cannot convert return expression of type 'Int' to return type 'Status'
    var title: String { "No such film" }
}
