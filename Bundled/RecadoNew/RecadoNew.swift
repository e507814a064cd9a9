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

/// The tool `recado-new`, which does the same as `recado new`.
///
/// It does not contain the rest of the `recado` command, so that it builds within seconds.
@main
enum RecadoNew {
    private static let usage = """
        usage: recado-new [--with sqlite|postgresql|bare] [--recado FOLDER_OR_ADDRESS] NAME
        Makes a package with a service, its client and their tests in a new folder NAME. --with names the database of
        the service, sqlite by default, and --recado the place from which the package takes Recado, by default the
        folder that this program was built in.
        """

    /// The package that the arguments describe.
    private struct Wish {
        var name: String?
        var storage = ProjectTemplate.Storage.sqlite
        var source: String?
    }

    static func main() {
        if CommandLine.arguments.contains(where: { ["--help", "-h"].contains($0) }) {
            return print(usage)
        }
        let wish = wish(of: CommandLine.arguments.dropFirst())
        guard let name = wish.name else { end(usage, code: 2) }
        do throws(ProjectError) {
            let own = PackageSource.own()
            guard let source = try wish.source.map(PackageSource.init) ?? own else {
                end("say where Recado is: --recado FOLDER_OR_ADDRESS", code: 2)
            }
            let template = ProjectTemplate(
                name: try ProjectName(name),
                storage: wish.storage,
                source: source
            )
            print("\(name): \(try template.write()) files")
            print("next: cd \(name) && swift test && swift run \(name) serve")
        } catch {
            end("\(error)", code: 1)
        }
    }

    private static func wish(of arguments: ArraySlice<String>) -> Wish {
        var (wish, rest) = (Wish(), arguments)
        while let argument = rest.popFirst() {
            switch argument {
            case "--with":
                guard let storage = rest.popFirst().flatMap(ProjectTemplate.Storage.init) else {
                    end("--with is sqlite, postgresql or bare\n\(usage)", code: 2)
                }
                wish.storage = storage
            case "--recado":
                guard let source = rest.popFirst() else {
                    end("--recado has no value\n\(usage)", code: 2)
                }
                wish.source = source
            default:
                guard wish.name == nil, !argument.hasPrefix("-") else { end(usage, code: 2) }
                wish.name = argument
            }
        }
        return wish
    }

    private static func end(_ words: String, code: Int32) -> Never {
        let bytes = Array("recado-new: \(words)\n".utf8)
        _ = unsafe write(2, bytes, bytes.count)
        exit(code)
    }
}
