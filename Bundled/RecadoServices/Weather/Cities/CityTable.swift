// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts

/// The cities, which are found by number, name and coordinates.
struct CityTable: Sendable {
    /// The table that the service uses.
    static let standard = CityTable(text: text)

    /// All cities.
    let all: [City]
    /// All cities, as lists for callers show them.
    let listed: [ListedCity]
    private let indexByID: [Int: Int]
    /// The indexes of cities by name, without accents and in lower case.
    ///
    /// Indexes of earlier cities come first.
    let indexesByName: [String: [Int]]
    /// The positions of the cities, as vectors from the centre of the globe.
    private let positions: [SIMD3<Double>]

    private init(text: String) {
        all = text.split(separator: "\n").compactMap { City(line: $0) }
        var ids: [Int: Int] = [:]
        var names: [String: [Int]] = [:]
        for (index, city) in all.enumerated() {
            ids[city.id] = index
            for name in Set(([city.name] + city.aliases).map(Self.key)) {
                names[name, default: []].append(index)
            }
        }
        indexByID = ids
        indexesByName = names
        listed = all.map(\.listed)
        positions = all.map { Self.position(latitude: $0.latitude, longitude: $0.longitude) }
    }

    /// Returns the city with a number.
    func city(_ id: Int) -> City? {
        indexByID[id].map { all[$0] }
    }

    /// Finds the city for a name, optionally with a state and a country after commas.
    func city(named question: String) -> City? {
        let parts = question.split(separator: ",", omittingEmptySubsequences: false)
            .map { Self.key($0) }
        guard let name = parts.first, let found = indexesByName[name] else { return nil }
        guard parts.count > 1, let last = parts.last, !last.isEmpty else {
            return found.first.map { all[$0] }
        }
        let country = last == "uk" ? "GB" : last.uppercased()
        return found.first { all[$0].country == country }.map { all[$0] }
    }

    /// Returns the city nearest to a point, however far away it is.
    func city(nextTo latitude: Double, _ longitude: Double) -> City? {
        let point = Self.position(latitude: latitude, longitude: longitude)
        // The greater the dot product, the smaller the angle.
        let nearest = positions.indices.max { one, other in
            (positions[one] * point).sum() < (positions[other] * point).sum()
        }
        return nearest.map { all[$0] }
    }

    static func key(_ name: some StringProtocol) -> String {
        let words = FoldedText.folded(String(name))
            .split { !$0.isLetter && !$0.isNumber }
        return words.joined(separator: " ")
    }

    private static func position(latitude: Double, longitude: Double) -> SIMD3<Double> {
        let (phi, lambda) = (PortableMath.radians(latitude), PortableMath.radians(longitude))
        let across = PortableMath.cosine(phi)
        return SIMD3(
            across * PortableMath.cosine(lambda),
            across * PortableMath.sine(lambda),
            PortableMath.sine(phi)
        )
    }
}
