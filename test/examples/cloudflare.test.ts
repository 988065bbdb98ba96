import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { Miniflare, Response as Reply, type Request as Outgoing } from 'miniflare';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPluginClient } from '../../src/client.ts';
import { accept, lastWords, questionOf, read, the, user } from '../chat/harness.ts';
import { until } from '../faults/booking.ts';

const folder = 'examples/cloudflare';
const config = JSON.parse(readFileSync(`${folder}/wrangler.json`, 'utf8')) as {
  main: string;
  compatibility_date: string;
  durable_objects: { bindings: { name: string; class_name: string }[] };
  migrations: { new_sqlite_classes: string[] }[];
};

/** Changes the code of a file of the example. */
type Edits = Readonly<Record<string, (code: string) => string>>;

/** The Worker as wrangler bundles it, from the sources of this checkout, and without Node's modules. */
async function bundle(edits: Edits = {}): Promise<string> {
  const built = await build({
    entryPoints: [`${folder}/${config.main}`],
    bundle: true,
    format: 'esm',
    write: false,
    // Of Node's modules, esbuild looks for the one that a part of Effection needs which is not used here.
    external: ['cloudflare:workers', 'node:process'],
    plugins: [
      {
        name: 'edits',
        setup(building) {
          building.onLoad({ filter: /examples\/cloudflare\/\w+\.ts$/ }, ({ path }) => {
            const code = readFileSync(path, 'utf8');
            const edited = edits[basename(path, '.ts')]?.(code) ?? code;
            return { contents: edited, loader: 'ts' };
          });
        },
      },
    ],
  });
  return built.outputFiles[0]?.text ?? '';
}

/** Instead of `name`, export what is made of it. */
function wrap(name: string, wrapped: string): (code: string) => string {
  return (code) => {
    const kept = code.replace(new RegExp(`^export (const|async function) ${name}\\b`, 'm'), `$1 own_${name}`);
    if (kept === code) throw new Error(`The example has no ${name}.`);
    return `${kept}\n${wrapped}`;
  };
}

/** The airline is in another process, which counts. */
const airline = wrap(
  'book',
  `export async function book(...given) {
     const ticket = await own_book(...given);
     await fetch('http://airline.test/', { method: 'POST', body: ticket });
     return ticket;
   }`,
);

/** The model is in another process, and says something before it is reached. */
const model = wrap(
  'provider',
  `export const provider = {
     async *stream(messages, about) {
       yield { type: 'text', content: 'One moment. ' };
       await fetch('http://model.test/', { method: 'POST', body: messages.at(-1)?.content });
       return yield* own_provider.stream(messages, about);
     },
   };`,
);

/** Serves what the Worker fetches. */
type Outside = (host: string, body: string) => Promise<void> | void;

/** Runs the Worker. What its objects have stored outlives a restart. */
async function serve(script: string, outside: Outside = () => undefined) {
  const storage = mkdtempSync(join(tmpdir(), 'elicit-cloudflare-'));
  const classes = config.migrations.flatMap(({ new_sqlite_classes: names }) => names);
  const start = () =>
    new Miniflare({
      modules: true,
      script,
      compatibilityDate: config.compatibility_date,
      durableObjects: Object.fromEntries(
        config.durable_objects.bindings.map(({ name, class_name: className }) => [
          name,
          { className, useSQLite: classes.includes(className) },
        ]),
      ),
      durableObjectsPersist: storage,
      async outboundService(request: Outgoing) {
        await outside(new URL(request.url).host, await request.text());
        return new Reply('');
      },
    });
  let miniflare = start();
  onTestFinished(async () => {
    await miniflare.dispose();
    rmSync(storage, { recursive: true, force: true });
  });
  const fetchHere = async (url: string, init?: RequestInit) => {
    const { pathname } = new URL(url);
    return fetch(new URL(pathname, await miniflare.ready), init);
  };
  return {
    fetch: fetchHere,
    /** Ends every object, in whatever it does. */
    stop: () => miniflare.dispose(),
    start() {
      miniflare = start();
    },
    async restart() {
      await miniflare.dispose();
      miniflare = start();
    },
    async post(conversationId: string, body: object) {
      const response = await fetchHere(addressOf(conversationId), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ messages: [], conversationId, ...body }),
      });
      return read(response);
    },
  };
}

const addressOf = (conversationId: string) => `http://chat.test/api/chat/${conversationId}`;
const book = { messages: [{ ...user('Book'), id: 'm1' }] };

// Each of them starts workerd, some of them several times.
describe('the Cloudflare example', { timeout: 60_000 }, () => {
  it('books one flight, though the object ends between each question and its answer', async () => {
    const tickets: string[] = [];
    const worker = await serve(await bundle({ airline }), (_, ticket) => void tickets.push(ticket));
    const asked = await worker.post('c', book);
    const flight = { pluginElicitResponses: [accept(questionOf(asked), { flightId: 'SH420' })] };
    await worker.restart();

    const seat = await worker.post('c', { revision: asked.state.revision, ...flight });
    await worker.restart();
    // The person's answer comes twice, as when a client does not hear that it has arrived.
    const again = await worker.post('c', { revision: seat.state.revision, ...flight });
    expect(again.types).not.toContain('tool_result');

    const place = { pluginElicitResponses: [accept(questionOf(seat), { row: 12, seat: 'A' })] };
    const [done, same] = await Promise.all([
      worker.post('c', { revision: seat.state.revision, ...place }),
      worker.post('c', { revision: seat.state.revision, ...place }),
    ]);
    expect(the(done, 'tool_result').content).toMatch(/^Ticket SH420, seat 12A/);
    expect(lastWords(done)).toMatch(/^Done\. Ticket SH420/);
    expect(lastWords(same)).toBe(lastWords(done));
    expect(tickets).toHaveLength(1);

    await worker.restart();
    const attached = await worker.post('c', { attach: true });
    expect(attached.state.messages.filter(({ role }) => role === 'tool')).toHaveLength(1);
    expect(tickets).toHaveLength(1);
  });

  it('ends a question by its alarm if the time passes while the object is gone', async () => {
    const said: string[] = [];
    const tool = (code: string) => code.replace('patience = 3_600_000', 'patience = 2_000');
    const worker = await serve(await bundle({ model, tool }), (_, words) => void said.push(words));
    const asked = await worker.post('c', book);
    const { expiresAt = Infinity } = questionOf(asked);
    await worker.stop();
    await expect.poll(() => Date.now()).toBeGreaterThan(expiresAt);
    worker.start();

    // Nobody asks for it.
    await expect.poll(() => said).toEqual(['Book', 'Not booked: the person picked no flight.']);

    const attached = await worker.post('c', { attach: true });
    expect(attached.state.messages.at(-1)?.content).toMatch(/Done\. Not booked: the person picked no flight\.$/);
  });

  it('breaks a stream off when the object ends, and the client attaches and gets the question', async () => {
    const said: string[] = [];
    let end = (): void => undefined;
    const worker = await serve(await bundle({ model }), async (_, words) => {
      said.push(words);
      if (said.length === 1) await new Promise<void>((resolve) => (end = resolve));
    });
    const client = createPluginClient({
      endpoint: addressOf('c'),
      conversationId: 'c',
      plugins: [],
      capabilities: { genericForm: true },
      fetch: (input, init) => worker.fetch(new Request(input).url, init),
    });
    onTestFinished(() => client.close());
    const heard = until(client, ({ text }) => text === 'One moment. ');
    const sent = client.send('Book');
    await heard;
    await expect.poll(() => said).toEqual(['Book']);

    await worker.stop();
    end();
    worker.start();

    const { pending } = await until(client, ({ pending: questions }) => questions.length > 0, undefined, 20_000);
    await sent;
    expect(pending.map(({ key }) => key)).toEqual(['pickFlight']);
    expect(said).toEqual(['Book', 'Book']);

    await worker.restart();
    await client.attach();
    const [question] = client.getSnapshot().pending;
    expect(question?.elicitId).toBe(pending[0]?.elicitId);

    if (question?.status === 'pending') question.accept({ flightId: 'SH142' });
    const { messages } = await until(client, ({ pending: [next] }) => next?.key === 'pickSeat');
    expect(messages.filter(({ role }) => role === 'user')).toHaveLength(1);
    expect(said).toEqual(['Book', 'Book']);
  });

  it('goes on by its alarm with a turn that broke off, though nobody asks for it', async () => {
    const said: string[] = [];
    let end = (): void => undefined;
    const conversation = (code: string) => code.replace('limits: {', 'limits: { leaseTime: 2000,');
    const worker = await serve(await bundle({ model, conversation }), async (_, words) => {
      said.push(words);
      if (said.length === 1) await new Promise<void>((resolve) => (end = resolve));
    });
    const sent = worker.post('c', book);
    sent.catch(() => undefined);
    await expect.poll(() => said).toEqual(['Book']);
    await worker.stop();
    end();
    worker.start();
    await expect(sent).rejects.toThrow('terminated');

    await expect.poll(() => said).toEqual(['Book', 'Book']);
    expect(questionOf(await worker.post('c', { attach: true })).key).toBe('pickFlight');
    expect(said).toEqual(['Book', 'Book']);
  });

  it('goes on to the question when the person leaves before it', async () => {
    let end = (): void => undefined;
    const reached: string[] = [];
    const worker = await serve(await bundle({ model }), async (_, words) => {
      reached.push(words);
      await new Promise<void>((resolve) => (end = resolve));
    });
    const leaving = new AbortController();
    await worker.fetch(addressOf('c'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ conversationId: 'c', ...book }),
      signal: leaving.signal,
    });
    await expect.poll(() => reached).toEqual(['Book']);
    leaving.abort();
    end();
    const attached = await worker.post('c', { attach: true });
    expect(questionOf(attached).key).toBe('pickFlight');
    expect(reached).toEqual(['Book']);
  });

  it('keeps each conversation in an object of its own, and serves nothing else', async () => {
    const worker = await serve(await bundle());
    const [a, b] = [questionOf(await worker.post('a', book)), questionOf(await worker.post('b', book))];
    expect(a.sessionId).not.toBe(b.sessionId);
    const stray = await worker.post('a', { pluginElicitResponses: [accept(b, { flightId: 'SH142' })] });
    expect(stray.types).not.toContain('tool_result');
    expect(questionOf(await worker.post('b', { attach: true })).elicitId).toBe(b.elicitId);
    expect((await worker.fetch('http://chat.test/api/chat')).status).toBe(404);
    expect((await worker.fetch(addressOf('a'))).status).toBe(405);
  });
});
