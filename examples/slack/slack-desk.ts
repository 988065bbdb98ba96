import { App, type BlockButtonAction } from '@slack/bolt';
import type { ChatHandler, InboxAnswered, OnWaiting, OpenedQuestion, Person, QuestionPlace } from 'elicitkit/server';
import { contentOf, escaped, messageOf, modalOf, overBlocks, type Pressed } from './blocks.ts';
import { fieldsOf } from './fields.ts';

export interface SlackDeskOptions {
  chat: () => Pick<ChatHandler, 'inbox'>;
  token: string;
  signingSecret: string;
  /** Where people are told. */
  channel: string;
  personOf: (slackUser: string) => Person | undefined;
  /** Somebody of the channel, in whose name a question is read to be shown there. */
  reader: Person;
  /** @default Slack's own */
  slackApiUrl?: string | undefined;
}

/** Tells a channel of Slack what waits, and takes answers from there. Slack's signature proves that it is Slack. */
export function createSlackDesk({ chat, channel, personOf, reader, slackApiUrl, ...keys }: SlackDeskOptions) {
  const app = new App({ ...keys, ...(slackApiUrl !== undefined && { clientOptions: { slackApiUrl } }) });
  /** The message of each question. A real app keeps these in its database. */
  const messages = new Map<string, { ts: string; message: string }>();

  const onWaiting: OnWaiting = async (waiting, { attempt }) => {
    const opened = await chat().inbox.open(reader, waiting);
    if (opened.outcome !== 'waits') return;
    const { question } = opened;
    const text = escaped(attempt === 1 ? question.message : `Still waiting: ${question.message}`);
    const blocks = messageOf(question, fieldsOf(question));
    const { ts } = await app.client.chat.postMessage({ channel, text, blocks });
    if (ts !== undefined) messages.set(question.elicitId, { ts, message: question.message });
  };

  /** Say in the channel how a question ended, wherever it was answered. */
  async function settled(elicitId: string, how: string): Promise<void> {
    const known = messages.get(elicitId);
    if (known === undefined) return;
    messages.delete(elicitId);
    await app.client.chat.update({ channel, ts: known.ts, text: escaped(how), blocks: overBlocks(known.message, how) });
  }

  async function answer(
    person: Person,
    { callId, elicitId, attempt }: Pressed,
    content: unknown,
    answerId: string,
  ): Promise<InboxAnswered> {
    const response = { sessionId: callId, callId, elicitId, attempt, answerId };
    return chat().inbox.answer(person, { ...response, result: { action: 'accept', content } });
  }

  const open = async (person: Person | undefined, place: QuestionPlace): Promise<OpenedQuestion> =>
    person === undefined ? { outcome: 'gone' } : chat().inbox.open(person, place);

  app.action<BlockButtonAction>({ type: 'block_actions' }, async ({ ack, action, body, client, respond }) => {
    await ack();
    const pressed = JSON.parse(action.value ?? '{}') as Pressed;
    const person = personOf(body.user.id);
    const opened = await open(person, pressed);
    if (person === undefined || opened.outcome !== 'waits') {
      return void (await respond({ text: 'This is not yours to answer, or no longer open.', replace_original: false }));
    }
    if (pressed.content === undefined) {
      const fields = fieldsOf(opened.question);
      if (fields === undefined) return;
      return void (await client.views.open({ trigger_id: body.trigger_id, view: modalOf(opened.question, fields) }));
    }
    const told = await answer(person, pressed, pressed.content, body.trigger_id);
    if (told.outcome === 'settled') return;
    const issues = told.outcome === 'asked' ? (told.question.issues ?? []) : [];
    const why = issues.map(({ message }) => message).join(' ') || 'This question is no longer open.';
    await respond({ text: why, replace_original: false });
  });

  app.view('answer', async ({ ack, body, view }) => {
    const pressed = JSON.parse(view.private_metadata) as Pressed;
    const person = personOf(body.user.id);
    const opened = await open(person, pressed);
    const fields = opened.outcome === 'waits' ? fieldsOf(opened.question) : undefined;
    if (person === undefined || opened.outcome !== 'waits' || fields === undefined) return ack();
    const told = await answer(person, pressed, contentOf(fields, view.state.values), view.id);
    if (told.outcome !== 'asked') return ack();
    // The next answer is for the attempt that waits now.
    await ack({ response_action: 'update', view: modalOf(told.question, fields) });
  });

  return { app, onWaiting, settled };
}
