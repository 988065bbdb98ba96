import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../src/styles.css';
import { arabic } from '../../src/messages-ar.ts';
import { german } from '../../src/messages-de.ts';
import { words as english } from '../../src/ui/receipt/words.ts';
import { Receipt, type ReceiptProps } from '../../src/ui/receipt/Receipt.tsx';
import { cut, overflow } from './page.ts';

/** A receipt in a chat on a phone of 360 px, or elsewhere. */
async function show(change: string, receipt: Partial<ReceiptProps> = {}, { width = 328, dir = 'ltr' } = {}) {
  await page.viewport(Math.max(360, width + 32), 640);
  await render(
    <div dir={dir} style={{ inlineSize: width, marginInline: 16 }}>
      <Receipt outcome="answered" title="SkyHigh Airways SH101" detail="New York to Los Angeles" {...receipt}>
        <button type="button" data-elicit="change">
          {change}
        </button>
      </Receipt>
    </div>,
  );
  const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
  const [title, button] = [boxOf('strong'), boxOf('button')];
  const amount = boxOf('[data-elicit="amount"]');
  const receiptBox = boxOf('[data-elicit="receipt"]');
  return { title, button, amount, receipt: receiptBox };
}

function middleOf(element: Element): [x: number, y: number] {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

const lines = ({ height }: DOMRect, line = 18) => Math.round(height / line);

describe.each([328, 248])('in a chat of %s px', (width) => {
  it.each([
    ['English', 'ltr', english.change, { title: 'SkyHigh Airways SH101', amount: '$1,289.10' }],
    ['German', 'ltr', german.receipt.change, { title: 'Lufthansa LH 1412 um 18:15', amount: '1.289,10\u00a0€' }],
    ['Arabic', 'rtl', arabic.receipt.change, { title: 'رحلة SH101 من نيويورك', amount: '١٬٢٨٩٫١٠ US$' }],
    ['long', 'ltr', english.change, { title: 'A window seat, with a meal for each, and two bags to check in' }],
  ])('is at most 64 px high, with Change at its end (%s)', async (_, dir, change, given) => {
    const { title, button, amount, receipt } = await show(change, given, { dir, width });
    expect(receipt.height).toBeLessThanOrEqual(64);
    const [start, end] = dir === 'ltr' ? (['left', 'right'] as const) : (['right', 'left'] as const);
    expect(Math.abs(button[end] - receipt[end])).toBeCloseTo(5, 0);
    expect(Math.abs(button[start] - title[start])).toBeGreaterThan(80);
    expect(amount.width === 0 || amount.top >= button.bottom - 5).toBe(true);
    expect(overflow()).toEqual([]);
  });
});

it.each([328, 248])(
  'of what was put aside in a chat of %s px says that it waits, however long its question',
  async (width) => {
    const title =
      'Five flights fit your dates, and two of them leave before noon. Which one of them would you like to take?';
    const { receipt } = await show(english.change, { outcome: 'waiting', title, detail: english.waits }, { width });
    const waits = page.getByText(english.waits).element();
    expect(waits.getBoundingClientRect().bottom).toBeLessThanOrEqual(receipt.bottom);
    expect(document.elementFromPoint(...middleOf(waits))).toBe(waits);
  },
);

it('of a long answer is as high with the focus, so that nothing moves below a press that takes it away', async () => {
  const long = 'The airline holds this fare for ten minutes, and may change it after that. '.repeat(2);
  await show(english.change, { title: long, detail: long }, { width: 248 });
  const line = page.getByRole('group');
  const height = () => line.element().getBoundingClientRect().height;
  const before = height();
  line.element().focus();
  await expect.element(line).toHaveFocus();
  expect(height()).toBe(before);
});

it('of what waits in a chat of 248 px says so whole', async () => {
  await show(english.open, { outcome: 'waiting', title: 'Pick a flight', detail: english.waits }, { width: 200 });
  expect(cut()).toEqual([]);
});

describe('in a chat of 248 px, what was answered is read whole', () => {
  it.each([
    ['a flight', english.change, { detail: 'NYC–LAX', amount: '$189.00' }],
    [
      'a long line',
      english.change,
      { title: 'Example Air EA5301 · 18:15', detail: 'ATL–JFK · 1 stop', amount: '$281.10' },
    ],
    [
      'in German',
      german.receipt.change,
      { title: 'Lufthansa LH 1412', detail: 'FRA–LIS · Direktflug', amount: '1.289,10\u00a0€' },
    ],
    [
      'in Arabic',
      arabic.receipt.change,
      { title: 'رحلة SH101', detail: 'من نيويورك إلى لوس أنجلوس', amount: '١٨٩٫٠٠ US$' },
    ],
    ['without an amount', english.change, { title: 'Seats 14A, 14B and 14C', detail: 'Way out, with a meal' }],
  ])('%s', async (_, change, given) => {
    const dir = change === arabic.receipt.change ? 'rtl' : 'ltr';
    const { receipt, button, amount } = await show(change, given, { width: 248, dir });
    expect(receipt.height).toBeLessThanOrEqual(64);
    expect(button.height).toBeGreaterThanOrEqual(44);
    // No part hides any of its words.
    expect(cut()).toEqual([]);
    expect(overflow()).toEqual([]);
    // Below the word that is pressed.
    expect(amount.width === 0 || amount.top >= button.bottom - 5).toBe(true);
  });
});

it.each(['Included', '$2,789.28'])('on a phone with text of twice the size, %s is on one line', async (given) => {
  document.documentElement.style.fontSize = '200%';
  try {
    const { amount } = await show('Change', { title: 'Seats 45A, 45B', detail: 'Way out', amount: given });
    expect(Math.round(amount.height / 36)).toBe(1);
    expect(overflow()).toEqual([]);
  } finally {
    document.documentElement.style.fontSize = '';
  }
});

it('where there is room, all is on one line, however much it says', async () => {
  const long = 'Donaudampfschifffahrtsgesellschaftskapitänskajüte mit Frühstück und Versicherung';
  for (const said of [{}, { title: long, detail: `${long} ${long}` }]) {
    const { title, button, amount, receipt } = await show('Change', { amount: '$189', ...said }, { width: 560 });
    expect(lines(title, 22)).toBe(1);
    for (const { top } of [button, amount]) expect(top).toBeLessThan(title.bottom + 8);
    expect(receipt.height).toBeLessThanOrEqual(64);
    expect(overflow()).toEqual([]);
    document.body.replaceChildren();
  }
});
