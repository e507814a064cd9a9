// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Foundation
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension UserAgent {
    /// The name of the program's executable file.
    public static let programName: String =
        CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "Recado"

    /// The version of the app bundle on Apple's systems; `nil` elsewhere.
    public static let programVersion: String? = {
        #if canImport(Darwin)
        Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String
        #else
        nil
        #endif
    }()

    /// The languages that the user prefers, as BCP 47 tags, the most preferred one first.
    ///
    /// On Apple's systems these are the languages in the system settings. Elsewhere they are read
    /// from the environment at the first access: from `LANGUAGE`, and then from the first variable
    /// that is set among `LC_ALL`, `LC_MESSAGES` and `LANG`.
    public static let preferredLanguages: [String] = {
        #if canImport(Darwin)
        Locale.preferredLanguages
        #else
        LanguageTags.preferred { name in
            unsafe getenv(name).flatMap { unsafe String(validatingCString: $0) }
        }
        #endif
    }()
}
