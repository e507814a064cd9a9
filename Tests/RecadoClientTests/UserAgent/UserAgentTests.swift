// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTesting
import Testing

@testable import RecadoClient

@Suite
struct `Header fields that identify the client` {
    static let phone = UserAgent.Device(model: "iPhone12,1", system: "iOS", systemVersion: "14.4")

    @Test
    func `program, device and languages are sent as header fields`() {
        let agent = UserAgent(
            "Videoclub",
            version: "2.1",
            device: Self.phone,
            languages: ["es-ES", "en-GB"]
        )
        let lines = agent.fields.map { "\($0.name): \($0.value)" }
        #expect(
            lines == [
                "Accept-Language: es-ES, es;q=0.9, en-GB;q=0.8, en;q=0.7", "version: 2.1",
                "device: iPhone12,1||iOS||14.4", "User-Agent: Videoclub/2.1 (iPhone12,1; iOS 14.4)",
            ]
        )
    }

    @Test
    func `unknown values are omitted, and invalid characters are replaced`() {
        let device = UserAgent.Device(model: "a(b)", system: "ñ", systemVersion: "1\r\n")
        let agent = UserAgent("Video club", version: nil, device: device, languages: [])
        let lines = agent.fields.map { "\($0.name): \($0.value)" }
        #expect(
            lines == ["device: a-b-||-||1--", "User-Agent: Video-club (a-b-; - 1--)"]
        )
    }

    @Test
    func `the current device and program name are detected`() throws {
        let fields = UserAgent("Videoclub", version: "1").fields
        let device = try #require(fields["device"])
        #expect(device.split(separator: "|", omittingEmptySubsequences: true).count == 3)
        #expect(!UserAgent.Device.current.model.isEmpty)
        #expect(!UserAgent.programName.isEmpty)
        #expect(fields[.userAgent]?.hasPrefix("Videoclub/1 (") == true)
    }

    @Test
    func `header fields of the call override those of the client`() async throws {
        let stub = StubTransport(json: "1")
        let client = try Client(stub) {
            $0.fields = UserAgent("Videoclub", version: "1", languages: ["es"]).fields
        }
        try await client.get("x", with: CallOptions(fields: [.acceptLanguage: "ca"]))
        let fields = try #require(stub.sent.first?.fields)
        #expect(fields[values: .acceptLanguage] == ["ca"])
        #expect(fields["version"] == "1")
    }

    // MARK: - Languages

    static let environments: [([String: String], [String])] = [
        ([:], []), (["LANG": "es_ES.UTF-8"], ["es-ES"]), (["LANG": "C.UTF-8"], []),
        (["LANG": "POSIX", "LANGUAGE": "es"], []),
        (["LANG": "es_ES", "LC_ALL": "ca_ES.UTF-8@valencia"], ["ca-ES-valencia"]),
        (["LANG": "en_US", "LANGUAGE": "es_ES:es:en_US"], ["es-ES", "es", "en-US"]),
        (["LC_ALL": "", "LC_MESSAGES": "sr_RS@latin", "LANG": "de_DE"], ["sr-Latn-RS"]),
        (["LANG": "de_DE@euro"], ["de-DE"]), (["LANG": "zh_Hant_TW"], ["zh-Hant-TW"]),
        (["LANG": "es_419"], ["es-419"]), (["LANG": "x; drop"], []), (["LANG": "_ES"], []),
        (["LANG": "en_US", "LANGUAGE": "::EN_us:fr"], ["en-US", "fr"]),
    ]

    @Test(arguments: environments)
    func `languages are read from the environment`(environment: [String: String], tags: [String]) {
        #expect(LanguageTags.preferred { environment[$0] } == tags)
    }

    static let preferences: [([String], String)] = [
        ([], ""), (["es"], "es"), (["es-ES"], "es-ES, es;q=0.9"),
        (["en-US", "es-ES", "en-GB"], "en-US, es-ES;q=0.9, es;q=0.8, en-GB;q=0.7, en;q=0.6"),
        (["es-ES", "es", "ES"], "es-ES, es;q=0.9"), (["es\r\nX: y", "a,b", "fr"], "fr"),
        (
            (1...12).map { "x\($0)" },
            "x1, x2;q=0.9, x3;q=0.8, x4;q=0.7, x5;q=0.6, x6;q=0.5, x7;q=0.4, x8;q=0.3, x9;q=0.2, x10;q=0.1"
        ),
    ]

    @Test(arguments: preferences)
    func `languages are sent with descending quality values`(languages: [String], value: String) {
        #expect(LanguageTags.ranges(of: languages) == value)
    }
}
