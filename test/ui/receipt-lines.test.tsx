import { expect, it } from 'vitest';
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
  const [title, text, button] = [boxOf('strong'), boxOf('[data-elicit="receipt-text"]'), boxOf('button')];
  const amount = boxOf('[data-elicit="amount"]');
  const receiptBox = boxOf('[data-elicit="receipt"]');
  return { title, text, button, amount, receipt: receiptBox };
}

const lines = ({ height }: DOMRect) => Math.round(height / 22);

it.each([
  ['English', 'ltr', english.change, { title: 'SkyHigh Airways SH101', amount: '$1,289.10' }],
  ['German', 'ltr', german.receipt.change, { title: 'Lufthansa LH 1412 um 18:15', amount: '1.289,10\u00a0€' }],
  ['Arabic', 'rtl', arabic.receipt.change, { title: 'رحلة SH101 من نيويورك', amount: '١٬٢٨٩٫١٠ US$' }],
])(
  'on a phone, the title has a line of its own, and the amount and Change share the next (%s)',
  async (_, dir, change, given) => {
    const { title, text, button, amount, receipt } = await show(change, given, { dir });
    expect(lines(title)).toBe(1);
    expect(amount.top).toBeGreaterThanOrEqual(text.bottom);
    expect(Math.abs(amount.top + amount.bottom - button.top - button.bottom)).toBeLessThan(4);
    const [start, end] = dir === 'ltr' ? (['left', 'right'] as const) : (['right', 'left'] as const);
    expect(amount[start]).toBeCloseTo(title[start], 0);
    expect(Math.abs(button[end] - receipt[end])).toBeCloseTo(13, 0);
    expect([overflow(), cut()]).toEqual([[], []]);
  },
);

it('on a phone, a short title shares its line with Change', async () => {
  const { title, button } = await show('Change', { title: 'Fare Basic', detail: undefined });
  expect(lines(title)).toBe(1);
  expect(button.top).toBeLessThan(title.bottom);
});

it.each(['$189', undefined])('on a phone, a long title keeps the width of the line (%s)', async (amount) => {
  const { title, text, receipt } = await show('Change', {
    title: 'Donaudampfschifffahrtsgesellschaftskapitänskajüte mit Frühstück und Versicherung',
    amount,
  });
  expect(text.width).toBeCloseTo(receipt.width - 2 - 24 - 44, 0);
  expect(lines(title)).toBeLessThan(5);
  expect([overflow(), cut()]).toEqual([[], []]);
});

it.each(['Included', '$2,789.28'])('on a phone with text of twice the size, %s is on one line', async (given) => {
  document.documentElement.style.fontSize = '200%';
  try {
    const { amount } = await show('Change', { title: 'Seats 45A, 45B', detail: 'Way out', amount: given });
    expect(Math.round(amount.height / 44)).toBe(1);
    expect([overflow(), cut()]).toEqual([[], []]);
  } finally {
    document.documentElement.style.fontSize = '';
  }
});

it('where there is room, all is on one line', async () => {
  const { title, button, amount } = await show('Change', { amount: '$189' }, { width: 560 });
  expect(lines(title)).toBe(1);
  for (const { top } of [button, amount]) expect(top).toBeLessThan(title.bottom + 8);
});
