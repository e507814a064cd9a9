// A detail of the type `String`
// `var detail: String?`; so is `remedy`
import Recado
import RecadoHTTP

enum LoanFailure: Problem, CaseIterable {
    // error: type 'LoanFailure' does not conform to protocol 'Problem'
    case noSuchFilm

    var status: Status { .notFound }
    var title: String { "No such film" }
    var detail: String { "It has never been here." }
    // note: candidate has non-matching type 'String'
}
