"""Generates a client of a running service from its document, and calls every operation of it.

clients.py SERVICE BASE: generates in the working folder and prints "well", or what went wrong, in one line.
"""

import importlib
import json
import pkgutil
import subprocess
import sys
import traceback
import urllib.request

import calls

# Content in XML is not understood. Of two shapes of content in JSON the generator, in this version, forgets an import.
CONFIGURATION = """
post_hooks: []
content_type_overrides:
  application/vnd.api+json: application/x-other
"""


class Generated:
    """A generated package, and which of its operations have been called."""

    def __init__(self, service, base):
        address = f"{base}/{service}/openapi.json"
        self.document = json.load(urllib.request.urlopen(address))
        self.address = base + self.document["servers"][0]["url"].rstrip("/")
        with open("document.json", "w") as file:
            json.dump(self.document, file)
        with open("configuration.yaml", "w") as file:
            file.write(CONFIGURATION)
        # With the same options as on a command line.
        generator = "from openapi_python_client.cli import app; app()"
        options = ["--path", "document.json", "--meta", "none", "--output-path", "generated"]
        subprocess.run(
            [sys.executable, "-c", generator, "generate", "--config", "configuration.yaml", *options],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        sys.path.insert(0, ".")
        self.package = importlib.import_module("generated")
        self.models = importlib.import_module("generated.models")
        self.modules = {}
        api = importlib.import_module("generated.api")
        for module in pkgutil.walk_packages(api.__path__, "generated.api."):
            loaded = importlib.import_module(module.name)
            if hasattr(loaded, "sync_detailed"):
                self.modules[module.name.split(".")[-1].rstrip("_")] = loaded
        self.called = set()

    def client(self, headers=None, **options):
        """A client that asks for JSON, as one does whose answers are typed."""
        accept = {"Accept": "application/json"}
        return self.package.Client(base_url=self.address, headers=accept | (headers or {}), **options)

    def answer(self, name, client, expecting=200, **inputs):
        """Calls an operation, expects a status, and returns the answer with its content."""
        answer = self.modules[name].sync_detailed(client=client, **inputs)
        assert answer.status_code == expecting, (name, answer.status_code, answer.content[:500])
        self.called.add(name)
        return answer

    def call(self, name, client, type=None, expecting=200, **inputs):
        """The typed content of an answer, or of each of its elements."""
        parsed = self.answer(name, client, expecting, **inputs).parsed
        assert type is None or isinstance(parsed, getattr(self.models, type)), (name, parsed)
        return parsed

    def list(self, name, client, type, **inputs):
        parsed = self.call(name, client, **inputs)
        assert isinstance(parsed, list), (name, parsed)
        assert all(isinstance(one, getattr(self.models, type)) for one in parsed), (name, parsed)
        return parsed

    def first_event(self, name):
        """The first event of a stream, which the generated functions would wait for the end of."""
        module = self.modules[name]
        client = self.client({"Accept": "text/event-stream"})
        with client.get_httpx_client().stream(**module._get_kwargs()) as answer:
            assert answer.status_code == 200, answer.status_code
            assert answer.headers["content-type"].startswith("text/event-stream")
            event = {}
            for line in answer.iter_lines():
                field, colon, value = line.partition(":")
                if colon and field:
                    event[field] = event.get(field, "") + value.removeprefix(" ")
                elif not line and "data" in event:
                    break
                elif not line:
                    # A block without data is no event, but may say when to come back.
                    event = {}
        self.called.add(name)
        # The model of an event, whose data is a text in JSON.
        model = getattr(self.models, name.title().replace("_", "") + "Response200")
        return json.loads(model.from_dict(event).data)


def main(service, base):
    generated = Generated(service, base)
    getattr(calls, service)(generated)
    operations = {
        operation["operationId"].replace("-", "_")
        for item in generated.document["paths"].values()
        for operation in item.values()
    }
    assert generated.called == operations, ("not called", operations - generated.called)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
        print("well", flush=True)
    except BaseException:
        print(traceback.format_exc().replace("\n", " | "), flush=True)
