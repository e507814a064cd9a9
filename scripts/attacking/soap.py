"""Documents in XML and envelopes of SOAP that would have a server read files, ask others or unpack without end."""

import socket
import threading

import seeds
import tables
import wire
from tables import Case, answered

ADDED = "<score><name>{}</name><total>1</total></score>"
SECRET = [b"root:", b"localhost.localdomain"]
LAUGHS = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 10))
TYPES = {
    "a file": '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>', "an address": '<!DOCTYPE a [<!ENTITY x SYSTEM "http://127.0.0.1:{port}/x">]>',
    "another document": '<!DOCTYPE a SYSTEM "http://127.0.0.1:{port}/a.dtd">', "a public one": '<!DOCTYPE a PUBLIC "-//a" "http://127.0.0.1:{port}/b">',
    "parameters": '<!DOCTYPE a [<!ENTITY % p SYSTEM "http://127.0.0.1:{port}/p">%p;]>', "an own one": '<!DOCTYPE a [<!ENTITY x "own">]>',
    "laughs": '<!DOCTYPE a [<!ENTITY l0 "lol">' + LAUGHS + '<!ENTITY x "&l9;">]>', "itself": '<!DOCTYPE a [<!ENTITY x "&x;">]>',
    "a long one": '<!DOCTYPE a [<!ENTITY x "' + "a" * 60_000 + '">]>', "no end": "<!DOCTYPE a [", "nothing": "<!DOCTYPE a>",
    "many attributes": "<!DOCTYPE a [<!ATTLIST a " + " ".join(f'b{i} CDATA "c"' for i in range(5_000)) + ">]>",
}
HEADS = {
    "an address to answer to": '<w:ReplyTo xmlns:w="http://www.w3.org/2005/08/addressing"><w:Address>http://127.0.0.1:{port}/r</w:Address></w:ReplyTo>',
    "an address for faults": '<w:FaultTo xmlns:w="http://www.w3.org/2005/08/addressing"><w:Address>http://127.0.0.1:{port}/f</w:Address></w:FaultTo>',
    "a security": '<w:Security xmlns:w="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"><w:a/></w:Security>',
}
DEMANDED = '<x:a xmlns:x="urn:x" s:mustUnderstand="1"/>'
BODIES = {
    "a schema elsewhere": '<AddScore xmlns="http://localhost:3000/webservices/" xmlns:i="http://www.w3.org/2001/XMLSchema-instance" '
    'i:schemaLocation="urn:a http://127.0.0.1:{port}/s.xsd"><score><name>schema</name></score></AddScore>',
    "an inclusion": '<AddScore xmlns="http://localhost:3000/webservices/"><score><name><i:include xmlns:i="http://www.w3.org/2001/XInclude" '
    'href="file:///etc/passwd" parse="text"/></name></score></AddScore>',
    "a reference": '<AddScore xmlns="http://localhost:3000/webservices/"><score href="http://127.0.0.1:{port}/h"/></AddScore>',
}


class Ear:
    """Listens for anybody whom a document has sent."""

    def __enter__(self):
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port, self.heard = self._socket.getsockname()[1], 0
        threading.Thread(target=self._listen, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._socket.close()

    def _listen(self):
        try:
            while True:
                self._socket.accept()[0].close()
                self.heard += 1
        except OSError:
            pass


def fault(answer, data):
    """A fault of the caller, or a refusal, that holds nothing of what the document has asked for."""
    if answer.status not in (400, 422, 500) or answer.status == 500 and not any(
        word in data for word in (b"Client</faultcode>", b"MustUnderstand</faultcode>", b":Sender<", b"VersionMismatch</faultcode>")):
        return f"{answer.status}, {answer.content[:200]!r}"
    return "holds a file" if any(text in data for text in SECRET) else None


def cases(port):
    for name, prolog in TYPES.items():
        prolog = prolog.replace("{port}", str(port))
        inner = ADDED.format("&x;" if "x" in prolog.partition("[")[2] else "none")
        for kind, version in (("text/xml", "http://schemas.xmlsoap.org/soap/envelope/"), ("application/soap+xml", "http://www.w3.org/2003/05/soap-envelope")):
            content = seeds.envelope("AddScore", inner, version, prolog=prolog)
            yield Case(f"{name} in {kind}", wire.request("POST", "/play.asmx", content=content, kind=kind), fault)
        yield Case(f"{name} in XML", wire.request("POST", "/scores.xml", content=prolog + inner, kind="text/xml"), judged_by_rails)
        yield Case(f"{name} in XML for users", wire.request(
            "POST", "/playground/user", content=prolog + "<answer>&x;</answer>", kind="application/xml"), answered(400, 413, 422, lacks=SECRET))
    for name, head in HEADS.items():
        content = seeds.envelope("AddScore", ADDED.format("head"), head=f"<s:Header>{head.replace('{port}', str(port))}</s:Header>")
        yield Case(name, wire.request("POST", "/play.asmx", content=content, kind="text/xml"), answered(200))
    demanded = seeds.envelope("AddScore", ADDED.format("demanded"), head=f"<s:Header>{DEMANDED}</s:Header>")
    yield Case("a head that must be understood", wire.request("POST", "/play.asmx", content=demanded, kind="text/xml"), answered(
        500, holds=[b"MustUnderstand"]))
    for name, body in BODIES.items():
        content = f'<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>{body.replace("{port}", str(port))}</s:Body></s:Envelope>'
        yield Case(name, wire.request("POST", "/play.asmx", content=content, kind="text/xml"), answered(200, 500, lacks=SECRET))


def judged_by_rails(answer, data):
    """The scores answer XML as Rails does; what matters is what they hold."""
    if answer.status not in (200, 201, 400, 413, 422):
        return f"{answer.status}, {answer.content[:200]!r}"
    return "holds a file, or what was unpacked" if any(text in data for text in SECRET) or len(data) > 100_000 else None


def attack(target, _):
    with Ear() as ear:
        before = target.resident
        tried, faults = tables.run(target, list(cases(ear.port)))
        if ear.heard:
            faults.append(f"{ear.heard} connections were made to where documents point")
    held = (target.resident - before) >> 20
    faults += [f"{held} MiB more are held"] if held > 64 else []
    if b"root:" in target.get("/scores.xml")[2]:
        faults.append("a score holds a file")
    return tables.outcome(f"documents and envelopes that point elsewhere or unpack, {held} MiB more", tried, faults)
