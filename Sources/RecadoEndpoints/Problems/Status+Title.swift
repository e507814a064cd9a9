// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

extension Status {
    /// The reason phrase in `Language.current`, English or Spanish: "Not Found", "No encontrado".
    public var title: String {
        Language.words(reasonPhrase, es: Self.spanish[self] ?? reasonPhrase)
    }

    private static let spanish: [Status: String] = [
        .badRequest: "Petición incorrecta",
        .unauthorized: "Sin credenciales válidas",
        .forbidden: "Prohibido",
        .notFound: "No encontrado",
        .methodNotAllowed: "Método no permitido",
        .notAcceptable: "No aceptable",
        .requestTimeout: "La petición tardó demasiado",
        .conflict: "Conflicto",
        .preconditionFailed: "Precondición fallida",
        .contentTooLarge: "Contenido demasiado grande",
        .uriTooLong: "Dirección demasiado larga",
        .unsupportedMediaType: "Tipo de contenido no admitido",
        .rangeNotSatisfiable: "Rango no satisfactible",
        .expectationFailed: "Expectativa no cumplida",
        .misdirectedRequest: "Petición mal dirigida",
        .unprocessableContent: "Contenido no procesable",
        .upgradeRequired: "Se requiere otro protocolo",
        .preconditionRequired: "Precondición necesaria",
        .tooManyRequests: "Demasiadas peticiones",
        .requestHeaderFieldsTooLarge: "Cabecera demasiado grande",
        .internalServerError: "Error interno del servidor",
        .notImplemented: "No implementado",
        .serviceUnavailable: "Servicio no disponible",
        .httpVersionNotSupported: "Versión de HTTP no admitida",
        .insufficientStorage: "Espacio insuficiente",
    ]
}
