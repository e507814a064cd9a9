// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The course document's model of a post, whose members may all be missing.
struct BlogPost: Sendable, Hashable {
    var id: String?
    var title: String?
    var body: String?
    var author: Int?

    init(title: String?, body: String?, author: Int?) {
        (self.title, self.body, self.author) = (title, body, author)
    }

    /// Does what `initWithDictionary` does in the document.
    init(_ dictionary: [String: Any]) {
        id = dictionary["_id"] as? String
        title = dictionary["title"] as? String
        body = dictionary["body"] as? String
        author = dictionary["author"] as? Int
    }

    /// Does what `dictionaryRepresentation` does in the document, with `NSNull` for missing values.
    var dictionaryRepresentation: [String: Any] {
        [
            "_id": id ?? NSNull(), "title": title ?? NSNull(), "body": body ?? NSNull(),
            "author": author ?? NSNull(),
        ]
    }
}

extension URL {
    /// Does what `URLWithHost` does in the document, with a path and parameters.
    init?(host: String, path: String, params: [String: String]) {
        guard let base = URL(string: host), let relative = URL(string: path, relativeTo: base),
            var components = URLComponents(url: relative, resolvingAgainstBaseURL: true)
        else { return nil }
        if !params.isEmpty {
            components.queryItems = params.map { URLQueryItem(name: $0.key, value: $0.value) }
        }
        guard let url = components.url else { return nil }
        self = url
    }
}

extension URLRequest {
    /// Does what `JSONRequestWithURL` does in the document, with a method and content.
    init(jsonURL url: URL, method: String, body: Data?) {
        self.init(url: url)
        addValue("application/json", forHTTPHeaderField: "Content-Type")
        addValue("application/json", forHTTPHeaderField: "Accept")
        httpMethod = method
        httpBody = body
    }
}

/// The document's client, which uses one session and calls a completion handler for each request.
final class PostsClient: Sendable {
    /// The arguments of a completion handler.
    struct Answer: Sendable {
        /// The content's JSON, encoded again so that the answer can be `Sendable`.
        var data: Data?
        var status: Int
        var error: String?

        var object: Any? {
            data.flatMap { try? JSONSerialization.jsonObject(with: $0, options: []) }
        }
    }

    private let session = URLSession(configuration: .ephemeral)
    private let host: String

    init(host: String) { self.host = host }

    deinit { session.invalidateAndCancel() }

    func getPosts(
        _ params: [String: String] = [:],
        completionHandler: @escaping @Sendable (Answer) -> Void
    ) {
        send("GET", params, nil, completionHandler)
    }

    func postPost(
        _ post: [String: Any],
        completionHandler: @escaping @Sendable (Answer) -> Void
    ) {
        guard let data = try? JSONSerialization.data(withJSONObject: post, options: []) else {
            completionHandler(Answer(status: 0, error: "no JSON"))
            return
        }
        send("POST", [:], data, completionHandler)
    }

    private func send(
        _ method: String,
        _ params: [String: String],
        _ body: Data?,
        _ completionHandler: @escaping @Sendable (Answer) -> Void
    ) {
        guard let url = URL(host: host, path: "/api/posts", params: params) else {
            completionHandler(Answer(status: 0, error: "no address"))
            return
        }
        let request = URLRequest(jsonURL: url, method: method, body: body)
        session.dataTask(with: request) { data, response, error in
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            var answer = Answer(data: data, status: status, error: error?.localizedDescription)
            if error == nil, answer.object == nil { answer.error = "no JSON" }
            completionHandler(answer)
        }.resume()
    }
}
