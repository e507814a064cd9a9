// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// A user, in the JSON of an older service whose keys are Spanish.
struct User: Decodable, Sendable, Hashable {
    var code: String
    var name: String
    var birthday: String?

    init(code: String, name: String, birthday: String? = nil) {
        self.code = code
        self.name = name
        self.birthday = birthday
    }

    enum CodingKeys: String, PathCodingKey {
        case code = "codigo"
        case name = "nombre"
        case birthday = "fechas.nacimiento"
    }
}

/// The error model of the same service, whose code tells whether it stands for an error.
struct ServiceError: Decodable, ErrorReporting, Sendable, Hashable {
    var code: Int
    var text: String?

    var isError: Bool { code != 0 }

    enum CodingKeys: String, CodingKey {
        case code = "codError"
        case text = "descripcion"
    }
}

/// An error model that stands for an error whenever a response contains it.
struct PlainError: Decodable, Error, Sendable, Hashable {
    var code: Int
    var message: String?
}
