// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoApps
import RecadoDocumentation
import RecadoEndpoints

/// What the home page says of a service: what its declaration says, or the same in Spanish.
struct ServiceWords: Sendable {
    /// The name for people.
    let title: String
    /// What the service is about.
    let about: String
    /// What endpoints do, by their names; what is missing is said as the declaration does.
    private let summaries: [String: String]

    private init(_ title: String, _ about: String, _ summaries: [String: String] = [:]) {
        self.title = title
        self.about = about
        self.summaries = summaries
    }

    /// Finds the words for a service.
    init(_ api: API, in language: AppLanguage) {
        let own = ServiceWords(api.title, api.about)
        self = language == .spanish ? Self.spanish[api.name] ?? own : own
    }

    /// Finds the words for a service in the language of this process.
    init(_ api: API) {
        self.init(api, in: SpokenLanguage.current == .spanish ? .spanish : .english)
    }

    /// What an endpoint does.
    func summary<E: Endpoint>(of endpoint: E.Type) -> String {
        summaries[E.name] ?? E.about.summary
    }

    /// The same for the pages about the service.
    var documented: DocumentedWords {
        DocumentedWords(title: title, about: about, summaries: summaries)
    }

    private static let spanish = [
        "videoclub": ServiceWords(
            "Videoclub",
            """
            Un catálogo de películas. Lo lee cualquiera; los socios añaden películas y cambian, alquilan, \
            devuelven y borran las que han añadido.
            """,
            [
                "list-films": "Lista las películas del catálogo.",
                "show-film": "Muestra una película.",
                "create-film": "Añade una película al catálogo.",
                "edit-film": "Cambia una película.",
                "rent-film": "Marca una película como alquilada.",
                "return-film": "Marca una película como devuelta.",
                "delete-film": "Borra una película.",
                "identify-member": "Dice quién llama.",
                "list-own-films": "Lista las películas del socio que llama.",
            ]
        ),
        "scores": ServiceWords(
            "Puntuaciones",
            "Las puntuaciones de un juego y las tres mejores, en HTML, JSON, XML y SOAP.",
            [
                "list-scores": "Lista las puntuaciones en el orden en que se añadieron.",
                "top-scores": "Lista las tres mejores puntuaciones.",
                "watch-top-scores":
                    "Dice las tres mejores puntuaciones, y otra vez cada vez que cambian.",
                "show-score": "Muestra una puntuación.",
                "create-score": "Añade una puntuación.",
                "update-score": "Cambia una puntuación; lo que falta se queda como está.",
                "delete-score": "Borra una puntuación.",
                "top3-as-xml": "Lista las tres mejores puntuaciones por SOAP.",
                "add-score": "Añade una puntuación por SOAP.",
                "play-game":
                    "Juega por un WebSocket: añade cada puntuación que llega y dice las tres mejores cuando cambian.",
            ]
        ),
        "posts": ServiceWords(
            "Mensajes",
            """
            Mensajes que cualquiera puede leer, escribir, cambiar y borrar, también desde páginas de \
            cualquier origen. Quien devuelve la etiqueta de lo que leyó no pisa lo de nadie.
            """,
            [
                "list":
                    "Lista los mensajes, el más nuevo primero; con `q`, los que contienen ese texto.",
                "watch": "Avisa cada vez que un mensaje se escribe, se cambia o se borra.",
                "new": "Escribe un mensaje.",
                "show": "Muestra un mensaje.",
                "edit": "Cambia un mensaje.",
                "delete": "Borra un mensaje.",
            ]
        ),
        "weather": ServiceWords(
            "El tiempo",
            """
            El tiempo que hace en una ciudad, por nombre, número, coordenadas o código postal, en JSON, XML o \
            HTML, a la manera de OpenWeatherMap, y el de los próximos días. Los errores son JSON a la misma \
            manera.
            """,
            [
                "current": "Dice el tiempo que hace en un lugar.",
                "forecast":
                    "Dice el tiempo que hará en un lugar, cada tres horas durante cinco días.",
                "cities": "Lista las ciudades cuyo tiempo se sabe.",
            ]
        ),
        "films": ServiceWords(
            "Base de datos de películas",
            """
            Películas y series por título, número de IMDb y palabras del título, en JSON y XML, a la manera de \
            OMDb. Lo que no se encuentra se dice con 200 y Response "False".
            """,
            ["search": "Encuentra películas y series."]
        ),
        "playground": ServiceWords(
            "Ensayos",
            """
            Respuestas simuladas: se elige el estado, la forma, dónde están el valor y el error, qué defecto \
            tiene el contenido y cuánto tarda, y se ve qué hace un cliente con ello.
            """,
            [
                "show": "Responde con un usuario, o como se pida.",
                "add": "Responde con el usuario que se envió.",
            ]
        ),
        "routes": ServiceWords(
            "Rutas",
            "Rutas por una ciudad y sus categorías, como JSON:API 1.1.",
            [
                "list": "Lista las rutas.",
                "show": "Muestra una ruta.",
                "categories": "Lista las categorías de rutas.",
                "category": "Muestra una categoría de rutas.",
            ]
        ),
    ]
}
