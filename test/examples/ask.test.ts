import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { resolve } from 'node:path';
import { Client, StreamableHTTPClientTransport, type ElicitResult } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { controlC, controlU, down, escape } from '../terminal/person.ts';
import { openPty } from '../terminal/pty.ts';

const folder = resolve('node_modules/.cache/elicitkit-ask');
const command = `${folder}/src/command/elicitkit.js`;
const tools = `${folder}/examples/ask/kitchen-sink.js`;
const others = `${folder}/test/command/tools.js`;

// The command as it is built, and the example, which imports the package by name.
beforeAll(async () => {
  await build({
    entryPoints: [
      'src/command/elicitkit.ts',
      'examples/ask/kitchen-sink.ts',
      'test/command/slow-tools.ts',
      'test/command/tools.ts',
    ],
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    alias: { 'elicitkit/ask': resolve('src/ask.ts'), 'elicitkit/plugin': resolve('src/plugin.ts') },
    outbase: '.',
    outdir: folder,
  });
  writeFileSync(`${folder}/package.json`, '{"type":"module","version":"1.2.3"}');
});

const person = (...args: string[]) => openPty(process.execPath, [command, ...args], folder);

/** Write a file beside the built command. @returns its path */
function fileWith(name: string, code: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${name}`, code);
  return `${folder}/${name}`;
}

/** Run the command without a terminal. */
function elicitkit(args: readonly string[], input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { input, encoding: 'utf8' });
  return { status, stdout, stderr };
}

const entry = { name: 'Ada', size: 'M', seats: 3, day: '2026-03-27', extras: ['tour'] };
const sent = 'Sent to ada@example.com: See you at the fair!';

describe('in a terminal', () => {
  it('every word is asked, and again after a wrong answer', async () => {
    const terminal = person('run', tools, 'sign_up', '--param', 'event=the fair', '--param', 'seatsLeft=4');
    await terminal.enters('What is your name?', 'A');
    await terminal.enters('must be at least 2 characters', 'da');
    await terminal.enters('Your email?', 'nope');
    await terminal.enters('Enter an email address', `${controlU}ada@example.com`);
    await terminal.sees('T-shirt?');
    await terminal.enters('L', down);
    await terminal.enters('From 1 to 4.', '2');
    await terminal.enters('must be 4 or less', `${controlU}3`);
    await terminal.enters('Which day?', '2025-12-31');
    await terminal.sees('Choose 2026-01-01 or a later day.');
    // The tool asks once more. Keys that come before its prompt are not the prompt's.
    await terminal.enters('Which day?', `${controlU}2026-03-27`);
    await terminal.enters('City tour', `${down} `);
    await terminal.sees('Anything else?');
    terminal.press(escape);
    await terminal.sees('Send the confirmation now?');
    terminal.press('y');
    await terminal.sees('Sending… (1 of 2)');
    await terminal.sees(sent);
    expect(await terminal.ends()).toBe(0);
    expect(JSON.parse(/\n(\{[^]*\})\n/.exec(terminal.shown())?.[1] ?? '')).toEqual({ ...entry, sent });
  });

  it('a password is typed hidden', async () => {
    const terminal = person('run', tools, 'log_in', '--param', 'name=Ada');
    await terminal.enters('The password of Ada?', 'correct horse');
    await terminal.sees('Ada is logged in with 13 letters.');
    expect(await terminal.ends()).toBe(0);
    expect(terminal.shown()).not.toContain('horse');
  });

  it('a question ends at its deadline', async () => {
    const terminal = person('run', tools, 'reserve', '--param', 'milliseconds=500');
    await terminal.sees('Answer by');
    await terminal.sees('Time is up: For how many?');
    await terminal.sees('The table is gone.');
    expect(await terminal.ends()).toBe(0);
  });

  it('a decline ends the tool, with what was declined', async () => {
    const terminal = person('run', tools, 'reserve');
    await terminal.sees('For how many?');
    terminal.press(escape);
    await terminal.sees('"For how many?" was not answered: the person declined.');
    expect(await terminal.ends()).toBe(1);
  });

  it('Ctrl-C stops the tool, runs its clean-up and exits with 130', async () => {
    const terminal = person('run', tools, 'reserve');
    await terminal.sees('For how many?');
    terminal.press(controlC);
    await terminal.sees('The table is no longer held.');
    await terminal.sees('reserve was stopped.');
    expect(await terminal.ends()).toBe(130);
  });

  it('SIGTERM stops the tool, runs its clean-up and exits with 143', async () => {
    const terminal = person('run', tools, 'reserve');
    await terminal.sees('For how many?');
    terminal.gets('SIGTERM');
    await terminal.sees('The table is no longer held.');
    await terminal.sees('reserve was stopped.');
    expect(await terminal.ends()).toBe(143);
  });

  it('Ctrl-C stops a tool that asks nothing, and a second one ends a clean-up that hangs', async () => {
    const slow = `${folder}/test/command/slow-tools.js`;
    const terminal = person('run', slow);
    await terminal.sees('Working');
    terminal.press(controlC);
    await terminal.sees('Cleaning up');
    await terminal.sees('work was stopped.');
    expect(await terminal.ends()).toBe(130);

    const hanging = person('run', slow, '--param', 'hangs=true');
    await hanging.sees('Working');
    hanging.press(controlC);
    await hanging.sees('Cleaning up');
    hanging.press(controlC);
    await hanging.ends();
    expect(hanging.shown()).not.toContain('was stopped');
  });
});

describe('without a terminal', () => {
  const answers = {
    'text-1': 'Ada',
    'text-2': 'ada@example.com',
    'select-1': 'M',
    'number-1': 3,
    'date-1': '2026-03-27',
    'selectMany-1': ['tour'],
    'text-3': null,
    'confirm-1': true,
  };

  it('the answers come from a file or standard input, and the result alone goes to standard output', () => {
    const file = `${folder}/answers.json`;
    writeFileSync(file, JSON.stringify(answers));
    const args = ['run', tools, 'sign_up', '--param', 'event=the fair', '--answers'];
    const { status, stdout, stderr } = elicitkit([...args, file]);
    expect({ status, result: JSON.parse(stdout) as unknown }).toEqual({ status: 0, result: { ...entry, sent } });
    expect(stderr).toContain('Sending… (1 of 2)\n');
    expect(elicitkit([...args, '-'], JSON.stringify(answers)).stdout).toBe(stdout);
  });

  it('what a tool logs goes to standard error', () => {
    const { status, stdout, stderr } = elicitkit(['run', tools, 'reserve', '--answers', '-'], '{"number-1":2}');
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'A table for 2 is reserved.\n' });
    expect(stderr).toContain('The table is no longer held.');
  });

  it('the first question without an answer ends the tool, with its schema', () => {
    const { status, stdout, stderr } = elicitkit(['run', tools, 'sign_up', '--answers', '-'], '{"text-1":"Ada"}');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/"Your email\?", and nobody can type here\. Give the answer as "text-2".*"format":"email"/);
    expect(stderr).not.toContain('    at ');
  });

  it.each([
    [['run'], 2, 'Name one file, and one tool.'],
    [['run', tools], 2, 'has several tools. Name one:\n  logIn'.replace('logIn', 'log_in')],
    [
      ['run', others, 'needy'],
      1,
      'needy cannot run. It needs a model. Export one from the file of tools, as "provider".',
    ],
    [['run', others, 'judge'], 1, 'export one as "provider" from the file that elicitkit run gets.'],
    [['run', tools, 'sing_up'], 2, 'has no tool "sing_up". It has:'],
    [['run', tools, 'sign_up', '--parm', 'a=b'], 2, "Unknown option '--parm'"],
    [['run', tools, 'sign_up', '--param', 'evnt=x'], 2, 'sign_up has no parameter "evnt". It has: event, seatsLeft.'],
    [['run', tools, 'sign_up', '--param', 'seatsLeft=many'], 2, 'seatsLeft: '],
    [['run', tools, 'log_in'], 2, 'log_in needs more parameters. Add --param name=…'],
    [['run', tools, 'sign_up', '--answers', 'none.json'], 1, 'The answers in none.json cannot be read'],
    [['run', 'none.js'], 1, 'There is no file'],
    [['run', command.replace('elicitkit.js', '../../package.json')], 1, 'package.json'],
    [['run', folder], 1, 'There is no file'],
    [['run', fileWith('parse.js', 'export const tool = (;')], 1, 'parse.js cannot be loaded.\nSyntaxError'],
    [['run', `${folder}/parse.js`], 1, 'To see where: node --check'],
    [['run', fileWith('script.cjs', 'import "node:fs";')], 1, 'Node takes it for CommonJS.'],
    [['run', `${folder}/script.cjs`], 1, 'name the file'],
    [
      ['run', fileWith('throws.js', 'throw new Error("no database");')],
      1,
      'throws.js cannot be loaded.\nError: no datab',
    ],
    [['run', fileWith('empty.js', 'export const tool = 1;')], 1, 'empty.js exports no tool.'],
    [['run', fileWith('body.js', 'export const a = { name: "a", execute() {} };')], 1, 'exports a, which has no body.'],
    [['fly'], 2, 'There is no command "fly", only '],
    [['help', 'fly'], 2, 'There is no command "fly", only '],
    [['serve', tools], 2, 'Choose one of --stdio and --http.'],
    [['serve', tools, '--stdio', '--host', '0.0.0.0'], 2, '--host and --allow-host belong to --http.'],
    [['serve', tools, '--http', 'x'], 2, '"x" is not a port.'],
    [['serve', tools, '--http', '99999'], 2, '"99999" is not a port.'],
  ])('says what is wrong with %j', (args, status, words) => {
    const told = elicitkit(args);
    expect(told.stderr).toContain(words);
    expect({ ...told, stderr: '' }).toEqual({ status, stdout: '', stderr: '' });
  });

  it('takes the tools of a default export', () => {
    const whole = fileWith('whole.js', `import * as all from ${JSON.stringify(tools)};\nexport default { ...all };`);
    expect(elicitkit(['run', whole, 'reserve', '--answers', '-'], '{"number-1":2}').stdout).toContain('is reserved');
  });

  it('tells its help and its version', () => {
    expect(elicitkit(['--version'])).toEqual({ status: 0, stdout: '1.2.3\n', stderr: '' });
    expect(elicitkit(['help']).stdout).toMatch(/elicitkit run <file> \[tool\][^]*elicitkit serve <file>/);
    expect(elicitkit(['run', '--help']).stdout).not.toContain('elicitkit serve');
  });
});

const stdio = () => new StdioClientTransport({ command: process.execPath, args: [command, 'serve', tools, '--stdio'] });

/** Serve over HTTP until the test ends. */
async function serveHttp(...more: string[]): Promise<URL> {
  const child = spawn(process.execPath, [command, 'serve', tools, '--http', '0', ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  onTestFinished(async () => {
    child.kill();
    expect(await ended).toBe(0);
  });
  const said = await new Promise<string>((done) => child.stdout.once('data', (data) => done(String(data))));
  return new URL(/http:\S+/.exec(said)?.[0] ?? '');
}
const http = async () => new StreamableHTTPClientTransport(await serveHttp());

type Asked = { message: string; schema: unknown };

/** Connect a client whose person answers with this function. */
async function connect(
  transport: StdioClientTransport | StreamableHTTPClientTransport,
  options: object,
  answer?: (asked: Asked) => ElicitResult | Promise<ElicitResult>,
) {
  const capabilities = answer === undefined ? {} : { elicitation: { form: {} } };
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities, ...options });
  if (answer !== undefined) {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      return answer({ message: params.message, schema: 'requestedSchema' in params ? params.requestedSchema : {} });
    });
  }
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

const modern = { versionNegotiation: { mode: { pin: '2026-07-28' } }, inputRequired: { maxRounds: 30 } };
const ways = [
  ['HTTP, of 2025-11-25', http, {}],
  ['HTTP, of 2026-07-28', http, modern],
  ['stdio, of 2025-11-25', stdio, {}],
  ['stdio, of 2026-07-28', stdio, modern],
] as const;

describe.each(ways)('over MCP by %s', (_name, open, options) => {
  it('every word is asked, and again after a wrong answer', async () => {
    const answers: Record<string, unknown[]> = {
      'What is your name?': ['A', 'Ada'],
      'Your email?': ['nope', 'ada@example.com'],
      'T-shirt?': ['M'],
      'How many seats?': [12, 3],
      'Which day?': ['2025-12-31', '2026-03-27'],
      'Extras?': [['tour']],
      'Send the confirmation now?': [true],
    };
    const asked: string[] = [];
    const client = await connect(await open(), options, ({ message }) => {
      asked.push(message);
      const question = Object.keys(answers).find((one) => message.startsWith(one));
      const next = question === undefined ? undefined : answers[question]?.shift();
      return next === undefined ? { action: 'decline' } : { action: 'accept', content: { answer: next } as never };
    });
    const result = await client.callTool({ name: 'sign_up', arguments: { event: 'the fair' } });
    expect(result.structuredContent).toEqual({ ...entry, sent });
    expect(asked).toHaveLength(12);
    expect(asked[1]).toContain('2');
  });

  it('two calls at once get their own answers', async () => {
    const bothAsked = createGate(2);
    const client = await connect(await open(), options, async ({ message, schema }) => {
      await bothAsked();
      const isNumber = JSON.stringify(schema).includes('integer');
      if (isNumber) return { action: 'accept', content: { answer: 4 } };
      return message.startsWith('What is your name?')
        ? { action: 'accept', content: { answer: 'Ada' } }
        : { action: 'cancel' };
    });
    const [table, declined] = await Promise.all([
      client.callTool({ name: 'reserve', arguments: {} }),
      client.callTool({ name: 'sign_up', arguments: {} }),
    ]);
    expect(table.content).toEqual([{ type: 'text', text: 'A table for 4 is reserved.' }]);
    expect(declined.isError).toBe(true);
    expect(JSON.stringify(declined.content)).toContain('Your email?');
  });

  it('a deadline and a client that cannot ask are told', async () => {
    const client = await connect(await open(), options);
    const { isError, content, code } = await client
      .callTool({ name: 'reserve', arguments: {} })
      .then((result) => ({ ...result, code: undefined }))
      .catch((error: { code: number; message: string }) => ({
        isError: true,
        content: error.message,
        code: error.code,
      }));
    expect(isError).toBe(true);
    expect(JSON.stringify(content) + String(code)).toMatch(/elicitation|32021/i);
  });
});

it('a question over MCP ends at its deadline', async () => {
  const client = await connect(stdio(), {}, () => new Promise(() => {}));
  const result = await client.callTool({ name: 'reserve', arguments: { milliseconds: 200 } });
  expect(result.content).toEqual([{ type: 'text', text: 'The table is gone.' }]);
});

it('what a tool logs over stdio goes to standard error, and not among the messages', async () => {
  const args = [command, 'serve', tools, '--stdio'];
  const transport = new StdioClientTransport({ command: process.execPath, args, stderr: 'pipe' });
  let said = '';
  transport.stderr?.on('data', (chunk) => (said += String(chunk)));
  const client = await connect(transport, {}, () => ({ action: 'accept', content: { answer: 2 } }));
  const problems: Error[] = [];
  client.onerror = (error) => problems.push(error);
  await client.callTool({ name: 'reserve', arguments: {} });
  await expect.poll(() => said).toContain('The table is no longer held.');
  expect(problems).toEqual([]);
});

it('a person who starts the server of a host by hand is told what it is', async () => {
  const terminal = person('serve', tools, '--stdio');
  await terminal.sees('A host starts this. Ctrl-C ends it.');
  terminal.press(controlC);
  expect(await terminal.ends()).toBe(0);
});

it('the HTTP server refuses other hosts and origins, and other paths', async () => {
  const url = await serveHttp('--allow-host', 'tools.example.com');
  const status = (path: string, headers: Record<string, string>) =>
    new Promise<number | undefined>((done, failed) => {
      const sent = request({ host: url.hostname, port: url.port, path, method: 'POST', headers }, (response) => {
        response.resume();
        done(response.statusCode);
      });
      sent.once('error', failed);
      sent.end('{}');
    });
  expect(url.hostname).toBe('127.0.0.1');
  expect(await status('/mcp', { host: 'evil.example.com' })).toBe(403);
  expect(await status('/mcp', { origin: 'https://evil.example.com' })).toBe(403);
  expect(await status('/mcp', { host: 'tools.example.com' })).not.toBe(403);
  expect(await status('/other', {})).toBe(404);
});

/** Resolves for all once so many have come. */
function createGate(size: number): () => Promise<void> {
  let come = 0;
  let open = () => {};
  const opened = new Promise<void>((done) => (open = done));
  return () => {
    come += 1;
    if (come >= size) open();
    return opened;
  };
}
