// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoDeclarations
import RecadoGenerator

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The tool behind `swift package declare`, which does the same as `recado describe swift` for
/// files.
///
/// It does not contain the rest of the `recado` command, so that it builds within a minute.
@main
enum RecadoDeclare {
    private static let usage = """
        usage: swift package declare --openapi FILE --output FILE
        Writes Swift declarations of a foreign service. Instead of --openapi, which reads JSON and YAML: --wsdl FILE, or \
        --json FILE for the models of a sample. The parts that a description refers to are read from beside it.
        """

    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.contains(where: { ["--help", "-h"].contains($0) }) { return print(usage) }
        guard arguments.count == 2, let option = arguments.first, let place = arguments.last else {
            end(usage, code: 2)
        }
        guard !ForeignDescription.isAddress(place) else {
            end("save \(place) to a file first, or use 'recado describe swift'", code: 2)
        }
        let description = ForeignDescription { place, _ in try DocumentFile(at: place).bytes() }
        do {
            let declarations: SwiftDeclarations
            switch option {
            case "--openapi": declarations = try await description.openAPI(at: place)
            case "--wsdl": declarations = try await description.wsdl(at: place)
            case "--json": declarations = try await description.sample(at: place)
            default: end(usage, code: 2)
            }
            guard write(declarations.text, to: 1) else { end("the output was closed", code: 1) }
            for remark in declarations.remarks { _ = write(shown(remark) + "\n", to: 2) }
        } catch {
            end("\(error)", code: 2)
        }
    }

    /// Returns a text in one line, without characters that control a terminal.
    private static func shown(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: scalars.append(" ")
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    /// Writes a text, and returns true if all of it was written.
    private static func write(_ text: String, to file: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe systemWrite(file, bytes.baseAddress, bytes.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func end(_ words: String, code: Int32) -> Never {
        let lines = words.split(separator: "\n").map { shown(String($0)) }
        _ = write("declare: " + lines.joined(separator: "\n") + "\n", to: 2)
        exit(code)
    }
}

/// Calls the system function `write`, whose name the tool's own function shadows.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(file, bytes, count)
}
