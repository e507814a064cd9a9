// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An error in creating a package; no files are left behind.
public enum ProjectError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name has characters other than lowercase letters, digits and hyphens, or is longer than
    /// ``ProjectName/longest``.
    case invalidName(String)
    /// The name is reserved by Swift, by SwiftPM or by Debian.
    case reservedName(String)
    /// The source of Recado contains quotes, backslashes or line breaks.
    case unquotableSource(String)
    /// The URL of Recado's repository contains a password, which would be written to the package.
    case passwordInSource
    /// The folder does not contain Recado's package.
    case noToolkit(String)
    /// A file or folder with the name already exists.
    case folderExists(String)
    /// The system could not create a file or folder; the values are the path and the error number.
    case notWritable(String, code: Int32)

    /// A description of the error, without control characters.
    public var description: String {
        let words =
            switch self {
            case .invalidName(let name):
                """
                “\(name)” cannot be the name of a package: expected small letters, digits and hyphens, \
                \(ProjectName.longest) at most, such as table-bookings
                """
            case .reservedName(let name):
                "“\(name)” means something else already; choose another name"
            case .unquotableSource(let text):
                "--recado has no quotes, backslashes and line breaks, unlike “\(text)”"
            case .passwordInSource:
                "--recado: a password in an address would be written down; git asks for it"
            case .noToolkit(let path): "--recado: there is no package of Recado in “\(path)”"
            case .folderExists(let path): "\(path) is there already; choose another name"
            case .notWritable(let path, let code):
                "\(path) cannot be made: \(unsafe String(cString: strerror(code)))"
            }
        return String(
            String.UnicodeScalarView(
                words.unicodeScalars.filter { $0.properties.generalCategory != .control }
            )
        )
    }
}
