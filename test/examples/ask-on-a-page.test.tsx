import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { reserve, signUp } from '../../examples/ask/kitchen-sink.ts';
import { createPluginClient, ElicitOutlet, PluginSessionProvider } from '../../src/index.ts';
import { createChatHandler } from '../../src/server.ts';
import { createScriptedProvider, memoryTransport } from '../../src/testing.ts';

/** A page whose model calls these tools at once, and then repeats what they gave. */
async function open(toolCalls: { name: string; arguments: object }[]) {
  const chat = createChatHandler({
    provider: createScriptedProvider((messages) => {
      const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
      return results.length > 0 ? { text: results.join(' | ') } : { toolCalls };
    }),
    tools: [signUp, reserve],
    onEvent: () => undefined,
  });
  const client = createPluginClient({ transport: memoryTransport(chat), plugins: [], storage: false });
  onTestFinished(async () => {
    await client.close();
    await chat.close();
  });
  await render(
    <PluginSessionProvider client={client}>
      <ElicitOutlet />
    </PluginSessionProvider>,
  );
  await client.send('Go on');
  return () => client.getSnapshot().messages.at(-1)?.content;
}

/** A question is the title of its form. */
const form = (question: string) => page.getByRole('group', { name: question, exact: true }).first();

async function asked(question: string): Promise<void> {
  await expect.element(form(question)).toBeVisible();
}

async function told(text: string): Promise<void> {
  await expect.element(page.getByText(text).first()).toBeVisible();
}

/** Controls for a day have no role. */
const day = () => page.elementLocator(document.querySelector('input[type=date]')!);
const send = () => page.getByRole('button', { name: /^(Send|Confirm|Try again)$/ }).click();

it('every word is asked on a page, and again after a wrong answer', async () => {
  const said = await open([{ name: 'sign_up', arguments: { event: 'the fair', seatsLeft: 4 } }]);
  const field = page.getByRole('textbox');

  await asked('What is your name?');
  await field.fill('A');
  await send();
  await told('must be at least 2 characters');
  await field.fill('Ada');
  await send();

  await asked('Your email?');
  await field.fill('nope');
  await send();
  await told('Enter an email address like name@example.com');
  await field.fill('ada@example.com');
  await send();

  await asked('T-shirt?');
  await page.getByRole('radio', { name: 'M', exact: true }).click();
  await send();

  await asked('How many seats?');
  await field.fill('12');
  await send();
  await told('must be 4 or less');
  await field.fill('3');
  await send();

  await asked('Which day?');
  await day().fill('2025-12-31');
  await send();
  await told('Choose 2026-01-01 or a later day.');
  await day().fill('2026-03-27');
  await send();

  await asked('Extras?');
  await page.getByRole('checkbox', { name: 'City tour' }).click();
  await send();

  await asked('Anything else?');
  await page.getByRole('button', { name: 'Skip' }).click();

  await asked('Send the confirmation now?');
  await page.getByRole('radio', { name: 'Yes' }).click();
  await send();

  await expect.poll(said).toContain('Sent to ada@example.com: See you at the fair!');
  expect(JSON.parse(said() ?? '')).toMatchObject({
    name: 'Ada',
    size: 'M',
    seats: 3,
    day: '2026-03-27',
    extras: ['tour'],
  });
});

it('two tools that ask at once on a page get their own answers', async () => {
  const said = await open([
    { name: 'reserve', arguments: {} },
    { name: 'sign_up', arguments: {} },
  ]);
  await asked('For how many?');
  await asked('What is your name?');
  await form('For how many?').getByRole('textbox').fill('4');
  await form('For how many?').getByRole('button', { name: 'Send' }).click();
  await expect.element(page.getByRole('group', { name: 'Answered: 4' })).toBeVisible();
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect.poll(said).toContain('A table for 4 is reserved. | ');
  expect(said()).toContain('"What is your name?" was not answered: the person declined.');
});

it('a question on a page ends at its deadline', async () => {
  const said = await open([{ name: 'reserve', arguments: { milliseconds: 500 } }]);
  await expect.poll(said).toBe('The table is gone.');
});
