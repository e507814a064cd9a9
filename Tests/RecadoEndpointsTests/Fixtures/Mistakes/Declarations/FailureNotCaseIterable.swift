// A Failure without `CaseIterable`
// `enum Failure: Problem, CaseIterable`, or `static var all`
import Recado
import RecadoHTTP

enum LoanFailure: Problem {
    // error: type 'LoanFailure' does not conform to protocol 'Problem'
    // note: candidate would match if 'LoanFailure' conformed to 'CaseIterable'
    case noSuchFilm

    var status: Status { .notFound }
    var title: String { "No such film" }
}
