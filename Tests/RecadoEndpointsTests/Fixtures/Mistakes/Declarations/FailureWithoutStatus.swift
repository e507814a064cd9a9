// A Failure without a status
// `var status: Status` and `var title: String`
import Recado

enum LoanFailure: Problem, CaseIterable {
    // error: type 'LoanFailure' does not conform to protocol 'Problem'
    // note: protocol requires property 'status' with type 'Status'
    case noSuchFilm
}
