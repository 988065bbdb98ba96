import { randomBytes } from 'node:crypto';
import { serve } from '@hono/node-server';
import { answerLinks } from 'elicitkit/links';
import { createChatHandler, type Person } from 'elicitkit/server';
import { createTransport } from 'nodemailer';
import { createMailDesk } from './mail.ts';
import { model } from './model.ts';
import { refundTool } from './tool.ts';

const { SMTP_URL, MANAGER = 'bo@shop.example', LINK_SECRET, PORT = '3000' } = process.env;
// Without a mail server, the mail is printed.
const transport = createTransport(SMTP_URL ?? { jsonTransport: true });
if (SMTP_URL === undefined) {
  transport.use('stream', ({ data }, done) => {
    const { subject, text } = data as { subject: string; text: string };
    console.log(`To ${MANAGER}: ${subject}\n\n${text}\n`);
    done();
  });
}

const bo = { id: 'bo', name: 'Bo', roles: ['manager'], address: MANAGER };
/** Who calls. A real app reads a session here: with it, a link answers for Bo only if Bo is signed in. */
const userOf = (request: Request): Person => {
  const isPage = new URL(request.url).pathname === '/answer';
  return isPage ? bo : { id: request.headers.get('x-user') ?? 'ada' };
};

const chat = createChatHandler({
  provider: model,
  tools: [refundTool],
  identify: userOf,
  notify: { after: 1000, again: 86_400_000, most: 3 },
  // Longer than the reminders take.
  limits: { sessionTtl: 7 * 86_400_000 },
  onWaiting: createMailDesk({
    chat: () => chat,
    links: () => links,
    transport,
    from: 'Shop <shop@shop.example>',
    peopleOf: (to) => (to.some(({ id, role }) => id === bo.id || role === 'manager') ? [bo] : []),
  }),
});
const links = answerLinks({
  chat: chat.inbox,
  secret: LINK_SECRET ?? randomBytes(32),
  url: `http://localhost:${PORT}/answer`,
  identify: userOf,
});

const fetch = (request: Request) =>
  new URL(request.url).pathname === '/answer' ? links.handle(request) : chat(request);
serve({ fetch, port: Number(PORT), hostname: '127.0.0.1' }, () => {
  console.log(`The chat is at http://127.0.0.1:${PORT}. Ask with: npm run refund`);
});
