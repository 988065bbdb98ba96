import { askHere } from '../../src/client/ask-here.ts';
import { StrictMode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod';
import {
  createPluginClient,
  ElicitOutlet,
  PluginSessionProvider,
  schemaForm,
  type ElicitFallback,
  type PluginClient,
  type PluginClientSettings,
} from '../../src/index.ts';
import type { ClientError } from '../../src/client.ts';
import type { ChatRequestBody } from '../../src/client.ts';
import { answerWith, choicesQuestion, createMcpTool, makePlugin, type AnyMcpTool } from '../../src/plugin.ts';
import { createChatHandler } from '../../src/server.ts';
import { createScriptedProvider, memoryTransport } from '../../src/testing.ts';
import '../../src/styles.css';
import type { JsonObject } from '../../src/protocol/json.ts';
import { when } from '../client/harness.ts';
import { schemaOf } from '../ui/schema-form/form-case.ts';
import { allowConsole } from '../expect-console.ts';

const guest = createMcpTool('invite')
  .description('Invite a guest')
  .parameters(z.object({}))
  .elicits({
    guest: z.object({
      name: z.string().min(2).meta({ title: 'Name' }),
      seats: z.int().optional().meta({ title: 'Seats' }),
    }),
  });

/** A tool that tells what came of its question. */
const invite = (check?: (name: string) => string | undefined) =>
  guest.execute(function* (_params, ctx) {
    const answer = yield* ctx.elicit(
      'guest',
      { message: 'Who comes?' },
      {
        check: ({ name }) => {
          const wrong = check?.(name);
          return wrong === undefined ? undefined : [{ path: ['name'], message: wrong }];
        },
      },
    );
    return answer;
  });

const pay = createMcpTool('pay')
  .description('Pay')
  .parameters(z.object({}))
  .elicits({}, { url: true })
  .execute(function* (_params, ctx) {
    return yield* ctx.elicit.url({ message: 'Please pay the deposit.', url: 'https://pay.example.com/now?id=7' });
  });

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
  sessionStorage.clear();
});

interface Chat {
  handler: ReturnType<typeof createChatHandler>;
  provider: ReturnType<typeof createScriptedProvider>;
  bodies: ChatRequestBody[];
  errors: ClientError[];
  connect: (settings?: Partial<PluginClientSettings>) => PluginClient;
  /** The next POST does not get through. */
  cut: () => void;
}

function chatWith(tool: AnyMcpTool): Chat {
  const provider = createScriptedProvider([{ toolCalls: [{ name: tool.name, arguments: {} }] }, { text: 'Done.' }]);
  const handler = createChatHandler({ provider, tools: [tool], onEvent: () => undefined });
  const bodies: Chat['bodies'] = [];
  const errors: ClientError[] = [];
  const real = memoryTransport(handler);
  let isCut = false;
  open.push(handler);
  return {
    handler,
    provider,
    bodies,
    errors,
    cut: () => void (isCut = true),
    connect(settings = {}) {
      const client = createPluginClient({
        plugins: [],
        retry: false,
        tabs: false,
        onError: (error) => errors.push(error),
        ...settings,
        transport: (request) => {
          bodies.push(request.body);
          if (!isCut) return real(request);
          isCut = false;
          return Promise.reject(new TypeError('network error'));
        },
      });
      open.unshift(client);
      return client;
    },
  };
}

async function show(client: PluginClient, { fallback, own }: { fallback?: ElicitFallback; own?: ElicitFallback } = {}) {
  return render(
    <PluginSessionProvider client={client} fallback={fallback}>
      <ElicitOutlet fallback={own} />
    </PluginSessionProvider>,
  );
}

/** What the tool was told, as it told the model. */
const outcomeOf = (client: PluginClient): unknown =>
  JSON.parse(client.getSnapshot().messages.findLast(({ role }) => role === 'tool')?.content ?? 'null');

const send = () => userEvent.click(page.getByRole('button', { name: 'Send' }));
const name = () => page.getByRole('textbox', { name: 'Name' });

describe('a question without a plugin', () => {
  it('is asked in a form, whose answer the tool gets', async () => {
    const chat = chatWith(invite());
    const client = chat.connect();
    await show(client);
    await client.send('Hi');
    await expect.element(page.getByRole('heading', { name: 'Who comes?' })).toBeVisible();
    await userEvent.fill(name(), 'Ann');
    await userEvent.fill(page.getByRole('textbox', { name: 'Seats' }), '2');
    await send();

    await expect.element(page.getByRole('group', { name: 'Answered: Ann · 2' })).toBeVisible();
    await when(client, ({ status }) => status === 'idle');
    expect(outcomeOf(client)).toEqual({ action: 'accept', content: { name: 'Ann', seats: 2 } });
    expect(chat.errors).toEqual([]);
    expect(chat.bodies[0]?.capabilities).toEqual({ genericForm: true, url: true });
    expect(chat.provider.calls[0]?.tools.map((tool) => tool.name)).toEqual(['invite']);
  });

  it('says how many can be chosen, and takes no other number', async () => {
    const order = createMcpTool('order')
      .description('Order')
      .parameters(z.object({}))
      .elicits({ dish: choicesQuestion })
      .execute((_params, ctx) =>
        ctx.elicit('dish', { message: 'Which dishes?', choices: ['Soup', 'Bread', 'Eel'], min: 2, max: 2 }),
      );
    const chat = chatWith(order);
    const client = chat.connect();
    await show(client);
    await client.send('Hi');
    await expect.element(page.getByText('Choose 2.', { exact: true })).toBeVisible();
    await userEvent.click(page.getByRole('checkbox', { name: 'Bread' }));
    await userEvent.click(page.getByRole('button', { name: /Send|Confirm/ }));
    await expect.element(page.getByText(/^Choose at least 2 options/).first()).toBeVisible();
    await userEvent.click(page.getByRole('checkbox', { name: 'Soup' }));
    await userEvent.click(page.getByRole('button', { name: /Send|Confirm/ }));
    await expect.element(page.getByRole('group', { name: 'Answered: Soup · Bread' })).toBeVisible();
  });

  it('leaves a receipt with the titles of what was chosen, over a reload, too', async () => {
    const order = createMcpTool('order')
      .description('Order')
      .parameters(z.object({}))
      .elicits({ dish: choicesQuestion })
      .execute(function* (_params, ctx) {
        const choices = [
          { value: 'd1', label: 'Soup of the day' },
          { value: 'd2', label: 'Bread' },
          { value: 'd3', label: 'A' + 'h'.repeat(80) },
        ];
        return yield* ctx.elicit('dish', { message: 'Which dishes?', choices });
      });
    const chat = chatWith(order);
    const client = chat.connect();
    const shown = await show(client);
    await client.send('Hi');
    for (const dish of ['Soup of the day', 'Bread', /^Ah+/]) {
      await userEvent.click(page.getByRole('checkbox', { name: dish }));
    }
    await userEvent.click(page.getByRole('button', { name: /Send|Confirm/ }));

    const line = page.getByRole('group', { name: /^Answered: Soup of the day · Bread · Ah+…$/ });
    await expect.element(line).toHaveTextContent(/…\s*Which dishes\?$/);
    await when(client, ({ status }) => status === 'idle');
    const [ended] = client.getSnapshot().receipts;
    expect(ended?.receipt?.title.length).toBeLessThanOrEqual(60);
    await client.close();
    await shown.unmount();
    await show(chat.connect());
    await expect.element(line).toBeVisible();
  });

  it.each<[string, z.ZodType, () => Promise<void>, unknown]>([
    [
      'a text',
      z.string().min(2),
      () => userEvent.fill(page.getByRole('textbox', { name: 'Guest name' }), 'Ann'),
      'Ann',
    ],
    ['a choice', z.enum(['Ann', 'Bea']), () => userEvent.click(page.getByRole('radio', { name: 'Bea' })), 'Bea'],
    ['a yes or no', z.boolean(), () => userEvent.click(page.getByRole('radio', { name: 'Yes' })), true],
    [
      'a list',
      z.array(z.string()),
      async () => {
        await userEvent.click(page.getByRole('button', { name: 'Add Guest name' }));
        await userEvent.keyboard('Ann');
      },
      ['Ann'],
    ],
  ])('for %s alone is one field, whose value the tool gets', async (_, schema, answer, content) => {
    const tool = createMcpTool('invite')
      .description('Invite a guest')
      .parameters(z.object({}))
      .elicits({ guestName: schema })
      .execute(function* (_params, ctx) {
        return yield* ctx.elicit('guestName', { message: 'Who comes?' });
      });
    const chat = chatWith(tool);
    const client = chat.connect();
    await show(client);
    await client.send('Hi');
    // The question is the title of the form, and not said twice.
    await expect.element(page.getByRole('group', { name: 'Who comes?', exact: true })).toBeVisible();
    await expect.element(page.getByText('Who comes?', { exact: true }).first()).not.toBeVisible();
    await answer();
    await userEvent.click(page.getByRole('button', { name: /^(?:Send|Confirm)$/ }));
    await when(client, ({ status }) => status === 'idle');
    expect(outcomeOf(client)).toEqual({ action: 'accept', content });
    expect(chat.errors).toEqual([]);
  });

  it('for a text alone shows at its field what the server finds', async () => {
    const tool = createMcpTool('invite')
      .description('Invite a guest')
      .parameters(z.object({}))
      .elicits({ guestName: z.string() })
      .execute(function* (_params, ctx) {
        const check = (name: string) => (name === 'Bob' ? [{ path: [], message: 'Not Bob.' }] : undefined);
        return yield* ctx.elicit('guestName', { message: 'Who comes?' }, { check });
      });
    const client = chatWith(tool).connect();
    await show(client);
    await client.send('Hi');
    const field = page.getByRole('textbox', { name: 'Guest name' });
    await userEvent.fill(field, 'Bob');
    await send();
    await expect.element(field).toHaveAccessibleDescription('Not Bob.');
    await userEvent.fill(field, 'Ann');
    await send();
    await when(client, ({ status }) => status === 'idle');
    expect(outcomeOf(client)).toEqual({ action: 'accept', content: 'Ann' });
  });

  it('has one Skip, and one menu that cancels', async () => {
    const client = chatWith(invite()).connect();
    await show(client);
    await client.send('Hi');
    await expect.element(name()).toBeVisible();

    expect(page.getByRole('button', { name: 'More' }).elements()).toHaveLength(1);
    expect(page.getByRole('button', { name: 'Skip' }).elements()).toHaveLength(1);
    await userEvent.click(page.getByRole('button', { name: 'Skip' }));
    await when(client, ({ status }) => status === 'idle');
    expect(outcomeOf(client)).toEqual({ action: 'decline' });
  });

  it('keeps Send and Skip in view however long its form is', async () => {
    await page.viewport(360, 500);
    const client = chatWith(invite()).connect();
    await show(client);
    const properties = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`p${index}`, { type: 'string' }]));
    askHere(client, { server: { name: 'Acme' }, message: 'A long one', schema: { type: 'object', properties } });
    await expect.element(page.getByRole('button', { name: 'Send' })).toBeVisible();

    const below = () =>
      ['Send', 'Skip'].filter((button) => {
        const boxes = page.getByRole('button', { name: button }).elements();
        return boxes.length !== 1 || boxes.some((box) => box.getBoundingClientRect().bottom > window.innerHeight);
      });
    expect(below()).toEqual([]);
    document.querySelector('[data-field=f15]')?.scrollIntoView();
    expect(below()).toEqual([]);
    await userEvent.click(page.getByRole('button', { name: 'Skip' }));
    await when(client, ({ receipts }) => receipts.length === 1);
  });

  it('keeps what was entered over a reload, and asks nobody to handle it again', async () => {
    const chat = chatWith(invite());
    const before = chat.connect();
    const page1 = await show(before);
    await before.send('Hi');
    await userEvent.fill(name(), 'Bea');
    // As a page that is left does: nothing of it is told to the client first.
    await before.close();
    await page1.unmount();

    const after = chat.connect();
    await when(after, ({ status }) => status === 'waiting');
    expect(chat.bodies.at(-1)?.capabilities).toEqual({ genericForm: true, url: true });
    await show(after);
    await expect.element(name()).toHaveValue('Bea');
    await send();
    await when(after, ({ status }) => status === 'idle');
    expect(outcomeOf(after)).toEqual({ action: 'accept', content: { name: 'Bea' } });
    expect(chat.errors).toEqual([]);
  });

  it('sends an answer again that did not get out, as it was', async () => {
    const chat = chatWith(invite());
    const client = chat.connect();
    await show(client);
    await client.send('Hi');
    await userEvent.fill(name(), 'Cem');
    chat.cut();
    await send();

    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(name()).toHaveValue('Cem');
    // The form holds still: what can be done stands below it.
    const waysOn = page.getByRole('button', { name: /^(Skip|Send|Try again)$/ }).elements();
    expect(waysOn.map((button) => [button.textContent, button.closest('[inert]')])).toEqual([
      ['Skip', null],
      ['Try again', null],
    ]);
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    await when(client, ({ status }) => status === 'idle');
    expect(outcomeOf(client)).toEqual({ action: 'accept', content: { name: 'Cem' } });
  });

  it('shows what the tool found wrong at its field, once, and keeps the rest', async () => {
    const client = chatWith(invite((given) => (given === 'Dan' ? 'Dan cannot come.' : undefined))).connect();
    await show(client);
    await client.send('Hi');
    await userEvent.fill(name(), 'Dan');
    await userEvent.fill(page.getByRole('textbox', { name: 'Seats' }), '3');
    await send();

    await expect.element(name()).toHaveAccessibleDescription(/Dan cannot come\./);
    expect(page.getByText('Dan cannot come.').elements()).toHaveLength(1);
    await expect.element(name()).toHaveFocus();
    await userEvent.fill(name(), 'Eve');
    await send();
    await when(client, ({ status }) => status === 'idle');
    expect(outcomeOf(client)).toEqual({ action: 'accept', content: { name: 'Eve', seats: 3 } });
  });

  it('that came before the page was there gets its form when it is', async () => {
    const chat = chatWith(invite());
    const client = chat.connect({ capabilities: { url: true } });
    // The host's own word counts: without it nothing would be offered that asks for a form.
    const early = chat.connect();
    const declared = early.declare({ genericForm: true });
    const sent = early.send('Hi');
    declared();
    await sent;
    expect(client.capabilities).toEqual({ genericForm: false, url: true });
    expect(early.getSnapshot().pending[0]).toMatchObject({ problem: { code: 'NO_HANDLER' }, generic: false });

    await show(early);
    await expect.element(name()).toBeVisible();
    expect(early.getSnapshot().pending[0]).toMatchObject({ problem: undefined, generic: true });
  });

  it('stays without a form where the host says so', async () => {
    const chat = chatWith(invite());
    const client = chat.connect({ capabilities: { genericForm: false } });
    await show(client);
    await client.send('Hi');

    expect(chat.bodies[0]?.capabilities).toEqual({ genericForm: false, url: true });
    expect(chat.provider.calls[0]?.tools).toEqual([]);
  });
});

describe('a form whose answer is changed', () => {
  const tool = createMcpTool('invite')
    .description('Invite a guest')
    .parameters(z.object({}))
    .elicits({
      guest: z.object({
        name: z.string().meta({ title: 'Name' }),
        days: z.array(z.string().meta({ title: 'Day' })).meta({ title: 'Days' }),
        note: z.string().optional().meta({ title: 'Note', default: 'None' }),
        code: z.string().min(4).meta({ title: 'Door code', writeOnly: true }),
      }),
      agreed: z.boolean(),
    })
    .execute(function* (_params, ctx) {
      const guest = yield* ctx.elicit('guest', { message: 'Who comes?' });
      yield* ctx.elicit('agreed', { message: 'Shall they?' });
      return guest;
    });
  const answer = { name: 'Ann', days: ['Monday', 'Friday'], code: '4711' };

  /** The first question is answered by code, and its card open again. */
  async function reopened(connect: (chat: Chat) => Promise<PluginClient>) {
    const client = await connect(chatWith(tool));
    await show(client);
    await userEvent.click(page.getByRole('button', { name: 'Change: Who comes?' }));
    await expect.element(name()).toHaveValue('Ann');
    await expect.element(page.getByRole('textbox', { name: 'Day' }).nth(1)).toHaveValue('Friday');
    await expect.element(page.getByRole('textbox', { name: 'Note' })).toHaveValue('');
    return client;
  }
  async function answered(chat: Chat): Promise<PluginClient> {
    const client = chat.connect({ capabilities: { genericForm: true } });
    await client.send('Hi');
    const [item] = client.getSnapshot().pending;
    if (item?.status === 'pending') item.accept(answer);
    await when(client, ({ pending, items }) => items.length === 2 && pending.length === 1);
    return client;
  }
  const code = () => page.getByRole('textbox', { name: 'Door code' });

  it.each([
    ['', answered],
    [
      ' and the page was loaded again',
      async (chat: Chat) => {
        await (await answered(chat)).close();
        return chat.connect();
      },
    ],
  ])('starts with the answer, though code gave it%s, and asks for its secret again', async (_, connect) => {
    const client = await reopened(connect);
    await expect.element(code()).toHaveValue('');
    await expect.element(code()).toHaveAccessibleDescription(/this was not kept\. Enter it again\./);
    await userEvent.fill(name(), 'Bea');
    await userEvent.fill(code(), '0815');
    await userEvent.click(page.getByRole('button', { name: 'Send' }));
    await expect.element(page.getByText('This answer was changed.').first()).toBeVisible();
    await userEvent.click(page.getByRole('radio', { name: 'Yes' }));
    await userEvent.click(page.getByRole('button', { name: 'Confirm' }));
    await when(client, ({ status }) => status === 'idle');
    expect(outcomeOf(client)).toMatchObject({ content: { ...answer, name: 'Bea', code: '0815' } });
  });

  it('keeps the answer if it is sent as it was', async () => {
    const client = await reopened(answered);
    await userEvent.fill(code(), '4711');
    await userEvent.click(page.getByRole('button', { name: 'Send' }));
    await expect.element(page.getByRole('button', { name: 'Change: Who comes?' })).toBeVisible();
    expect(client.getSnapshot().items).toMatchObject([{ note: undefined }, { status: 'pending' }]);
  });
});

describe('a question of the host’s own', () => {
  const server = { name: 'Acme' };
  const schema = { type: 'object', properties: {} };

  it('names the button that answers it', async () => {
    const client = chatWith(invite()).connect();
    await show(client);
    const asked = askHere(client, { server, message: 'The server is not there.', schema, submitLabel: 'Try again' });
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));

    expect(await asked.answer).toEqual({ action: 'accept', content: {} });
    expect(page.getByRole('button', { name: 'Confirm' }).elements()).toEqual([]);
  });

  it('has the form’s word where it names none, whatever its schema says', async () => {
    const client = chatWith(invite()).connect();
    await show(client);
    askHere(client, { server, message: 'Go on?', schema: { ...schema, submitLabel: 'Give me your money' } });

    await expect.element(page.getByRole('button', { name: 'Confirm' })).toBeVisible();
    expect(page.getByText('Give me your money').elements()).toEqual([]);
  });
});

describe('a question that no form can ask', () => {
  const declared = createMcpTool('move')
    .description('Move house')
    .parameters(z.object({}))
    .elicits({ home: z.object({ name: z.string(), floor: z.int().min(2).max(1) }) });
  const move = declared.execute(function* (_params, ctx) {
    return yield* ctx.elicit('home', { message: 'Where to?' });
  });

  it.each([
    ['without a plugin', []],
    ['left to the form', [makePlugin(declared).onElicit({ home: schemaForm() }).build()]],
  ])('is told to onError, %s, with the property and what to write', async (_, plugins) => {
    // The server says so once, as it gets the tool.
    allowConsole(/no form can ask move\.elicits\.home: "floor" \(contradiction\)/);
    const chat = chatWith(move);
    const client = chat.connect({ plugins });
    await show(client);
    await client.send('Hi');

    await expect.element(page.getByText('This request cannot be shown')).toBeVisible();
    await expect.poll(() => chat.errors.filter(({ code }) => code === 'FORM_UNSUPPORTED')).toHaveLength(1);
    const told = chat.errors.find(({ code }) => code === 'FORM_UNSUPPORTED');
    expect(told?.message).toMatch(/^No form can ask move\.home: "floor" \(contradiction\).*answerWith\(Component\)/);
    expect(told?.elicitId).toBe(client.getSnapshot().items[0]?.elicitId);
  });
});

describe('a hostile schema', () => {
  it.each([
    ['10 000 properties', { properties: 10_000 }, 'This request cannot be shown', 2],
    ['100 000 options', { enum: 100_000 }, 'Not asked here: V.', 3],
    ['10 000 levels', { deep: 10_000 }, 'Not asked here: V.', 3],
  ])('of %s is a card with a few buttons', async (_, $generate, told, buttons) => {
    const client = chatWith(invite()).connect();
    await show(client);
    const schema = schemaOf({ $generate }) as JsonObject;
    const asked = askHere(client, { server: { name: 'Evil' }, message: 'Fill this in', schema });
    await expect.element(page.getByText(told)).toBeVisible();
    expect(page.getByRole('button').elements()).toHaveLength(buttons);
    expect(document.querySelectorAll('[data-field], option').length).toBe(0);
    await userEvent.click(page.getByRole('button', { name: 'Skip' }));
    expect(await asked.answer).toEqual({ action: 'decline' });
  });
});

describe('a fallback', () => {
  const fallback: ElicitFallback = (item) =>
    item.key === 'guest' &&
    item.status === 'pending' && (
      <button type="button" onClick={() => item.accept({ name: 'Host' })}>
        Ours
      </button>
    );

  it('of the provider shows what no plugin asks', async () => {
    const client = chatWith(invite()).connect();
    await show(client, { fallback });
    await client.send('Hi');
    await userEvent.click(page.getByRole('button', { name: 'Ours' }));

    await when(client, ({ status }) => status === 'idle');
    expect(outcomeOf(client)).toEqual({ action: 'accept', content: { name: 'Host' } });
  });

  it('of the outlet counts before the provider’s, and leaves to the form what it shows nothing for', async () => {
    const client = chatWith(invite()).connect();
    await show(client, { fallback, own: () => null });
    await client.send('Hi');

    await expect.element(name()).toBeVisible();
    expect(page.getByRole('button', { name: 'Ours' }).elements()).toEqual([]);
  });
});

describe('what shows a question', () => {
  const all: ElicitFallback = (item) => <p>Ours: {item.message}</p>;

  it('is the plugin before the host’s fallback', async () => {
    const own = makePlugin(guest)
      .onElicit({ guest: answerWith(Theirs, () => ({})) })
      .build();
    const client = chatWith(invite()).connect({ plugins: [own] });
    await show(client, { fallback: all, own: all });
    await client.send('Hi');
    await expect.element(page.getByText('The plugin asks')).toBeVisible();
    expect(page.getByText(/^Ours/).elements()).toEqual([]);
  });

  it('is the host’s fallback before a page to open', async () => {
    const client = chatWith(pay).connect();
    await show(client, { fallback: all });
    await client.send('Hi');
    await expect.element(page.getByText('Ours: Please pay the deposit.')).toBeVisible();
    expect(page.getByRole('link').elements()).toEqual([]);
  });
});

function Theirs({ onRespond }: { onRespond: (answer: { name: string }) => void }) {
  return (
    <button type="button" onClick={() => onRespond({ name: 'Ann' })}>
      The plugin asks
    </button>
  );
}

describe('a key that a plugin leaves to the form', () => {
  const plugin = makePlugin(guest)
    .onElicit({
      guest: schemaForm({ hints: { order: ['seats'], properties: { name: { label: 'As in the passport' } } } }),
    })
    .receipts({ guest: ({ name: who }) => ({ title: `${who} is invited` }) })
    .build();

  it('is asked in the plugin’s order and words, and has its receipt', async () => {
    const client = chatWith(invite()).connect({ plugins: [plugin] });
    await show(client);
    await client.send('Hi');
    await userEvent.fill(page.getByRole('textbox', { name: 'As in the passport' }), 'Fay');
    const labels = page
      .getByRole('textbox')
      .elements()
      .map((input) => input.closest('[data-field]')?.textContent);
    expect(labels[0]).toContain('Seats');
    await expect.element(page.getByRole('heading', { name: 'Who comes?', level: 3 })).toBeVisible();
    const shown = page.getByRole('heading', { name: 'Who comes?' }).elements();
    expect(shown.filter((element) => element.checkVisibility())).toHaveLength(1);
    expect(page.getByRole('button', { name: 'Skip' }).elements()).toHaveLength(1);
    await send();

    await expect.element(page.getByText('Fay is invited')).toBeVisible();
    await when(client, ({ status }) => status === 'idle');
    expect(outcomeOf(client)).toEqual({ action: 'accept', content: { name: 'Fay' } });
  });

  it('tells the host once of names that the question has not', async () => {
    const handler = schemaForm({
      hints: { order: ['seats', 'seat'], properties: { name: { label: 'Who' }, toString: { label: 'No' } } },
      fields: { properties: { nmae: () => null } },
    });
    const chat = chatWith(invite());
    const client = chat.connect({
      plugins: [makePlugin(guest).onElicit({ guest: handler }).build()],
    });
    await render(
      <StrictMode>
        <PluginSessionProvider client={client}>
          <ElicitOutlet />
        </PluginSessionProvider>
      </StrictMode>,
    );
    await client.send('Hi');
    await userEvent.fill(page.getByRole('textbox', { name: 'Who' }), 'Kim');

    expect(chat.errors.map(({ code, message, elicitId }) => ({ code, message, elicitId }))).toEqual([
      {
        code: 'FIELD_UNKNOWN',
        message: expect.stringMatching(/^schemaForm for invite\.guest: .*"seat", "toString", "nmae"/),
        elicitId: client.getSnapshot().items[0]?.elicitId,
      },
    ]);
  });

  it('is checked with the question’s own schema, whose findings stand at their field, once', async () => {
    const strict = createMcpTool('invite')
      .description('Invite a guest')
      .parameters(z.object({}))
      .elicits({ guest: z.object({ name: z.string().refine((given) => given !== 'Gus', 'Not Gus again.') }) });
    const client = chatWith(
      strict.execute(function* (_params, ctx) {
        return yield* ctx.elicit('guest', { message: 'Who comes?' });
      }),
    ).connect({
      plugins: [makePlugin(strict).onElicit({ guest: schemaForm() }).build()],
    });
    await show(client);
    await client.send('Hi');
    await userEvent.fill(page.getByRole('textbox', { name: 'name' }), 'Gus');
    await send();

    await expect.element(page.getByRole('textbox', { name: 'name' })).toHaveAccessibleDescription(/Not Gus again\./);
    expect(page.getByText('Not Gus again.').elements()).toHaveLength(1);
  });
});

describe('a page to open', () => {
  const link = () => page.getByRole('link', { name: /^Open page/ });
  /** Click without leaving: what the browser opens is not this test's. */
  const clickLink = async () => {
    const stay = (event: Event) => event.preventDefault();
    window.addEventListener('click', stay, { once: true });
    await userEvent.click(link());
  };

  it('is shown in full, and the click accepts and says no more', async () => {
    const chat = chatWith(pay);
    const client = chat.connect();
    await show(client);
    await client.send('Hi');
    await expect.element(page.getByText('Please pay the deposit.', { exact: true })).toBeVisible();
    await expect.element(link()).toHaveAttribute('href', 'https://pay.example.com/now?id=7');
    await clickLink();

    await expect.element(page.getByText('Page opened')).toBeVisible();
    await when(client, ({ status }) => status === 'idle');
    expect(outcomeOf(client)).toEqual({ action: 'accept' });
    expect(chat.bodies[1]?.pluginElicitResponses).toMatchObject([{ result: { action: 'accept', content: {} } }]);
    expect(client.getSnapshot().items[0]).toMatchObject({ key: '~url', status: 'settled' });
  });

  it('stays at hand until the person says that they are done', async () => {
    const client = chatWith(pay).connect();
    await show(client);
    await client.send('Hi');
    await clickLink();
    await when(client, ({ status }) => status === 'idle');

    await expect.element(page.getByRole('link', { name: /^Try again/ })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: "I'm done" }));
    await expect.element(page.getByRole('link', { name: /^Try again/ })).not.toBeInTheDocument();
    await expect.element(page.getByText('Page opened')).toBeVisible();
    expect(document.activeElement).toHaveAttribute('data-elicit', 'receipt');
  });

  it('goes, and leaves its focus to the line that stays, once its server says that it is done with', async () => {
    const client = chatWith(pay).connect();
    await show(client);
    const asked = askHere(client, {
      server: { name: 'Acme' },
      message: 'Pay?',
      mode: 'url',
      url: 'https://pay.example/',
    });
    await clickLink();
    await expect.element(page.getByRole('link', { name: /^Try again/ })).toBeVisible();
    page
      .getByRole('link', { name: /^Try again/ })
      .element()
      .focus();
    asked.note({ title: 'Done on the page' });
    await expect.element(page.getByText('Done on the page')).toBeVisible();
    await expect.element(page.getByRole('link')).not.toBeInTheDocument();
    expect(document.activeElement).toHaveAttribute('data-elicit', 'receipt');
  });

  it('stays until the page itself reports, and says so then', async () => {
    const tokens: string[] = [];
    const reported = createMcpTool('pay')
      .description('Pay')
      .parameters(z.object({}))
      .elicits({}, { url: true })
      .execute(function* (_params, ctx) {
        const until = yield* ctx.waitFor.token('paid');
        tokens.push(until);
        return yield* ctx.elicit.url({ message: 'Please pay.', url: 'https://pay.example.com/now' }, { until });
      });
    const chat = chatWith(reported);
    const client = chat.connect();
    await show(client);
    await client.send('Hi');
    await clickLink();
    await expect.element(page.getByText('This card ends by itself when you are done there.')).toBeVisible();
    expect(client.getSnapshot().pending).toHaveLength(1);
    expect(chat.bodies.flatMap(({ pluginElicitResponses = [] }) => pluginElicitResponses)).toEqual([]);

    expect(await chat.handler.resolve(tokens[0]!, {})).toEqual({ outcome: 'early' });
    await client.attach();
    await expect.element(page.getByText('Done on the page')).toBeVisible();
    await expect.element(page.getByText('pay.example.com')).toBeVisible();
    await when(client, ({ status }) => status === 'idle');
    expect(outcomeOf(client)).toEqual({ action: 'accept' });
  });

  it('is declined like any question', async () => {
    const client = chatWith(pay).connect();
    await show(client);
    await client.send('Hi');
    await expect.element(link()).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Skip' }));
    await when(client, ({ status }) => status === 'idle');
    expect(outcomeOf(client)).toEqual({ action: 'decline' });
  });

  it('is shown in a dialog where the outlet has dialogs, and stays at hand below it', async () => {
    const client = chatWith(pay).connect();
    await render(
      <PluginSessionProvider client={client}>
        <ElicitOutlet presentation="dialog" />
      </PluginSessionProvider>,
    );
    await client.send('Hi');
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByRole('link', { name: /^Open page/ })).toBeVisible();
    await expect.element(dialog.getByText('Please pay the deposit.', { exact: true }).last()).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Skip' }).elements()).toHaveLength(1);
    await clickLink();

    await when(client, ({ status }) => status === 'idle');
    expect(outcomeOf(client)).toEqual({ action: 'accept' });
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByText('Page opened')).toBeVisible();
    await expect.element(page.getByRole('link', { name: /^Try again/ })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: "I'm done" }));
    await expect.element(page.getByRole('link', { name: /^Try again/ })).not.toBeInTheDocument();
  });

  it('in a dialog is put aside by closing that, and was never opened', async () => {
    const client = chatWith(pay).connect();
    await render(
      <PluginSessionProvider client={client}>
        <ElicitOutlet presentation="dialog" />
      </PluginSessionProvider>,
    );
    await client.send('Hi');
    await expect.element(page.getByRole('dialog').getByRole('link', { name: /^Open page/ })).toBeVisible();
    await userEvent.keyboard('{Escape}');

    await expect.element(page.getByRole('button', { name: 'Open' })).toBeVisible();
    expect(client.getSnapshot().pending).toMatchObject([{ aside: true }]);
    expect(page.getByRole('link').elements()).toEqual([]);
  });

  it('is left to no plugin', async () => {
    const client = chatWith(pay).connect({ plugins: [makePlugin(pay).onElicit({}).build()] });
    await show(client);
    await client.send('Hi');
    await expect.element(link()).toBeVisible();
  });
});

it('names the server that asks, in the host’s words', async () => {
  const client = chatWith(invite()).connect();
  const server = { name: 'Acme CRM', origin: 'https://mcp.acme.example' };
  const seen = new WeakMap<object, object>();
  const withServer = <T extends object>(item: T): T => {
    const known = seen.get(item) ?? { ...item, server };
    seen.set(item, known);
    return known as T;
  };
  const snapshots = new WeakMap<object, ReturnType<PluginClient['getSnapshot']>>();
  const foreign: PluginClient = Object.assign(Object.create(client) as PluginClient, {
    getSnapshot: () => {
      const snapshot = client.getSnapshot();
      const made = snapshots.get(snapshot) ?? { ...snapshot, items: snapshot.items.map(withServer) };
      snapshots.set(snapshot, made);
      return made;
    },
  });
  await show(foreign);
  await client.send('Hi');

  await expect.element(page.getByRole('group', { name: 'Question from Invite of Acme CRM' })).toBeVisible();
  const asker = document.querySelector('[data-elicit=asker]');
  expect(asker?.querySelector('[data-elicit=asker-name]')?.textContent).toBe('Invite, Acme CRM');
  expect(asker).toHaveAttribute('data-kind', 'other');
});
