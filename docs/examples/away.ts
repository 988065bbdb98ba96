import { answerLinks } from 'elicitkit/links';
import { createChatHandler, type Addressee, type ChatProvider, type DurableStore, type Person } from 'elicitkit/server';
import { giveCredit } from './give-credit';

/** What you have: the model, a store, a sign-in, the people behind ids and roles, and a way to write to them. */
export interface Office {
  provider: ChatProvider;
  userOf: (request: Request) => Promise<Person | undefined>;
  store: DurableStore;
  peopleOf: (to: readonly Addressee[]) => Promise<readonly (Person & { locale: string })[]>;
  write: (mail: { to: string; text: string; idempotencyKey: string }) => Promise<void>;
}

/** A chat that writes to whom a question is for, when nobody has answered for a minute. */
export function openOffice({ provider, store, userOf, peopleOf, write }: Office, secret: string) {
  const chat = createChatHandler({
    provider,
    store,
    tools: [giveCredit],
    identify: userOf,
    notify: { after: 60_000 },
    async onWaiting({ callId, elicitId, message, to = [] }, { idempotencyKey }) {
      for (const { locale, ...as } of await peopleOf(to)) {
        const href = await links.link({ callId, elicitId }, { as, locale });
        await write({ to: as.id, text: `${message}\n${href}`, idempotencyKey: `${idempotencyKey} ${as.id}` });
      }
    },
  });
  const url = 'https://shop.example/answer';
  const links = answerLinks({ chat: chat.inbox, secret, url, identify: userOf });
  // Mount `answer` at that address, for GET, HEAD and POST.
  return { chat, answer: links.handle };
}
