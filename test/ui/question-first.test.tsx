import type { ReactElement } from 'react';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../src/styles.css';
import { ChoiceList } from '../../src/ui/choice-list/ChoiceList.tsx';
import { MultiChoiceList } from '../../src/ui/choice-list/MultiChoiceList.tsx';
import { Confirm } from '../../src/ui/confirm/Confirm.tsx';
import { ElicitCard } from '../../src/ui/elicit-card/ElicitCard.tsx';
import { FlightList } from '../../src/ui/flight-list/FlightList.tsx';
import { SchemaForm } from '../../src/ui/schema-form/SchemaForm.tsx';
import { PassengerSeatPicker } from '../../src/ui/seat-picker/PassengerSeatPicker.tsx';
import { SeatPicker } from '../../src/ui/seat-picker/SeatPicker.tsx';
import { UrlConsent } from '../../src/ui/url-consent/UrlConsent.tsx';
import { seedFlights, seedSeatMap } from '../travel/samples.ts';
import { ignore } from './page.ts';

const schema = { type: 'object', properties: { name: { type: 'string', title: 'Name' } } } as const;
const ada = [{ id: 'a', name: 'Ada' }];
const cards: Record<string, (message?: string) => ReactElement> = {
  FlightList: (message) => <FlightList message={message} flights={seedFlights} onRespond={ignore} />,
  SeatPicker: (message) => <SeatPicker message={message} seatMap={seedSeatMap} onRespond={ignore} />,
  PassengerSeatPicker: (message) => (
    <PassengerSeatPicker message={message} seatMap={seedSeatMap} passengers={ada} onRespond={ignore} />
  ),
  ChoiceList: (message) => <ChoiceList message={message} choices={['a', 'b']} onRespond={ignore} />,
  MultiChoiceList: (message) => <MultiChoiceList message={message} choices={['a', 'b']} onRespond={ignore} />,
  Confirm: (message) => <Confirm message={message} onRespond={ignore} />,
  SchemaForm: (message) => <SchemaForm message={message} schema={schema} onRespond={ignore} />,
};
const question = 'Which one do you take?';
const title = () => document.querySelector('[data-elicit=title]');
const seen = (text: string) =>
  page
    .getByText(text, { exact: true })
    .elements()
    .filter((element) => element.checkVisibility());

const long = Array.from({ length: 9 }, (_, i) => `Line ${i + 1} of what there is to know.`).join('\n');

describe.each(Object.entries(cards))('the question of a %s', (_, card) => {
  it('is its title and its name if it is short, and is said once', async () => {
    const screen = await render(card(question));
    const isTitle = async () => {
      await expect.element(page.getByRole('heading', { name: question, level: 3 })).toBeVisible();
      expect(seen(question)).toEqual([title()]);
      await expect
        .element(page.getByRole('group', { name: new RegExp(`^${question.replace('?', '.')}`) }))
        .toBeVisible();
    };
    await isTitle();
    await screen.rerender(
      <ElicitCard toolName="book_flight" message={question} state="pending">
        {card()}
      </ElicitCard>,
    );
    await isTitle();
    await expect.element(page.getByRole('group', { name: 'Book flight' })).toHaveAccessibleDescription(question);
  });

  it.each([`${question} ${'Take your time. '.repeat(6)}`, `${question}\nTake your time.`])(
    'stands above its title if it is long',
    async (text) => {
      await render(card(text));
      expect(title()).not.toHaveTextContent(question);
      expect(document.querySelector('[data-elicit=message]')).toBeVisible();
    },
  );
});

it.each([
  ['a host', <ChoiceList key="1" title="Your fare" message={question} choices={['a']} onRespond={ignore} />],
  ['who asks for a page', <UrlConsent key="2" message={question} url="https://a.example" onRespond={ignore} />],
])('a title of %s stays, below the question', async (_, card) => {
  await render(card);
  expect(title()).not.toHaveTextContent(question);
  await expect.element(page.getByText(question)).toBeVisible();
});

describe('a Confirm that has a title and a text', () => {
  const second = <Confirm title="Really this one?" message="EA701 · 08:15" onRespond={ignore} />;
  const framed = (message: string, card: ReactElement) => (
    <ElicitCard toolName="book" message={message} state="pending">
      {card}
    </ElicitCard>
  );

  it.each([
    ['alone', second],
    ['among other components of a question', framed('Which flight?', second)],
  ])('says the text below its title, %s', async (_where, card) => {
    await render(card);
    const text = page.getByText('EA701 · 08:15', { exact: true });
    await expect.element(text).toBeVisible();
    expect(seen('EA701 · 08:15')).toHaveLength(1);
    expect(text.element().closest('[data-elicit=header]')).toContainElement(title() as HTMLElement);
    await expect.element(page.getByRole('group', { name: 'Really this one? EA701 · 08:15' })).toBeVisible();
    expect(document.querySelector('[data-elicit=title]')).toHaveTextContent('Really this one?');
  });

  it('leaves the question of its tool above the card', async () => {
    await render(framed('EA701 · 08:15', second));
    await expect.element(page.getByText('EA701 · 08:15')).toBeVisible();
    expect(document.querySelector('[data-elicit=message]')).toBeVisible();
    expect(seen('EA701 · 08:15')).toHaveLength(1);
  });
});

describe('a question of more than six lines', () => {
  const height = () => document.querySelector('[data-elicit=message]')?.getBoundingClientRect().height ?? 0;

  it('is cut, can be shown whole, and is whole to screen readers', async () => {
    await render(
      <ElicitCard toolName="book" message={long} state="pending">
        <Confirm onRespond={ignore} />
      </ElicitCard>,
    );
    const all = page.getByRole('button', { name: 'Show all' });
    await expect.element(all).toBeVisible();
    const cut = height();
    expect(page.getByRole('group').elements()[0]?.ariaDescribedByElements?.[0]?.textContent).toBe(long);
    await all.click();
    expect(height()).toBeGreaterThan(cut * 1.4);
    await page.getByRole('button', { name: 'Show less' }).click();
    expect(height()).toBe(cut);
  });

  it('has no such button if it is shorter', async () => {
    await render(
      <ElicitCard toolName="book" message={long.split('\n').slice(0, 6).join('\n')} state="pending">
        <Confirm onRespond={ignore} />
      </ElicitCard>,
    );
    await expect.element(page.getByText('Line 6')).toBeVisible();
    expect(page.getByRole('button').elements()).toHaveLength(2);
  });

  it('is cut where it does not fit, as the card gets narrower and wider', async () => {
    const text = 'All there is to know of this trip. '.repeat(20).trim();
    const card = (width: number) => (
      <div style={{ width }}>
        <ElicitCard toolName="book" message={text} state="pending">
          <Confirm onRespond={ignore} />
        </ElicitCard>
      </div>
    );
    const screen = await render(card(1200));
    const button = (name: string) => page.getByRole('button', { name });
    expect(button('Show all').query()).toBeNull();
    const wide = height();

    await screen.rerender(card(320));
    await expect.element(button('Show all')).toBeVisible();
    const cut = height();
    await screen.rerender(card(1200));
    await expect.element(button('Show all')).not.toBeInTheDocument();
    expect(height()).toBe(wide);

    await screen.rerender(card(320));
    await button('Show all').click();
    expect(height()).toBeGreaterThan(cut * 1.4);
    await screen.rerender(card(1200));
    await expect.element(button('Show less')).not.toBeInTheDocument();
    // What the person wanted to see whole stays whole.
    await screen.rerender(card(320));
    await button('Show less').click();
    expect(height()).toBe(cut);
  });

  it.each([
    ['gets wider', { width: 1200 }],
    ['has another question', { text: 'Which trip?' }],
  ])('leaves the focus in the card as it %s', async (_, next) => {
    const card = ({ width = 320, text = 'All there is to know of this trip. '.repeat(20) }) => (
      <div style={{ width }}>
        <ElicitCard toolName="book" message={text} state="pending">
          <Confirm onRespond={ignore} />
        </ElicitCard>
      </div>
    );
    const screen = await render(card({}));
    const all = page.getByRole('button', { name: 'Show all' });
    await expect.element(all).toBeVisible();
    (all.element() as HTMLElement).focus();
    await screen.rerender(card(next));
    await expect.element(all).not.toBeInTheDocument();
    await expect.element(page.getByRole('group', { name: 'Book' })).toHaveFocus();
  });
});

it('the title is a heading of the level that the host chose', async () => {
  await render(<Confirm message={question} headingLevel={5} onRespond={ignore} />);
  await expect.element(page.getByRole('heading', { name: question, level: 5 })).toBeVisible();
});
