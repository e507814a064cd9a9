// `Status` without its module
// `import RecadoHTTP`, which has `BasicCredentials` and `FieldName`, too
import Recado

enum LoanFailure: Problem, CaseIterable {
    case noSuchFilm

    var status: Status { .notFound }
    // error: cannot find type 'Status' in scope
    var title: String { "No such film" }
}
