// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

/// The errors that a model catches when a value inside it cannot be encoded.
@Suite struct `Encoding errors caught by a model` {
    /// The errors that `Probe` has caught, by the kind of container that threw them.
    private final class Log: @unchecked Sendable {
        var errors: [String: any Error] = [:]
    }

    private static let logKey = CodingUserInfoKey(rawValue: "log")

    /// A model that encodes an invalid value in each kind of container and records the errors.
    private struct Probe: Encodable {
        enum CodingKeys: CodingKey { case keyed, float, model, date, list, single }

        func encode(to encoder: any Encoder) throws {
            let log = `Encoding errors caught by a model`.logKey
                .flatMap { encoder.userInfo[$0] as? Log }
            func attempt(_ name: String, _ body: () throws -> Void) {
                do { try body() } catch { log?.errors[name] = error }
            }
            var container = encoder.container(keyedBy: CodingKeys.self)
            attempt("keyed") { try container.encode(Double.nan, forKey: .keyed) }
            attempt("float") { try container.encode(-Float.infinity, forKey: .float) }
            attempt("model") { try container.encode([1, Decimal.nan], forKey: .model) }
            attempt("date") {
                try container.encode(Date(timeIntervalSince1970: 1e13), forKey: .date)
            }
            var list = container.nestedUnkeyedContainer(forKey: .list)
            try list.encode(1)
            attempt("list") { try list.encode(Double.infinity) }
            attempt("single") { try container.encode(Single(), forKey: .single) }
        }
    }

    private struct Single: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(Double.nan)
        }
    }

    /// A model that writes its members out of order, so that the encoder must build a tree first.
    private struct Disordered: Encodable {
        enum CodingKeys: CodingKey { case first, probe }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            var first = container.nestedUnkeyedContainer(forKey: .first)
            try container.encode(Probe(), forKey: .probe)
            try first.encode(1)
        }
    }

    private static let places = [
        "keyed": "probe.keyed", "float": "probe.float", "model": "probe.model.1",
        "date": "probe.date", "list": "probe.list.1", "single": "probe.single",
    ]

    private func check(_ log: Log, behind prefix: String = "") throws {
        #expect(Set(log.errors.keys) == Set(Self.places.keys))
        for (name, error) in log.errors {
            guard case EncodingError.invalidValue(let value, let context) = error else {
                Issue.record("\(name): \(error)")
                continue
            }
            let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
            #expect(path.joined(separator: ".") == prefix + (Self.places[name] ?? ""))
            if name == "date" {
                #expect(value is Date && context.debugDescription.contains("0000 to 9999"))
            } else {
                #expect(context.debugDescription == "the number is not finite")
            }
            if name == "float" { #expect(value as? Float == -.infinity) }
            if name == "model" { #expect((value as? Decimal)?.isNaN == true) }
        }
    }

    @Test(arguments: [false, true])
    func `an invalid value throws an EncodingError with its path`(_ sortsKeys: Bool) throws {
        let log = Log()
        var json = JSON()
        json.sortsKeys = sortsKeys
        json.userInfo = [try #require(Self.logKey): log]
        let text = try json.encodeToString(["probe": Probe()])
        #expect(text == #"{"probe":{"list":[1]}}"#)
        try check(log)
    }

    @Test func `errors of a nested model written out of order have full paths`() throws {
        let log = Log()
        var json = JSON()
        json.userInfo = [try #require(Self.logKey): log]
        let text = try json.encodeToString(["a": [Disordered()]])
        #expect(text == #"{"a":[{"first":[1],"probe":{"list":[1]}}]}"#)
        try check(log, behind: "a.0.")
    }

    @Test func `XML and forms throw the same errors as JSON`() throws {
        let key = try #require(Self.logKey)
        var xml = XML()
        xml.root = "root"
        xml.strategies.nonFiniteNumbers = .refuse
        xml.userInfo = [key: Log()]
        _ = try xml.encode(["probe": Probe()])
        try check(try #require(xml.userInfo[key] as? Log))
        var form = URLEncodedForm()
        form.userInfo = [key: Log()]
        _ = try form.encode(["probe": Probe()])
        try check(try #require(form.userInfo[key] as? Log))
    }

    @Test(arguments: [false, true])
    func `an uncaught error reaches the caller as a CodingError with a pointer`(
        _ sortsKeys: Bool
    ) throws {
        var json = JSON()
        json.sortsKeys = sortsKeys
        let failure = try #require(throws: CodingError.self) {
            try json.encode(["a": [Single()]])
        }
        #expect(failure.code == .invalidValue && failure.pointer == "/a/0")
        #expect(failure.message == "the number is not finite")
    }
}
