import { afterEach, describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod';
import { ElicitLocaleProvider, ElicitOutlet, lazyComponent, PluginSessionProvider } from '../../src/index.ts';
import { german } from '../../src/messages-de.ts';
import { answerWith, createMcpTool, makePlugin } from '../../src/plugin.ts';
import { ask as askAny, askFirst, closeAll, createHarness, settled, type Harness, push } from '../client/harness.ts';
import { eventually } from '../eventually.ts';

afterEach(closeAll);

const tool = createMcpTool('gruss')
  .description('Grüßen')
  .parameters(z.object({}))
  .elicits({ name: z.object({ name: z.string() }) });
const Name = ({ onRespond }: { onRespond: (answer: { name: string }) => void }) => (
  <button type="button" onClick={() => onRespond({ name: 'Ann' })}>
    Ann
  </button>
);
const plugins = [
  makePlugin(tool)
    .onElicit({ name: answerWith(Name, () => ({})) })
    .build(),
];
const ask = (over: Parameters<typeof askAny>[0] = {}) =>
  askAny({ toolName: 'gruss', key: 'name', message: 'Wer?', schema: {}, ...over });
const said = () => [...document.querySelectorAll('[data-elicit="announcer"] p')].map((line) => line.textContent);
const show = (harness: Harness) =>
  render(
    <PluginSessionProvider client={harness.client} messages={german}>
      <ElicitOutlet />
    </PluginSessionProvider>,
  );

describe('an outlet in German', () => {
  it('says in German that a question comes, and how it ended', async () => {
    const harness = createHarness({ plugins });
    await show(harness);
    await askFirst(harness, ask());
    await expect.element(page.getByRole('group', { name: 'Frage von Gruss' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Überspringen' })).toBeVisible();

    push(harness.client, settled('decline'));
    await expect.element(page.getByRole('group', { name: 'Übersprungen: Wer?' })).toBeVisible();
    await expect.element(page.getByText('Anderswo übersprungen', { exact: true })).toBeVisible();
    await eventually(() => expect(said()).toEqual(['Gruss fragt: Wer?', 'Gruss: Anderswo übersprungen. Wer?']));
  });

  it('tells in German why an answer is not through yet', async () => {
    const harness = createHarness({ plugins, retry: { wait: () => new Promise(() => undefined) } });
    await askFirst(harness, ask());
    await show(harness);
    await userEvent.click(page.getByRole('button', { name: 'Ann' }));
    await harness.server.refuse(new TypeError('connection lost'));
    await expect.element(page.getByText(/^Noch nicht gesendet.* Der Server war nicht erreichbar/)).toBeVisible();
  });

  it('says in German why an answer was refused, and nothing of what the server said', async () => {
    const harness = createHarness({ plugins, retry: false });
    await askFirst(harness, ask());
    await show(harness);
    await userEvent.click(page.getByRole('button', { name: 'Ann' }));
    const error = { code: 'X', message: 'at db.ts:14' };
    await harness.server.refuse(Response.json({ error }, { status: 413 }));
    await expect.element(page.getByText('Die Antwort ist zu groß, um gesendet zu werden.')).toBeVisible();
    expect(document.body.textContent).not.toContain('db.ts');
  });

  it('says in German that a component is loading', async () => {
    const Later = lazyComponent<object>(() => new Promise(() => undefined));
    await render(
      <ElicitLocaleProvider messages={german}>
        <Later />
      </ElicitLocaleProvider>,
    );
    await expect.element(page.getByText('Wird geladen…')).toBeVisible();
  });

  it('asks again in German, in the person’s name', async () => {
    const harness = createHarness({ plugins });
    await askFirst(harness, ask());
    await show(harness);
    const ids = { sessionId: 'call_1', callId: 'call_1' };
    push(harness.client, { type: 'plugin_session_error', ...ids, error: 'SESSION_NOT_FOUND', message: 'Gone' });
    await userEvent.click(page.getByRole('button', { name: 'Erneut fragen' }));

    const { body } = (await harness.server.accept()).request;
    expect(body.messages.at(-1)).toMatchObject({ role: 'user', content: 'Bitte noch einmal versuchen: Wer?' });
  });
});
