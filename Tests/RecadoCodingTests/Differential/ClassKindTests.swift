// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import Testing

/// A class whose subclasses store its members in different ways.
private class Animal: Codable, Equatable {
    var name: String
    init(_ name: String) { self.name = name }

    enum CodingKeys: CodingKey { case name }

    required init(from decoder: any Decoder) throws {
        name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
    }

    func isSame(_ other: Animal) -> Bool { name == other.name }
    static func == (one: Animal, other: Animal) -> Bool { one.isSame(other) }
}

/// A subclass that stores its superclass under the key `super`.
private final class Dog: Animal {
    var legs: Int

    init(_ name: String, legs: Int) {
        self.legs = legs
        super.init(name)
    }

    enum Keys: CodingKey { case legs }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        legs = try container.decode(Int.self, forKey: .legs)
        try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try super.encode(to: container.superEncoder())
        try container.encode(legs, forKey: .legs)
    }

    override func isSame(_ other: Animal) -> Bool {
        super.isSame(other) && legs == (other as? Dog)?.legs
    }
}

/// A subclass that stores its superclass under a key of its own.
private final class Cat: Animal {
    var lives: Int

    init(_ name: String, lives: Int) {
        self.lives = lives
        super.init(name)
    }

    enum Keys: CodingKey { case lives, animal }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        lives = try container.decode(Int.self, forKey: .lives)
        try super.init(from: container.superDecoder(forKey: .animal))
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(lives, forKey: .lives)
        try super.encode(to: container.superEncoder(forKey: .animal))
    }

    override func isSame(_ other: Animal) -> Bool {
        super.isSame(other) && lives == (other as? Cat)?.lives
    }
}

/// A subclass that stores its superclass's members in the same object as its own.
private final class Bird: Animal {
    var wings: Int
    var song: [String]

    init(_ name: String, wings: Int, song: [String]) {
        self.wings = wings
        self.song = song
        super.init(name)
    }

    enum Keys: CodingKey { case wings, song }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        wings = try container.decode(Int.self, forKey: .wings)
        song = try container.decode([String].self, forKey: .song)
        try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(wings, forKey: .wings)
        try super.encode(to: encoder)
        try container.encode(song, forKey: .song)
    }

    override func isSame(_ other: Animal) -> Bool {
        guard let other = other as? Bird else { return false }
        return super.isSame(other) && wings == other.wings && song == other.song
    }
}

/// A subclass that stores its superclass as an element of a list.
private final class Fish: Animal {
    var fins: Int

    init(_ name: String, fins: Int) {
        self.fins = fins
        super.init(name)
    }

    required init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        fins = try container.decode(Int.self)
        try super.init(from: container.superDecoder())
        guard container.isAtEnd, container.currentIndex == 2 else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "too long")
        }
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(fins)
        try super.encode(to: container.superEncoder())
    }

    override func isSame(_ other: Animal) -> Bool {
        super.isSame(other) && fins == (other as? Fish)?.fins
    }
}

/// A subclass that gets its superclass's coder first and uses it last.
private final class Horse: Animal {
    var rider: [String]

    init(_ name: String, rider: [String]) {
        self.rider = rider
        super.init(name)
    }

    enum Keys: CodingKey { case rider, stable }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        let parent = try container.superDecoder()
        rider = try container.decode([String].self, forKey: .rider)
        try super.init(from: parent)
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        let parent = container.superEncoder()
        let other = container.superEncoder(forKey: .stable)
        try container.encode(rider, forKey: .rider)
        try super.encode(to: parent)
        try rider.encode(to: other)
    }

    override func isSame(_ other: Animal) -> Bool {
        super.isSame(other) && rider == (other as? Horse)?.rider
    }
}

@Suite struct `Parity with Foundation for classes` {
    @Test func `a superclass under the key super is coded alike`() {
        expectAgreement(
            on: Dog.self,
            valid: [
                #"{"legs":4,"super":{"name":"Rex"}}"#, #"{"super":{"name":"Rex","x":[]},"legs":3}"#,
            ],
            broken: [
                #"{"legs":4,"super":{}}"#, #"{"legs":4,"super":{"name":1}}"#,
                #"{"legs":4,"super":[]}"#, #"{"legs":"4","super":{"name":"Rex"}}"#,
                #"{"super":{"name":"Rex"}}"#, #"{"legs":4,"super":null}"#, "[]", "null", "1",
            ]
        )
        expectRoundTrips([Dog("Rex", legs: 4), Dog("", legs: -1)])
    }

    @Test func `a superclass under a chosen key is coded alike`() {
        expectAgreement(
            on: Cat.self,
            valid: [#"{"lives":9,"animal":{"name":"Tom"}}"#],
            broken: [
                #"{"lives":9,"animal":{}}"#, #"{"lives":9,"animal":"x"}"#,
                #"{"lives":9,"animal":{"name":null}}"#, #"{"animal":{"name":"Tom"}}"#,
            ]
        )
        expectRoundTrips([Cat("Tom", lives: 9)])
    }

    @Test func `a superclass in the same object is coded alike`() {
        expectAgreement(
            on: Bird.self,
            valid: [#"{"wings":2,"name":"Lark","song":["a","b"]}"#],
            broken: [
                #"{"wings":2,"song":[]}"#, #"{"wings":2,"name":"Lark","song":["a",1]}"#,
                #"{"wings":2,"name":[],"song":[]}"#,
            ]
        )
        expectRoundTrips([Bird("Lark", wings: 2, song: ["a", "b"])])
    }

    @Test func `a superclass as an array element is coded alike`() {
        expectAgreement(
            on: Fish.self,
            valid: [#"[4,{"name":"Wanda"}]"#],
            broken: [
                "[4,{}]", "[4,null]", #"["4",{"name":"Wanda"}]"#, #"[4,{"name":"Wanda"},1]"#, "{}",
            ]
        )
        expectRoundTrips([Fish("Wanda", fins: 4)])
    }

    @Test func `a superclass coded after all other members is coded alike`() {
        expectAgreement(
            on: Horse.self,
            valid: [#"{"rider":["a"],"super":{"name":"x"},"stable":[]}"#],
            broken: [
                #"{"rider":[1],"super":{"name":"x"}}"#, #"{"rider":[],"super":{"name":[]}}"#,
            ]
        )
        expectRoundTrips([Horse("Fury", rider: ["Joey"]), Horse("", rider: [])])
    }

    @Test func `an array of subclass instances is coded alike`() {
        expectRoundTrips([[Dog("Rex", legs: 4), Dog("Bo", legs: 3)], []])
    }
}
