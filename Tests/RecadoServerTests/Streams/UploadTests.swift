// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Request content that is read while it arrives` {
    private func head(_ path: String, _ fields: String, method: String = "POST") -> String {
        "\(method) /uploads/\(path) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n"
    }

    private func request(_ path: String, _ type: String, _ content: String) -> String {
        head(path, "Content-Type: \(type)\r\nContent-Length: \(content.utf8.count)\r\n") + content
    }

    private func chunk(_ text: String) -> String {
        "\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n"
    }

    // MARK: - Formats

    struct Form: Sendable, CustomTestStringConvertible {
        let type: String
        let content: String
        var testDescription: String { type }

        static let all = [
            Form(type: "application/jsonl", content: "{\"number\":1}\n{\"number\":41}\n"),
            Form(type: "application/x-ndjson", content: "{\"number\":40}\r\n\r\n{\"number\":2}"),
            Form(type: "application/json", content: "[ {\"number\":12},\n{\"number\":30} ]"),
            Form(
                type: "application/json-seq",
                content: "\u{1E}{\"number\":2}\n\u{1E}{\"number\":\n40}\n"
            ),
        ]
    }

    @Test(arguments: Form.all)
    func `each format is read, however it is split`(form: Form) async throws {
        try await UploadService().run { port in
            let client = try TestClient(port: port)
            try client.send(request("import", form.type, form.content))
            #expect(try client.answer().content == #"{"number":42}"#)
            let fields = "Content-Type: \(form.type)\r\nTransfer-Encoding: chunked\r\n"
            try client.send(head("import", fields))
            for byte in form.content.utf8 { try client.send(chunk(String(UnicodeScalar(byte)))) }
            try client.send("0\r\n\r\n")
            #expect(try client.answer().content == #"{"number":42}"#)
        }
    }

    @Test(arguments: ["application/jsonl": "", "application/json": "[]"])
    func `empty content has zero elements`(type: String, content: String) async throws {
        try await UploadService().run { port in
            let client = try TestClient(port: port)
            try client.send(request("import", type, content))
            #expect(try client.answer().content == #"{"number":0}"#)
        }
    }

    @Test func `raw bytes may have any content type or none`() async throws {
        try await UploadService().run { port in
            let client = try TestClient(port: port)
            let fields = "Content-Type: image/png\r\nContent-Length: 3\r\n"
            try client.send(head("bytes?name=a", fields, method: "PUT") + "\u{1}ab")
            #expect(try client.answer().content == #"{"name":"a","size":3,"type":"image/png"}"#)
            try client.send(head("bytes?name=b", "Content-Length: 2\r\n", method: "PUT") + "ab")
            #expect(try client.answer().content == #"{"name":"b","size":2}"#)
            try client.send(head("bytes?name=c", "", method: "PUT"))
            #expect(try client.answer().content == #"{"name":"c","size":0}"#)
            try client.send(head("bytes", "Content-Length: 2\r\n", method: "PUT") + "ab")
            #expect(try client.answer().status == 422)
        }
    }

    // MARK: - As it arrives

    @Test func `an element is read before the next one arrives`() async throws {
        let seen = [Gate(), Gate()]
        let service = UploadService { ticks throws(HandlerError<Never>) in
            var sum = 0
            do throws(ProblemDetails) {
                for try await tick in ticks {
                    sum += tick.number
                    seen[min(tick.number, 1)].open()
                }
            } catch {
                throw .problem(error)
            }
            return Tick(number: sum)
        }
        try await service.run { port in
            let client = try TestClient(port: port)
            let fields = "Content-Type: application/jsonl\r\nTransfer-Encoding: chunked\r\n"
            try client.send(head("import", fields))
            try client.send(chunk("{\"number\":0}\n"))
            await seen[0].wait()
            try client.send(chunk("{\"number\":1}\n{\"numb"))
            await seen[1].wait()
            try client.send(chunk("er\":5}") + "0\r\n\r\n")
            #expect(try client.answer().content == #"{"number":6}"#)
        }
    }

    @Test func `a handler that does not read holds the client back`() async throws {
        let go = Gate()
        let service = UploadService { ticks throws(HandlerError<Never>) in
            await go.wait()
            var iterator = ticks.makeAsyncIterator()
            do throws(ProblemDetails) {
                return try await iterator.next() ?? Tick(number: 0)
            } catch {
                throw .problem(error)
            }
        }
        try await service.run { port in
            let client = try TestClient(port: port)
            let line = "{\"number\":1}" + String(repeating: " ", count: 1_011) + "\n"
            let content = Array(String(repeating: line, count: 15_000).utf8)
            let fields = "Content-Type: application/jsonl\r\nContent-Length: \(content.count)\r\n"
            try client.send(head("import", fields))
            let count = client.sendSome(content, patience: 500)
            #expect(count < content.count)
            go.open()
            #expect(try client.answer().content == #"{"number":1}"#)
        }
    }

    @Test func `100 Continue is sent only after authentication`() async throws {
        try await UploadService().run { port in
            let client = try TestClient(port: port)
            let fields = "Content-Type: application/jsonl\r\nContent-Length: 13\r\n"
            try client.send(head("import-privately", fields + "Expect: 100-continue\r\n"))
            #expect(try client.answer().status == 401)
            let other = try TestClient(port: port)
            let guest =
                "Authorization: Guest Ana\r\nOrigin: http://localhost\r\nExpect: 100-continue\r\n"
            try other.send(head("import-privately", fields + guest))
            #expect(try other.answer().status == 100)
            try other.send("{\"number\":7}\n")
            #expect(try other.answer().content == #"{"number":7}"#)
        }
    }

    @Test func `a handler need not read the content`() async throws {
        let service = UploadService { _ throws(HandlerError<Never>) in Tick(number: 3) }
        try await service.run { port in
            let client = try TestClient(port: port)
            for _ in 0..<2 {
                try client.send(request("import", "application/jsonl", "{\"number\":1}\n"))
                #expect(try client.answer().content == #"{"number":3}"#)
            }
        }
    }

    // MARK: - What goes wrong

    struct Fault: Sendable, CustomTestStringConvertible {
        let name: String
        let status: Int
        var path = "import"
        var type = "application/jsonl"
        let content: String
        let detail: String
        var testDescription: String { name }

        static let all = [
            Fault(
                name: "another format",
                status: 415,
                type: "text/csv",
                content: "1,2",
                detail: "It can be sent as application/jsonl, application/x-ndjson"
            ),
            Fault(
                name: "another shape",
                status: 422,
                content: "{\"number\":1}\n{\"number\":\"x\"}\n",
                detail: "/1/number"
            ),
            Fault(
                name: "a missing member",
                status: 422,
                type: "application/json",
                content: "[{\"number\":1},{\"number\":2},{}]",
                detail: "/2/number"
            ),
            Fault(
                name: "a line that is no JSON",
                status: 400,
                content: "{\"number\":1}\n{number}\n",
                detail: "Value 2 in line 2"
            ),
            Fault(
                name: "an array that does not end",
                status: 400,
                type: "application/json",
                content: "[{\"number\":1}",
                detail: "ends too early"
            ),
            Fault(
                name: "no array",
                status: 400,
                type: "application/json",
                content: "{\"number\":1}",
                detail: "expected an array"
            ),
            Fault(
                name: "too much, as announced",
                status: 413,
                path: "import-few",
                content: String(repeating: "{\"number\":1}\n", count: 10),
                detail: "must not exceed 50 bytes"
            ),
        ]
    }

    @Test(arguments: Fault.all)
    func `invalid content is answered with a fitting status and detail`(fault: Fault) async throws {
        try await UploadService().run { port in
            let client = try TestClient(port: port)
            try client.send(request(fault.path, fault.type, fault.content))
            let answer = try client.answer()
            #expect(answer.status == fault.status)
            #expect(answer.content.contains(fault.detail), "\(answer.content)")
        }
    }

    @Test func `content over the limit is refused while it arrives`() async throws {
        try await UploadService().run { port in
            let client = try TestClient(port: port)
            let fields = "Content-Type: application/jsonl\r\nTransfer-Encoding: chunked\r\n"
            try client.send(head("import-few", fields))
            for _ in 0..<6 { try client.send(chunk("{\"number\":1}\n")) }
            let answer = try client.answer()
            #expect(answer.status == 413)
            #expect(answer.fields["connection"] == "close")
        }
    }

    @Test func `truncated content throws an error instead of ending`() async throws {
        let problem = Recorder<ProblemDetails?>()
        let (begun, ended) = (Gate(), Gate())
        let service = UploadService { ticks throws(HandlerError<Never>) in
            defer { ended.open() }
            do throws(ProblemDetails) {
                for try await _ in ticks { begun.open() }
            } catch {
                problem.record(error)
            }
            return Tick(number: 0)
        }
        try await service.run { port in
            let client = try TestClient(port: port)
            let fields = "Content-Type: application/jsonl\r\nContent-Length: 100\r\n"
            try client.send(head("import", fields) + "{\"number\":1}\n")
            await begun.wait()
            client.reset()
            await ended.wait()
            #expect(problem.value??.detail == "The content did not arrive whole.")
        }
    }

    @Test func `reading can continue after a refused value`() async throws {
        let service = UploadService { ticks throws(HandlerError<Never>) in
            var (sum, refused) = (0, 0)
            var iterator = ticks.makeAsyncIterator()
            while true {
                do throws(ProblemDetails) {
                    guard let tick = try await iterator.next() else { break }
                    sum += tick.number
                } catch {
                    refused += 1
                }
            }
            return Tick(number: sum * 10 + refused)
        }
        try await service.run { port in
            let client = try TestClient(port: port)
            let content = "{\"number\":1}\nx\n{\"number\":null}\n{\"number\":3}\n"
            try client.send(request("import", "application/jsonl", content))
            #expect(try client.answer().content == #"{"number":42}"#)
        }
    }

    @Test func `a handler can be called without a server`() async throws {
        let tick = try await UploadService.sum(ElementUpload(TickSequence(count: 4)))
        #expect(tick.number == 10)
    }

    // MARK: - Documents

    @Test func `the OpenAPI document describes the content types`() throws {
        let paths = try #require(try OpenAPI(UploadService.api).value["paths"])
        let element: Value = ["$ref": "#/components/schemas/Tick"]
        let content = paths["/import"]?["post"]?["requestBody"]?["content"]
        #expect(content?["application/jsonl"]?["schema"] == element)
        #expect(content?["application/json-seq"]?["schema"] == element)
        #expect(content?["application/json"]?["schema"] == ["type": "array", "items": element])
        let bytes = paths["/bytes"]?["put"]?["requestBody"]?["content"]
        #expect(bytes?["*/*"]?["schema"] == ["type": "string", "format": "binary"])
    }
}
