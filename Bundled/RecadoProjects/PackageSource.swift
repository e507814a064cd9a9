// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The source from which a new package takes the dependency on Recado.
public enum PackageSource: Sendable, Hashable {
    /// A folder on this machine, as an absolute path.
    case folder(String)
    /// The URL of a Git repository.
    case repository(String)

    /// Creates a source from a folder or a URL.
    ///
    /// - Parameter text: The path of a folder, or the URL of a repository.
    /// - Throws: ``ProjectError/unquotableSource(_:)``, ``ProjectError/passwordInSource`` or
    ///   ``ProjectError/noToolkit(_:)``.
    public init(_ text: String) throws(ProjectError) {
        let isAddress =
            text.contains("://") || text.wholeMatch(of: /[\w.-]+@[\w.-]+:.+/) != nil
        guard Self.isQuotable(text) else { throw .unquotableSource(text) }
        if isAddress {
            guard text.firstMatch(of: /:\/\/[^\/]*:[^\/]*@/) == nil else {
                throw .passwordInSource
            }
            self = .repository(text)
            return
        }
        guard let folder = Self.real(text), Self.hasPackage(folder), Self.isQuotable(folder) else {
            throw .noToolkit(text)
        }
        self = .folder(folder)
    }

    /// The name by which SwiftPM identifies the package; for a URL, the name of the repository.
    var identity: String {
        guard case .repository(let address) = self else { return "recado" }
        let name = address.split(whereSeparator: { $0 == "/" || $0 == ":" }).last ?? "recado"
        return String(name.hasSuffix(".git") ? name.dropLast(4) : name)
    }

    /// True if a text can be written unchanged in the string literals of Swift, JSON and a shell.
    private static func isQuotable(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control && !"\"'\\`$#".unicodeScalars.contains($0)
        }
    }

    /// The path of the running program, with symbolic links resolved.
    public static var program: String? { real("/proc/self/exe") }

    /// Returns the Recado package whose build folder contains this program; `nil` if the program
    /// was installed elsewhere.
    ///
    /// - Returns: The package.
    public static func own() -> PackageSource? {
        guard var folder = program else { return nil }
        // For `.build/x86_64-unknown-linux-gnu/release/recado`, the package is four folders above.
        for _ in 0..<6 {
            guard let end = folder.lastIndex(of: "/"), end != folder.startIndex else { return nil }
            folder = String(folder[..<end])
            if hasPackage(folder) { return isQuotable(folder) ? .folder(folder) : nil }
        }
        return nil
    }

    /// True if a folder has Recado's package: its manifest and the folder of a module.
    private static func hasPackage(_ folder: String) -> Bool {
        ["Package.swift", "Sources/RecadoEndpoints"].allSatisfy {
            unsafe access("\(folder)/\($0)", R_OK) == 0
        }
    }

    /// Returns an absolute path with symbolic links resolved.
    private static func real(_ path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe String(validatingCString: real)
    }
}
