// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

/// Runs clients in Python that use zeep, which reads a description at run time.
enum ZeepClient {
    /// Runs one step of a program against the service at a base URL, and expects it to succeed.
    static func expect(_ step: String, of calls: String, at base: String) async throws {
        let peer = try await Peer(
            PythonClient.python,
            ["-c", program(step, calls), base],
            in: Peer.makeFolder(),
            greets: true
        )
        #expect(peer.greeting == "well")
    }

    private static func program(_ step: String, _ calls: String) -> String {
        """
        import sys, datetime, decimal, traceback
        from requests import Session
        from requests.auth import HTTPBasicAuth
        from zeep import Client, Transport
        from zeep.exceptions import Fault

        \(calls)

        base = sys.argv[1]
        try:
            \(step)
            print("well", flush=True)
        except BaseException:
            print(traceback.format_exc().replace("\\n", " | "), flush=True)
        """
    }

    /// A program that calls every operation of the videoclub.
    static let videoclub = #"""
        def run(port, base):
            session = Session()
            session.auth = HTTPBasicAuth("test123", "test123")
            transport = Transport(session=session)
            club = Client(base + "soap?wsdl", transport=transport, port_name=port, service_name="Videoclub").service

            def fault(call, code, word, status=None):
                try:
                    call()
                except Fault as fault:
                    assert fault.code.split(":")[1] in code, fault.code
                    problem = fault.detail[0]
                    assert problem.tag == "{urn:ietf:rfc:7807}problem", problem.tag
                    found = {e.tag.split("}")[1]: e.text for e in problem.iter()}
                    assert word in fault.message, fault.message
                    if status: assert found["status"] == str(status), found
                    return found, [e.text for e in problem.iter("{urn:ietf:rfc:7807}pointer")]
                raise AssertionError("no fault: " + word)

            client = ["Client", "Sender"]
            # Repeated values, optional inputs and enumerations.
            films = club.ListFilms()
            assert len(films) >= 20 and films[0].id == 1 and films[0].rented in (True, False)
            assert [f.id for f in club.ListFilms(sort="-id", limit=2, page=2)] == [films[-3].id, films[-4].id]
            assert club.ListFilms(q="no film is called this") == []
            assert all(f.rented is False for f in club.ListFilms(rented=False))
            assert [f.title for f in club.ListFilms(title="padrino", year="1972")] == ["El padrino"]
            assert club.ShowFilm(id=7).id == 7
            # Unicode, what markup must escape, and a value of the greatest length.
            title, synopsis = "\u00d1u <&> \"x\" ']]>' \U0001F3AC", "\u6f22\U0001F305 " * 5000
            made = club.CreateFilm(film=dict(title=title, year="2011\u201319", director="\u00c9l", synopsis=synopsis[:10000]))
            assert made.title == title and made.synopsis == synopsis[:10000] and made.year == "2011\u201319"
            assert made.error is False and made.msg == "La pel\u00edcula se ha creado" and made.poster is None
            shown = club.ShowFilm(made.id)
            assert (shown.title, shown.synopsis, shown.poster) == (title, made.synopsis, None)
            assert [f.id for f in club.ListFilms(title="\u00d1u <&>")] == [made.id]
            edited = club.EditFilm(id=made.id, changes=dict(year="1999", poster="/p.svg"))
            assert edited.title == title and edited.year == "1999" and edited.poster.endswith("/p.svg")
            assert club.EditFilm(id=made.id, changes={}).title == title
            assert club.RentFilm(id=made.id).rented is True
            assert [f.id for f in club.ListFilms(rented=True, q="<&>")] == [made.id]
            assert fault(lambda: club.RentFilm(id=made.id), client, "Ya est\u00e1 alquilada", 409)[0]["type"] == "/videoclub/problems/already-rented"
            assert club.ReturnFilm(id=made.id).rented is False
            fault(lambda: club.ReturnFilm(id=made.id), client, "No est\u00e1 alquilada", 409)
            farewell = club.DeleteFilm(id=made.id)
            assert farewell.error is False and farewell.msg == "La pel\u00edcula se ha eliminado"
            fault(lambda: club.ShowFilm(id=made.id), client, "Recurso no encontrado", 404)
            for call in (club.RentFilm, club.ReturnFilm, club.DeleteFilm):
                fault(lambda: call(id=1), client, "No tienes permisos", 403)
            fault(lambda: club.EditFilm(id=1, changes=dict(title="x")), client, "No tienes permisos", 403)
            # Every input that is wrong is named, below the element of the operation.
            draft = dict(title="x" * 256, year="123456789", director="")
            pointers = fault(lambda: club.CreateFilm(film=draft), client, "", 422)[1]
            assert sorted(pointers) == ["/film/director", "/film/title", "/film/year"], pointers
            assert fault(lambda: club.ListFilms(limit=101), client, "", 422)[1] == ["/limit"]
            # Members alone, by HTTP Basic.
            for auth in (None, HTTPBasicAuth("test123", "wrong")):
                session.auth = auth
                fault(lambda: club.DeleteFilm(id=7), client, "Unauthorized", 401)
            assert club.ShowFilm(id=7).id == 7
        """#
}
