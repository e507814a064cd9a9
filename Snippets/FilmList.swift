// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The model of an app, without its pages.

import RecadoApps
import RecadoClient
import RecadoInProcess
import RecadoSQLite
import RecadoServer
import RecadoServices
import RecadoTesting

let server = "http://localhost"
let store = try await SQLiteStore.inMemory()
let club = try await VideoclubService(store: store, publicBase: server)
let application = try Application([club.service, FilmDatabaseService().service])
let transport = InProcessTransport(application)

let model = VideoclubModel(
    catalog: try Apps.Settings.client("\(server)/videoclub", transport),
    titles: try Apps.Settings.client("\(server)/omdb", transport),
    key: "demo"
)
do throws(Trouble) {
    let shelf = try await model.films(matching: "padrino")
    for film in shelf.films { print(film.title, film.year) }
    try await model.setRented(1, true, as: .init(user: "test123", password: "test123"))
} catch {
    print(error.kind, "–", error.words.english)
}
