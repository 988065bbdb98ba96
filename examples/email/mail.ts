import type { AnswerLinks } from 'elicitkit/links';
import type { Addressee, ChatHandler, OnWaiting, Person } from 'elicitkit/server';
import type { Transporter } from 'nodemailer';
import { choicesOf } from './choices.ts';

export interface MailDeskOptions {
  chat: () => Pick<ChatHandler, 'inbox'>;
  links: () => AnswerLinks;
  transport: Transporter;
  from: string;
  /** The people behind a question's ids and roles, with their addresses. */
  peopleOf: (to: readonly Addressee[]) => readonly (Person & { address: string })[];
}

/** Writes to whom a question is for: a button for each of up to three answers, or a link. */
export function createMailDesk({ chat, links, transport, from, peopleOf }: MailDeskOptions): OnWaiting {
  return async ({ to = [], ...place }, { attempt, idempotencyKey }) => {
    for (const { address, ...as } of peopleOf(to)) {
      const opened = await chat().inbox.open(as, place);
      if (opened.outcome !== 'waits') continue;
      const { message, inWords = '' } = opened.question;
      // A button opens the page with that answer filled in. Opening it never answers: scanners of mail open links, too.
      const buttons = await Promise.all(
        choicesOf(opened.question).map(async ({ label, start }) => {
          return { label, href: await links().link(place, { as, start }) };
        }),
      );
      if (buttons.length === 0) buttons.push({ label: 'Answer', href: await links().link(place, { as }) });
      await transport.sendMail({
        from,
        to: address,
        subject: oneLine(`${attempt === 1 ? '' : 'Still waiting: '}${message}`),
        // The same attempt may be made twice. Mail programs show a message id once.
        messageId: `<${encodeURIComponent(`${idempotencyKey}.${as.id}`)}@shop.example>`,
        text: [message, inWords, ...buttons.map(({ label, href }) => `${label}: ${href}`)].filter(Boolean).join('\n\n'),
        html: `<p>${escaped(message)}</p>${inWords && `<p style="white-space:pre-wrap">${escaped(inWords)}</p>`}${buttons
          .map(({ label, href }) => `<p><a href="${escaped(href)}" style="${button}">${escaped(label)}</a></p>`)
          .join('')}`,
      });
    }
  };
}

const button =
  'display:inline-block;padding:10px 18px;border-radius:8px;background:#0b5fd0;color:#fff;text-decoration:none';

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 150);

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
