// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// Example values for the bundled services, taken from their initial data, so that most examples
/// find something.
enum ServiceSamples {
    /// Example queries by service and endpoint, for endpoints that find nothing without a query.
    static let queries: [String: [String: QueryItems]] = [
        "weather": [
            "current": ["q": "Alicante", "units": "metric", "appid": "demo"],
            "forecast": ["q": "Alicante", "units": "metric", "appid": "demo"],
            "cities": ["q": "ali"],
        ],
        "films": ["search": ["s": "godfather", "apikey": "demo"]],
    ]

    /// Example values for inputs and members, by service and name.
    static let all: [String: [String: String]] = [
        "videoclub": [
            "id": "8", "title": "El sur", "year": "1983", "director": "Víctor Erice",
            "poster": "/videoclub/posters/el-sur.svg", "synopsis": "Una niña y su padre.",
            "created_at": "2017-01-31 10:20:30", "updated_at": "2017-01-31 10:20:30",
        ],
        "scores": [
            "id": "1", "name": "Pedro", "total": "125",
            "created_at": "2026-01-31T10:20:30Z", "updated_at": "2026-01-31T10:20:30Z",
        ],
        "posts": [
            "id": "0123456789abcdef01234567", "_id": "0123456789abcdef01234567",
            "title": "Pan y leche", "body": "Y fruta, si hay.",
        ],
        "weather": [
            "?q": "Alicante", "?units": "metric", "?appid": "demo", "name": "Alicante",
            "country": "ES", "lat": "38.3452", "lon": "-0.4815", "temp": "21.5", "pressure": "1016",
            "humidity": "60", "main": "Clear", "description": "clear sky", "icon": "01d",
        ],
        "films": films,
        "playground": ["id": "1", "name": "Ana", "email": "ana@example.org"],
        "routes": [
            "id": "5d0ea000-7b1f-4c0a-9e52-000000000001", "title": "Camino del molino viejo",
            "langcode": "es", "name": "Naturaleza",
        ],
    ]

    private static let films = [
        "?s": "godfather", "?apikey": "demo", "Title": "The Godfather", "Year": "1972",
        "Rated": "R", "Released": "24 Mar 1972", "Runtime": "175 min", "Genre": "Crime, Drama",
        "Director": "Francis Ford Coppola", "Writer": "Mario Puzo, Francis Ford Coppola",
        "Actors": "Marlon Brando, Al Pacino", "Plot": "A family, its business and its heir.",
        "Language": "English, Italian", "Country": "United States", "Awards": "Won 3 Oscars",
        "Poster": "http://localhost:3000/omdb/posters/tt0068646.svg", "Metascore": "100",
        "imdbRating": "9.2", "imdbVotes": "2,000,000", "imdbID": "tt0068646", "Type": "movie",
    ]
}
