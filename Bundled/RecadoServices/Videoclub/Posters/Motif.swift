// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The composition of a poster, drawn on an area of 300 by 296 units.
enum Motif: CaseIterable {
    /// A puppet's threads, which hang from a crossbar.
    case threads
    /// The same threads, seen twice.
    case doubledThreads
    /// A small flame in a dark window.
    case flame
    /// A burst of shards.
    case shards
    /// Bars before a sun, one of them bent aside.
    case bars
    /// A fan of cards.
    case cards
    /// A sun with long rays.
    case rays
    /// Three rows of three rings; the ring in the middle has another color.
    case three
    /// Strokes woven into a nest with an egg.
    case nest
    /// Stripes that part in the middle.
    case stripes
    /// A low sun over hills.
    case horizon
    /// A staircase.
    case steps
    /// The keys of a piano.
    case keys
    /// Seven rings.
    case seven
    /// Two symmetric wings.
    case wings
    /// Quarter circles in a checkered pattern.
    case tiles
    /// Dots that grow towards the middle.
    case dots
    /// A skyline in the rain.
    case rain
    /// The lights of a street at night.
    case lights
    /// Two circles that collide.
    case collision

    /// Draws the composition.
    ///
    /// - Parameters:
    ///   - art: The drawing to draw into.
    ///   - palette: The colors.
    ///   - numbers: The numbers that vary the composition from film to film.
    func draw(into art: inout Drawing, _ palette: Palette, _ numbers: inout HashedNumbers) {
        switch self {
        case .threads: Motif.threads(&art, palette, at: [150])
        case .doubledThreads: Motif.threads(&art, palette, at: [92, 208])
        case .flame: Motif.flame(&art, palette)
        case .shards: Motif.shards(&art, palette, &numbers)
        case .bars: Motif.bars(&art, palette)
        case .cards: Motif.cards(&art, palette)
        case .rays: Motif.rays(&art, palette)
        case .three: Motif.three(&art, palette)
        case .nest: Motif.nest(&art, palette, &numbers)
        case .stripes: Motif.stripes(&art, palette)
        case .horizon: Motif.horizon(&art, palette)
        case .steps: Motif.steps(&art, palette)
        case .keys: Motif.keys(&art, palette)
        case .seven: Motif.seven(&art, palette)
        case .wings: Motif.wings(&art, palette)
        case .tiles: Motif.tiles(&art, palette, &numbers)
        case .dots: Motif.dots(&art, palette)
        case .rain: Motif.rain(&art, palette, &numbers)
        case .lights: Motif.lights(&art, palette, &numbers)
        case .collision: Motif.collision(&art, palette)
        }
    }
}
