// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RecadoCommand

@Suite struct `Command-line arguments` {
    private static let level = CommandOption("level", "number", about: "How much.")
    private static let kind = CommandOption("kind", "word", about: "", values: ["wide", "narrow"])
    private static let loud = CommandOption("loud", about: "Whether to shout.")

    private static let root = Command(
        "tool",
        "Does things.",
        options: [loud],
        noun: "command",
        commands: [
            Command("paint", "Paints.", options: [level, kind]) { _, _ in },
            Command("paint-over", "Paints again.") { _, _ in },
            Command("print", "Prints.", operands: [Operand("word", .list)]) { _, _ in },
        ]
    )

    private func read(_ words: [String]) throws -> ArgumentReader {
        var reader = ArgumentReader(Self.root)
        for word in words { try reader.read(word) }
        try reader.finish()
        return reader
    }

    private func failure(_ words: [String]) -> CommandError? {
        #expect(throws: CommandError.self) { try read(words) }
    }

    @Test(arguments: [["--level", "3"], ["--level=3"], ["--level", "1", "--level", "3"]])
    func `an option's last value is used, with or without an equals sign`(
        _ words: [String]
    ) throws {
        let reader = try read(["paint"] + words)
        #expect(reader.arguments[Self.level] == "3")
    }

    @Test func `a value may begin with a dash or contain an equals sign`() throws {
        #expect(try read(["paint", "--level=--loud"]).arguments[Self.level] == "--loud")
        #expect(try read(["paint", "--level", "--soft"]).arguments[Self.level] == "--soft")
        #expect(try read(["paint", "--level=a=b"]).arguments[Self.level] == "a=b")
        #expect(try read(["paint", "--level="]).arguments[Self.level]?.isEmpty == true)
        #expect(try read(["paint", "--level", "-"]).arguments[Self.level] == "-")
    }

    @Test func `options of a group may precede or follow the command name`() throws {
        for words in [["--loud", "paint"], ["paint", "--loud"]] {
            let reader = try read(words)
            #expect(reader.arguments.contains(Self.loud))
            #expect(reader.path == ["tool", "paint"])
        }
    }

    @Test func `an unambiguous prefix of a command name is accepted`() throws {
        #expect(try read(["pr", "x"]).path == ["tool", "print"])
        #expect(try read(["paint-"]).path == ["tool", "paint-over"])
    }

    @Test func `an exact command name is preferred to a longer one`() throws {
        #expect(try read(["paint"]).path == ["tool", "paint"])
    }

    @Test func `an ambiguous prefix is refused with the candidates`() {
        #expect(failure(["pa"]) == .usage("“pa” is ambiguous: paint, paint-over"))
    }

    @Test func `an unknown command is refused with the known commands`() {
        #expect(failure(["dig"]) == .usage("tool has no “dig”; it has paint, paint-over, print"))
        #expect(failure([""]) == .usage("tool has no “”; it has paint, paint-over, print"))
    }

    @Test func `a group passes operands and options on to its default command`() throws {
        let group = Command("weather", "Tells the weather.") {
            Command.Body(
                options: [Self.loud],
                content: .commands(
                    noun: "action",
                    [
                        Command(
                            "current",
                            "Now.",
                            options: [Self.level],
                            operands: [Operand("q", .optional)]
                        ) { _, _ in },
                        Command("cities", "All.") { _, _ in },
                    ]
                ),
                usual: "current"
            )
        }
        func path(_ words: [String]) throws -> [String] {
            var reader = ArgumentReader(group)
            for word in words { try reader.read(word) }
            try reader.finish()
            return reader.path + reader.arguments.operands
        }
        #expect(try path(["Alicante"]) == ["weather", "current", "Alicante"])
        #expect(try path(["--level", "3", "Alicante"]) == ["weather", "current", "Alicante"])
        #expect(try path(["--loud", "Alicante"]) == ["weather", "current", "Alicante"])
        #expect(try path(["current", "cities"]) == ["weather", "current", "cities"])
        #expect(try path(["cities"]) == ["weather", "cities"])
        // A city's name may have the same beginning as a command's.
        #expect(try path(["ci"]) == ["weather", "current", "ci"])
        #expect(try path([]) == ["weather"])
        #expect(throws: CommandError.self) { try path(["--nothing"]) }
    }

    @Test func `everything after a double dash is an operand`() throws {
        let reader = try read(["print", "--", "--loud", "--", "-x"])
        #expect(reader.arguments.operands == ["--loud", "--", "-x"])
        #expect(!reader.arguments.contains(Self.loud))
    }

    struct Misuse: Sendable, CustomTestStringConvertible {
        let words: [String]
        let message: String
        var testDescription: String { words.joined(separator: " ") }
    }

    @Test(arguments: [
        Misuse(words: ["paint", "--depth", "3"], message: "tool paint has no option --depth"),
        Misuse(words: ["paint", "-l"], message: "tool paint has no option -l"),
        Misuse(words: ["--level=3", "paint"], message: "tool has no option --level"),
        Misuse(words: ["paint", "--level"], message: "--level needs a value <number>"),
        Misuse(words: ["paint", "--level", "--loud"], message: "--level needs a value <number>"),
        Misuse(words: ["paint", "--level", "--loud=1"], message: "--level needs a value <number>"),
        Misuse(words: ["print"], message: "tool print needs <word>…"),
        Misuse(
            words: ["paint", "--levle=3"],
            message: "tool paint has no option --levle; did you mean --level?"
        ),
        Misuse(words: ["piant"], message: "tool has no “piant”; did you mean paint?"),
        Misuse(
            words: ["paint", "--kind=wyde"],
            message: "--kind is one of wide, narrow, not “wyde”; did you mean wide?"
        ),
        Misuse(words: ["paint", "--loud=yes"], message: "--loud takes no value"),
        Misuse(words: ["paint", "--kind", "x"], message: "--kind is one of wide, narrow, not “x”"),
        Misuse(words: ["paint", "--kind="], message: "--kind is one of wide, narrow, not “”"),
        Misuse(
            words: ["paint", "stray"],
            message: "unexpected argument “stray”: tool paint takes none"
        ),
    ])
    func `wrong usage is reported with a reason`(_ misuse: Misuse) {
        #expect(failure(misuse.words) == .usage("\(misuse.message)"))
    }

    @Test func `an error about an unknown option omits its value`() {
        let failure = failure(["paint", "--password=secret"])
        #expect(failure?.lines == ["tool paint has no option --password"])
    }

    @Test(arguments: ["", "x", "-1", "65536", "99999999999999999999", "1.5", " 1"])
    func `a value that is not a number in range is refused`(_ text: String) throws {
        let reader = try read(["paint", "--level=" + text])
        #expect(throws: CommandError.usage("--level is a number from 0 to 65535, not “\(text)”")) {
            try reader.arguments.number(Self.level, in: 0...65_535)
        }
    }
}
