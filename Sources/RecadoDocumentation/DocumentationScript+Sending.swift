// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

extension DocumentationScript {
    static let sending: HTML = .trusted(
        #"""

          const streams = /^(text\/event-stream|application\/(jsonl|x-ndjson|json-seq))\b/;
          const texts = /^text\/|[/+](json|xml)\b|javascript|urlencoded/;

          // Shows the content as it arrives, and counts its bytes.
          const receive = async (answer, result, count) => {
            const type = answer.headers.get("Content-Type") ?? "";
            const isLive = streams.test(type), isText = isLive || texts.test(type);
            const reader = answer.body?.getReader(), decoder = new TextDecoder();
            let paper = isLive ? sheet(result, words.content, true) : undefined, bytes = 0;
            for (;;) {
              const { done, value } = (await reader?.read()) ?? { done: true };
              if (done) break;
              bytes += value.byteLength;
              count(bytes);
              if (!isText) continue;
              paper ??= sheet(result, words.content, false);
              paper.add(decoder.decode(value, { stream: true }));
            }
            if (!isText && bytes > 0) result.append(...block(words.content, `${type} · ${bytes} B`));
            paper?.add(decoder.decode());
            if (!isLive) paper?.rewrite((text) => pretty(text, type));
          };

          const fieldsOf = (answer) => {
            const fields = make("dl");
            for (const [name, value] of answer.headers)
              fields.append(make("dt", name), make("dd", value));
            const more = make("details");
            more.append(make("summary", words.fields), fields);
            return more;
          };

          const show = async (answer, began, state, result) => {
            const status = `${answer.status} ${answer.statusText}`.trim();
            const say = (...more) => {
              const time = `${(performance.now() - began).toFixed(0)} ms`;
              tell(state, [status, time, ...more].join(" · "), answer.ok ? "good" : "bad");
            };
            let bytes = 0;
            say(words.receiving);
            result.append(fieldsOf(answer));
            try {
              await receive(answer, result, (count) => { bytes = count; });
              say(`${bytes} B`);
            } catch (error) {
              say(`${bytes} B`, error.name === "AbortError" ? words.stopped : words.brokenOff);
            }
          };

          const send = async (form, state, result, stop) => {
            const call = prepare(form);
            const line = `${call.method} ${target(call, call.shown)}`;
            result.replaceChildren(...block(words.request, line), ...block(words.curl, curl(call)));
            tell(state, words.sending, "hint");
            const began = performance.now();
            // The header section must arrive in time; the content after it may be endless.
            const late = () => stop.abort(new Error(`> ${patience / 1000} s`));
            const timer = setTimeout(late, patience);
            let answer;
            try {
              const ambient = form.querySelector("[data-ambient]") !== null;
              answer = await fetch(target(call, call.query), {
                method: call.method, headers: call.fields, body: call.content,
                credentials: ambient ? "same-origin" : "omit", cache: "no-store",
                signal: stop.signal,
              });
            } catch (error) {
              const isStopped = error.name === "AbortError";
              const text = isStopped ? words.stopped : `${words.noAnswer} ${error.message}`;
              tell(state, text, isStopped ? "hint" : "bad");
              return;
            } finally {
              clearTimeout(timer);
            }
            await show(answer, began, state, result);
          };
        """#
    )
}
