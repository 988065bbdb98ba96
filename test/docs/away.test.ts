import { expect, it, vi } from 'vitest';
import { openOffice } from '../../docs/examples/away.ts';
import { memoryStore, type Addressee } from '../../src/server.ts';
import { createScriptedProvider } from '../../src/testing.ts';
import { eventually } from '../eventually.ts';

it('writes to a manager who is away, and takes their answer from the page', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const provider = createScriptedProvider((messages) => {
    const last = messages.at(-1);
    if (last?.role === 'tool') return { text: last.content };
    return { toolCalls: [{ name: 'give_credit', arguments: { euros: 40 } }] };
  });
  const sent: { to: string; text: string }[] = [];
  const bo = { id: 'bo@shop.example', name: 'Bo', roles: ['manager'], locale: 'de' };
  const write = (mail: { to: string; text: string }) => Promise.resolve(void sent.push(mail));
  const office = {
    provider,
    store: memoryStore(),
    peopleOf: (to: readonly Addressee[]) => Promise.resolve(to.some(({ role }) => role === 'manager') ? [bo] : []),
    write,
    userOf: (request: Request) => Promise.resolve({ ...bo, id: request.headers.get('x-user') ?? 'ada' }),
  };
  const headers = { 'x-user': bo.id };
  const { chat, answer } = openOffice(office, 'a secret of at least thirty-two bytes');
  const post = (body: object) =>
    chat(
      new Request('https://shop.example/chat', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ conversationId: 'c', messages: [], ...body }),
      }),
    ).then((response) => response.text());
  await post({ messages: [{ role: 'user', content: 'Give me credit', id: 'm' }] });
  await vi.advanceTimersByTimeAsync(59_000);
  expect(sent).toEqual([]);
  await eventually(async () => {
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).toHaveLength(1);
  });

  const [, href = ''] = sent[0]?.text.split('\n') ?? [];
  const page = await (await answer(new Request(href, { headers }))).text();
  expect(page).toContain('<html lang="de" dir="ltr">');
  const hidden = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  const body = new URLSearchParams(hidden.map(([, name = '', value = '']) => [name, value]));
  body.set('f0', 'true');
  const done = await answer(new Request(href, { method: 'POST', body, headers }));
  expect(await done.text()).toContain('Ihre Antwort wurde gesendet');
  expect(await post({ attach: true })).toContain('decided by Bo');
  await chat.close();
  vi.useRealTimers();
});
