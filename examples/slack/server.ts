import { serve } from '@hono/node-server';
import { createChatHandler } from 'elicitkit/server';
import { model } from './model.ts';
import { personOf } from './people.ts';
import { createSlackDesk } from './slack-desk.ts';
import { refundTool } from './tool.ts';

const { SLACK_BOT_TOKEN, SLACK_SIGNING_SECRET, SLACK_CHANNEL, SLACK_API_URL, PORT, SLACK_PORT } = process.env;
if (SLACK_BOT_TOKEN === undefined || SLACK_SIGNING_SECRET === undefined || SLACK_CHANNEL === undefined) {
  throw new Error('Set SLACK_BOT_TOKEN, SLACK_SIGNING_SECRET and SLACK_CHANNEL. The README says where they are.');
}

const desk = createSlackDesk({
  chat: () => chat,
  token: SLACK_BOT_TOKEN,
  signingSecret: SLACK_SIGNING_SECRET,
  channel: SLACK_CHANNEL,
  personOf,
  reader: { id: 'slack', roles: ['manager'] },
  slackApiUrl: SLACK_API_URL,
});

const chat = createChatHandler({
  provider: model,
  tools: [refundTool],
  // A real app reads a session here.
  identify: (request) => request.headers.get('x-user') ?? undefined,
  notify: { after: 1000, again: 3_600_000, most: 3 },
  onWaiting: desk.onWaiting,
  onEvent(event) {
    if (event.type === 'error') console.error(event.error);
    if (event.type !== 'settled') return;
    const who = event.by?.name ?? 'somebody';
    const how = event.action === 'accept' ? `Answered by ${who}.` : 'No longer open.';
    desk.settled(event.elicitId, how).catch(console.error);
  },
});

await desk.app.start(Number(SLACK_PORT ?? 3001));
serve({ fetch: chat, port: Number(PORT ?? 3000), hostname: '127.0.0.1' }, ({ port }) => {
  console.log(`The chat is at http://127.0.0.1:${port}, and Slack posts to port ${SLACK_PORT ?? 3001}, /slack/events`);
});
