import type { ReactElement } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../src/styles.css';
import { Card, Footer } from '../../src/kit.ts';
import { FileDrop, PickDate, PickDates, PickRow, PickRows } from '../../src/questions.ts';
import { ChoiceList } from '../../src/ui/choice-list/ChoiceList.tsx';
import { MultiChoiceList } from '../../src/ui/choice-list/MultiChoiceList.tsx';
import { FlightList } from '../../src/ui/flight-list/FlightList.tsx';
import { SeatPicker } from '../../src/ui/seat-picker/SeatPicker.tsx';
import { flightOf, richSeatMap, segment } from '../travel/samples.ts';
import { ignore } from './page.ts';

const asked = { onRespond: ignore, onDecline: ignore, locale: 'en-US' };
const december = { today: '2026-12-03', min: '2026-12-03' };
const table = {
  columns: [
    { key: 'name', label: 'Bill' },
    { key: 'pages', label: 'Pages', kind: 'number' as const },
    { key: 'price', label: 'Amount', kind: 'money' as const },
  ],
  rows: ['a', 'b', 'c'].map((id, at) => ({
    id,
    cells: { name: `Bill ${id}`, pages: at + 1, price: { amount: `${at + 1}.50`, currency: 'USD' } },
  })),
};
const flight = flightOf([segment('ATL', 'JFK', '2026-09-06T08:00', '2026-09-06T23:10', { flightNumber: 'XA1' })], {
  id: 'XA1',
  price: { amount: '300.00', currency: 'USD' },
});

const summary = () => page.elementLocator(document.querySelector('[data-elicit=footer] > [data-elicit=summary]')!);
const status = () => page.getByRole('status');
const main = () => page.elementLocator(document.querySelector('[data-elicit=footer] > [data-elicit=commit]')!);

/** All that the status says from now on, each text as often as it comes. */
function listen(): string[] {
  const line = status().element();
  const heard: string[] = [];
  new MutationObserver(() => heard.push(line.textContent)).observe(line, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  return heard;
}

describe('what an answer lacks', () => {
  it.each<[string, ReactElement, string, string | RegExp]>([
    ['ChoiceList', <ChoiceList key="" {...asked} choices={['Basic', 'Full']} />, 'Choose one first.', 'Basic'],
    ['MultiChoiceList', <MultiChoiceList key="" {...asked} choices={['a', 'b']} />, 'Choose at least 1.', 'a'],
    ['PickRow', <PickRow key="" {...asked} {...table} />, 'Choose one first.', 'Bill a'],
    ['PickRows', <PickRows key="" {...asked} {...table} min={2} />, 'Choose at least 2.', 'Bill a'],
    ['PickDate', <PickDate key="" {...asked} {...december} />, 'Choose a day.', 'Date'],
    ['PickDates', <PickDates key="" {...asked} {...december} />, 'Choose the first day.', 'From'],
    ['FlightList', <FlightList key="" {...asked} flights={[flight]} />, 'Pick a flight first.', /XA1/],
    ['SeatPicker', <SeatPicker key="" {...asked} seatMap={richSeatMap} />, 'Pick a seat first.', /./],
    ['FileDrop', <FileDrop key="" {...asked} upload={async () => 'id'} />, 'Choose a file first.', 'Choose files'],
  ])('stands in the summary of a %s, in the colour of errors, and is heard', async (_, card, text, first) => {
    await page.viewport(360, 700);
    await render(card);
    await main().click();
    await expect.element(summary()).toHaveTextContent(text);
    await expect.element(summary()).toHaveAttribute('data-state', 'invalid');
    await expect.element(status()).toHaveTextContent(text);
    expect(status().element().getBoundingClientRect().height).toBe(1);
    await expect.element(page.elementLocator(document.activeElement!)).toHaveAccessibleName(first);
    await page.viewport(1000, 800);
  });

  it('leaves the summary with the next choice', async () => {
    await render(<ChoiceList {...asked} choices={['Basic', 'Full']} />);
    await main().click();
    await expect.element(summary()).toHaveTextContent('Choose one first.');
    await page.getByRole('radio', { name: 'Full' }).click();
    await expect.element(summary()).toHaveTextContent('Full');
    await expect.element(summary()).not.toHaveAttribute('data-state');
    await expect.element(status()).toHaveTextContent(/^$/);
  });

  it.each<[string, ReactElement]>([
    ['MultiChoiceList', <MultiChoiceList key="" {...asked} choices={['Bill a', 'Bill b', 'Bill c']} max={1} />],
    ['PickRows', <PickRows key="" {...asked} {...table} max={1} />],
  ])('is told as soon as there is one choice too many of a %s, which Continue leads to', async (_, card) => {
    await render(card);
    await page.getByRole('checkbox', { name: 'Bill b' }).click();
    await page.getByRole('checkbox', { name: 'Bill c' }).click();
    await expect.element(summary()).toHaveTextContent('Choose at most 1.');
    await expect.element(summary()).toHaveAttribute('data-state', 'invalid');
    await expect.element(status()).toHaveTextContent('Choose at most 1.');
    await main().click();
    await expect.element(page.getByRole('checkbox', { name: 'Bill b' })).toHaveFocus();
  });

  it('is left to the field whose entry is wrong', async () => {
    await render(<PickDate {...asked} {...december} draft={{ date: 'soon' }} />);
    await main().click();
    await expect.element(status()).toHaveTextContent('Write a date such as');
    expect(
      page
        .getByText('Write a date such as')
        .elements()
        .filter((one) => one.clientHeight > 1),
    ).toHaveLength(1);
    await expect.element(page.getByRole('textbox')).toHaveAccessibleDescription(/^Write a date such as/);
  });

  it('shows the status of a card of one’s own once, with a footer and without', async () => {
    const visible = () =>
      page
        .getByText('Saved.')
        .elements()
        .filter((one) => one.clientHeight > 1);
    const { rerender } = await render(<Card title="Count" status="Saved." />);
    expect(visible()).toHaveLength(1);
    await rerender(
      <Card title="Count" status="Saved.">
        <Footer commit="Send" summary="Three" />
      </Card>,
    );
    await expect.element(summary()).toHaveTextContent('Saved.');
    expect(visible()).toHaveLength(1);
  });
});

describe('what was chosen', () => {
  it('is counted aloud where several can be chosen', async () => {
    await render(<MultiChoiceList {...asked} choices={['a', 'b']} other />);
    await page.getByRole('checkbox', { name: 'a' }).click();
    await expect.element(status()).toHaveTextContent('1 chosen');
    await page.getByRole('checkbox', { name: 'Other…' }).click();
    const heard = listen();
    await userEvent.keyboard('mine');
    await expect.element(status()).toHaveTextContent('2 chosen');
    expect(heard).toEqual(['2 chosen']);
  });

  it('is summed up aloud in a table', async () => {
    await render(<PickRows {...asked} {...table} />);
    await page.getByRole('checkbox', { name: 'Bill a' }).click();
    await page.getByRole('checkbox', { name: 'Bill c' }).click();
    await expect.element(status()).toHaveTextContent('2 chosen, Total: Pages 4, Amount $5.00');
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await expect.element(status()).toHaveTextContent('3 chosen, Total: Pages 6, Amount $7.50');
  });

  it('is a range of days, heard once it is whole', async () => {
    await render(<PickDates {...asked} {...december} />);
    await page.getByRole('button', { name: /December 14/ }).click();
    const heard = listen();
    await page.getByRole('button', { name: /December 17/ }).click();
    await expect.element(status()).toHaveTextContent('Mon, Dec 14 – Thu, Dec 17, 2026 (3 nights)');
    expect(heard).toHaveLength(1);
  });

  it('is a typed day, heard as the person leaves its field and not at each key', async () => {
    await render(<PickDate {...asked} {...december} />);
    const heard = listen();
    await userEvent.type(page.getByRole('textbox'), '12/14/2026');
    expect(heard).toEqual([]);
    await userEvent.tab();
    await expect.element(status()).toHaveTextContent('Mon, Dec 14, 2026');
    expect(heard).toHaveLength(1);
  });

  it('is counted aloud when a file is removed', async () => {
    const files = ['a', 'b'].map((id) => ({ id, name: `${id}.txt`, bytes: 1 }));
    await render(<FileDrop {...asked} upload={async () => 'id'} draft={{ files }} />);
    await page.getByRole('button', { name: 'Remove a.txt' }).click();
    await expect.element(status()).toHaveTextContent('1 file');
  });

  it('names a row by its first cell, which is heard once', async () => {
    await render(<PickRows {...asked} {...table} />);
    await expect.element(page.getByRole('checkbox', { name: 'Bill a', exact: true })).toBeVisible();
    await expect.element(page.getByRole('rowheader', { name: 'Bill a', exact: true })).toBeVisible();
    expect(page.getByRole('row', { name: /^Bill a 1 \$1\.50$/ }).elements()).toHaveLength(1);
  });
});
