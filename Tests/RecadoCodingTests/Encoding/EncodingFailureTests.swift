// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

@Suite struct `Failures of encoding` {
    private func failure(of value: some Encodable, _ json: JSON = JSON()) -> CodingError? {
        do throws(CodingError) {
            _ = try json.encode(value)
            return nil
        } catch {
            return error
        }
    }

    /// Returns the error of encoding a value, after checking that writing directly and by way of a
    /// tree throws the same one.
    private func failures(of value: some Encodable) throws -> CodingError {
        var sorted = JSON()
        sorted.sortsKeys = true
        let direct = try #require(failure(of: value))
        let tree = try #require(failure(of: value, sorted))
        #expect(direct.code == tree.code)
        #expect(direct.pointer == tree.pointer)
        #expect(direct.message == tree.message)
        return direct
    }

    private struct Box<Content: Encodable>: Encodable {
        let title = "Solaris"
        let content: Content
        let after = 1
    }

    @Test func `NaN and infinity are reported with their pointer`() throws {
        let inArray = try failures(of: Box(content: [1, .nan, 2]))
        #expect(inArray.code == .invalidValue)
        #expect(inArray.pointer == "/content/1")
        #expect(inArray.description.contains("not finite"))
        #expect(try failures(of: Double.infinity).pointer == "")
        #expect(
            try failures(of: Box(content: Box(content: Float.nan))).pointer == "/content/content"
        )
        #expect(try failures(of: ["a": Double?.some(-.infinity)]).pointer == "/a")
        #expect(try failures(of: [Box(content: Decimal.nan)]).pointer == "/0/content")
    }

    @Test func `a date beyond the year 9999 is refused`() throws {
        let failure = try failures(of: Box(content: Date.distantFuture.addingTimeInterval(1e12)))
        #expect(failure.pointer == "/content")
        #expect(failure.message.contains("0000 to 9999"))
    }

    @Test func `pointers escape slashes and tildes as RFC 6901 requires`() throws {
        let failure = try failures(of: ["a/b~\"\n": [Double.nan]])
        #expect(failure.pointer == "/a~1b~0\"\n/0")
    }

    private struct Refusal: Error, Equatable {}

    private struct Thrower: Encodable {
        let error: any Error
        func encode(to encoder: any Encoder) throws { throw error }
    }

    private struct Invalid: Encodable {
        func encode(to encoder: any Encoder) throws {
            let context = EncodingError.Context(
                codingPath: encoder.codingPath,
                debugDescription: "secret words"
            )
            throw EncodingError.invalidValue(self, context)
        }
    }

    @Test func `an error thrown by the model becomes the underlying error`() throws {
        let failure = try failures(of: [Box(content: Thrower(error: Refusal()))])
        #expect(failure.code == .invalidValue)
        #expect(failure.pointer == "/0/content")
        #expect(failure.underlying as? Refusal == Refusal())
        #expect(!failure.description.contains("Refusal"))
    }

    @Test func `a model's error text appears in the property detail, not in description`() throws {
        let failure = try failures(of: [Box(content: Invalid())])
        #expect(failure.pointer == "/0/content")
        #expect(failure.detail == "secret words")
        #expect(!failure.description.contains("secret"))
        #expect(failure.place == nil)
    }

    @Test func `an error after a caught error has its own pointer`() throws {
        struct Model: Encodable {
            enum CodingKeys: CodingKey { case first, second }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try? container.encode(Box(content: Thrower(error: Refusal())), forKey: .first)
                try container.encode(1, forKey: .first)
                try container.encode([Thrower(error: Refusal())], forKey: .second)
            }
        }
        #expect(try failures(of: Model()).pointer == "/second/0")
    }

    /// A list that contains a list of its own kind, `depth` levels deep.
    private final class Chain: Encodable {
        let next: [Chain]
        init(depth: Int) { next = depth > 1 ? [Chain(depth: depth - 1)] : [] }
    }

    private final class Loop: Encodable {
        var next: Loop { self }
        enum CodingKeys: CodingKey { case next }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(next, forKey: .next)
        }
    }

    @Test func `depth is limited when encoding`() throws {
        var json = JSON()
        json.limits.depth = 20
        #expect(failure(of: Chain(depth: 10), json) == nil)
        #expect(failure(of: Chain(depth: 11), json)?.code == .tooDeep)
        json.sortsKeys = true
        #expect(failure(of: Chain(depth: 10), json) == nil)
        #expect(failure(of: Chain(depth: 11), json)?.code == .tooDeep)
    }

    @Test func `a model that contains itself is refused as too deep`() throws {
        let failure = try failures(of: Loop())
        #expect(failure.code == .tooDeep)
        #expect(failure.message.contains("512"))
    }

    @Test func `bytes already in the output buffer are kept when encoding fails`() throws {
        var bytes = Array("before".utf8)
        #expect(throws: CodingError.self) {
            try JSON().encode([1, Double.nan], appendingTo: &bytes)
        }
        #expect(bytes == Array("before".utf8))
        try JSON().encode([1], appendingTo: &bytes)
        #expect(bytes == Array("before[1]".utf8))
    }
}
