import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import * as z from 'zod';
import { ElicitOutlet, PluginSessionProvider } from '../../src/index.ts';
import { answerWith, createMcpTool, makePlugin } from '../../src/plugin.ts';
import styles from '../../src/styles.css?inline';
import { ChoiceList } from '../../src/ui/choice-list/ChoiceList.tsx';
import { Confirm } from '../../src/ui/confirm/Confirm.tsx';
import { ElicitCard } from '../../src/ui/elicit-card/ElicitCard.tsx';
import { ElicitDialog } from '../../src/ui/elicit-dialog/ElicitDialog.tsx';
import { SeatPicker } from '../../src/ui/seat-picker/SeatPicker.tsx';
import { ask, askFirst, closeAll, complete, createHarness, info, settled, state } from '../client/harness.ts';
import { seedSeatMap } from '../travel/samples.ts';
import { components, fares } from './hosts-samples.tsx';
import { ignore, overflow } from './page.ts';
import { eventually } from '../eventually.ts';

let host: HTMLElement;
let root: ShadowRoot;

beforeEach(async () => {
  await page.viewport(360, 800);
  host = document.body.appendChild(document.createElement('chat-box'));
  host.style.display = 'block';
  root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [sheet];
});
afterEach(closeAll);
afterEach(() => host.remove());

function show(component: ReactElement) {
  const container = root.appendChild(document.createElement('div'));
  return render(component, { container });
}

const part = <E extends HTMLElement = HTMLElement>(selector: string) => root.querySelector(selector) as E;
const tool = createMcpTool('greet')
  .description('Greet')
  .parameters(z.object({}))
  .elicits({ sure: z.object({ confirmed: z.boolean() }) });
const plugin = makePlugin(tool)
  .onElicit({ sure: answerWith(Confirm, () => ({ confirmLabel: 'Yes, continue' })) })
  .build();

describe('in a shadow root', () => {
  it.each(Object.entries(components))('%s has its looks, and what it refers to is there', async (_, component) => {
    await show(component);
    expect(getComputedStyle(part('[data-elicit-root]')).containerName).toBe('elicit');
    for (const name of ['aria-labelledby', 'aria-describedby', 'aria-controls', 'for']) {
      const ids = [...root.querySelectorAll(`[${name}]`)].flatMap((element) =>
        (element.getAttribute(name) ?? '').split(' '),
      );
      expect(
        ids.filter((id) => root.getElementById(id) === null),
        name,
      ).toEqual([]);
    }
    expect(overflow(root)).toEqual([]);
  });

  it('takes light and dark from the host element, and variables from a rule of the page', async () => {
    await show(components['Confirm'] as ReactElement);
    const surface = () => getComputedStyle(part('[data-elicit=card]')).backgroundColor;
    host.dataset['theme'] = 'dark';
    expect(surface()).toBe('rgb(28, 31, 36)');
    host.dataset['theme'] = 'light';
    expect(surface()).toBe('rgb(255, 255, 255)');
    const own = new CSSStyleSheet();
    own.replaceSync('[data-elicit-root] { --elicit-surface: var(--paper); }');
    root.adoptedStyleSheets.push(own);
    host.style.setProperty('--paper', 'rgb(253, 248, 236)');
    expect(surface()).toBe('rgb(253, 248, 236)');
  });

  it('one radio of a group is chosen, by arrow keys too', async () => {
    await show(<ChoiceList choices={fares} onRespond={ignore} />);
    await page.getByRole('radio', { name: 'Basic' }).click();
    await userEvent.keyboard('{ArrowDown}');
    expect([...root.querySelectorAll('input')].map(({ checked }) => checked)).toEqual([false, true, false]);
    expect(root.activeElement).toBe(root.querySelectorAll('input')[1]);
    expect(getComputedStyle(root.activeElement as Element).outlineStyle).toBe('solid');
  });

  it('arrow keys go from seat to seat, and the map is laid out', async () => {
    await show(<SeatPicker seatMap={seedSeatMap} onRespond={ignore} />);
    part('[data-seat="2A"]').focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(root.activeElement).toBe(part('[data-seat="2B"]'));
    expect(part('[data-seat="2B"]').getBoundingClientRect().width).toBeGreaterThanOrEqual(24);
    expect(part('[data-seat="2B"]').getBoundingClientRect().top).toBe(
      part('[data-seat="2A"]').getBoundingClientRect().top,
    );
  });

  it('the focus is not lost while an answer is sent, and goes to Try again when that failed', async () => {
    const card = (now: 'pending' | 'sending' | 'failed') => (
      <ElicitCard toolName="greet" state={now} onRetry={ignore}>
        <button type="button">Yes</button>
      </ElicitCard>
    );
    const { rerender } = await show(card('pending'));
    (page.getByRole('button', { name: 'Yes' }).element() as HTMLElement).focus();
    await rerender(card('sending'));
    expect(root.activeElement).toBe(part('[data-elicit=elicit-card]'));
    await rerender(card('failed'));
    await eventually(() => expect(root.activeElement?.textContent).toBe('Yes'));
  });

  it('the focus goes to the receipt of an answer', async () => {
    const harness = createHarness({ plugins: [plugin] });
    const question = { toolName: 'greet', key: 'sure', schema: {} };
    await askFirst(harness, ask(question));
    await show(
      <PluginSessionProvider client={harness.client}>
        <ElicitOutlet />
      </PluginSessionProvider>,
    );
    await page.getByRole('button', { name: 'Yes, continue' }).click();
    const stream = await harness.server.accept();
    stream.end(info, settled('accept', question), state(), complete);
    await eventually(() => expect(root.activeElement).toBe(part('[data-elicit=receipt]')));
  });
});

describe('a dialog that is asked for in a shadow root', () => {
  it('stands in the document, even where a container in the shadow root is named, and gives the focus back', async () => {
    const before = root.appendChild(document.createElement('button'));
    before.focus();
    host.dataset['theme'] = 'dark';
    const inside = root.appendChild(document.createElement('div'));
    const { unmount } = await show(
      <ElicitDialog title="Sure?" container={inside} onCancel={ignore}>
        <button type="button">Yes</button>
      </ElicitDialog>,
    );
    await eventually(() => expect(document.activeElement).toBe(document.querySelector('[role=dialog]')));
    expect(document.querySelector('[data-elicit=dialog-overlay]')?.getAttribute('data-theme')).toBe('dark');
    expect(inside.childElementCount).toBe(0);
    await userEvent.keyboard('{Tab}{Tab}{Tab}');
    expect(document.querySelector('[role=dialog]')?.contains(document.activeElement)).toBe(true);
    await unmount();
    await eventually(() => expect(root.activeElement).toBe(before));
  });
});
