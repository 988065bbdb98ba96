import { run, spawn } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool, type SamplingContext, type SamplingParts } from '../../src/plugin.ts';
import { createQueuedHost } from '../queued-host.ts';
import type { JournalEntry } from '../../src/runtime/journal.ts';
import { createMockClient, runTool, type MockClient } from '../../src/testing.ts';

const declaration = createMcpTool('trip').description('Plan a trip').parameters(z.object({})).elicits({});
const toolWith = (parts: SamplingParts) =>
  declaration.sampling(parts).execute((_, ctx) => ctx.branch((inner) => inner.sample({ prompt: 'Price?' })));
const play = (parts: SamplingParts, client: MockClient) =>
  run(() => runTool(toolWith(parts), {}, client, { owner: 'ada' }));

describe('.sampling', () => {
  it('prepares the request before the model gets it', async () => {
    const client = createMockClient({ sampleResponses: ['12'] });
    let seen: SamplingContext | undefined;
    await play(
      {
        *before(request, ctx) {
          seen = ctx;
          return { ...request, systemPrompt: 'Be brief.', messages: request.messages.slice(-1) };
        },
      },
      client,
    );
    expect(client.sampleCalls).toEqual([
      { messages: [{ role: 'user', content: 'Price?' }], systemPrompt: 'Be brief.', branch: '0' },
    ]);
    expect(seen).toMatchObject({ toolName: 'trip', callId: 'call_test', owner: 'ada', branch: '0' });
    expect(seen?.signal.aborted).toBe(true);
  });

  it('makes the request itself: with the model that is there, as often as it likes, or without', async () => {
    const client = createMockClient({ sampleResponses: [new Error('busy'), '12'] });
    const patient: SamplingParts = {
      *act(request, ask) {
        try {
          return yield* ask(request);
        } catch {
          return yield* ask(request);
        }
      },
    };
    expect(await play(patient, client)).toMatchObject({ text: '12' });
    expect(client.sampleCalls).toHaveLength(2);
    const own: SamplingParts = {
      *act() {
        return { text: 'mine' };
      },
    };
    expect(await play(own, createMockClient())).toMatchObject({ text: 'mine' });
  });

  it('changes or refuses the result', async () => {
    const client = createMockClient({ sampleResponses: [' 12 ', 'rude'] });
    const parts: SamplingParts = {
      *after(result) {
        if (result.text === 'rude') throw new Error('no such words');
        return { ...result, text: result.text.trim() };
      },
    };
    expect(await play(parts, client)).toMatchObject({ text: '12' });
    const refused = play(parts, createMockClient({ sampleResponses: ['rude'] }));
    await expect(refused).rejects.toMatchObject({
      code: 'SAMPLE_FAILED',
      message: expect.stringMatching(/no such words/),
    });
  });

  it('passes the provider’s failure on to the tool', async () => {
    const parts: SamplingParts = { act: (request, ask) => ask(request) };
    const failing = play(parts, createMockClient({ sampleResponses: [new Error('busy')] }));
    await expect(failing).rejects.toMatchObject({ code: 'SAMPLE_FAILED', message: expect.stringMatching(/: busy/) });
  });

  it('runs once: a replay gets the recorded result', async () => {
    const journal: JournalEntry[] = [];
    let runs = 0;
    const tool = toolWith({
      *after(result) {
        runs += 1;
        return result;
      },
    });
    const once = () =>
      run(function* () {
        const host = createQueuedHost({
          tool,
          params: {},
          callId: 'call_1',
          journal: [...journal],
          *append(entry) {
            journal.push(JSON.parse(JSON.stringify(entry)) as JournalEntry);
            return entry;
          },
        });
        yield* spawn(function* () {
          for (;;) {
            const { value: event } = yield* host.events.next();
            if (event.type === 'sample') event.respond({ ok: true, value: { text: '12' } });
          }
        });
        return yield* host.run();
      });
    expect(await once()).toMatchObject({ text: '12' });
    expect(await once()).toMatchObject({ text: '12' });
    expect(runs).toBe(1);
  });
});
