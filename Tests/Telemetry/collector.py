"""A collector of OpenTelemetry for tests: reads OTLP as JSON by the standard's own messages, and refuses what is none.

It writes its address, and tells at /seen what it has been sent.
"""

import base64
import json
from http.server import BaseHTTPRequestHandler, HTTPServer

from google.protobuf import json_format
from opentelemetry.proto.collector.metrics.v1 import metrics_service_pb2
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2

MESSAGES = {
    "/v1/traces": trace_service_pb2.ExportTraceServiceRequest,
    "/v1/metrics": metrics_service_pb2.ExportMetricsServiceRequest,
}
IDENTITIES = {"traceId", "spanId", "parentSpanId"}
seen = []


def with_bytes(value):
    """OTLP writes identities in hexadecimal, where JSON of protobuf has Base64."""
    if isinstance(value, list):
        return [with_bytes(element) for element in value]
    if not isinstance(value, dict):
        return value
    return {
        key: base64.b64encode(bytes.fromhex(member)).decode() if key in IDENTITIES else with_bytes(member)
        for key, member in value.items()
    }


class Collector(BaseHTTPRequestHandler):
    def do_POST(self):
        content = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            if self.headers["Content-Type"] != "application/json":
                raise ValueError(self.headers["Content-Type"])
            message = json_format.ParseDict(with_bytes(json.loads(content)), MESSAGES[self.path]())
            self.note(message)
            self.answer(200, {})
        except (KeyError, ValueError, json_format.ParseError) as error:
            seen.append(f"refused: {error}")
            self.answer(400, {"message": str(error)})

    def do_GET(self):
        self.answer(200, seen)

    def note(self, message):
        if self.path == "/v1/traces":
            for span in message.resource_spans[0].scope_spans[0].spans:
                lengths = f"{len(span.trace_id)} {len(span.span_id)} {len(span.parent_span_id)}"
                seen.append(f"span {span.name} {span.kind} {lengths} {span.end_time_unix_nano >= span.start_time_unix_nano}")
        else:
            for metric in message.resource_metrics[0].scope_metrics[0].metrics:
                for point in metric.histogram.data_points:
                    whole = point.count == sum(point.bucket_counts)
                    seen.append(f"metric {metric.name} {metric.unit} {point.count} {whole} {len(point.exemplars)}")

    def answer(self, status, value):
        content = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *words):
        pass


server = HTTPServer(("127.0.0.1", 0), Collector)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
