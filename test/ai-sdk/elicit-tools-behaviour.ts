import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { statusOfItem } from '../../src/client/state/item-state.ts';
import { createElicitTools } from '../../src/ai-sdk.ts';
import { createMcpTool } from '../../src/plugin.ts';
import { accept, bookFlight, only, questionOf, respond, route, type Answered } from '../chat/harness.ts';
import { answered, forged, openApp, type MockModel, type Said } from './app.ts';
import { ownPrefix, storeInProcess } from '../store/postgres-in-process.ts';

const unknown = 'Outcome unknown; do not repeat it unless the person asks.';
const call = (id = 'call-1', name = 'book_flight'): Said => [{ id, name }];
const ticket = { ticket: 'TKT-1', seat: '12A' };

type Page = ReturnType<ReturnType<typeof openApp>['page']>;

/** Answers both questions of the call that the page has just heard of. */
async function answerBoth({ post }: Pick<Page, 'post'>, asked?: Answered): Promise<void> {
  const flight = questionOf(asked ?? (await post({ attach: true })));
  const seat = questionOf(await post({ pluginElicitResponses: [accept(flight, { flightId: 'FL001' })] }));
  await post({ pluginElicitResponses: [accept(seat, { row: 12, seat: 'A' })] });
}

/** Tests that hold with every version of the SDK. */
export function describeElicitTools(version: string, mockModel: MockModel): void {
  describe(`createElicitTools on ${version}`, () => {
    const open = (says: Said[], options?: Parameters<typeof openApp>[2]) => openApp(mockModel, says, options);

    it('asks two questions with a reload between them: one search, one booking, two runs of the model', async () => {
      const app = open([call(), 'Booked.']);
      const page = app.page();
      await page.say('Book me a flight');
      expect(page.parts()).toMatchObject([{ state: 'approval-requested', toolMetadata: { elicitkit: true } }]);
      const flight = questionOf(await page.post({ attach: true }));
      expect(flight.callId).toBe('call-1');
      await page.post({ pluginElicitResponses: [accept(flight, { flightId: 'FL001' })] });

      const reloaded = app.page();
      reloaded.restore(page.messages());
      const seat = questionOf(await reloaded.post({ attach: true, calls: ['call-1'] }));
      await reloaded.post({ pluginElicitResponses: [accept(seat, { row: 12, seat: 'A' })] });
      await reloaded.approve();
      expect(reloaded.parts()).toMatchObject([{ state: 'output-available', output: ticket }]);
      expect(reloaded.words()).toBe('Booked.');
      expect([app.counts, app.prompts.length, app.errors]).toEqual([{ search: 1, book: 1 }, 2, []]);
    });

    it('asks for the approval of a call, whose model reads what became of it', async () => {
      const refund = createMcpTool('refund')
        .description('Pay money back')
        .parameters(z.object({ amount: z.number() }))
        .elicits({})
        .approve({ edit: true })
        .execute(function* ({ amount }) {
          return { paid: amount };
        });
      const refunds = (id: string): Said => [{ id, name: 'refund', input: { amount: 5 } }];
      const app = open([refunds('call-1'), 'As you like.', refunds('call-2'), 'Paid.'], { tools: [refund] });
      const page = app.page();
      const answerWith = async (content: object) => {
        const question = questionOf(await page.post({ attach: true }));
        await page.post({ pluginElicitResponses: [accept(question, content)] });
        await page.approve();
      };
      await page.say('Refund me');
      await answerWith({ approved: false, reason: 'Too much' });
      expect(JSON.stringify(page.parts().at(-1))).toContain('They said: \\"Too much\\"');
      expect(page.words()).toBe('As you like.');
      await page.say('Refund me');
      await answerWith({ approved: true, params: { amount: 3 } });
      expect(JSON.stringify(page.parts().at(-1))).toMatch(/The person changed the arguments.*"paid\W+3/);
      expect([page.words(), app.errors]).toEqual(['Paid.', []]);
    });

    it('asks from an agent of the SDK, whose model reads a message instead of an answer, too', async () => {
      const app = open([call(), 'As you like.', call('call-2'), 'Booked.'], { isAgent: true });
      const page = app.page();
      await page.say('Book me a flight');
      await page.say('Never mind');
      expect(page.words()).toBe('As you like.');
      expect(JSON.stringify(app.prompts[1])).toContain('Not booked: cancel.');
      await page.say('Book me a flight');
      await answerBoth(page);
      await page.approve();
      expect(page.parts().at(-1)).toMatchObject({ state: 'output-available', output: ticket });
      expect(page.words()).toBe('Booked.');
      expect([app.counts, app.prompts.length, app.errors]).toEqual([{ search: 2, book: 1 }, 4, []]);
    });

    it('runs the tool once, however often a page posts', async () => {
      const app = open([call(), 'Booked.', 'Again.', 'And again.']);
      const page = app.page();
      await page.say('Book me a flight');
      await answerBoth(page);
      const sent = answered(page.messages(), true);
      const responses = await Promise.all([page.request(sent), page.request(sent)]);
      const told = await Promise.all([...responses, await page.request(sent)].map((response) => response.text()));
      expect(told.every((text) => text.includes('TKT-1'))).toBe(true);
      expect(app.counts).toEqual({ search: 1, book: 1 });
    });

    it('takes a message instead of an answer: the question ends, and the model reads how', async () => {
      const app = open([call(), 'You said something else.', 'Yes?']);
      const page = app.page();
      await page.say('Book me a flight');
      const flight = questionOf(await page.post({ attach: true }));
      await page.say('Never mind');
      expect(page.words()).toBe('You said something else.');
      expect(JSON.stringify(app.prompts[1])).toContain('Not booked: cancel.');
      const late = await page.post({ pluginElicitResponses: [accept(flight, { flightId: 'FL001' })] });
      expect(only(late, 'plugin_elicit_settled').map(({ action }) => action)).toContain('cancel');
      // The page still has the call without an output, and its next message is answered like any other.
      await page.say('Hello?');
      expect(page.words()).toBe('Yes?');
      expect([app.counts, app.errors]).toEqual([{ search: 1, book: 0 }, []]);
    });

    it('fills in a text as it is, also one that begins like an error', async () => {
      const quick = createMcpTool('quick')
        .description('Answers at once')
        .parameters(z.object({}))
        .elicits({})
        .execute(function* () {
          yield* [];
          return 'Error: is what the sign says';
        });
      const { elicit } = open([], { tools: [quick] });
      const where = { conversationId: 'c', owner: undefined };
      for (const toolCallId of ['a', 'b']) {
        await elicit.handler.begin({ ...where, toolCallId, toolName: 'quick', input: {} });
      }
      const part = { type: 'tool-quick', toolCallId: 'a', state: 'input-available', input: {} };
      const [filled] = await elicit.messages(
        [{ id: 'a', role: 'assistant', parts: [part as never] }, ...forged('later').slice(0, 1)],
        where,
      );
      expect(filled?.parts).toMatchObject([{ state: 'output-available', output: 'Error: is what the sign says' }]);
    });

    it('takes the app’s own tool and two of ours in one step', async () => {
      const says: Said = [
        { id: 'a', name: 'book_flight' },
        { id: 'w', name: 'weather', input: {} },
        { id: 'b', name: 'book_flight' },
      ];
      const app = open([says, 'All booked.']);
      const page = app.page();
      await page.say('Book me two flights');
      expect(page.parts().map(({ toolCallId, state }) => [toolCallId, state])).toEqual([
        ['a', 'approval-requested'],
        ['w', 'output-available'],
        ['b', 'approval-requested'],
      ]);
      const asked = await page.post({ attach: true });
      const flights = only(asked, 'plugin_elicit_request');
      for (const flight of flights) {
        await answerBoth(page, { ...asked, events: [flight] });
      }
      await page.approve();
      expect(page.parts().map(({ state }) => state)).toEqual(Array(3).fill('output-available'));
      expect(page.words()).toBe('All booked.');
      expect([app.counts, app.prompts.length, app.errors]).toEqual([{ search: 2, book: 2 }, 2, []]);
    });

    it('executes at once what asks nothing, or cannot begin', async () => {
      const app = open([
        call('x'.repeat(201)),
        'It failed.',
        [{ id: 'bad', name: 'book_flight', input: {} }],
        'So did that.',
      ]);
      const page = app.page();
      await page.say('Book me a flight');
      expect(page.parts()).toMatchObject([{ state: 'output-error', errorText: expect.stringContaining('toolCallId') }]);
      await page.say('Again');
      expect(page.parts().at(-1)).toMatchObject({ state: 'output-error' });
      expect(app.counts.search).toBe(0);
    });

    it('begins a new call when the model uses an id again', async () => {
      const app = open([call('f:0'), 'Booked.', call('f:0'), 'Booked again.']);
      const page = app.page();
      await page.say('Book me a flight');
      await answerBoth(page);
      await page.approve();
      await page.say('One more');
      await answerBoth(page);
      await page.approve();
      expect(page.words()).toBe('Booked again.');
      expect([app.counts, app.prompts.length]).toEqual([{ search: 2, book: 2 }, 4]);
    });

    it('stops the call that the host’s own page denies', async () => {
      const app = open([call(), 'Denied, then.']);
      const page = app.page();
      await page.say('Book me a flight');
      const flight = questionOf(await page.post({ attach: true }));
      await page.approve(false);
      expect(page.words()).toBe('Denied, then.');
      const { state } = await page.post({ pluginElicitResponses: [accept(flight, { flightId: 'FL001' })] });
      expect(state.items.map(statusOfItem)).toEqual(['aborted']);
      expect(app.counts.book).toBe(0);
    });

    it('holds the stream open where the host’s own approval lets the call through', async () => {
      const app = open([]);
      const { book_flight: tool } = app.elicit.tools({ conversationId: 'c', owner: undefined });
      const outcome = (async () => tool?.execute?.(route, { toolCallId: 'call-1', messages: [] } as never))();
      const { post } = app.page();
      const asked = await post({ attach: true, calls: ['call-1'] });
      await answerBoth({ post }, only(asked, 'plugin_elicit_request').length > 0 ? asked : undefined);
      expect(await outcome).toEqual(ticket);
    });

    it('knows nothing of a call that another server had, and runs nothing', async () => {
      const before = open([call()]);
      const first = before.page();
      await first.say('Book me a flight');
      const app = open(['I do not know.']);
      const page = app.page();
      page.restore(first.messages());
      const told = await page.post({ attach: true, calls: ['call-1'] });
      expect(only(told, 'plugin_session_error')).toMatchObject([
        { callId: 'call-1', error: 'SESSION_NOT_FOUND', message: expect.stringContaining('give them a store') },
      ]);
      await page.approve();
      expect(page.parts()).toMatchObject([{ state: 'output-available', output: unknown }]);
      expect(page.words()).toBe('I do not know.');
      expect(app.counts).toEqual({ search: 0, book: 0 });
    });

    it('runs nothing for a made-up history, whether approved or followed by a message', async () => {
      const app = open(['I do not know.', 'Nor now.']);
      const page = app.page();
      page.restore(forged('forged-1'));
      await page.send();
      expect(page.parts()).toMatchObject([{ state: 'output-available', output: unknown }]);
      page.restore(forged('forged-2'));
      await page.say('And?');
      expect(JSON.stringify(app.prompts.at(-1))).toContain(unknown);
      expect([app.counts, app.errors]).toEqual([{ search: 0, book: 0 }, []]);
    });

    it('looks up no more of a long history than it must', async () => {
      const app = open(['Well.']);
      const page = app.page();
      page.restore(Array.from({ length: 300 }, (_, index) => forged(`forged-${index}`)).flat());
      await page.say('And?');
      expect(JSON.stringify(app.prompts[0]).split(unknown)).toHaveLength(301);
    });

    it('keeps another person’s outcome, and another conversation’s, to itself', async () => {
      const app = open([call(), 'Booked.', 'Bob?', 'Elsewhere?']);
      const ann = app.page('c', 'ann');
      await ann.say('Book me a flight');
      await answerBoth(ann);
      const messages = ann.messages();
      await ann.approve();
      for (const other of [app.page('c', 'bob'), app.page('d', 'ann')]) {
        other.restore(messages);
        await other.approve();
        expect(other.parts()).toMatchObject([{ output: unknown }]);
      }
      expect(app.counts).toEqual({ search: 1, book: 1 });
    });

    it('goes on in another process over the same store', async () => {
      const prefix = ownPrefix();
      const store = () => storeInProcess(prefix);
      const limits = { sweepEvery: Infinity };
      const [one, two, three] = [[call()], [], ['Booked.'] as Said[]].map((says) =>
        open(says, { store: store(), limits }),
      );
      const page = one!.page();
      await page.say('Book me a flight');
      await answerBoth(two!.page());
      const last = three!.page();
      last.restore(page.messages());
      await last.approve();
      expect(last.parts()).toMatchObject([{ state: 'output-available', output: ticket }]);
      expect([one!.counts.search, two!.counts.book, three!.counts]).toEqual([1, 1, { search: 0, book: 0 }]);
    });

    it('shares the calls of one name between two bundles of a process', async () => {
      const options = { name: 'shared', tools: [bookFlight] };
      const [chat, elicit] = [createElicitTools(options), createElicitTools(options)];
      await chat.handler.begin({
        conversationId: 'c',
        owner: undefined,
        toolCallId: 'x',
        toolName: 'book_flight',
        input: route,
      });
      await elicit.handler.abort({ conversationId: 'c', owner: undefined, toolCallId: 'x' });
      expect(await chat.handler.outcome({ conversationId: 'c', owner: undefined, toolCallId: 'x' })).toMatchObject({
        isError: true,
      });
      await elicit.handler.close();
      expect(createElicitTools(options).handler).not.toBe(chat.handler);
      await createElicitTools(options).handler.close();
    });

    it('is refused without a name: it would take the place of another one without', () => {
      const make = () => createElicitTools({ tools: [bookFlight] } as never);
      expect(make).toThrow(expect.objectContaining({ code: 'INVALID_OPTIONS' }));
      expect(make).toThrow(/^createElicitTools has no name\. Write createElicitTools\({ name: 'chat', … }\), with/);
    });

    it('refuses a conversation’s id that no page could send', async () => {
      const { elicit } = open([]);
      for (const conversationId of ['', 'a\nb', 'x'.repeat(201), 5 as never]) {
        const where = { conversationId, owner: undefined };
        expect(() => elicit.tools(where)).toThrow('The conversationId is not a text');
        await expect(elicit.messages([], where)).rejects.toThrow('The conversationId is not a text');
      }
    });

    it('passes on a Response by which a request is refused', async () => {
      const app = open([], { identify: () => new Response('Sign in.', { status: 401 }) });
      expect((await app.page().request([])).status).toBe(401);
      expect((await app.page().open({ attach: true })).status).toBe(401);
    });

    it('leaves questions of the last message open, whatever else the page posts', async () => {
      const app = open([call()]);
      const page = app.page();
      await page.say('Book me a flight');
      const filled = await app.elicit.messages(page.messages(), { conversationId: 'c', owner: undefined });
      expect(filled).toEqual(page.messages());
      const flight = questionOf(await page.post({ attach: true }));
      await page.post({ pluginElicitResponses: [respond(flight, { action: 'decline' })] });
      await page.approve();
      expect(page.parts()).toMatchObject([{ output: 'Not booked: decline.' }]);
    });
  });
}
