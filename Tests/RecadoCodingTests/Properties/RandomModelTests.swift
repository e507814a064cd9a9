// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import RecadoMultipart
import Testing

@Suite struct `Random models` {
    private static let rounds = 150

    private static func models(
        _ seed: UInt64,
        _ texts: (inout Seeded) -> String
    ) -> [AnyModel] {
        var random = Seeded(seed: seed)
        return (0..<rounds).map { _ in AnyModel(depth: 2, texts, &random) }
    }

    @Test(arguments: [(false, false), (true, false), (false, true), (true, true)])
    func `are read back unchanged from JSON`(isPretty: Bool, sortsKeys: Bool) throws {
        var json = JSON()
        (json.isPretty, json.sortsKeys) = (isPretty, sortsKeys)
        for (round, model) in Self.models(1, AnyText.any).enumerated() {
            let read = try json.decode(AnyModel.self, from: json.encode(model))
            #expect(read == model, "round \(round)")
        }
    }

    @Test func `are read back unchanged from JSON with other strategies`() throws {
        var json = JSON()
        json.dates = .secondsSince1970
        json.data = .hexadecimal
        json.keys = .snakeCase
        json.booleans = .lenient
        for (round, model) in Self.models(2, AnyText.any).enumerated() {
            let read = try json.decode(AnyModel.self, from: json.encode(model))
            #expect(read == model, "round \(round)")
        }
    }

    @Test(arguments: [XML.Nulls.omitted, .xsiNil])
    func `are read back unchanged from XML`(_ nulls: XML.Nulls) throws {
        for (isPretty, sortsKeys) in [(false, false), (true, false), (false, true)] {
            var xml = XML()
            (xml.isPretty, xml.sortsKeys, xml.nulls) = (isPretty, sortsKeys, nulls)
            for (round, model) in Self.models(3, AnyText.xml).enumerated() {
                let text = try xml.encode(model)
                let read = try xml.decode(AnyModel.self, from: text)
                #expect(read == model, "round \(round)")
                try xml.events(of: text)
            }
        }
    }

    @Test func `are read back unchanged from XML in Rails style`() throws {
        var xml = XML()
        xml.isRails = true
        for (round, model) in Self.models(4, AnyText.xml).enumerated() {
            let read = try xml.decode(AnyModel.self, from: xml.encode(model))
            #expect(read == model, "round \(round)")
        }
    }

    @Test(arguments: [URLEncodedForm.ArrayStyle.brackets, .indexes])
    func `are read back unchanged from forms`(_ style: URLEncodedForm.ArrayStyle) throws {
        var form = URLEncodedForm()
        form.arrays = style
        form.limits.pairs = 100_000
        for (round, model) in Self.models(5, AnyText.any).enumerated() {
            let read = try form.decode(AnyModel.self, from: form.encode(model))
            #expect(read == model, "round \(round)")
        }
    }

    @Test func `are read back unchanged from multipart forms`() throws {
        var form = MultipartForm()
        form.limits.parts = 100_000
        for (round, model) in Self.models(6, AnyText.any).enumerated() {
            let (bytes, type) = try form.encode(model)
            let read = try form.decode(AnyModel.self, from: bytes, mediaType: type)
            #expect(read == model, "round \(round)")
        }
    }
}
