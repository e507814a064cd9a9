// A handler of something else
// `struct Search: Endpoint`
import Recado

struct Search: Codable {
    var title: String
}

func find(_ search: Search) async -> [Film] { [] }

func mount(on service: inout Service) {
    service.serve(find)
    // error: instance method 'serve' requires that 'Search' conform to 'Endpoint'
}
