// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads inputs for `scripts/growth`, which measures what each reading costs.
///
/// It first writes a line with the names of the parsers. Each request is a line with a parser and a
/// number of bytes, followed by these bytes; when they have been read, it writes an empty line.
enum Growth {
    /// True if the program measures growth instead of fuzzing.
    static let isCounted = CommandLine.arguments.contains("--growth")

    static func serve() {
        say(Parser.allCases.map(\.rawValue).joined(separator: " "))
        guard let file = fdopen(STDIN_FILENO, "rb") else { fail("there is no standard input") }
        while let (parser, count) = request(from: file) {
            var input = [UInt8](repeating: 0, count: count)
            guard fread(&input, 1, count, file) == count else { fail("the input ends too early") }
            parser.read(input)
            say("")
        }
    }

    private static func request(from file: UnsafeMutablePointer<FILE>) -> (Parser, Int)? {
        var buffer = [CChar](repeating: 0, count: 100)
        guard fgets(&buffer, 100, file) != nil else { return nil }
        let line = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        let words = line.split { $0 == " " || $0 == "\n" }
        guard words.count == 2, let count = Int(words[1]),
            let parser = Parser(rawValue: String(words[0]))
        else { fail("expected a parser and a number of bytes, found \(line)") }
        return (parser, count)
    }

    private static func say(_ line: String) {
        print(line)
        fflush(nil)
    }
}

/// Prepares the run; libFuzzer calls it before it generates input.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>>>
) -> CInt {
    if Growth.isCounted {
        Growth.serve()
        exit(0)
    }
    return 0
}
