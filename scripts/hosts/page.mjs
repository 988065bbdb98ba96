// docs/hosts.md, from what a run read: the doctor's lines, and the screens of its questions.

/** What the doctor's lines begin with, and the row of each. */
const told = {
  Forms: 'Forms',
  Text: 'Text',
  Number: 'Number',
  'Whole number': 'Whole number',
  'Yes or no': 'Yes or no',
  'One of few': 'One of few, with titles',
  'Several of few': 'Several of few, with titles',
  Date: 'Date',
  'Group of fields': 'Group of fields',
  Default: 'A default, sent as it stands',
  'Refused answer': 'An answer that the tool refuses',
  'Saying no': 'Saying no',
  Page: 'A page',
  Model: "The host's model",
};

/** What the screen showed of a question, by the question's name. */
const shown = [
  ['Titles are shown', 'One of few', ['Your size', 'Large']],
  ['The default is shown', 'Default', ['Lisbon']],
  ['Why an answer was refused is shown', 'Refused again', ['Refused on purpose']],
  ['Both flights are shown', 'Booking', ['SH 142', 'SH 420']],
];

/**
 * @param found - each host's name, version, and what its run gave: `results` of the tools by name, and `seen`, the
 *   screens of each question. Or `notRun`, the reason
 */
export function hostsPage(found) {
  const wasRun = found.filter(({ notRun }) => notRun === undefined);
  const notRun = found.filter((host) => host.notRun !== undefined);
  return `# What hosts show

\`npm run hosts\` writes this page. It installs each host, starts it beside a scripted model on this machine, presses the
person's keys, and reads the screen. The host starts \`elicitkit doctor\`, whose tool asks
[one of everything](mcp-server.md#what-the-client-shows), and \`elicitkit serve\` with the first chat's \`book_flight\`. So each
cell is what one run read, on ${new Date().toISOString().slice(0, 10)}: what the server got, and what stood on the screen. A dash means that the
host was not asked.

${tableOf(wasRun.filter(({ isLibrary }) => !isLibrary))}

A host that accepts "without a value" has no field for that kind. It shows a yes or no, and sends nothing with the yes.
Ask it with [choices](plugins.md#questions-for-every-place) or a text. "Closed" means that the person could only close the
question, or did so when asked to say no.

A host that was started headless may declare more at its prompt. The person closes a question that two tries did not
answer.

## Libraries

Hosts are made of these. A library has no screen: what it hands to the host's code counts as shown, and a function
answers. It declares what the host's code says: here, what the library has of all that the doctor asks
for.

${tableOf(wasRun.filter(({ isLibrary }) => isLibrary))}

## Not run

${notRun.map(({ name, version, notRun: why }) => `- ${[name, version].filter(Boolean).join(' ')}: ${why}`).join('\n')}
`;
}

function tableOf(found) {
  const hosts = found.map(readHost);
  const rows = [
    ['Started', ({ started }) => started],
    ['MCP', ({ revision }) => revision],
    ['Declares', ({ declares }) => declares],
    ...Object.entries(told).map(([start, title]) => [title, ({ lines }) => lines[start]]),
    ...shown.map(([title, name, words]) => [title, ({ seen }) => showsAll(seen[name], words)]),
    ['Fields in the order of the question', ({ seen }) => comesFirst(seen['Group of fields'], 'Town', 'Street')],
    ['The booking', ({ booking }) => booking],
  ];
  const cells = rows.map(([title, read]) => [title, ...hosts.map((host) => inCell(read(host)))]);
  const heads = ['', ...hosts.map(({ name, version }) => `${name} ${version}`)];
  const table = [heads, heads.map(() => '---'), ...cells.filter(([, ...of]) => of.some((cell) => cell !== '–'))];
  return table.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

function readHost({ name, version, isLibrary, hasPrompt, results: { doctor = '', book_flight: booking }, seen }) {
  const started = isLibrary ? undefined : hasPrompt ? 'at its prompt' : 'headless, with one prompt';
  const [, revision, declares] = /with MCP (\S+), declares (.*)\.$/m.exec(doctor) ?? [];
  const lines = Object.fromEntries(
    doctor.split('\n').flatMap((line) => {
      const [, start, what] = /^([^:]+): (.*)\.$/.exec(line) ?? [];
      return Object.hasOwn(told, start ?? '') ? [[start, what]] : [];
    }),
  );
  return { name, version, started, revision, declares, lines, seen, booking: sentenceOf(booking) };
}

/** What the tool said, without what the host wraps around it. */
function sentenceOf(text) {
  return /Booked \w+|Not booked: \w+|This tool needs [^.]+\.\w+[^.]*/.exec(text ?? '')?.[0];
}

function showsAll(text, words) {
  return text && (words.every((word) => text.includes(word)) ? 'yes' : 'no');
}

function comesFirst(text, first, second) {
  return text && (text.indexOf(first) < text.indexOf(second) ? 'yes' : 'no');
}

/** A cell of the table. What the host said of itself is text. */
function inCell(text) {
  return text ? text.replace(/[|\\`<>[\]*_]/g, String.raw`\$&`).slice(0, 200) : '–';
}
