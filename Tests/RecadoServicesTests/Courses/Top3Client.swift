// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
#if canImport(FoundationXML)
import FoundationXML
#endif

/// A row in the table of the best three scores.
struct Top3Score: Sendable, Hashable {
    var name: String
    var total: String

    /// Returns the scores of a JSON array, or `nil` for other content.
    static func scores(inJSON data: Data) -> [Top3Score]? {
        let list = try? JSONSerialization.jsonObject(with: data, options: []) as? [[String: Any]]
        return list?.map { score in
            Top3Score(
                name: score["name"] as? String ?? "",
                total: (score["total"] as? Int).map { "\($0)" } ?? ""
            )
        }
    }
}

/// The document's delegate of a parser, which remembers the current element's key and the current
/// score.
final class Top3Events: NSObject, XMLParserDelegate {
    private(set) var scores: [Top3Score] = []
    private var score: [String: String] = [:]
    private var key: String?
    private var value: String?

    static func scores(in data: Data) -> [Top3Score]? {
        let parser = XMLParser(data: data)
        // Element names are reported without their prefixes, even in a SOAP envelope.
        parser.shouldProcessNamespaces = true
        let events = Top3Events()
        parser.delegate = events
        return parser.parse() ? events.scores : nil
    }

    func parser(
        _ parser: XMLParser,
        didStartElement elementName: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        (key, value) = (nil, nil)
        switch elementName {
        case "scores": scores = []
        case "score": score = [:]
        case "name", "total": key = elementName
        default: break
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        if key != nil { value = (value ?? "") + string }
    }

    func parser(
        _ parser: XMLParser,
        didEndElement elementName: String,
        namespaceURI: String?,
        qualifiedName: String?
    ) {
        if elementName == "score" {
            scores.append(Top3Score(name: score["name"] ?? "", total: score["total"] ?? ""))
        } else if let key {
            score[key] = value
        }
        (key, value) = (nil, nil)
    }
}

/// The document's queue for calls that block their thread.
enum DownloadQueue {
    private static let queue = DispatchQueue(label: "download queue", attributes: .concurrent)

    static func run<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { done in
            queue.async { done.resume(with: Swift.Result { try body() }) }
        }
    }
}

/// Replaces `NSURLConnection sendSynchronousRequest:`, which Linux lacks, by waiting for a data
/// task.
enum BlockingConnection {
    struct Answer: Sendable {
        var status = 0
        var type: String?
        var data = Data()
    }

    private final class Box: Sendable {
        let result = Mutex<Result<Answer, any Error>>(.failure(URLError(.unknown)))
    }

    static func send(_ request: URLRequest) async throws -> Answer {
        try await DownloadQueue.run { try wait(for: request) }
    }

    private static func wait(for request: URLRequest) throws -> Answer {
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        let box = Box()
        let isDone = DispatchSemaphore(value: 0)
        session.dataTask(with: request) { data, response, error in
            box.result.withLock { result in
                if let error {
                    result = .failure(error)
                } else if let data, let head = response as? HTTPURLResponse {
                    let type = head.value(forHTTPHeaderField: "Content-Type")
                    result = .success(Answer(status: head.statusCode, type: type, data: data))
                }
            }
            isDone.signal()
        }.resume()
        isDone.wait()
        return try box.result.withLock { $0 }.get()
    }
}

/// Replaces `NSURLConnection` with a delegate, which Linux lacks.
///
/// It is a data task whose delegate receives the response, each piece of content and the end.
final class Top3Connection: NSObject, URLSessionDataDelegate, Sendable {
    private struct State {
        var data: Data?
        var waiting: CheckedContinuation<Data?, Never>?
    }

    private let url: URL
    private let state = Mutex(State())

    init(_ url: URL) { self.url = url }

    /// Returns the content, or `nil` if the connection failed or the status was not 200.
    func start() async -> Data? {
        let session = URLSession(
            configuration: .ephemeral,
            delegate: self,
            delegateQueue: nil
        )
        defer { session.invalidateAndCancel() }
        return await withCheckedContinuation { waiting in
            state.withLock { $0.waiting = waiting }
            session.dataTask(with: URLRequest(url: url)).resume()
        }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let isRight = (response as? HTTPURLResponse)?.statusCode == 200
        state.withLock { $0.data = isRight ? Data() : nil }
        completionHandler(isRight ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        state.withLock { $0.data?.append(data) }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        let (waiting, data) = state.withLock { state in
            (state.waiting.take(), error == nil ? state.data.take() : nil)
        }
        waiting?.resume(returning: data)
    }
}
