// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The state and the calls of a screen, without its views.

import RecadoInProcess
import RecadoSQLite
import RecadoScreens
import RecadoServer
import RecadoServices

let server = "http://localhost"
let store = try await SQLiteStore.inMemory()
let club = try await VideoclubService(store: store, publicBase: server)
let application = try Application([club.service])
let member = try BasicCredentials(user: "test123", password: "test123")

let clients = try ServiceClients(server: server, transport: InProcessTransport(application))
let calls = VideoclubCalls(catalog: clients.videoclub, titles: clients.films)
var list = FilmListState("padrino")
let request = list.begin()
do throws(ScreenError) {
    let page = try await calls.films(matching: request.selection, page: request.page)
    list.finish(request, with: .success(page))
    for film in list.films.value?.films ?? [] { print(film.title, film.year) }
    try await calls.setRented(1, true, as: member)
} catch {
    print(error.kind, error.reason?.rawValue ?? "–")
}
