// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoApps
import RecadoDocumentation
import RecadoEndpoints

/// The texts of the home page about a service: the declaration's texts, or Spanish translations.
struct ServiceWords: Sendable {
    /// The title of the service, as the page shows it.
    let title: String
    /// The description of the service.
    let about: String
    /// The translated texts about endpoints, by name; for other endpoints, the declaration's texts
    /// are used.
    private let endpoints: [String: DocumentedWords.Endpoint]

    private init(
        _ title: String,
        _ about: String,
        _ endpoints: [String: DocumentedWords.Endpoint] = [:]
    ) {
        self.title = title
        self.about = about
        self.endpoints = endpoints
    }

    /// Finds the texts about a service in a language.
    init(_ api: API, in language: AppLanguage) {
        let own = ServiceWords(api.title, api.about)
        self = language == .spanish ? Self.spanish[api.name] ?? own : own
    }

    /// Finds the texts about a service in the language of this process.
    init(_ api: API) {
        self.init(api, in: SpokenLanguage.current == .spanish ? .spanish : .english)
    }

    /// Returns the summary of an endpoint.
    func summary<E: Endpoint>(of endpoint: E.Type) -> String {
        endpoints[E.name]?.summary ?? E.about.summary
    }

    /// Returns the detailed description of an endpoint.
    func detail<E: Endpoint>(of endpoint: E.Type) -> String {
        endpoints[E.name]?.detail ?? E.about.detail
    }

    /// The same texts for the documentation pages.
    var documented: DocumentedWords {
        DocumentedWords(title: title, about: about, endpoints: endpoints)
    }

    private static let spanish = [
        "videoclub": ServiceWords(
            "Videoclub",
            """
            Un catálogo de películas. Lo lee cualquiera; los socios añaden películas y cambian, alquilan, \
            devuelven y borran las que han añadido.
            """,
            [
                "list-films": .init(
                    "Lista las películas del catálogo.",
                    detail: """
                        Los textos se buscan sin distinguir mayúsculas ni acentos. Una página \
                        tiene 100 películas si `limit` no dice otra cosa; el campo Link lleva a \
                        las demás.
                        """
                ),
                "show-film": .init("Muestra una película."),
                "create-film": .init("Añade una película al catálogo."),
                "edit-film": .init("Cambia una película."),
                "rent-film": .init("Marca una película como alquilada."),
                "return-film": .init("Marca una película como devuelta."),
                "delete-film": .init("Borra una película."),
                "identify-member": .init("Dice quién llama."),
                "list-own-films": .init(
                    "Lista las películas del socio que llama.",
                    detail: "Con `id` dice si una película es una de ellas."
                ),
                "watch-films": .init(
                    "Avisa cada vez que una película se añade, se cambia, se alquila, se devuelve o se borra.",
                    detail: "El primer aviso llega al momento y no nombra ninguna película."
                ),
            ]
        ),
        "scores": ServiceWords(
            "Puntuaciones",
            "Las puntuaciones de un juego y las tres mejores, en HTML, JSON, XML y SOAP.",
            [
                "list-scores": .init(
                    "Lista las puntuaciones en el orden en que se añadieron.",
                    detail: "Como mucho 10 000; Link lleva a las demás."
                ),
                "top-scores": .init("Lista las tres mejores puntuaciones."),
                "watch-top-scores": .init(
                    "Dice las tres mejores puntuaciones, y otra vez cada vez que cambian."
                ),
                "show-score": .init("Muestra una puntuación."),
                "create-score": .init(
                    "Añade una puntuación.",
                    detail: """
                        Hace falta al menos uno de `name` y `total`. El contenido puede ir \
                        dentro de `score`, como {"score":{"name":"Pedro","total":125}}; también \
                        valen los formularios de páginas: score[name]=Pedro&score[total]=125.
                        """
                ),
                "update-score": .init(
                    "Cambia una puntuación; lo que falta se queda como está.",
                    detail: "Hace falta al menos uno de `name` y `total`. PUT hace lo mismo."
                ),
                "delete-score": .init("Borra una puntuación."),
                "top3-as-xml": .init(
                    "Lista las tres mejores puntuaciones por SOAP.",
                    detail: """
                        El resultado de Top3AsXml en /tops3.asmx es el documento de esta ruta.
                        """
                ),
                "add-score": .init(
                    "Añade una puntuación por SOAP.",
                    detail: "La operación AddScore de /play.asmx hace lo mismo."
                ),
                "play-game": .init(
                    "Juega por un WebSocket: añade cada puntuación que llega y dice las tres mejores cuando cambian."
                ),
            ]
        ),
        "posts": ServiceWords(
            "Mensajes",
            """
            Mensajes que cualquiera puede leer, escribir, cambiar y borrar, también desde páginas de \
            cualquier origen. Quien devuelve la etiqueta de lo que leyó no pisa lo de nadie.
            """,
            [
                "list": .init(
                    "Lista los mensajes, el más nuevo primero; con `q`, los que contienen ese texto.",
                    detail: """
                        Una página tiene 100 mensajes si `count` no dice otra cosa; el campo \
                        Link lleva a las demás. Los textos se buscan sin distinguir mayúsculas \
                        ni acentos.
                        """
                ),
                "watch": .init(
                    "Avisa cada vez que un mensaje se escribe, se cambia o se borra.",
                    detail: """
                        El primer aviso llega al momento: al volver a conectar, se lee la lista \
                        otra vez.
                        """
                ),
                "new": .init("Escribe un mensaje."),
                "show": .init("Muestra un mensaje."),
                "edit": .init(
                    "Cambia un mensaje.",
                    detail: """
                        Lo que falta se queda como está. Con la etiqueta de lo que se leyó en \
                        If-Match, o su `__v` en el contenido, no se pisan los cambios de otros.
                        """
                ),
                "delete": .init("Borra un mensaje."),
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
                "current": .init(
                    "Dice el tiempo que hace en un lugar.",
                    detail: """
                        El lugar es un nombre (q), un número (id), unas coordenadas (lat y lon) \
                        o un código postal (zip); hace falta uno de ellos, y cuenta el primero \
                        que haya.
                        """
                ),
                "forecast": .init(
                    "Dice el tiempo que hará en un lugar, cada tres horas durante cinco días.",
                    detail: """
                        El lugar es un nombre (q), un número (id), unas coordenadas (lat y lon) \
                        o un código postal (zip); hace falta uno de ellos, y cuenta el primero \
                        que haya. La respuesta es JSON.
                        """
                ),
                "cities": .init(
                    "Lista las ciudades cuyo tiempo se sabe.",
                    detail: """
                        Con q, como mucho diez que puedan ser: las que empiezan así o, si no \
                        hay, las que se diferencian en una errata. OpenWeatherMap tiene la lista \
                        en un archivo, city.list.json.
                        """
                ),
            ]
        ),
        "films": ServiceWords(
            "Base de datos de películas",
            """
            Películas y series por título, número de IMDb y palabras del título, en JSON y XML, a la manera de \
            OMDb. Lo que no se encuentra se dice con 200 y Response "False".
            """,
            [
                "search": .init(
                    "Encuentra películas y series.",
                    detail: """
                        Un número (i) o un título (t) encuentra una; unas palabras (s) listan \
                        diez por página. Cuenta el primero de i, t y s que haya.
                        """
                )
            ]
        ),
        "playground": ServiceWords(
            "Ensayos",
            """
            Respuestas simuladas: se elige el estado, la forma, dónde están el valor y el error, qué defecto \
            tiene el contenido y cuánto tarda, y se ve qué hace un cliente con ello.
            """,
            [
                "show": .init(
                    "Responde con un usuario, o como se pida.",
                    detail: """
                        Sin parámetros la respuesta tiene todo lo que se puede buscar: usuarios \
                        en la raíz, en `respuesta` y en `user`, un error de código 0 en `error` \
                        y uno de código 1 en `errors`.
                        """
                ),
                "add": .init(
                    "Responde con el usuario que se envió.",
                    detail: """
                        Con un estado desde 400 hay un error en lugar del usuario. No se guarda \
                        nada.
                        """
                ),
            ]
        ),
        "routes": ServiceWords(
            "Rutas",
            "Rutas por una ciudad y sus categorías, como JSON:API 1.1.",
            [
                "list": .init(
                    "Lista las rutas.",
                    detail: "Una página tiene como mucho 50 rutas."
                ),
                "show": .init("Muestra una ruta."),
                "categories": .init(
                    "Lista las categorías de rutas.",
                    detail: "Una página tiene como mucho 50 categorías."
                ),
                "category": .init("Muestra una categoría de rutas."),
            ]
        ),
    ]
}
