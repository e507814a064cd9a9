// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoContracts
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A session's delegate that answers challenges as the course's code does: once, and then it gives
/// up.
///
/// On Apple's systems, Foundation calls the session's method if there is one, and otherwise the
/// task's. Elsewhere it calls only the task's method, which therefore calls the session's here.
private final class ChallengedSession: NSObject, URLSessionTaskDelegate, Sendable {
    struct Challenge: Hashable, Sendable {
        var failures: Int
        var method: String
        var realm: String?
    }

    private let login: String
    private let password: String
    private let persistence: URLCredential.Persistence
    private let seen = Mutex<[Challenge]>([])

    var challenges: [Challenge] { seen.withLock { $0 } }

    init(_ login: String, _ password: String, _ persistence: URLCredential.Persistence) {
        (self.login, self.password, self.persistence) = (login, password, persistence)
    }

    typealias Answer = @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void

    func urlSession(
        _ session: URLSession,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping Answer
    ) {
        let space = challenge.protectionSpace
        seen.withLock {
            $0.append(
                Challenge(
                    failures: challenge.previousFailureCount,
                    method: space.authenticationMethod,
                    realm: space.realm
                )
            )
        }
        if challenge.previousFailureCount > 0 {
            completionHandler(.cancelAuthenticationChallenge, nil)
        } else {
            let credential = URLCredential(
                user: login,
                password: password,
                persistence: persistence
            )
            completionHandler(.useCredential, credential)
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping Answer
    ) {
        urlSession(session, didReceive: challenge, completionHandler: completionHandler)
    }
}

/// The two ways of the course's documents to give credentials: after a challenge and in advance.
@Suite(.timeLimit(.minutes(3)))
struct `Credentials of the iOS course's clients` {
    private static func request(
        _ server: CourseServer,
        _ method: String,
        _ rest: String,
        _ json: String? = nil
    ) throws -> URLRequest {
        var request = URLRequest(url: try server.url(Club.catalog + rest))
        request.httpMethod = method
        request.httpBody = json.map { Data($0.utf8) }
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        return request
    }

    private static func status(_ request: URLRequest, in session: URLSession) async throws -> Int {
        let (_, response) = try await session.data(for: request)
        return (response as? HTTPURLResponse)?.statusCode ?? 0
    }

    struct Asked: Sendable, CustomTestStringConvertible {
        let manner: Videoclub.Manner
        let persistence: URLCredential.Persistence
        var testDescription: String { "\(manner), \(persistence.rawValue)" }
    }

    // Without `permanent`, which would make the system store the credentials outside of the test.
    private static let asked = Videoclub.Manner.allCases.flatMap { manner in
        [URLCredential.Persistence.none, .forSession].map { Asked(manner: manner, persistence: $0) }
    }

    @Test(arguments: asked)
    func `are sent after a challenge`(asked: Asked) async throws {
        try await CourseServer.serve(in: asked.manner) { server in
            let delegate = ChallengedSession("test123", "test123", asked.persistence)
            let session = URLSession(
                configuration: .ephemeral,
                delegate: delegate,
                delegateQueue: nil
            )
            defer { session.invalidateAndCancel() }
            // A public resource causes no challenge.
            #expect(try await Self.status(Self.request(server, "GET", ""), in: session) == 200)
            #expect(delegate.challenges.isEmpty)
            let rent = try Self.request(server, "PUT", "/8/rent")
            #expect(try await Self.status(rent, in: session) == 200)
            let first = ChallengedSession.Challenge(
                failures: 0,
                method: NSURLAuthenticationMethodHTTPBasic,
                realm: "Videoclub"
            )
            #expect(delegate.challenges == [first])
            // The client sends the content twice: without credentials and with them.
            let edit = try Self.request(server, "PUT", "/8", #"{"year":"1999"}"#)
            #expect(try await Self.status(edit, in: session) == 200)
            let others = try Self.request(server, "PUT", "/1/rent")
            #expect(try await Self.status(others, in: session) == 403)
            #expect(delegate.challenges.allSatisfy { $0.failures == 0 })
        }
    }

    @Test(arguments: Videoclub.Manner.allCases)
    func `are sent only once if they are wrong`(manner: Videoclub.Manner) async throws {
        try await CourseServer.serve(in: manner) { server in
            let delegate = ChallengedSession("test123", "wrong", .none)
            let session = URLSession(
                configuration: .ephemeral,
                delegate: delegate,
                delegateQueue: nil
            )
            defer { session.invalidateAndCancel() }
            let rent = try Self.request(server, "PUT", "/8/rent")
            let error = await #expect(throws: URLError.self) {
                try await Self.status(rent, in: session)
            }
            #expect(error?.code == .userCancelledAuthentication || error?.code == .cancelled)
            #expect(delegate.challenges.map(\.failures) == [0, 1])
            let film = try Self.request(server, "GET", "/8")
            #expect(try await Self.status(film, in: session) == 200)
        }
    }

    @Test(arguments: Videoclub.Manner.allCases, [true, false])
    func `are sent without a challenge if set on the session or the request`(
        manner: Videoclub.Manner,
        isOfSession: Bool
    ) async throws {
        try await CourseServer.serve(in: manner) { server in
            let pair = Data("test123:test123".utf8).base64EncodedString(options: [])
            let configuration = URLSessionConfiguration.ephemeral
            if isOfSession {
                configuration.httpAdditionalHeaders = [
                    "Accept": "application/json", "Authorization": "Basic \(pair)",
                ]
            }
            let session = URLSession(configuration: configuration)
            defer { session.invalidateAndCancel() }
            for (method, rest) in [("PUT", "/8/rent"), ("PUT", "/8/return"), ("DELETE", "/8")] {
                var request = try Self.request(server, method, rest)
                if !isOfSession {
                    request.addValue("Basic \(pair)", forHTTPHeaderField: "Authorization")
                }
                #expect(try await Self.status(request, in: session) == 200)
            }
            #expect(try await Self.status(Self.request(server, "GET", "/8"), in: session) == 404)
        }
    }
}
