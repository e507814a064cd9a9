// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import Testing

@Suite struct `Optional texts with limits` {
    private struct Model: Codable, Sendable, Equatable {
        /// A text that may be empty.
        @OptionalLength<0, 3> var free: String?
        /// A text that may be missing, but not empty.
        @OptionalLength<1, 3> var full: String?
    }

    @Test(arguments: [
        ("<m/>", nil, nil), ("<m><free/><full/></m>", "", nil), ("<m><free></free></m>", "", nil),
        ("<m><free> </free><full>abc</full></m>", " ", "abc"),
        (
            "<m xmlns:i='http://www.w3.org/2001/XMLSchema-instance'><free i:nil='true'/></m>",
            nil, nil
        ),
    ])
    func `are decoded from missing, empty and nil XML elements`(
        _ xml: String,
        free: String?,
        full: String?
    ) throws {
        let model: Model = try XML().decode(from: xml)
        #expect(model.free == free && model.full == full)
    }

    @Test(arguments: [
        ("{}", nil, nil), (#"{"free":null,"full":null}"#, nil, nil),
        (#"{"free":"","full":"a"}"#, "", "a"),
    ])
    func `are decoded from missing, null and empty JSON members`(
        _ json: String,
        free: String?,
        full: String?
    ) throws {
        let model: Model = try JSON().decode(from: json)
        #expect(model.free == free && model.full == full)
    }

    @Test(arguments: [#"{"free":"abcd"}"#, #"{"full":""}"#, #"{"full":7}"#])
    func `are refused outside their limits`(_ json: String) {
        #expect(throws: CodingError.self) { try JSON().decode(Model.self, from: json) }
    }
}
