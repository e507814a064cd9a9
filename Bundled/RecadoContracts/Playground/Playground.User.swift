// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoEndpoints

extension Playground {
    /// A user, whose dates are nested one level deeper than the other members.
    public struct User: Codable, Sendable, Hashable {
        /// The code: `A-1`.
        public var code: String
        /// The name.
        public var name: String
        /// The day of birth: `18/10/1981`.
        public var birthday: String?
        /// The day and the time of the registration: `29/10/2016 10:20:12`.
        public var signedUp: String?

        /// The paths of the members.
        public enum CodingKeys: String, PathCodingKey {
            /// The code.
            case code = "codigo"
            /// The name.
            case name = "nombre"
            /// The day of birth.
            case birthday = "fechas.nacimiento"
            /// The day and the time of the registration.
            case signedUp = "fechas.inscripcion"
        }

        /// Creates a user.
        ///
        /// - Parameters:
        ///   - code: The code.
        ///   - name: The name.
        ///   - birthday: The day of birth.
        ///   - signedUp: The day and the time of the registration.
        public init(
            code: String,
            name: String,
            birthday: String? = nil,
            signedUp: String? = nil
        ) {
            self.code = code
            self.name = name
            self.birthday = birthday
            self.signedUp = signedUp
        }
    }

    /// A user to add.
    public struct NewUser: Codable, Sendable, Hashable {
        /// The number, which becomes the code.
        public var id: Int
        /// The name.
        @Length<1, 100> public var name: String
        /// The surname.
        @Length<1, 100> public var surname: String

        /// Creates a user.
        ///
        /// - Parameters:
        ///   - id: The number.
        ///   - name: The name.
        ///   - surname: The surname.
        public init(id: Int, name: String, surname: String) {
            self.id = id
            self.name = name
            self.surname = surname
        }
    }

    /// An error of a service that reports success or failure with a code.
    public struct ServiceError: Codable, Error, Hashable, CustomStringConvertible {
        /// The code of the error; 0 for success.
        public var code: Int
        /// A description of the error.
        public var words: String?

        /// The names on the wire.
        public enum CodingKeys: String, CodingKey {
            /// The code of the error.
            case code = "codError"
            /// A description of the error.
            case words = "descripcion"
        }

        /// Creates an error.
        ///
        /// - Parameters:
        ///   - code: The code of the error; 0 for success.
        ///   - words: A description of the error.
        public init(code: Int, words: String? = nil) {
            self.code = code
            self.words = words
        }

        /// True if the code reports a failure.
        public var isError: Bool { code != 0 }

        /// The code and the description.
        public var description: String {
            "error \(code)" + (words.map { ": \($0)" } ?? "")
        }
    }
}
