import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod';
import '../../src/styles.css';
import { ElicitOutlet, PluginSessionProvider } from '../../src/index.ts';
import { answerWith, createMcpTool, makePlugin } from '../../src/plugin.ts';
import { ReviewCall } from '../../src/questions.ts';
import { writeContext } from '../../src/protocol/context-data.ts';
import { ask, askFirst, closeAll, createHarness, type Harness } from '../client/harness.ts';

beforeEach(() => page.viewport(800, 900));
afterEach(closeAll);

const refund = createMcpTool('refund')
  .description('Pays money back.')
  .parameters(z.object({ amount: z.number().max(500), to: z.string() }))
  .elicits({})
  .approve({ edit: true, remember: { key: ({ amount, to }) => `${amount} to ${to}`, for: 'chat' } });
const plugin = makePlugin(refund)
  .onElicit({ approve: answerWith(ReviewCall) })
  .build();
const context = {
  tool: 'refund',
  description: 'Pays money back.',
  arguments: { amount: 5, to: 'Ann' },
  parameters: refund.parametersJson,
  edit: true,
  remember: { key: '5 to Ann', for: 'chat' },
  tone: 'default',
};
const { json } = refund.questions.get('approve')!;

const button = (name: string) => page.getByRole('button', { name, exact: true });

async function show(asked: object = context): Promise<Harness> {
  const harness = createHarness({ plugins: [plugin] });
  const schema = writeContext(json, asked as never);
  await askFirst(harness, ask({ toolName: 'refund', key: 'approve', message: 'Allow this call of Refund?', schema }));
  await render(
    <PluginSessionProvider client={harness.client}>
      <ElicitOutlet />
    </PluginSessionProvider>,
  );
  return harness;
}

async function sent(harness: Harness): Promise<unknown> {
  const { request } = await harness.server.accept();
  return request.body.pluginElicitResponses?.[0]?.result;
}

describe('a call to review on a page', () => {
  it('says that it cannot show all of an argument', async () => {
    const warning = page.getByText('Some of this is not shown');
    await show();
    await expect.element(button('Allow')).toBeVisible();
    expect(warning.elements()).toHaveLength(0);
    await closeAll();
    await show({ ...context, arguments: { amount: 5, to: 'An\u202En' } });
    await expect.element(warning).toBeVisible();
  });

  it('says so of its JSON, too', async () => {
    const names = Array.from({ length: 7 }, (_, nth) => `part${nth}`);
    const parts = Object.fromEntries(names.map((name) => [name, 'x'.repeat(15_000)]));
    await show({ ...context, arguments: parts, parameters: { type: 'object' } });
    await expect.element(button('Show as JSON')).toBeVisible();
    const warning = page.getByText('Some of this is not shown');
    expect(warning.elements()).toHaveLength(0);
    await button('Show as JSON').click();
    await expect.element(warning).toBeVisible();
  });

  it('asks in the tool’s own words', async () => {
    await show({ ...context, title: '5 € an Ann zahlen?' });
    await expect.element(page.getByRole('heading', { name: '5 € an Ann zahlen?' })).toBeVisible();
    await expect.element(page.getByText('Allow “Refund”?')).not.toBeInTheDocument();
  });

  it('leaves the focus where it is, if its form was open before', async () => {
    const draft = { step: 'edit', reason: '', form: undefined };
    await render(<ReviewCall {...context} remember={undefined} tone="default" draft={draft} onRespond={() => {}} />);
    await expect.element(button('Allow with changes')).toBeVisible();
    expect(document.activeElement).toBe(document.body);
  });

  it('shows what the tool would get, and sends that it may run', async () => {
    const harness = await show();
    await expect.element(page.getByText('Pays money back.')).toBeVisible();
    await button('Allow').click();
    expect(await sent(harness)).toEqual({ action: 'accept', content: { approved: true } });
  });

  it('says its question once, and has one way to say no', async () => {
    await show();
    await expect.element(button('Deny')).toBeVisible();
    await expect.element(page.getByText('Allow this call of Refund?')).not.toBeVisible();
    await expect.element(button('Skip')).not.toBeInTheDocument();
  });

  it('sends a denial with its reason', async () => {
    const harness = await show();
    await button('Deny').click();
    await userEvent.keyboard('  Too much ');
    await button('Deny').click();
    expect(await sent(harness)).toEqual({ action: 'accept', content: { approved: false, reason: 'Too much' } });
  });

  it('sends what was changed, and that alone lasts for no other call', async () => {
    const harness = await show();
    await page.getByRole('checkbox', { name: 'Always allow this in this chat' }).click();
    await button('Edit').click();
    await page.getByRole('textbox', { name: 'Amount' }).fill('20');
    await button('Allow with changes').click();
    const params = { amount: 20, to: 'Ann' };
    expect(await sent(harness)).toEqual({ action: 'accept', content: { approved: true, params } });
  });

  it('stays with a change that does not fit, which is marked at its field', async () => {
    await show();
    await button('Edit').click();
    await page.getByRole('textbox', { name: 'Amount' }).fill('700');
    await button('Allow with changes').click();
    await expect.element(page.getByRole('textbox', { name: 'Amount' })).toHaveFocus();
    await expect.element(page.getByRole('textbox', { name: 'Amount' })).toBeInvalid();
  });

  it('shows hostile arguments as text, without the marks that disguise it', async () => {
    const args = { amount: 5, to: '<img src=x onerror=alert(1)>\u202EAnn', ['__proto__']: 'x' };
    await show({ ...context, arguments: args, remember: { key: '<b>5</b>', for: 'chat' } });
    await expect.element(page.getByText('<img src=x onerror=alert(1)>Ann')).toBeVisible();
    await expect.element(page.getByText('Only “Refund” for: <b>5</b>')).toBeVisible();
    expect(document.querySelectorAll('[data-elicit-root] :is(img, b)')).toHaveLength(0);
  });
});
