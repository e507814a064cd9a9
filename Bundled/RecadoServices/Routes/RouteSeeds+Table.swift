// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoContracts

/// The fixed routes and their categories.
enum RouteSeeds {
    static let categories = [
        RouteCategory(id: uuid("c", 1), number: 1, name: "Naturaleza", weight: 0),
        RouteCategory(id: uuid("c", 2), number: 2, name: "Historia", weight: 1),
        RouteCategory(id: uuid("c", 3), number: 3, name: "Costa", weight: 2),
    ]

    static let routes = made()

    private struct Seed {
        let title: String
        let text: String
        let length: Int?
        let category: Int?
        let nearby: [Int]
    }

    private static let seeds = [
        Seed(
            title: "Camino del molino viejo",
            text: "Sale de la fuente, sigue la acequia y vuelve entre huertas.",
            length: 4_200,
            category: 1,
            nearby: [2, 5]
        ),
        Seed(
            title: "Murallas al atardecer",
            text: "Rodea el casco antiguo por fuera de la muralla, con tres miradores.",
            length: 2_600,
            category: 2,
            nearby: [1]
        ),
        Seed(
            title: "Senda de los faros",
            text: "Une los dos faros por el borde del acantilado; mejor sin viento.",
            length: 9_800,
            category: 3,
            nearby: [4]
        ),
        Seed(
            title: "Calas escondidas",
            text: "Baja a cuatro calas por escaleras de piedra.",
            length: 6_100,
            category: 3,
            nearby: [3]
        ),
        Seed(
            title: "Bosque de ribera",
            text: "Chopos y alisos junto al río, llano y con sombra.",
            length: 5_300,
            category: 1,
            nearby: []
        ),
        Seed(
            title: "Barrio de los alfareros",
            text: "Talleres, hornos y una plaza con arcos.",
            length: nil,
            category: 2,
            nearby: [2]
        ),
        Seed(
            title: "Vuelta al embalse",
            text: "Pista ancha alrededor del agua, sin desnivel.",
            length: 12_400,
            category: nil,
            nearby: []
        ),
    ]

    private static func made() -> [HikingRoute] {
        seeds.enumerated().map { index, seed in
            var route = HikingRoute(
                id: uuid("a", index + 1),
                number: 800 + index,
                title: seed.title,
                text: seed.text,
                length: seed.length,
                created: "2024-03-0\(index + 1)T10:00:00+00:00"
            )
            if let category = seed.category { route.category = ToOne(id: uuid("c", category)) }
            route.nearby = ToMany(ids: seed.nearby.map { uuid("a", $0) })
            return route
        }
    }

    private static func uuid(_ group: String, _ number: Int) -> String {
        "5d0e\(group)000-7b1f-4c0a-9e52-00000000000\(number)"
    }
}
