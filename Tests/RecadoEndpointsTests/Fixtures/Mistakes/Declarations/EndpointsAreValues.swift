// Values for the endpoints of an API
// `endpoints: [ShowFilm.self]`
import Recado

let api = API(
    name: "club",
    title: "Club",
    version: "1.0.0",
    endpoints: [ShowFilm(id: 7)]
    // error: cannot convert value of type 'ShowFilm' to expected element type 'any Endpoint.Type'
)
