// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Testing

@Suite struct `Names of secrets` {
    @Test(arguments: [
        "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "X-Api-Key", "DPoP", "dpop",
        "password", "PassWord", "pass-word", "pass_word", "user[password]", "user[password][]",
        "wsse:Password", "login.password", "/data/0/password", "newPassword", "passwd", "pwd",
        "pin", "PIN", "userPin", "user_pin", "PINCode", "card[pin]", "cvv", "cvc", "jwt", "idJWT",
        "contraseña", "CONTRASEÑA", "contrasen\u{303}a", "contrasena", "sig", "X-Sig", "code",
        "CODE", "oauth[code]", "?code", "films?code", "appid", "APPID", "app_id",
        "client_assertion",
        "code_verifier", "codeVerifier", "access_token", "refreshToken", "id_token_hint", "secret",
        "client_secret", "X-Amz-Signature", "PHPSESSID", "sid", "session-id", "api key", "key",
        "privateKey", "otp", "pin2", "X-Auth", "Authentication-Info", "csrf", "X-XSRF-TOKEN",
        "code2", "code_2", "user[code3]", "2pin", "cardNumber1",
    ])
    func `are recognized in every spelling`(name: String) {
        #expect(SensitiveNames.contains(name))
    }

    @Test(arguments: [
        "", "_", "[]", "zipcode", "zip_code", "postalCode", "statusCode", "country-code", "encode",
        "spinning", "pinned", "spin", "signal", "design", "monkey", "keyword", "author", "authors",
        "compass", "passenger", "inside", "title", "total", "name", "q", "page", "units", "note",
        "WWW-Authenticate", "Proxy-Authenticate", "Content-Type", "ETag", "X-Request-Id", "über",
        "zipcode2", "2", "42", "mp3", "spin2",
    ])
    func `do not match similar harmless names`(name: String) {
        #expect(!SensitiveNames.contains(name))
    }

    @Test func `can be added, and then match in every spelling`() {
        #expect(!SensitiveNames.contains("recadoTestCard"))
        SensitiveNames.add("recadoTestCard", "Clé")
        for name in ["recadoTestCard", "RECADO_TEST_CARD", "a[recado-test-card]", "Clé"] {
            #expect(SensitiveNames.contains(name))
        }
        #expect(SensitiveNames.contains("recadoTestCard2"))
        #expect(!SensitiveNames.contains("recadoTestCards"))
    }

    @Test func `are registered by the last part of a nested name`() {
        SensitiveNames.add("holder[recadoTestId]", "ns:recadoTestTag", "", "[]", "_")
        for name in ["recadoTestId", "a[recado_test_id][]", "x:recadoTestTag", "recadoTestTag"] {
            #expect(SensitiveNames.contains(name))
        }
        for name in ["holder", "ns", "", "_"] { #expect(!SensitiveNames.contains(name)) }
    }

    @Test(arguments: [
        "X-Userkey", "X-Subscriptionkey", "Masterkey", "X-Licensekey", "X-Authcode", "X-Api-Key",
        "Authorization", "Cookie", "X-Session-Id",
    ])
    func `include header field names that contain key or auth`(name: FieldName) {
        #expect(SensitiveNames.contains(field: name))
    }

    @Test(arguments: ["WWW-Authenticate", "proxy-authenticate", "Content-Type", "Keep-Alive"])
    func `do not include challenge fields such as WWW-Authenticate`(name: FieldName) {
        #expect(!SensitiveNames.contains(field: name))
    }

    @Test(arguments: [
        ("a=1&password=x&b=2", "a=1&password=…&b=2"),
        ("p%61ssword=x", "p%61ssword=…"),
        ("user%5Bpassword%5D=x=y&b", "user%5Bpassword%5D=…&b"),
        ("password=x%26y;z&a", "password=…&a"),
        ("password%3Dx", "password%3D…"),
        ("next=/f%3Fcode%3Dx", "next=/f%3Fcode%3D…"),
        ("a=b=code=x", "a=b=code=…"),
        ("%FF=x", "%FF=…"),
        ("next=%2Fcb%253Ftoken%253Dx&b=1", "next=%2Fcb%253Ftoken%253D…&b=1"),
        ("p%2561ssword=x", "p%2561ssword=…"),
        ("%2525252525252525252541=x", "…"),
        ("payload=%7B%22token%22%3A%22x%22%7D&b=1", "payload=…&b=1"),
        ("payload=%7B%22t%5Cu006fken%22%3A%22x%22%7D", "payload=…"),
        ("q=%3Cpin%3E1%3C%2Fpin%3E", "q=…"),
        (#"a=1&q={"password":"x&y","z":"&x"}"#, "a=1&q=…"),
        (#"{"password":"x","a":"b=c"}"#, "…"),
        ("q=%7B%22title%22%3A1%7D", "q=%7B%22title%22%3A1%7D"),
        ("&&=&a", "&&=&a"),
        ("\u{301}token=\u{301}x", "\u{301}token=…"),
        ("zipcode=1&spinning=2", "zipcode=1&spinning=2"),
        ("q=x+code%3Dy", "q=x+code%3D…"), ("q=a=1 code=x", "q=a=1 code=…"),
        ("q=pin:1&b=2", "q=pin:…&b=2"), ("q=pin: 1&2", "q=pin:…"),
        ("q=pin%3A+1&b=2", "q=pin%3A…&b=2"),
        ("q=pin%253A1&b=2", "q=pin%253A…&b=2"), ("pin:1&2", "pin:…"),
        ("wsse:Password=x", "wsse:Password=…"),
        ("next=https://ana:x@h/&b=2", "next=https://…@h/&b=2"),
        ("next=https://ana:x&y@h/&b=2", "next=https://…@h/&b=2"),
        ("next=https%3A%2F%2Fana%3Ax%40h%2F&b=2", "next=…&b=2"),
        ("next=https%253A%252F%252Fana%253Ax%2540h", "next=…"),
        ("https%3A%2F%2Fana%3Ax%40h?a=1", "…"),
        (#"q=pin\u003d1"#, "q=…"),
        ("at=12:30&to=a@b&by=//a/@b", "at=12:30&to=a@b&by=//a/@b"),
        ("", ""),
    ])
    func `determine which values are masked in queries`(query: String, shown: String) {
        #expect(SecretMask.ellipsis.pairs(query) == shown)
    }

    @Test(arguments: [
        ("https://app/cb#access_token=x", "https://app/cb#access_token=…"),
        ("/films;token=x?q=1&pin=y", "/films;token=…?q=1&pin=…"),
        ("/a?q=1#token=x", "/a?q=1#token=…"), ("0;url=/cb?token=x", "0;url=/cb?token=…"),
        ("https://ana:x@a/b@c?q=1", "https://…@a/b@c?q=1"), ("", ""),
        ("https://ana:x y@a", "https://…@a"), ("https:///ana@a", "https:///…@a"),
        ("/a?next=https://ana:x@h/#https://b:y@i", "/a?next=https://…@h/#https://…@i"),
        ("/a/https://ana:x@h", "/a/https://…@h"), ("/a/https%3A%2F%2Fana%3Ax%40h/b", "/a/…/b"),
        ("https://a/b?q=1#top", "https://a/b?q=1#top"),
    ])
    func `determine which values are masked in URLs`(address: String, shown: String) {
        #expect(SecretMask.ellipsis.address(address) == shown)
    }

    @Test(arguments: [
        ("Location", "/a?token=x", "/a?token=…"), ("Refresh", "0;url=/a#pin=x", "0;url=/a#pin=…"),
        ("Content-Location", "/a;pin=x", "/a;pin=…"), ("Accept", "a/b;pin=x", "a/b;pin=x"),
        (
            "Link", "</tokens?page=2>; rel=\"next\", </a?token=x>; rel=\"last\"",
            "</tokens?page=2>; rel=\"next\", </a?token=…>; rel=\"last\""
        ),
    ])
    func `determine which values are masked in header fields with URLs`(
        name: FieldName,
        value: String,
        shown: String
    ) {
        let fields: Fields = [name: value]
        #expect(fields.map { SecretMask.ellipsis.value(of: $0) } == [shown])
    }

    @Test func `added to one mask apply only to that mask`() {
        let mask = SecretMask("…", names: ["dni", "user[memberCard]", "ns:plate"])
        #expect(mask.pairs("user[dni]=1&member_card=2&a=3") == "user[dni]=…&member_card=…&a=3")
        #expect(mask.isSensitive("ns:DNI") && mask.isSensitive("car[plate]"))
        #expect(mask.isNamed(in: Array("name,dni\nAna,1".utf8)))
        #expect(mask.isNamed(in: Array("dni: 1".utf8)))
        #expect(!mask.isSensitive("user") && !SensitiveNames.contains("dni"))
    }

    @Test(arguments: [
        ("/films/8", "/films/8"), ("/films;token=x/8", "/films;token=…/8"),
        ("/films;a=1;pin=x,y", "/films;a=1;pin=…"),
        ("/films%3Ftoken=x%2Fy/8", "/films%3Ftoken=…/8"),
        ("/a%20b", "/a%20b"), ("/a=b;c", "/a=b;c"), ("/tokens:revoke", "/tokens:revoke"),
        ("/tokens:revoke%20a", "/tokens:revoke%20a"), ("/@ana/a@b", "/@ana/a@b"),
        ("/proxy//ana:x@h/a", "/proxy//…@h/a"),
    ])
    func `determine which values are masked in paths`(path: String, shown: String) {
        #expect(SecretMask.ellipsis.path(path) == shown)
    }
}
