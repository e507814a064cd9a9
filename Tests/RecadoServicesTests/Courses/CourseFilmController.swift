// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoContracts
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The course's controller for films, whose list changes only after the server has confirmed a
/// change.
final class CourseFilmController: CourseConnectionDelegate {
    private struct State {
        var films: [CourseFilm] = []
        /// The number of films from the server that could not be read.
        var lost = 0
        var found: CourseFilm?
        var failure: String?
        /// The film that the current connection is about.
        var subject = CourseFilm()
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())
    private let server: CourseServer
    private let session: URLSession
    private let accepts: ClosedRange<Int>

    init(_ server: CourseServer, in manner: Videoclub.Manner, _ session: URLSession = .shared) {
        self.server = server
        self.session = session
        // The course's server answered every success with 200.
        accepts = manner == .course ? 200...200 : 200...299
    }

    var films: [CourseFilm] { state.withLock { $0.films } }
    var lost: Int { state.withLock { $0.lost } }
    var found: CourseFilm? { state.withLock { $0.found } }
    /// The error of the last connection, or `nil` if it succeeded.
    var failure: String? { state.withLock { $0.failure } }

    func film(_ identif: Int) -> CourseFilm? { films.first { $0.identif == identif } }

    // MARK: - What people do

    func createPelis(_ query: String = "") async throws {
        try await connect("list", "GET", "" + query)
    }

    func changeState(of film: CourseFilm) async throws {
        let id = try #require(film.identif)
        try await connect("rent", "PUT", film.rented ? "/\(id)/return" : "/\(id)/rent", film)
    }

    func save(_ film: CourseFilm) async throws {
        if let id = film.identif {
            try await connect("edit", "PUT", "/\(id)", film, film.json)
        } else {
            try await connect("add", "POST", "", film, film.json)
        }
    }

    func delete(_ film: CourseFilm) async throws {
        try await connect("delete", "DELETE", "/\(try #require(film.identif))", film)
    }

    func search(inFilmDatabase title: String) async throws {
        let title = title.replacingOccurrences(of: " ", with: "+")
        try await connect("database", "GET", "/omdb/?t=\(title)&plot=full&apikey=XXXXXXX")
    }

    private func connect(
        _ name: String,
        _ method: String,
        _ rest: String,
        _ film: CourseFilm = CourseFilm(),
        _ content: Data? = nil
    ) async throws {
        let target = rest.hasPrefix("/omdb") ? rest : Club.catalog + rest
        var request = URLRequest(url: try server.url(target))
        request.httpMethod = method
        request.httpBody = content
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let ready = request
        await withCheckedContinuation { waiting in
            state.withLock { ($0.waiting, $0.failure, $0.subject) = (waiting, nil, film) }
            let connection = CourseConnection(name: name, delegate: self, accepting: accepts)
            guard method != "GET" else { return connection.startConnection(session, with: ready) }
            let (login, password) = ("test123", "test123")
            connection.startConnection(session, with: ready, login: login, password: password)
        }
    }

    // MARK: - What comes of it

    func connectionSucceed(_ connection: CourseConnection, with data: Data) {
        let json = try? JSONSerialization.jsonObject(with: data, options: [])
        let waiting = state.withLock { state in
            switch connection.name {
            case "list":
                let objects = json as? [[String: Any]] ?? []
                state.films = objects.compactMap { CourseFilm(json: $0) }
                state.lost = objects.count - state.films.count
            case "database": state.found = (json as? [String: Any]).flatMap(CourseFilm.init(found:))
            case "add":
                var film = state.subject
                film.identif = (json as? [String: Any])?["id"] as? Int
                state.films.append(film)
            default:
                guard
                    let row = state.films.firstIndex(where: { $0.identif == state.subject.identif })
                else { break }
                switch connection.name {
                case "delete": state.films.remove(at: row)
                case "rent": state.films[row].rented.toggle()
                default: state.films[row] = state.subject
                }
            }
            return state.waiting.take()
        }
        waiting?.resume()
    }

    func connectionFailed(_ connection: CourseConnection, with error: String) {
        let waiting = state.withLock { state in
            state.failure = error
            return state.waiting.take()
        }
        waiting?.resume()
    }
}
