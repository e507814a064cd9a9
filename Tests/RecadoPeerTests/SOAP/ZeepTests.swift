// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite(
    .timeLimit(.minutes(1)),
    .enabled(if: PythonClient.isInstalled, "scripts/setup --test installs the client")
)
struct `SOAP server with a zeep client` {
    @Test(arguments: [
        #"run("LibrarySoap", base)"#, #"run("LibrarySoap12", base)"#, "documents(base)",
    ])
    func `all calls of a zeep script succeed`(_ step: String) async throws {
        try await LibraryServer.with { port in
            let base = "http://127.0.0.1:\(port)/library/"
            try await ZeepClient.expect(step, of: Self.calls, at: base)
        }
    }

    private static let calls = #"""
        def run(port, base):
            session = Session()
            session.auth = HTTPBasicAuth("ana", "secret")
            transport = Transport(session=session)
            client = Client(base + "soap?wsdl", transport=transport, port_name=port, service_name="Library")
            library = client.service
            added = datetime.datetime(2001, 9, 9, 1, 46, 40, tzinfo=datetime.timezone.utc)
            book = dict(
                title="Rayuela <&> \u00f1 \U0001F642", pages=635, volume=-3, weight=0.1, isLent=True,
                price=decimal.Decimal("12.30"), genre="science fiction", added=added,
                id="01020304-0506-0708-090A-0B0C0D0E0F10", link="https://example.org/?a=1&b=2",
                cover=bytes(range(256)) * 1000, authors=[{"name": "Julio", "born": added}, {"name": "Ana"}],
                tags=["a", "\u00f1"], ratings=[5, 3],
                shelf={"label": "A", "shelves": [{"label": "B", "shelves": [{"label": "C"}]}]})
            echo = library.EchoBook(book=book)
            for name in ["title", "pages", "volume", "weight", "isLent", "price", "genre", "added", "id", "link", "cover", "tags", "ratings"]:
                assert echo[name] == book[name], name
            assert echo.subtitle is None and echo.authors[0].born == added and echo.authors[1].born is None
            assert echo.shelf.shelves[0].shelves[0].label == "C"
            assert [p.name for p in library.FindPeople("A", 2, ["Ana", "Bea", "Abel", "Alba"])] == ["Ana", "Abel"]
            assert library.FindPeople("A", 2) == []
            assert library.FindPeople("A", 2, ["Ana"], 1900)[0].name == "Ana"
            assert library.Forget(title="x") is None
            for letter, limit, code, message in [
                    ("x", 2, ["Client", "Sender"], "Nobody"), ("z", 2, ["Server", "Receiver"], "Closed"),
                    ("A", 99, ["Client", "Sender"], "An input was refused.")]:
                try:
                    library.FindPeople(letter, limit)
                    assert False
                except Fault as fault:
                    assert fault.code.split(":")[1] in code and message in fault.message
                    assert fault.detail[0].tag == "{urn:ietf:rfc:7807}problem"
                    if limit == 99:
                        assert [e.text for e in fault.detail.iter("{urn:ietf:rfc:7807}pointer")] == ["/limit"]
            session.auth = None
            try:
                library.Forget(title="x")
                assert False
            except Fault as fault:
                assert "Unauthorized" in fault.message

        def documents(base):
            client = Client(base + "tops3.asmx?wsdl")
            for port in ["Top3Soap", "Top3Soap12", "Top3HttpGet", "Top3HttpPost"]:
                scores = client.bind("Top3", port).Top3AsXml()
                score = scores.find("score") if port.startswith("Top3Soap") else scores[0]
                assert score.find("total").text == "125", port
        """#
}
