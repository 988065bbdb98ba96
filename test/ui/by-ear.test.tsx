import { virtual } from '@guidepup/virtual-screen-reader';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../src/styles.css';
import { ElicitDialog } from '../../src/dialog.ts';
import { ChoiceList } from '../../src/ui/choice-list/ChoiceList.tsx';
import { ElicitCard } from '../../src/ui/elicit-card/ElicitCard.tsx';
import { FlightList } from '../../src/ui/flight-list/FlightList.tsx';
import { SeatPicker } from '../../src/ui/seat-picker/SeatPicker.tsx';
import type { Flight } from '../../src/travel/flight.ts';
import { flightOf, richSeatMap, segment } from '../travel/samples.ts';
import { ignore } from './page.ts';

// Transcripts of a reader that follows the specifications, line by line. It is no NVDA.

const flight = (id: string, hour: string, price: string): Flight =>
  flightOf([segment('ATL', 'JFK', `2026-09-06T${hour}:00`, '2026-09-06T23:10', { flightNumber: id })], {
    id,
    price: { amount: price, currency: 'USD' },
  });
const flights = [flight('XA1', '08', '300.00'), flight('XA2', '10', '200.00')];

afterEach(() => virtual.stop());

/** All that is read from the start of an element to its end. */
async function read(selector: string, most = 80): Promise<string[]> {
  await virtual.start({ container: document.querySelector(selector) as HTMLElement });
  const first = await virtual.lastSpokenPhrase();
  for (let n = 0; n < most; n += 1) {
    await virtual.next();
    if ((await virtual.lastSpokenPhrase()) === first) break;
  }
  return (await virtual.spokenPhraseLog()).filter((phrase, at) => at === 0 || phrase !== first);
}

describe('by ear', () => {
  it('a list of flights says each flight once', async () => {
    await render(
      <ElicitCard toolName="book_flight" message="Which one?" state="pending" onDecline={ignore} onCancel={ignore}>
        <FlightList flights={flights} onRespond={ignore} onDecline={ignore} locale="en-US" />
      </ElicitCard>,
    );
    await expect.element(page.getByRole('heading', { name: 'Which one?' })).toBeVisible();
    expect(await read('[data-elicit=elicit-card]')).toMatchInlineSnapshot(`
      [
        "group, Question from Book flight, Which one?",
        "Book flight",
        "button, More about: Book flight, not disabled, not expanded",
        "group, Which one? ATL to JFK,Sun, Sep 6",
        "Which one? ATL to JFK,Sun, Sep 6",
        "heading, Which one?, level 3",
        "ATL to JFK",
        ",",
        "Sun, Sep 6",
        "end, Which one? ATL to JFK,Sun, Sep 6",
        "radio, Example Air XA1, 08:00 to 23:10, ATL to JFK, 4 h 7 min, nonstop, $300.00, not checked, position 1, set size 2",
        "button, Details of XA1, not expanded",
        "radio, Example Air XA2, 10:00 to 23:10, ATL to JFK, 4 h 7 min, nonstop, $200.00, not checked, position 2, set size 2",
        "button, Details of XA2, not expanded",
        "button, Skip",
        "button, Choose a flight",
        "end of group, Which one? ATL to JFK,Sun, Sep 6",
        "status",
        "status",
        "end of group, Question from Book flight, Which one?",
      ]
    `);
  });

  it('a seat map names its flight and its prices in words', async () => {
    await render(<SeatPicker seatMap={richSeatMap} message="Which seat?" onRespond={ignore} locale="en-GB" />);
    await expect.element(page.getByRole('grid').first()).toBeVisible();
    expect(await read('[data-elicit=seat-picker]', 12)).toMatchInlineSnapshot(`
      [
        "group, Which seat? XA388, LHR to SIN, Example A380",
        "heading, Which seat?, level 3",
        "XA388, LHR to SIN, Example A380",
        "button, Choose from a list",
        "List",
        "end of button, Choose from a list",
        "toolbar, Prices, orientated horizontally",
        "button, Show only seats at Available Included, not pressed",
        "Available",
        "Included",
        "end of button, Show only seats at Available Included, not pressed",
        "button, Show only seats at Preferred £22.19, not pressed",
        "Preferred",
      ]
    `);
  });

  it('a dialog comes to its content before its ways out', async () => {
    await render(
      <ElicitDialog title="Book a flight" message="Which fare?" quietMessage onAside={ignore} onCancel={ignore}>
        <ChoiceList message="Which fare?" choices={['Basic', 'Full']} onRespond={ignore} />
      </ElicitDialog>,
    );
    await expect.element(page.getByRole('dialog', { name: 'Which fare?' })).toHaveFocus();
    expect(await read('[role=dialog]')).toMatchInlineSnapshot(`
      [
        "dialog, Which fare?",
        "heading, Book a flight, level 2",
        "Book a flight",
        "end of heading, Book a flight, level 2",
        "group, Which fare?",
        "Which fare?",
        "heading, Which fare?, level 3",
        "end, Which fare?",
        "radio, Basic, not checked, position 1, set size 2",
        "radio, Full, not checked, position 2, set size 2",
        "paragraph",
        "Choose one to continue.",
        "end of paragraph",
        "button, Continue",
        "end of group, Which fare?",
        "status",
        "button, More about: Book a flight, not disabled, not expanded",
        "button, Close, not disabled",
        "end of dialog, Which fare?",
      ]
    `);
  });
});
