import { answerLinks } from 'elicitkit/links';
import { createChatHandler, type ChatHandler, type Person } from 'elicitkit/server';
import { postgresStore } from 'elicitkit/store/postgres';
import pg from 'pg';
import { visitorOf } from '../../../demo/airline/visitor.ts';
import { demoOptions } from '../../../demo/server/chat.ts';
import { createDemoModel } from '../../../demo/server/model.ts';

const { SHOP_POSTGRES, SHOP_PREFIX, SHOP_ORIGIN = 'http://127.0.0.1', SHOP_MAILBOX = '' } = process.env;

/** One process of several over one database. What waits is told to a mailbox of the test, with a link. */
export function openShop(): (request: Request) => Promise<Response> {
  const chat: ChatHandler = createChatHandler({
    ...demoOptions,
    provider: createDemoModel(),
    store: postgresStore(new pg.Pool({ connectionString: SHOP_POSTGRES, max: 4 }), { prefix: SHOP_PREFIX }),
    identify: whoOf,
    notify: { after: 300 },
    limits: { leaseTime: 1500, sweepEvery: 300, parkAfter: 200 },
    async onWaiting({ callId, elicitId, to }, { idempotencyKey }, signal) {
      const place = { callId, elicitId };
      const as = to?.some(({ role }) => role === 'manager') === true ? people.manager : people.boss;
      const mail = { place, idempotencyKey, link: await links.link(place, { as }) };
      await fetch(SHOP_MAILBOX, { method: 'POST', body: JSON.stringify(mail), signal });
    },
  });
  const links = answerLinks({
    chat: chat.inbox,
    secret: 'a secret of at least thirty-two bytes',
    url: `${SHOP_ORIGIN}/answer`,
    identify: whoOf,
  });
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/answer') return links.handle(request);
    if (pathname === '/api/ledger') return Response.json([]);
    if (pathname !== '/api/escalate') return chat(request);
    const place = (await request.json()) as Parameters<typeof chat.reassign>[0];
    return Response.json(await chat.reassign(place, { to: people.boss.id }));
  };
}

const people = {
  manager: { id: 'the-manager-is-Mia', name: 'Mia', roles: ['manager'] },
  boss: { id: 'their-boss-is-Bea', name: 'Bea' },
};

/** A visitor's name tells who they are, on whichever page. */
function whoOf(request: Request): Person | undefined {
  const id = visitorOf(request);
  return Object.values(people).find((person) => person.id === id) ?? (id === undefined ? undefined : { id });
}
