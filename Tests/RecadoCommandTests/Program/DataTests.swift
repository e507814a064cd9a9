// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

/// The commands that work on the database without a server.
@Suite(.timeLimit(.minutes(2))) struct `recado import, export, user, backup and restore` {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func run(_ words: String..., input: String = "") async throws -> ProgramRun {
        try await ProgramRun(words + ["--database", folder.file("a.sqlite")], input: input)
    }

    private func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: folder.file(name)))
        return folder.file(name)
    }

    @Test func `an import with an invalid row names its line and stores nothing`() async throws {
        let file = try write("name,total,club\nAna,1,\nEva,x,\n", to: "scores.csv")
        let refused = try await run("import", "scores", file)
        #expect(refused.status == 4)
        #expect(refused.output == "0 of 2 kept, 1 refused\n")
        #expect(refused.errors.contains("scores.csv:3: total “x”: expected a whole number\n"))
        #expect(refused.errors.contains("passed over the columns club\n"))

        let skipped = try await run("import", "scores", file, "--skip-invalid", "--json")
        #expect(skipped.status == 0)
        let report = try JSON().decode(Value.self, from: skipped.output)
        #expect(report["kept"]?.intValue == 1 && report["refusals"]?[0]?["line"]?.intValue == 3)

        let all = try await run("export", "scores", "--format", "jsonl")
        #expect(all.output.hasPrefix("{\"id\":1,\"name\":\"Ana\",\"total\":1,"))
    }

    @Test func `errors about a file do not contain its control characters`() async throws {
        let file = try write("name,total\nAna,\u{9B}31m\n", to: "scores.csv")
        let told = try await run("import", "scores", file)
        #expect(told.status == 4 && told.errors.contains("total “ 31m”"))
        let report = try await run("import", "scores", file, "--json")
        #expect(report.output.contains("\"\\u009b31m\""))
    }

    @Test(arguments: ["csv", "json", "jsonl", "xml"])
    func `an export escapes control characters on a terminal only`(_ format: String) async throws {
        // XML cannot contain the escape character U+001B, but U+009B, which also begins commands.
        let title = format == "xml" ? "A\u{9B}31m\u{202E}" : "A\u{1B}[31m\u{9B}2J\r\u{202E}B"
        let text = "name,total\n\"\(title)\",1\n"
        #expect(try await run("import", "scores", "-", "--format=csv", input: text).status == 0)
        let words = "export scores --format \(format) --database \(folder.file("a.sqlite"))"
        let spawn = "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]))"
        let shown = try await ShellRun("python3 -c '\(spawn)' \"$0\" \(words) </dev/null").output
        #expect(shown.contains("\\u009b"), "\(shown)")
        #expect(shown.contains("\\u202e"))
        let commands: [Unicode.Scalar] = ["\u{1B}", "\u{9B}", "\u{202E}"]
        #expect(!shown.unicodeScalars.contains { commands.contains($0) })
        // A carriage return that does not end a line is shown as an escape; JSON has escaped it
        // already.
        if format == "csv" { #expect(shown.contains("2J\\u000d")) }
        let piped = try await ShellRun("\"$0\" \(words) | cat").output
        #expect(piped.contains("\u{9B}") && piped.contains("\u{202E}"))
        #expect(!piped.contains("\\u009b"))
    }

    @Test(arguments: [("n", 1), ("", 1), ("yes", 0)])
    func `a removal asks for confirmation on a terminal`(
        _ answer: String,
        _ status: Int32
    ) async throws {
        #expect(try await run("user", "add", "marta", input: "a long password\n").status == 0)
        let spawn =
            "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))"
        let words = "user remove marta --database \(folder.file("a.sqlite"))"
        let asked = try await ShellRun(
            "printf '\(answer)\\n' | python3 -c '\(spawn)' \"$0\" \(words)"
        )
        #expect(asked.output.contains("remove marta? [y/N] "), "\(asked.output)")
        #expect(asked.status == status, "\(asked.output)")
        let members = try await run("user", "list", "--json")
        #expect(members.output.contains("marta") == (status == 1))
    }

    @Test func `standard input is imported in batches that can be resumed`() async throws {
        let text = "name,total\nA,1\nB,2\nC,x\nD,4\n"
        let unknown = try await run("import", "scores", "-", input: text)
        #expect(unknown.status == 2 && unknown.errors.contains("say --format"))
        let first = try await run(
            "import",
            "scores",
            "-",
            "--format=csv",
            "--batches=1",
            input: text
        )
        #expect(first.status == 4 && first.output == "2 of 2 kept, 1 refused\n")
        #expect(first.errors.hasSuffix("-: go on with --from 4\n"))
        let second = try await run(
            "import",
            "scores",
            "-",
            "--format=csv",
            "--from=4",
            input: text.replacing("x", with: "3")
        )
        #expect(second.status == 0 && second.output == "2 of 2 kept, 0 refused\n")
    }

    @Test func `an export replaces a file only with --replace`() async throws {
        #expect(try await run("export", "posts").status == 1)
        let posts = try write("{\"title\":\"Uno\"}\n", to: "posts.jsonl")
        #expect(try await run("import", "posts", posts).status == 0)
        let file = folder.file("posts.xml")
        #expect(try await run("export", "posts", file).output == "1 written to \(file)\n")
        let again = try await run("export", "posts", file)
        #expect(again.status == 2 && again.errors.contains("add --replace"))
        #expect(try await run("export", "posts", file, "--replace").status == 0)
        #expect(try await run("import", "posts", file).status == 4)
    }

    @Test func `members are added, changed, and removed with their films`() async throws {
        #expect(try await run("user", "add", "marta", input: "secreta\n").status == 0)
        #expect(try await run("user", "add", "MARTA", input: "secreta\n").status == 4)
        #expect(try await run("user", "add", "luis", input: "corta\n").status == 4)
        #expect(try await run("user", "add", "luis").status == 2)
        #expect(try await run("user", "password", "marta", input: "otra clave").status == 0)
        #expect(try await run("user", "password", "nadie", input: "otra clave").status == 4)
        let films = try write("title;year;director\nAlien;1979;R. Scott\n", to: "films.csv")
        #expect(try await run("import", "videoclub", films).status == 4)
        #expect(try await run("import", "videoclub", films, "--owner", "marta").status == 0)
        let list = try await run("user", "list")
        #expect(list.output.hasPrefix("[{\"name\":\"marta\",\"films\":1,"))
        let kept = try await run("user", "remove", "marta", "--yes")
        #expect(kept.status == 4 && kept.errors.contains("--films-to"))
        #expect(try await run("user", "remove", "marta", "--with-films", "--yes").status == 0)
        #expect(try await run("user", "list").output == "[]\n")
    }

    @Test func `a backup can be restored`() async throws {
        #expect(try await run("user", "add", "marta", input: "secreta").status == 0)
        let copy = folder.file("copy.sqlite")
        #expect(try await run("backup", copy).status == 0)
        #expect(try await run("backup", copy).status == 2)
        #expect(try await run("user", "remove", "marta", "--yes").status == 0)
        #expect(try await run("restore", copy).status == 2)
        let other = try write("no database", to: "other.sqlite")
        #expect(try await run("restore", other, "--replace", "--yes").status == 1)
        #expect(try await run("restore", copy, "--replace", "--yes").status == 0)
        #expect(try await run("user", "list").output.contains("marta"))
    }

    @Test func `the creation of a new database is reported`() async throws {
        let typo = folder.file("typo.sqlite")
        let added = try await ProgramRun(
            ["user", "add", "marta", "--database", typo],
            input: "secreta\n"
        )
        #expect(added.status == 0 && added.output == "marta can sign in\n")
        #expect(added.errors == "recado: there was no database \(typo): it is new\n")
        let again = try await ProgramRun(
            ["user", "add", "luis", "--database", typo],
            input: "secreta\n"
        )
        #expect(again.status == 0 && again.errors.isEmpty)
        let file = try write("name,total\nAna,1\n", to: "scores.csv")
        let imported = try await run("import", "scores", file)
        #expect(imported.status == 0 && imported.errors.contains("a.sqlite: it is new\n"))
        #expect(try await run("import", "scores", file).errors.isEmpty)
    }

    @Test func `an error about an account is in the user's language`() async throws {
        func add(_ name: String, _ password: String, _ locale: String) async throws -> ProgramRun {
            try await ProgramRun(
                ["user", "add", name, "--database", folder.file("members.sqlite")],
                input: password + "\n",
                environment: ["LC_ALL": locale]
            )
        }
        let english = try await add("iñigo", "secreta", "C")
        #expect(english.status == 4 && english.errors.contains("the name iñigo is unsuitable"))
        #expect(try await add("ana", "secreta", "es_ES.UTF-8").output == "ana ya puede entrar\n")
        let taken = try await add("ana", "secreta", "es_ES.UTF-8")
        #expect(taken.status == 4 && taken.errors.contains("el nombre ana lo tiene otro socio"))
        let short = try await add("luis", "a", "es_ES.UTF-8")
        #expect(short.status == 4 && short.errors.contains("la contraseña de luis no sirve"))
    }

    @Test(arguments: ["csv", "json", "jsonl", "xml"])
    func `an export to a pipe that is closed early succeeds`(format: String) async throws {
        let rows = (1...20_000).map { "name \($0),\($0)\n" }.joined()
        let file = try write("name,total\n" + rows, to: "scores.csv")
        #expect(try await run("import", "scores", file).status == 0)
        let errors = folder.file("errors")
        let words = "export scores --format \(format) --database \(folder.file("a.sqlite"))"
        let shell = try await ShellRun(
            "\"$0\" \(words) 2>'\(errors)' | head -n 1 >/dev/null; echo ${PIPESTATUS[0]}"
        )
        #expect(shell.output == "0\n")
        #expect(try String(contentsOf: folder.url(of: "errors"), encoding: .utf8).isEmpty)
        let full = try await ShellRun("\"$0\" \(words) 2>/dev/null >/dev/full; echo $?")
        #expect(full.output == "1\n")
    }

    @Test func `a film whose owner is no member is refused with advice`() async throws {
        let file = try write("title,year,director,owner\nAlien,1979,Scott,ana\n", to: "films.csv")
        let refused = try await run("import", "videoclub", file)
        #expect(refused.status == 4)
        #expect(refused.errors.contains("owner “ana”: there is no member of this name\n"))
        #expect(
            refused.errors.contains("films need their owners; 'recado user add' makes a member")
        )
        #expect(try await run("user", "add", "ana", input: "secreta").status == 0)
        #expect(try await run("import", "videoclub", file).status == 0)
    }

    @Test func `a database in a folder that may not be written is read`() async throws {
        let file = try write("name,total\nAna,1\n", to: "scores.csv")
        #expect(try await run("import", "scores", file).status == 0)
        // The superuser may write everywhere, so the program runs as another user then.
        let other = "setpriv --reuid=65534 --regid=65534 --clear-groups"
        let script = """
            cp "$0" '\(folder.path)' && cd '\(folder.path)' && chmod 644 a.sqlite && chmod 555 .
            [ "$(id -u)" = 0 ] && other='\(other)'
            $other ./recado export scores --database a.sqlite
            $other ./recado import scores scores.csv --database a.sqlite 2>&1
            echo $?
            ls
            chmod 755 .
            """
        let run = try await ShellRun(script)
        let lines = run.output.split(whereSeparator: \.isNewline).map(String.init)
        #expect(lines.count == 7 && lines[1].hasPrefix("1,Ana,1,"), "\(run.output)")
        #expect(lines[2].hasPrefix("recado: a.sqlite may not be written: "))
        #expect(lines[2].hasSuffix("is in a folder that may not be written"))
        #expect(lines[3...] == ["1", "a.sqlite", "recado", "scores.csv"])
    }

    @Test func `a database in use is not replaced`() async throws {
        #expect(try await run("user", "add", "marta", input: "secreta").status == 0)
        let copy = folder.file("copy.sqlite")
        let server = try await RunningServer(database: folder.file("a.sqlite"), in: folder)
        #expect(try await run("backup", copy).status == 0)
        let refused = try await run("restore", copy, "--replace", "--yes")
        #expect(refused.status == 1 && refused.errors.contains("in use"), "\(server.url)")
    }

    @Test func `backup and export replace no database that is in use`() async throws {
        let other = folder.file("b.sqlite")
        let added = try await ProgramRun(
            ["user", "add", "marta", "--database", other],
            input: "secreta"
        )
        #expect(added.status == 0)
        #expect(try await run("user", "add", "luis", input: "secreta").status == 0)
        for words in [["backup"], ["export", "scores"]] {
            let file = folder.file("a.sqlite")
            let rest = ["--replace", "--format", "csv"].prefix(words.count == 1 ? 1 : 3)
            let itself = try await ProgramRun(words + [file] + rest + ["--database", file])
            #expect(itself.status == 2, "\(itself.errors)")
            let server = try await RunningServer(database: other, in: folder)
            let used = try await ProgramRun(words + [other] + rest + ["--database", file])
            #expect(used.status != 0 && used.errors.contains(other), "\(server.url) \(used.errors)")
        }
        #expect(try await run("user", "list").output.contains("luis"))
        let members = try await ProgramRun(["user", "list", "--database", other])
        #expect(members.output.contains("marta"))
    }

    @Test func `for PostgreSQL, pg_dump or pg_restore is suggested without the password`()
        async throws
    {
        let place = "postgresql://u:hunter2@db.example/recado"
        let copy = try await ProgramRun(["backup", "it's", "--database", place])
        #expect(copy.status == 2 && !copy.errors.contains("hunter2"))
        #expect(copy.errors.contains("pg_dump --format=custom --file='it'\\''s' 'postgresql://u"))
        let back = try await ProgramRun(["restore", "a.dump", "--database", place])
        #expect(back.status == 2 && back.errors.contains("pg_restore --clean --if-exists"))
    }
}
