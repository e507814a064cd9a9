// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoProjects

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// `recado-new`: what `recado new` does, without the rest of the command, so that it is built within seconds.
@main
enum RecadoNew {
    private static let usage = """
        usage: recado-new [--with sqlite|postgresql|bare] [--recado FOLDER_OR_ADDRESS] NAME
        Makes a package with a service, its client and their tests in a new folder NAME. --with names the database of
        the service, sqlite by default, and --recado the place from which the package takes Recado, by default the
        folder that this program was built in.
        """

    static func main() {
        var (name, storage, source): (String?, ProjectTemplate.Storage, String?) = (
            nil, .sqlite, nil
        )
        var arguments = CommandLine.arguments.dropFirst()
        while let argument = arguments.popFirst() {
            switch argument {
            case "--help", "-h": return print(usage)
            case "--with":
                guard let word = arguments.popFirst(),
                    let value = ProjectTemplate.Storage(rawValue: word)
                else { end("--with is sqlite, postgresql or bare\n\(usage)", code: 2) }
                storage = value
            case "--recado":
                guard let word = arguments.popFirst() else {
                    end("--recado has no value\n\(usage)", code: 2)
                }
                source = word
            default:
                guard name == nil, !argument.hasPrefix("-") else { end(usage, code: 2) }
                name = argument
            }
        }
        guard let name else { end(usage, code: 2) }
        do throws(ProjectError) {
            guard let place = try source.map(PackageSource.init) ?? PackageSource.own() else {
                end(
                    "say where Recado is: --recado ../recado, or the address of its repository",
                    code: 2
                )
            }
            let template = ProjectTemplate(
                name: try ProjectName(name),
                storage: storage,
                source: place
            )
            try ProjectFolder(name).write(template.files)
            print("\(name): \(template.files.count) files")
            print("next: cd \(name) && swift test && swift run \(name) serve")
        } catch {
            end("\(error)", code: 1)
        }
    }

    private static func end(_ words: String, code: Int32) -> Never {
        let bytes = Array("recado-new: \(words)\n".utf8)
        _ = unsafe write(2, bytes, bytes.count)
        exit(code)
    }
}
