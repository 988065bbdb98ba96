import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { checkIn } from '../../docs/examples/check-in.ts';
import { NameForm } from '../../docs/examples/NameForm.tsx';
import { ChoiceList, ElicitOutlet, PluginSessionProvider } from '../../src/index.ts';
import { answerWith, makePlugin } from '../../src/plugin.ts';
import { ask, askFirst, closeAll, createHarness } from '../client/harness.ts';

it("is a component of one's own that keeps what was typed and answers it", async () => {
  const onRespond = vi.fn<(answer: { name: string }) => void>();
  const onDraftChange = vi.fn<(draft: string) => void>();
  await render(<NameForm message="Your name?" draft="Ad" onRespond={onRespond} onDraftChange={onDraftChange} />);
  const input = page.getByRole('textbox', { name: 'Your name?' });
  await expect.element(input).toHaveValue('Ad');
  await input.fill('Ada');
  expect(onDraftChange).toHaveBeenLastCalledWith('Ada');
  await page.getByRole('button', { name: 'Send' }).click();
  expect(onRespond).toHaveBeenCalledExactlyOnceWith({ name: 'Ada' });
});

it('stands in its card as the only one that shows message, issues and a way to decline', async () => {
  const plugin = makePlugin(checkIn)
    .onElicit({ passenger: answerWith(NameForm, ({ message }) => ({ message })), bags: answerWith(ChoiceList) })
    .build();
  const harness = createHarness({ plugins: [plugin] });
  const schema = { type: 'object', properties: { name: { type: 'string', minLength: 1 } } };
  await askFirst(harness, ask({ toolName: 'check_in', key: 'passenger', message: 'Who is flying?', schema }));
  await render(
    <PluginSessionProvider client={harness.client}>
      <ElicitOutlet />
    </PluginSessionProvider>,
  );
  const seen = (text: string) =>
    page
      .getByText(text, { exact: true })
      .elements()
      .filter((one) => one.checkVisibility());
  await expect.element(page.getByRole('textbox', { name: 'Who is flying?' })).toBeVisible();
  expect(seen('Who is flying?')).toHaveLength(1);

  await page.getByRole('button', { name: 'Send' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(/./);
  expect(page.getByRole('alert').elements()).toHaveLength(1);
  expect(
    page
      .getByRole('button')
      .elements()
      .map(({ ariaLabel, textContent }) => ariaLabel ?? textContent),
  ).toEqual([expect.stringMatching(/^More about: /), 'Send', 'Skip']);
  await page.getByRole('button', { name: 'Skip' }).click();
  const { body } = (await harness.server.accept()).request;
  expect(body.pluginElicitResponses?.[0]?.result).toEqual({ action: 'decline' });
  await closeAll();
});
