// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

extension ProblemAdvice {
    /// The advice for the statuses that the framework itself answers with.
    static let all: [Status: ProblemAdvice] = [
        .badRequest: ProblemAdvice(
            (
                "The request, or its content, could not be parsed.",
                "La petición, o su contenido, no se pudo analizar."
            ),
            (
                "Send content that is well-formed in the format that its Content-Type names; the detail says where it is not.",
                "Envía un contenido bien formado en el formato que indica su Content-Type; el detalle dice dónde no lo está."
            )
        ),
        .unauthorized: ProblemAdvice(
            (
                "The request has no credentials, or wrong ones.",
                "La petición no lleva credenciales, o son incorrectas."
            ),
            (
                "Send credentials as the WWW-Authenticate field asks for them.",
                "Envía las credenciales que pide el campo WWW-Authenticate."
            )
        ),
        .forbidden: ProblemAdvice(
            (
                "The caller is known, or came in the clear, and may not do this.",
                "Quien llama es conocido, o ha venido sin cifrar, y no puede hacer esto."
            ),
            (
                "Call as somebody who may, and over TLS. The same request will be refused again.",
                "Llama como alguien que pueda hacerlo, y por TLS. La misma petición se rechazará otra vez."
            )
        ),
        .notFound: ProblemAdvice(
            (
                "There is nothing at this address.",
                "No hay nada en esta dirección."
            ),
            (
                "Check the path and the identifiers in it; what was there may have been removed.",
                "Comprueba la ruta y los identificadores que contiene; puede que lo que había se haya borrado."
            )
        ),
        .methodNotAllowed: ProblemAdvice(
            (
                "The address exists, but does not answer this method.",
                "La dirección existe, pero no responde a este método."
            ),
            (
                "Use one of the methods in the Allow field.",
                "Usa uno de los métodos del campo Allow."
            )
        ),
        .notAcceptable: ProblemAdvice(
            (
                "The answer cannot be had in any format that Accept names.",
                "La respuesta no está en ninguno de los formatos de Accept."
            ),
            (
                "Accept one of the formats that the detail lists, or leave Accept out.",
                "Acepta uno de los formatos que enumera el detalle, o quita Accept."
            )
        ),
        .requestTimeout: ProblemAdvice(
            (
                "The request did not arrive in time.",
                "La petición no llegó a tiempo."
            ),
            (
                "Send it again, faster or smaller.",
                "Envíala de nuevo, más rápido o más pequeña."
            )
        ),
        .conflict: ProblemAdvice(
            (
                "The request does not fit the present state, or the same one is being carried out already.",
                "La petición no encaja con el estado actual, o la misma ya se está ejecutando."
            ),
            (
                "Read the resource again and decide anew.",
                "Lee el recurso de nuevo y vuelve a decidir."
            )
        ),
        .preconditionFailed: ProblemAdvice(
            (
                "The resource is not in the state that If-Match or its like names: somebody else has changed it.",
                "El recurso no está en el estado que indica If-Match o similar: otro lo ha cambiado."
            ),
            (
                "Read the resource again, and send the change with its new entity tag.",
                "Lee el recurso de nuevo y envía el cambio con su nueva etiqueta."
            )
        ),
        .contentTooLarge: ProblemAdvice(
            (
                "The content is larger than the endpoint takes.",
                "El contenido es mayor de lo que admite la operación."
            ),
            (
                "Send less; the detail names the limit.",
                "Envía menos; el detalle dice el límite."
            )
        ),
        .uriTooLong: ProblemAdvice(
            (
                "The address of the request is too long.",
                "La dirección de la petición es demasiado larga."
            ),
            (
                "Shorten the query, or send it as content where the endpoint takes any.",
                "Acorta la consulta, o envíala como contenido donde se admita."
            )
        ),
        .unsupportedMediaType: ProblemAdvice(
            (
                "The content is in a format that the endpoint does not read.",
                "El contenido está en un formato que la operación no lee."
            ),
            (
                "Send it in one of the formats of the Accept field of the answer, and name it in Content-Type.",
                "Envíalo en uno de los formatos del campo Accept de la respuesta, y nómbralo en Content-Type."
            )
        ),
        .rangeNotSatisfiable: ProblemAdvice(
            (
                "None of the parts that the Range field asks for is there.",
                "No existe ninguna de las partes que pide el campo Range."
            ),
            (
                "Ask for parts within the length that the Content-Range field says, or for all of it.",
                "Pide partes dentro de la longitud que indica el campo Content-Range, o pide todo."
            )
        ),
        .expectationFailed: ProblemAdvice(
            (
                "The Expect field asks for something that the server does not know.",
                "El campo Expect pide algo que el servidor no conoce."
            ),
            (
                "Send 100-continue, or leave the field out.",
                "Envía 100-continue, o quita el campo."
            )
        ),
        .upgradeRequired: ProblemAdvice(
            (
                "A WebSocket is opened here, and the request does not ask for one in this version.",
                "Aquí se abre un WebSocket, y la petición no pide ninguno en esta versión."
            ),
            (
                "Connect with a WebSocket client, to the same address with the scheme ws or wss.",
                "Conéctate con un cliente de WebSocket, a la misma dirección con el esquema ws o wss."
            )
        ),
        .misdirectedRequest: ProblemAdvice(
            (
                "The request is for an https address, and has come without TLS.",
                "La petición es para una dirección https y ha llegado sin TLS."
            ),
            (
                "Connect with TLS, or ask for the path alone.",
                "Conéctate con TLS, o pide solo la ruta."
            )
        ),
        .unprocessableContent: ProblemAdvice(
            (
                "The request was understood, but some of its inputs are not valid.",
                "La petición se entendió, pero alguna de sus entradas no es válida."
            ),
            (
                "Correct every input in the member “errors”; each says where it stands and what was expected.",
                "Corrige cada entrada del miembro «errors»; cada una dice dónde está y qué se esperaba."
            )
        ),
        .preconditionRequired: ProblemAdvice(
            (
                "The endpoint changes a resource only for callers who have read it.",
                "La operación solo cambia un recurso a quien lo ha leído."
            ),
            (
                "Read the resource, and send its entity tag in If-Match.",
                "Lee el recurso y envía su etiqueta en If-Match."
            )
        ),
        .tooManyRequests: ProblemAdvice(
            (
                "The caller has made more requests, or more failed attempts, than are allowed.",
                "Se han hecho más peticiones, o más intentos fallidos, de los permitidos."
            ),
            (
                "Wait as long as the Retry-After field says.",
                "Espera lo que diga el campo Retry-After."
            )
        ),
        .requestHeaderFieldsTooLarge: ProblemAdvice(
            (
                "The header section of the request is too large.",
                "La cabecera de la petición es demasiado grande."
            ),
            (
                "Send fewer and shorter fields, cookies above all.",
                "Envía menos campos y más cortos, sobre todo cookies."
            )
        ),
        .internalServerError: ProblemAdvice(
            (
                "Something went wrong in the server that is not the caller's fault.",
                "Algo falló en el servidor sin culpa de quien llama."
            ),
            (
                "Try again later; if it stays, tell the service's owner the request's X-Request-Id.",
                "Prueba más tarde; si sigue igual, dale al responsable del servicio el X-Request-Id de la petición."
            )
        ),
        .notImplemented: ProblemAdvice(
            (
                "The server does not know how to do this.",
                "El servidor no sabe hacer esto."
            ),
            (
                "There is nothing to do but to ask for something else.",
                "No queda más que pedir otra cosa."
            )
        ),
        .httpVersionNotSupported: ProblemAdvice(
            (
                "The request is in a version of HTTP that the server does not speak.",
                "La petición usa una versión de HTTP que el servidor no habla."
            ),
            (
                "Use HTTP/1.1 or HTTP/2.",
                "Usa HTTP/1.1 o HTTP/2."
            )
        ),
        .insufficientStorage: ProblemAdvice(
            (
                "The server has no room for what was sent; nothing of it was kept.",
                "El servidor no tiene sitio para lo enviado; no se ha guardado nada."
            ),
            (
                "Try again later, and tell the service's owner that its disk is full.",
                "Prueba más tarde, y di al responsable del servicio que su disco está lleno."
            )
        ),
        .serviceUnavailable: ProblemAdvice(
            (
                "The server cannot answer now: it is overloaded, shutting down, or waiting for something that it needs.",
                "El servidor no puede responder ahora: está saturado, se está apagando o espera algo que necesita."
            ),
            (
                "Try again after the time that the Retry-After field says.",
                "Prueba otra vez después de lo que diga el campo Retry-After."
            )
        ),
    ]
}
