import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSlackDesk } from '../../examples/slack/slack-desk.ts';
import { model } from '../../examples/slack/model.ts';
import { refundTool } from '../../examples/slack/tool.ts';
import { createChatHandler, type ChatHandler } from '../../src/server.ts';
import { read, user } from '../chat/harness.ts';
import { eventually } from '../eventually.ts';

const signingSecret = 'shh';
const close: (() => unknown)[] = [];
let calls: { method: string; body: Record<string, string> }[];
let api: string;
let chat: ChatHandler;
let slackPort: number;

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const called = (method: string) => calls.filter((one) => one.method === method).map(({ body }) => body);

beforeEach(async () => {
  calls = [];
  const fake = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const isJson = request.headers['content-type']?.includes('json') === true;
      const body = isJson
        ? (JSON.parse(text) as Record<string, string>)
        : Object.fromEntries(new URLSearchParams(text));
      calls.push({ method: request.url?.split('/').at(-1) ?? '', body });
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ ok: true, ts: '1.1', bot_id: 'B1', user_id: 'UBOT' }));
    });
  }).listen(0);
  close.push(() => fake.close());
  api = `http://127.0.0.1:${portOf(fake)}/api/`;
  const desk = createSlackDesk({
    chat: () => chat,
    token: 'xoxb-test',
    signingSecret,
    channel: 'C1',
    personOf: (id) => (id === 'U_BO' ? { id: 'bo', name: 'Bo', roles: ['manager'] } : undefined),
    reader: { id: 'slack', roles: ['manager'] },
    slackApiUrl: api,
  });
  chat = createChatHandler({
    provider: model,
    tools: [refundTool],
    identify: () => 'ada',
    notify: { after: 1 },
    onWaiting: desk.onWaiting,
    onEvent(event) {
      if (event.type === 'settled') void desk.settled(event.elicitId, `Answered by ${event.by?.name}.`);
    },
  });
  const server = (await desk.app.start(0)) as Server;
  slackPort = portOf(server);
  close.push(
    () => desk.app.stop(),
    () => chat.close(),
  );
});

afterEach(async () => {
  for (const end of close.splice(0)) await end();
});

/** Posts as Slack does. */
function fromSlack(payload: object, secret = signingSecret): Promise<Response> {
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const time = String(Math.floor(Date.now() / 1000));
  const signature = `v0=${createHmac('sha256', secret).update(`v0:${time}:${body}`).digest('hex')}`;
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-slack-request-timestamp': time,
    'x-slack-signature': signature,
  };
  return fetch(`http://127.0.0.1:${slackPort}/slack/events`, { method: 'POST', headers, body });
}

interface Button {
  action_id: string;
  text: { text: string };
  value: string;
}

/** The buttons of the message in the channel. */
async function buttons(): Promise<Button[]> {
  await eventually(() => expect(called('chat.postMessage')).toHaveLength(1));
  const blocks = JSON.parse(called('chat.postMessage')[0]!['blocks']!) as { type: string; elements?: Button[] }[];
  return blocks.flatMap(({ elements = [] }) => elements);
}

const press = ({ action_id, value }: Button, userId = 'U_BO') =>
  fromSlack({
    type: 'block_actions',
    user: { id: userId },
    team: { id: 'T1' },
    trigger_id: 't1',
    response_url: `${api}respond`,
    actions: [{ type: 'button', action_id, value, block_id: 'b' }],
  });

const submit = (metadata: string, values: object, userId = 'U_BO') =>
  fromSlack({
    type: 'view_submission',
    user: { id: userId },
    team: { id: 'T1' },
    view: { id: 'V1', callback_id: 'answer', private_metadata: metadata, state: { values } },
  });

const post = async (body: object) => {
  const headers = { 'content-type': 'application/json' };
  const text = JSON.stringify({ conversationId: 'c', messages: [], ...body });
  return read(await chat(new Request('http://chat.test/', { method: 'POST', headers, body: text })));
};
const said = async () => (await post({ attach: true })).raw;

describe('the Slack example', () => {
  it('asks in the channel, takes a button, and edits the message', async () => {
    await post({ messages: [user('refund')] });
    const [approve, ...others] = await buttons();
    expect([approve, ...others].map((one) => one?.text.text)).toEqual(['approve', 'deny', 'Answer…']);
    await press(approve!);
    await eventually(async () => expect(await said()).toContain('Order 1042 is refunded: Bo agreed.'));
    await eventually(() => expect(called('chat.update')[0]).toMatchObject({ ts: '1.1', text: 'Answered by Bo.' }));
  });

  it('takes a form in a modal', async () => {
    await post({ messages: [user('refund')] });
    const form = (await buttons()).at(-1)!;
    await press(form);
    await eventually(() => expect(called('views.open')).toHaveLength(1));
    const view = JSON.parse(called('views.open')[0]!['view']!) as { private_metadata: string; blocks: object[] };
    expect(view.blocks).toMatchObject([
      { type: 'section' },
      { block_id: 'decision', optional: false, element: { type: 'static_select' } },
      { block_id: 'reason', optional: true, element: { type: 'plain_text_input' } },
    ]);
    await submit(view.private_metadata, {
      decision: { value: { selected_option: { value: 'deny' } } },
      reason: { value: { value: 'Too late' } },
    });
    await eventually(async () => expect(await said()).toContain('Bo refused: Too late.'));
  });

  it('shows a refused answer again with what is wrong', async () => {
    await post({ messages: [user('refund')] });
    await press((await buttons()).at(-1)!);
    await eventually(() => expect(called('views.open')).toHaveLength(1));
    const view = JSON.parse(called('views.open')[0]!['view']!) as { private_metadata: string };
    const long = {
      reason: { value: { value: 'x'.repeat(501) } },
      decision: { value: { selected_option: { value: 'deny' } } },
    };
    const told = (await (await submit(view.private_metadata, long)).json()) as { view: { private_metadata: string } };
    expect(told).toMatchObject({ response_action: 'update' });
    expect(JSON.stringify(told)).toMatch(/500 characters|<=500/);
    await submit(told.view.private_metadata, { ...long, reason: { value: { value: 'No' } } });
    await eventually(async () => expect(await said()).toContain('Bo refused: No.'));
  });

  it('takes nothing from others of the workspace, nor from who is not Slack', async () => {
    await post({ messages: [user('refund')] });
    const [approve] = await buttons();
    await press(approve!, 'U_EVE');
    await eventually(() => expect(called('respond')[0]).toMatchObject({ text: expect.stringContaining('not yours') }));
    expect((await fromSlack({ type: 'block_actions', user: { id: 'U_BO' } }, 'guessed')).status).toBe(401);
    expect((await chat.inbox({ who: { id: 'bo', roles: ['manager'] } })).items).toHaveLength(1);
  });
});
