// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The document's session, which sends fields about the device with every request.
///
/// Its requests end when it is released.
final class GenericSession: Sendable {
    private let session: URLSession

    init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = [
            "device": "iPhone10,6", "version": "13.1", "Accept-Language": "es-ES",
        ]
        session = URLSession(configuration: configuration)
    }

    deinit { session.invalidateAndCancel() }

    /// Starts a request, whose parameters are in the URL or, as JSON, in the content.
    @discardableResult
    func request(
        _ url: URL,
        method: String = "GET",
        json: [String: any Sendable]? = nil,
        completionHandler: @escaping @Sendable (Result<SerializerInput, any Error>) -> Void
    ) -> URLSessionDataTask {
        var request = URLRequest(url: url)
        request.httpMethod = method
        if let json {
            request.httpBody = try? JSONSerialization.data(withJSONObject: json, options: [])
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        let task = session.dataTask(with: request) { data, response, error in
            if let error { return completionHandler(.failure(error)) }
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            let input = SerializerInput(method: method, status: status, data: data ?? Data())
            completionHandler(.success(input))
        }
        task.resume()
        return task
    }
}

/// The response that a serializer reads, with the method of its request.
struct SerializerInput: Sendable {
    var method: String
    var status: Int
    var data: Data
}

/// The error of a serializer for a response that it cannot read.
enum SerializerError: Error, Hashable {
    case statusNotAccepted(Int)
    case unreadable
}

/// An error model that may also stand for success.
protocol ResponseError: Decodable, Error {
    func isError() -> Bool
}

/// Works like `SDOSJSONResponseSerializer`: reads the value if the status is 2xx, otherwise the
/// error.
struct JSONResponseSerializer<Value: Decodable, ServiceError: Decodable & Error> {
    var emptyResponseCodes: Set<Int> = [204, 205]
    var emptyRequestMethods: Set<String> = ["HEAD"]
    var jsonResponseRootKey: String?
    var jsonErrorRootKey: String?

    /// Returns the value, or `nil` for an empty response if its status or method allows that.
    func serialize(_ input: SerializerInput) throws -> Value? {
        guard (200..<300).contains(input.status) else {
            let error = read(ServiceError.self, at: jsonErrorRootKey, in: input.data)
            throw error ?? SerializerError.statusNotAccepted(input.status)
        }
        let mayBeEmpty =
            emptyResponseCodes.contains(input.status) || emptyRequestMethods.contains(input.method)
        if mayBeEmpty, input.data.isEmpty { return nil }
        guard let value = read(Value.self, at: jsonResponseRootKey, in: input.data) else {
            throw SerializerError.unreadable
        }
        return value
    }

    /// Reads the value at a path of keys joined by dots.
    func read<T: Decodable>(_ type: T.Type, at root: String?, in data: Data) -> T? {
        guard let json = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
        else { return nil }
        let keys = root?.split(separator: ".").map(String.init) ?? []
        let found = keys.reduce(Optional(json)) { ($0 as? [String: Any])?[$1] }
        guard let found, !(found is NSNull) else { return nil }
        let part = try? JSONSerialization.data(withJSONObject: found, options: .fragmentsAllowed)
        return part.flatMap { try? JSONDecoder().decode(type, from: $0) }
    }
}

/// Works like `SDOSHTTPErrorJSONResponseSerializer`: reads the error first, even with status 200,
/// and then what ``JSONResponseSerializer`` reads.
struct EnvelopeSerializer<Value: Decodable, ServiceError: ResponseError> {
    let base = JSONResponseSerializer<Value, ServiceError>(
        jsonResponseRootKey: "respuesta",
        jsonErrorRootKey: "error"
    )

    func serialize(_ input: SerializerInput) throws -> Value? {
        let error = base.read(ServiceError.self, at: base.jsonErrorRootKey, in: input.data)
        if let error, error.isError() { throw error }
        return try base.serialize(input)
    }
}

/// Works like `SDOSJSONAPIResponseSerializer`: reads resources as plain objects, with included ones
/// in their places.
struct ResourceSerializer<Value: Decodable> {
    func serialize(_ input: SerializerInput) throws -> Value {
        guard (200..<300).contains(input.status) else {
            throw SerializerError.statusNotAccepted(input.status)
        }
        guard let document = try? JSONSerialization.jsonObject(with: input.data) as? [String: Any],
            let resources = document["data"] as? [[String: Any]]
        else { throw SerializerError.unreadable }
        let included = document["included"] as? [[String: Any]] ?? []
        let plain = resources.map { Self.plain($0, included) }
        let data = try JSONSerialization.data(withJSONObject: plain, options: [])
        return try JSONDecoder().decode(Value.self, from: data)
    }

    private static func plain(
        _ resource: [String: Any],
        _ included: [[String: Any]]
    ) -> [String: Any] {
        var plain = resource["attributes"] as? [String: Any] ?? [:]
        plain["type"] = resource["type"]
        plain["id"] = resource["id"]
        for (name, relationship) in resource["relationships"] as? [String: [String: Any]] ?? [:] {
            guard let identity = relationship["data"] as? [String: Any] else { continue }
            let whole = included.first {
                $0["id"] as? String == identity["id"] as? String
                    && $0["type"] as? String == identity["type"] as? String
            }
            plain[name] = Self.plain(whole ?? identity, [])
        }
        return plain
    }
}
