import { spawn } from 'node:child_process';
import { request } from 'node:http';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  buildServe,
  command,
  initialize,
  readMessages,
  serveFile,
  serveHttp,
  serveStdio,
  tools,
  waitingCall,
} from './serving.ts';

beforeAll(buildServe);

const cleanedUp = (said: string) => said.split('\n').filter((line) => line === 'Cleaned up.').length;

describe('elicitkit serve, of tools that hosts of MCP cannot show,', () => {
  const file = tools.replace('held-tools', 'unfit-tools');

  it('serves the others, and says what to change', async () => {
    const { child, said } = serveFile(file, '--http', '0');
    const told = await new Promise<string>((done) => child.stdout?.once('data', (data) => done(String(data))));

    expect(told).toMatch(/^Serving bare over MCP/);
    expect(said()).toContain('Not served: nested.elicits.place.towns is a list of other values than choices.');
    expect(said()).toContain('bare.elicits.seat passes data that a host without its card does not show.');
  });

  it('refuses to start with --strict', async () => {
    const { said, ended } = serveFile(file, '--http', '0', '--strict');

    expect(await ended).not.toBe(0);
    expect(said()).toContain('nested.elicits.place.towns is a list of other values than choices.');
  });
});

describe('elicitkit serve --http', () => {
  async function statusOf(url: URL, headers: Record<string, string>): Promise<number | undefined> {
    const body = JSON.stringify({ jsonrpc: '2.0', ...initialize });
    const type = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    return new Promise((done, failed) => {
      const about = { host: url.hostname, port: url.port, path: '/mcp', method: 'POST' };
      const sent = request({ ...about, headers: { ...type, ...headers } }, (response) => {
        response.resume();
        done(response.statusCode);
      });
      sent.once('error', failed);
      sent.end(body);
    });
  }

  it('serves pages of its own origin alone, and clients that are no pages', async () => {
    const { url } = await serveHttp('--allow-host', 'tools.example');
    const { port } = url;
    const cases: [host: string, origin: string | undefined, status: number][] = [
      [`127.0.0.1:${port}`, undefined, 200],
      [`127.0.0.1:${port}`, `http://127.0.0.1:${port}`, 200],
      [`localhost:${port}`, `http://localhost:${port}`, 200],
      ['tools.example', 'https://tools.example', 200],
      ['tools.example', undefined, 200],
      // Another program's page, on this machine.
      [`127.0.0.1:${port}`, 'http://127.0.0.1:5173', 403],
      [`127.0.0.1:${port}`, 'http://127.0.0.1', 403],
      [`127.0.0.1:${port}`, `http://localhost:${port}`, 403],
      [`127.0.0.1:${port}`, `https://127.0.0.1:${port}`, 403],
      [`127.0.0.1:${port}`, 'https://tools.example', 403],
      ['tools.example', 'https://tools.example:8443', 403],
      [`127.0.0.1:${port}`, 'null', 403],
      [`127.0.0.1:${port}`, 'https://evil.example', 403],
      // After DNS rebinding, a page's origin is the Host.
      ['evil.example', 'http://evil.example', 403],
      [`evil.example:${port}`, undefined, 403],
    ];
    const statuses = cases.map(async ([host, origin]) => statusOf(url, { host, ...(origin && { origin }) }));

    expect(await Promise.all(statuses)).toEqual(cases.map(([, , status]) => status));
  });

  it.each([1, 5, 100])('cleans up after %i calls that wait when SIGTERM ends it', async (count) => {
    const { url, child, said, ended } = await serveHttp();
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'hold',
    };
    const body = JSON.stringify({ jsonrpc: '2.0', ...waitingCall });
    const asked = Array.from({ length: count }, async () =>
      (await fetch(url, { method: 'POST', headers, body })).text(),
    );
    for (const text of await Promise.all(asked)) expect(text).toContain('input_required');

    child.kill('SIGTERM');

    expect(await ended).toBe(0);
    expect(cleanedUp(said())).toBe(count);
  });
});

describe('elicitkit serve --stdio', () => {
  const many = Array.from({ length: 100_000 }, (_, at) => ({ id: at + 100, method: 'x' }));

  it('cleans up after calls that wait when SIGTERM ends it', async () => {
    const { send, stdout, child, said, ended } = await serveStdio();
    const { heard } = readMessages(stdout);
    send(waitingCall);
    await heard(({ result }) => result?.resultType === 'input_required');

    child.kill('SIGTERM');

    expect(await ended).toBe(0);
    expect(cleanedUp(said())).toBe(1);
  });

  it('ends on SIGTERM though a clean-up never ends', async () => {
    const { send, stdout, child, said, ended } = await serveStdio();
    const { heard } = readMessages(stdout);
    send({ ...waitingCall, params: { ...waitingCall.params, name: 'stuck' } });
    await heard(({ result }) => result?.resultType === 'input_required');

    child.kill('SIGTERM');

    expect([0, 143]).toContain(await ended);
    expect(said()).toBe('Stuck.\n');
  });

  it.each([
    ['its input ends', ({ stdin }) => void stdin.end()],
    ['its input is closed', ({ stdin }) => void stdin.destroy()],
    ['its output is closed', ({ stdout }) => void stdout.destroy()],
    ['SIGTERM ends it', ({ child }) => void child.kill('SIGTERM')],
  ] satisfies [string, (serving: Awaited<ReturnType<typeof serveStdio>>) => void][])(
    'ends and cleans up with megabytes of output unread when %s',
    async (_what, end) => {
      const serving = await serveStdio();
      const { send, stdin, stdout, said, ended } = serving;
      const { count, heard } = readMessages(stdout);
      send(initialize, { method: 'notifications/initialized' });
      send({ id: 1, method: 'tools/call', params: { name: 'hold', arguments: {} } });
      await heard(({ method }) => method === 'elicitation/create');
      stdout.pause();
      const before = count();
      // It takes these as long as it reads.
      send(...many.slice(0, 20_000));
      await expect.poll(() => stdin.writableLength, { timeout: 20_000 }).toBe(0);
      expect(count()).toBeLessThan(before + 20_000);

      end(serving);

      expect(await ended).toBe(0);
      expect(cleanedUp(said())).toBe(1);
    },
  );

  it('reads no more while its client leaves megabytes unread, and answers everything once it reads', async () => {
    const { send, stdin, stdout } = await serveStdio();
    const { count, messages, heard } = readMessages(stdout);
    send(initialize, { method: 'notifications/initialized' });
    await heard(({ id }) => id === 0);
    stdout.pause();
    const padding = 'x'.repeat(10_000);
    const asks = Array.from({ length: 2000 }, (_, at) => ({ id: at + 1, method: 'tools/list', params: { padding } }));
    send(...asks);
    let before = -1;
    await expect.poll(() => before === (before = stdin.writableLength), { timeout: 30_000, interval: 1000 }).toBe(true);
    expect(stdin.writableLength).toBeGreaterThan(10_000_000);

    stdout.resume();

    await expect.poll(count, { timeout: 60_000 }).toBe(asks.length + 1);
    expect(messages().map(({ id }) => id)).toEqual([0, ...asks.map(({ id }) => id)]);
  });

  it('ends when its host is killed with megabytes unread', async () => {
    const host = spawn(process.execPath, ['-e', deafHost, command, tools], { stdio: ['ignore', 'pipe', 'inherit'] });
    const pid = await new Promise<number>((done) => host.stdout.once('data', (data) => done(Number(data))));
    onTestFinished(() => void (isAlive(pid) && process.kill(pid, 'SIGKILL')));
    await new Promise((done) => host.once('exit', done));

    await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
  });
});

/** A host that starts a server, sends it much, reads nothing and is killed. */
const deafHost = `
  const [, command, tools] = process.argv;
  const { spawn } = require('node:child_process');
  const server = spawn(process.execPath, [command, 'serve', tools, '--stdio'], { stdio: ['pipe', 'pipe', 'ignore'] });
  server.stdin.write(${JSON.stringify(`${JSON.stringify({ jsonrpc: '2.0', ...initialize })}\n`)});
  server.stdout.once('data', () => {
    server.stdout.pause();
    const line = (id) => '{"jsonrpc":"2.0","id":' + (id + 100) + ',"method":"x"}\\n';
    server.stdin.write(Array.from({ length: 100000 }, (_, id) => line(id)).join(''));
    let before = -1;
    setInterval(() => {
      if (before !== (before = server.stdin.writableLength)) return;
      console.log(server.pid);
      setImmediate(() => process.kill(process.pid, 'SIGKILL'));
    }, 500);
  });
`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
