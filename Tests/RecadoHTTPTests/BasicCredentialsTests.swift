// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Testing

@Suite struct `Basic credentials` {
    @Test(
        arguments: [
            ("login", "password", "Basic bG9naW46cGFzc3dvcmQ="),
            ("Aladdin", "open sesame", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="),
            ("test", "123£", "Basic dGVzdDoxMjPCow=="), ("", "", "Basic Og=="),
            ("a", "b:c:", "Basic YTpiOmM6"),
        ]
    )
    func `user name and password are encoded and decoded`(
        _ user: String,
        _ password: String,
        _ field: String
    ) throws {
        #expect(try BasicCredentials(user: user, password: password).authorization == field)
        let read = try #require(BasicCredentials(authorization: field))
        #expect(read.user == user)
        #expect(read.password == password)
    }

    @Test(arguments: ["basic Og==", "BASIC  Og==", "Basic Og== ", " Basic Og=="])
    func `the scheme's case and surrounding spaces are ignored`(_ field: String) {
        #expect(BasicCredentials(authorization: field) != nil)
    }

    @Test(
        arguments: [
            "", "Basic", "Basic ", "BasicOg==", "Bearer Og==", "Basic Og", "Basic Og=",
            "Basic O g==",
            "Basic Og==, Basic Og==", "Basic Og==\n", "Basic YQ==", "Basic /zph", "Basic YTr/",
            "Basic YQo6YQ==", "Basic YTphAA==", "Basic realm=\"x\"", "Basic Oh==",
        ]
    )
    func `malformed Authorization fields are refused`(_ field: String) {
        #expect(BasicCredentials(authorization: field) == nil)
    }

    @Test(
        arguments: [
            ("a:b", "c", BasicCredentialsError.colonInUser), ("a\n", "c", .controlCharacterInUser),
            ("a", "\u{7F}", .controlCharacterInPassword), ("a", "\0", .controlCharacterInPassword),
        ]
    )
    func `colons in user names and control characters are refused`(
        _ user: String,
        _ password: String,
        _ error: BasicCredentialsError
    ) {
        #expect(throws: error) { try BasicCredentials(user: user, password: password) }
        #expect(error.description.contains("expected"))
    }

    @Test func `descriptions and dumps hide the password`() throws {
        let credentials = try BasicCredentials(user: "login", password: "secret")
        var dumped = ""
        dump(credentials, to: &dumped)
        var nested = ""
        dump(["key": [credentials]], to: &nested)
        let texts = [
            "\(credentials)", String(reflecting: credentials), String(describing: [credentials]),
            dumped, nested, "\(Optional(credentials) as Any)",
        ]
        for text in texts {
            #expect(!text.contains("secret"))
            #expect(text.contains("login"))
        }
    }
}
