// Lines and bodies built to be slow: deep, wide, with many names, with long texts, or wrong throughout.

export const mebibyte = 1_048_576;

const state = (fields) => `{"revision":1,"event":{"type":"messages",${fields}}}`;
const calls = (list) => `{"revision":1,"event":{"type":"tool_calls","calls":${list}}}`;
const ask = (rest) =>
  `{"revision":1,"event":{"type":"plugin_elicit_request","sessionId":"s","callId":"s","toolName":"t","elicitId":"e","key":"k","message":"m",${rest}}}`;
const text = (content, rest = '') => `{"revision":1,"event":{"type":"text","content":${content}${rest}}}`;
const noText = (what) => text(`[${what}]`);

/** No two objects share names, so the engine has to create a shape for each. */
const ownNames = (length) => list((index) => `{"${index.toString(36)}":0}`, length);
const ownPairs = (length) =>
  list((index) => `{"${(2 * index).toString(36)}":{"${(2 * index + 1).toString(36)}":1}}`, length);
const names = (length) => filled((index) => `"${index.toString(36)}":0`, length);
const list = (entry, length) => `[${filled(entry, length)}]`;

/** A message whose names no other has. */
const namedMessage = (at) =>
  `{"role":"user","content":"x",${Array.from({ length: 90 }, (_, name) => `"n${at}_${name}":0`).join(',')}}`;

/** As many entries as fit into this many characters. */
function filled(entry, length) {
  const entries = [];
  for (let index = 0, used = 0; ; index += 1) {
    const next = entry(index);
    used += next.length + 1;
    if (used > length) return entries.join(',');
    entries.push(next);
  }
}

const full = mebibyte - 400;
const nested = (open, close, length) => {
  const depth = Math.floor(length / (open.length + close.length));
  return open.repeat(depth) + (open === '[' ? '' : '0') + close.repeat(depth);
};

/** By name. Each is refused. */
export const lines = {
  '16 MB, calls that are {}': calls(list(() => '{}', 16e6)),
  '16 MB of text': text(`"${'x'.repeat(16e6)}"`),
  '2 MB, messages that are {}': state(`"messages":${list(() => '{}', 2e6)}`),
  '2 MB of text': text(`"${'x'.repeat(2e6)}"`),
  '1 MiB, calls that are {}': calls(list(() => '{}', full)),
  '1 MiB, messages that are {}': state(`"messages":${list(() => '{}', full)}`),
  '1 MiB, calls of a message that are {}': state(
    `"messages":[{"role":"assistant","tool_calls":${list(() => '{}', full)}}]`,
  ),
  '1 MiB, issues that are 0': ask(`"schema":{},"issues":${list(() => '0', full)}`),
  '1 MiB of names in capabilities': `{"revision":1,"event":{"type":"session_info","capabilities":{${names(full)}}}}`,
  '1 MiB of names in a schema': ask(`"schema":{${names(full)}}`),
  '1 MiB of numeric names': noText(`{${filled((index) => `"${(index * 7919) % 4e9}":0`, full)}}`),
  '1 MiB of objects with names of their own': noText(ownNames(full)),
  '1 MiB of such objects in each other': noText(ownPairs(full)),
  '1 MiB of small numbers': noText(list(() => '0', full)),
  '1 MiB of long numbers': noText(list(() => '123456789012345678901234567890', full)),
  '1 MiB of one number': noText('1'.repeat(full)),
  '1 MiB of ["", …]': noText(list(() => '""', full)),
  '1 MiB of [[[…': noText(nested('[', ']', full)),
  '1 MiB of {"a":{"a":…': noText(nested('{"a":', '}', full)),
  '1 MiB of [[[… that never close': '['.repeat(full),
  '1 MiB of text where none belongs': noText(`"${'x'.repeat(full)}"`),
  '1 MiB of Chinese where none belongs': noText(`"${'北'.repeat(Math.floor(full / 3))}"`),
  '1 MiB of escaped quotes': noText(`"${'\\"'.repeat(full / 2)}"`),
  '1 MiB of \\u00e9': noText(`"${'\\u00e9'.repeat(Math.floor(full / 6))}"`),
  '1 MiB of JSON in a string': noText(JSON.stringify(list((index) => `{"id":${index},"name":"x"}`, full * 0.8))),
  '1 MiB of ,[{ in a string': noText(`"${',[{'.repeat(Math.floor(full / 3))}"`),
  '1 MiB of blanks': noText(' '.repeat(full)),
  '1 MiB of text, cut off': `{"revision":1,"event":{"type":"text","content":"${'x'.repeat(full)}`,
  '99,000 calls that are 0': calls(list(() => '0', 198_000)),
  '30,000 messages that are {}': state(`"messages":${list(() => '{}', 90_000)}`),
  '900 calls that are {}': calls(list(() => '{}', 2700)),
  '95,000 names in a message': state(`"messages":[{"role":"robot",${names(750_000)}}]`),
  '95,000 names in a schema': ask(`"attempt":0,"schema":{${names(750_000)}}`),
  '48,000 objects with names of their own': ask(`"attempt":0,"schema":{"x":${ownNames(600_000)}}`),
};

const body = (messages, rest = '') => `{"conversationId":"c","messages":${messages}${rest}}`;
const called = (toolCalls) => `[{"role":"assistant","content":"","tool_calls":${toolCalls}}]`;
const call = (index, given) => `{"id":"${index}","function":{"name":"f","arguments":${JSON.stringify(given)}}}`;

/** By name, with the expected status. */
export const bodies = {
  'messages that are {}': [body(list(() => '{}', full)), 413],
  'calls of a message that are {}': [body(called(list(() => '{}', full))), 413],
  'enabled plugins that are 0': [body('[]', `,"enabledPlugins":${list(() => '0', full)}`), 413],
  'answers that are {}': [body('[]', `,"pluginElicitResponses":${list(() => '{}', full)}`), 413],
  'names in a message': [body(`[{"role":"user","content":"x",${names(full)}}]`), 413],
  'objects with names of their own': [body('[]', `,"x":${ownNames(full)}`), 413],
  brackets: [body('[]', `,"x":${nested('[', ']', full)}`), 400],
  'brackets that never close': ['['.repeat(full), 400],
  'arguments with names of their own': [
    body(called(`[${[1, 2, 3, 4].map((index) => call(index, ownPairs(200_000))).join(',')}]`)),
    413,
  ],
  'text where none belongs': [body(`["${'x'.repeat(full)}"]`), 400],
  'escaped quotes where none belong': [body(`["${'\\"'.repeat(full / 2)}"]`), 400],
  '9,900 messages that are {}': [body(list(() => '{}', 29_700)), 400],
  '1,000 plugins that are 0': [body('[]', `,"enabledPlugins":${list(() => '0', 2000)}`), 400],
  '19,000 names in a message': [body(`[{"role":"user","content":"x",${names(139_000)}}]`), 400],
  '190 messages with 90 names of their own, taken': [body(list(namedMessage, 190 * 1000)), 200],
  '9,000 objects with names of their own, taken': [body('[]', `,"x":${ownNames(92_000)}`), 200],
  '6,000 such objects in each other, taken': [body('[]', `,"x":${ownPairs(115_000)}`), 200],
  '6,600 messages, taken': [body(list(() => '{"role":"user","content":"hello"}', 6600 * 33)), 200],
  '6,400 messages of 1 MiB, taken': [body(list(() => `{"role":"user","content":"${'x'.repeat(130)}"}`, full)), 200],
  '3,000 calls without a result, taken': [
    body(
      `[${Array.from({ length: 4 }, (_, part) => called(list((index) => call(`${part}-${index}`, '{}'), 40_000)).slice(1, -1)).join(',')}]`,
    ),
    200,
  ],
  'one message of 1 MiB, taken': [body(`[{"role":"user","content":"${'x'.repeat(full - 100)}"}]`), 200],
};

/** By name: answers to a question for a list of rows, with the expected status. */
export const answers = {
  'an answer of 87,000 rows that are {}': [list(() => '{}', 262_000), 413],
  'an answer of 990 rows that are {}': [list(() => '{}', 2970), 200],
  'an answer of 1,900 rows that are 0': [list(() => '0', 3800), 200],
};
