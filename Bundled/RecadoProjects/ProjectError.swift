// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An error of making a package, of which nothing is left then.
public enum ProjectError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name has other characters than small letters, digits and hyphens, or more of them than
    /// ``ProjectName/longest``.
    case invalidName(String)
    /// The name has a meaning in Swift, for the package manager or on Debian.
    case reservedName(String)
    /// The place of the toolkit has quotes, backslashes or line breaks.
    case unquotableSource(String)
    /// The address of the toolkit's repository has a password, which would be written down.
    case passwordInSource
    /// The folder that was named for the toolkit has no package of it.
    case noToolkit(String)
    /// There is a file or a folder of the name already.
    case folderExists(String)
    /// The system refused to make a file or a folder: its path and the number of the error.
    case notWritable(String, code: Int32)

    /// The error in words, which have no control characters.
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
