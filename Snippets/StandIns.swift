// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The code of Documentation/Articles/weather.md, film-database.md and posts.md:
// `swift run StandIns`, which serves the three services on a free port and calls them.

import Recado
import RecadoContracts
import RecadoSQLite
import RecadoServer
import RecadoServices

let store = try await SQLiteStore.inMemory()
let posts = try await PostsService(store: store)
let weather = WeatherService()
let films = FilmDatabaseService()
let application = try Application(
    [posts.service, weather.service, films.service],
    pages: WeatherService.pages.merging(films.pages) { page, _ in page }
)

var configuration = ServerConfiguration()
configuration.addresses = [.loopback(port: 0)]
let server = Server(configuration, handler: application)
let host = try await "http://\(server.start()[0])"
let transport = SocketTransport()

// MARK: - Weather

let sky = try Client(base: host + "/data/2.5", transport: transport) {
    $0.responseRules.errors = [ErrorModel(WeatherError.self)]
}
let report = try await sky.send(
    CurrentWeather(q: "Alicante", units: .metric, lang: "es", appid: "demo")
)
print(report.city ?? "", report.readings.temperature, report.conditions[0].description)

let future = try await sky.send(
    ForecastWeather(q: "Alicante", units: .metric, steps: 8, appid: "demo")
)
print(future.list.map(\.readings.temperature).max() ?? 0)

func explain(_ call: CurrentWeather) async throws {
    do throws(CallError<WeatherFailure>) {
        _ = try await sky.send(call)
    } catch {
        let refusal = error.serviceError as? WeatherError
        print(refusal?.message ?? "")
    }
}
// city not found
try await explain(CurrentWeather(q: "Nowhere", appid: "demo"))

// MARK: - Films

let cinema = try Client(base: host + "/omdb", transport: transport)
switch try await cinema.send(SearchTitles(t: "The Godfather", apikey: "demo")) {
case .title(let film): print(film.title, film.year ?? "", film.director ?? "")
case .list(let list): print(list.total)
case .nothing(let message): print(message)  // Movie not found!
}

// MARK: - Posts

let blog = try Client(base: host + "/api", transport: transport)
let post = try await blog.send(NewPost(post: PostDraft(title: "Hola", author: 1))).post

func complete(_ post: Post) async throws {
    let changes = PostChanges(body: "¿Qué tal?", version: post.version)
    do throws(CallError<EditPost.Failure>) {
        print(try await blog.send(EditPost(id: post.id, changes: changes)).body)
    } catch .failed(.changedMeanwhile) {
        print("somebody was faster")
    }
}
try await complete(post)
try await complete(post)

for try await news in blog.events(of: WatchPosts()) {
    print(news.total, "posts")
    break
}

await transport.shutdown()
await server.shutdown(grace: .zero)
await store.close()
