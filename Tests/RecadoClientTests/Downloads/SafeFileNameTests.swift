// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import Testing

@Suite
struct `Safe file names` {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var safe: String?
        var testDescription: String { name.debugDescription }

        init(_ name: String, _ safe: String?) {
            self.name = name
            self.safe = safe
        }
    }

    @Test(arguments: [
        Case("film.mp4", "film.mp4"), Case("El Camión 🚚.mp4", "El Camión 🚚.mp4"),
        Case("../../etc/passwd", "passwd"), Case("C:\\Windows\\x.dll", "x.dll"),
        Case("/etc/shadow", "shadow"), Case("a/..", nil), Case("a\\.", nil), Case("dir/", nil),
        Case("", nil), Case("   ", nil), Case("...", nil), Case("/", nil),
        Case(".bashrc", "bashrc"), Case(" . x", "x"), Case("x. . ", "x"),
        Case("a\0b\nc\u{7F}.txt", "abc.txt"), Case("a\u{202E}gpj.exe", "agpj.exe"),
        Case("a\u{200B}\u{FEFF}b", "ab"), Case("a<b>c:d\"e|f?g*h", "a_b_c_d_e_f_g_h"),
        Case("con", "_con"), Case("NUL.txt", "_NUL.txt"), Case("COM1", "_COM1"),
        Case("lpt9.tar.gz", "_lpt9.tar.gz"), Case("com", "com"), Case("console", "console"),
        Case("-rf", "_-rf"), Case("~root", "_~root"), Case("a-b~c", "a-b~c"),
        Case(".\u{301}x", "\u{301}x"), Case("dir/\u{301}x", "\u{301}x"),
    ])
    func `a name is reduced to one harmless path component`(example: Case) {
        #expect(SafeFileName.make(from: example.name) == example.safe)
    }

    @Test
    func `a shortened name keeps its extension and whole characters`() throws {
        let long = String(repeating: "ñ", count: 300) + ".tar.gz"
        let safe = try #require(SafeFileName.make(from: long))
        #expect(safe.utf8.count <= SafeFileName.limit)
        #expect(safe.utf8.count > SafeFileName.limit - 4)
        #expect(safe.hasSuffix("ñ.tar.gz"))
        let odd = "x." + String(repeating: "y", count: 300)
        #expect(SafeFileName.make(from: odd)?.utf8.count == SafeFileName.limit)
    }

    @Test(arguments: [
        ("film.mp4", "film (2).mp4"), ("film", "film (2)"), ("a.tar.gz", "a (2).tar.gz"),
        ("a.b.c", "a.b (2).c"), (".x", ".x (2)"),
    ])
    func `a number is inserted before the extension`(name: String, numbered: String) {
        #expect(SafeFileName.numbered(name, 2) == numbered)
        #expect(SafeFileName.numbered(name, 1) == name)
    }
}
