import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool, makePlugin, type OpenElicitRequest } from '../../src/plugin.ts';
import { ask, askFirst, bookFlightPlugin, closeAll, complete, createHarness, info, settled, state } from './harness.ts';

afterEach(closeAll);

const unknown = ask({ toolName: 'other', key: 'name', schema: { type: 'object', properties: {} } });
const page = ask({ key: '~url', mode: 'url', url: 'https://pay.example.com/' });

describe('what a client says that it can show', () => {
  it('is nothing beside its plugins, unless it is declared', async () => {
    const { client, server } = createHarness();
    void client.send('Hi');
    expect((await server.accept()).request.body.capabilities).toEqual({ genericForm: false, url: false });
  });

  it('is what anybody has declared, until they take it back', () => {
    const { client } = createHarness();
    const form = client.declare({ genericForm: true });
    const both = client.declare({ genericForm: true, url: true });
    expect(client.capabilities).toEqual({ genericForm: true, url: true });
    both();
    expect(client.capabilities).toEqual({ genericForm: true, url: false });
    both();
    form();
    expect(client.capabilities).toEqual({ genericForm: false, url: false });
  });

  it('is the host’s own word before that', () => {
    const { client } = createHarness({ capabilities: { genericForm: false, url: true } });
    client.declare({ genericForm: true, url: false });
    expect(client.capabilities).toEqual({ genericForm: false, url: true });
  });
});

describe('a question without a plugin', () => {
  it('is left to the form, and is no error', async () => {
    const harness = createHarness({ capabilities: { genericForm: true } });
    await askFirst(harness, unknown);
    const item = harness.item();
    expect(item).toMatchObject({ status: 'pending', generic: true, problem: undefined, views: [] });
    expect(harness.errors).toEqual([]);

    if (item.status === 'pending') item.accept({ anything: ['goes'] });
    const stream = await harness.server.accept();
    expect(stream.request.body.pluginElicitResponses?.[0]?.result).toEqual({
      action: 'accept',
      content: { anything: ['goes'] },
    });
    stream.end(info, settled('accept'), state(), complete);
    await harness.when(({ status }) => status === 'idle');
  });

  it('keeps its draft until it has ended', async () => {
    const harness = createHarness({ capabilities: { genericForm: true } });
    await askFirst(harness, unknown);
    harness.item().setDraft({ fields: [] });
    expect(harness.item().draft).toEqual({ fields: [] });
    const item = harness.item();
    if (item.status === 'pending') item.decline();
    expect(harness.item().draft).toEqual({ fields: [] });
    (await harness.server.accept()).end(info, settled('decline'), state(), complete);
    await harness.when(({ status }) => status === 'idle');
    expect(harness.item().draft).toBeUndefined();
  });

  it('that nobody could show is left to the form once there is one, and stays there', async () => {
    const harness = createHarness();
    await askFirst(harness, unknown);
    expect(harness.item()).toMatchObject({ generic: false, problem: { code: 'NO_HANDLER' } });
    const stop = harness.client.declare({ genericForm: true });
    expect(harness.item()).toMatchObject({ generic: true, problem: undefined });
    stop();
    expect(harness.item()).toMatchObject({ generic: true, problem: undefined });
    expect(harness.errors).toHaveLength(1);
  });

  it('goes to a plugin that comes late, and back when that goes', async () => {
    const harness = createHarness({ plugins: [], capabilities: { genericForm: true } });
    await askFirst(harness);
    expect(harness.item()).toMatchObject({ generic: true, views: [] });
    harness.client.registry.register(bookFlightPlugin);
    expect(harness.item()).toMatchObject({ generic: false, views: [{ active: true }] });
    harness.client.registry.unregister('book_flight');
    expect(harness.item()).toMatchObject({ generic: true, views: [] });
    expect(harness.errors).toEqual([]);
  });

  it('is asked again with what was wrong', async () => {
    const harness = createHarness({ capabilities: { genericForm: true } });
    await askFirst(harness, unknown);
    const item = harness.item();
    if (item.status === 'pending') item.accept({});
    const issues = [{ path: ['name'], message: 'Too short' }];
    (await harness.server.accept()).end(info, { ...unknown, attempt: 2, issues }, state());
    await harness.when(({ items }) => items[0]?.attempt === 2);
    expect(harness.item()).toMatchObject({ status: 'pending', generic: true, issues });
  });
});

describe('a page to open', () => {
  it('is left to who shows it, whatever plugin there is', async () => {
    const harness = createHarness({ capabilities: { url: true } });
    await askFirst(harness, page);
    expect(harness.item()).toMatchObject({ status: 'pending', generic: true, request: { mode: 'url' } });
    expect(harness.errors).toEqual([]);
  });

  it('is not left to a form', async () => {
    const harness = createHarness({ capabilities: { genericForm: true } });
    await askFirst(harness, page);
    expect(harness.item()).toMatchObject({ generic: false, problem: { code: 'NO_HANDLER' } });
    expect(harness.errors).toMatchObject([{ message: expect.stringContaining('asks to open a page') as string }]);
  });
});

describe('a question whose schema was made while the tool ran', () => {
  const declaration = createMcpTool('quiz').description('Quiz').parameters(z.object({})).elicits({}, { open: true });
  const asked = ask({
    toolName: 'quiz',
    key: '~open:card',
    schema: { type: 'object', properties: { card: { type: 'number' } }, 'x-model-context': { ui: { deck: 'french' } } },
  });

  it('goes to the plugin’s onOpen, with its ui', async () => {
    const got: OpenElicitRequest[] = [];
    const plugin = makePlugin(declaration)
      .onElicit({})
      .onOpen(function* (request) {
        got.push(request);
        return { action: 'accept', content: { card: 2 } };
      })
      .build();
    const harness = createHarness({ plugins: [plugin] });
    await askFirst(harness, asked);
    const stream = await harness.server.accept();
    expect(stream.request.body.pluginElicitResponses?.[0]?.result).toEqual({ action: 'accept', content: { card: 2 } });
    expect(got).toMatchObject([{ key: '~open:card', ui: { deck: 'french' }, attempt: 1 }]);
    stream.end(info, settled('accept'), state(), complete);
    await harness.when(({ status }) => status === 'idle');
  });

  it('is left to the form where the plugin has none', async () => {
    const harness = createHarness({
      plugins: [makePlugin(declaration).onElicit({}).build()],
      capabilities: { genericForm: true },
    });
    await askFirst(harness, asked);
    expect(harness.item()).toMatchObject({ status: 'pending', generic: true, problem: undefined });
    expect(harness.errors).toEqual([]);
  });
});
