// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The place that a new package takes the toolkit from.
enum PackageSource: Sendable, Hashable {
    /// A folder on this machine, by its absolute path.
    case folder(String)
    /// The address of a repository.
    case repository(String)

    /// The place that was named.
    ///
    /// - Throws: The use was wrong: there is no such package in the folder.
    init(_ text: String) throws(CommandFailure) {
        if text.contains("://") || text.wholeMatch(of: /[\w.-]+@[\w.-]+:.+/) != nil {
            guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x7F })
            else {
                throw .usage(
                    "--recado is the address of a repository, not “\(DisplayText.clean(text))”"
                )
            }
            self = .repository(text)
            return
        }
        guard let folder = Self.real(text), Self.hasPackage(folder) else {
            throw .usage("--recado: there is no package of Recado in “\(DisplayText.clean(text))”")
        }
        self = .folder(folder)
    }

    /// The package that this program was built in; `nil` when it was installed elsewhere.
    static func own() -> PackageSource? {
        guard var folder = real("/proc/self/exe") else { return nil }
        // .build/x86_64-unknown-linux-gnu/release/recado has the package four folders above.
        for _ in 0..<6 {
            guard let end = folder.lastIndex(of: "/"), end != folder.startIndex else { return nil }
            folder = String(folder[..<end])
            if hasPackage(folder) { return .folder(folder) }
        }
        return nil
    }

    /// Whether a folder has the package, by its manifest and the module of an app's one import.
    private static func hasPackage(_ folder: String) -> Bool {
        ["Package.swift", "Sources/RecadoEndpoints"].allSatisfy {
            unsafe access("\(folder)/\($0)", R_OK) == 0
        }
    }

    /// An absolute path without links.
    private static func real(_ path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe String(validatingCString: real)
    }
}
