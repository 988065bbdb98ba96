import type { ReactElement } from 'react';
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
import { questions } from './question-samples.tsx';

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
        "button, Show only these seats: Available Included, not pressed",
        "Available",
        "Included",
        "end of button, Show only these seats: Available Included, not pressed",
        "button, Show only these seats: Preferred £22.19, not pressed",
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

  it('a table says of each checkbox what it chooses, and its headings sort', async () => {
    await render(questions['PickRows'] as ReactElement);
    await expect.element(page.getByRole('heading').first()).toBeVisible();
    expect(await read('[data-elicit=card]', 40)).toMatchInlineSnapshot(`
      [
        "group, Which one suits you best?",
        "Which one suits you best?",
        "heading, Which one suits you best?, level 3",
        "end, Which one suits you best?",
        "table, Which one suits you best?",
        "rowgroup",
        "row, From Due Amount",
        "cell",
        "columnheader, From",
        "button, From",
        "end of columnheader, From",
        "columnheader, Due",
        "button, Due",
        "end of columnheader, Due",
        "columnheader, Amount",
        "button, Amount",
        "end of columnheader, Amount",
        "end of row, From Due Amount",
        "end of rowgroup",
        "rowgroup",
        "row, Harbour Water Oct 2, 2026 $84.20",
        "cell, Harbour Water",
        "checkbox, Harbour Water, checked",
        "end of cell, Harbour Water",
        "rowheader, Harbour Water",
        "Harbour Water",
        "end of rowheader, Harbour Water",
        "cell, Oct 2, 2026",
        "Oct 2, 2026",
        "end of cell, Oct 2, 2026",
        "cell, $84.20",
        "$84.20",
        "end of cell, $84.20",
        "end of row, Harbour Water Oct 2, 2026 $84.20",
        "row, City Parking It is paid.",
        "cell, City Parking",
        "checkbox, City Parking, It is paid., not checked, disabled",
        "end of cell, City Parking",
        "rowheader, City Parking It is paid.",
        "City Parking",
        "It is paid.",
      ]
    `);
  });

  it('a day is a field, and a calendar of named days', async () => {
    await render(questions['PickDate'] as ReactElement);
    await expect.element(page.getByRole('heading').first()).toBeVisible();
    expect(await read('[data-elicit=card]', 20)).toMatchInlineSnapshot(`
      [
        "group, Which one suits you best?",
        "Which one suits you best?",
        "heading, Which one suits you best?, level 3",
        "end, Which one suits you best?",
        "Date",
        "textbox, Date, 12/10/2026",
        "button, Previous month, disabled",
        "December 2026",
        "button, Next month",
        "grid, December 2026",
        "rowgroup",
        "row, S M T W T F S",
        "columnheader, S",
        "columnheader, M",
        "columnheader, T",
        "columnheader, W",
        "columnheader, T",
        "columnheader, F",
        "columnheader, S",
        "end of row, S M T W T F S",
        "end of rowgroup",
      ]
    `);
  });

  it('files are a button, and a list of what is there', async () => {
    await render(questions['FileDrop'] as ReactElement);
    await expect.element(page.getByRole('heading').first()).toBeVisible();
    expect(await read('[data-elicit=card]', 30)).toMatchInlineSnapshot(`
      [
        "group, Which one suits you best?",
        "Which one suits you best?",
        "heading, Which one suits you best?, level 3",
        "end, Which one suits you best?",
        "button, Choose files",
        "or drop or paste here",
        "Pictures, PDF. Up to 5 MB each. At most 10 files.",
        "list",
        "listitem, level 1, position 1, set size 1",
        "receipt-of-september.pdf",
        "245 kB · Uploaded",
        "button, Remove receipt-of-september.pdf",
        "end of listitem, level 1, position 1, set size 1",
        "end of list",
        "paragraph",
        "1 file",
        "end of paragraph",
        "button, Skip",
        "button, Continue",
        "end of group, Which one suits you best?",
        "status",
      ]
    `);
  });

  it('a call says its arguments before its ways out', async () => {
    await render(questions['ReviewCall'] as ReactElement);
    await expect.element(page.getByRole('heading').first()).toBeVisible();
    expect(await read('[data-elicit=card]', 40)).toMatchInlineSnapshot(`
      [
        "group, Allow “Refund order”? Pays an order back.",
        "Allow “Refund order”? Pays an order back.",
        "heading, Allow “Refund order”?, level 3",
        "Pays an order back.",
        "end, Allow “Refund order”? Pays an order back.",
        "term",
        "Order",
        "end of term",
        "definition",
        "A-10342",
        "end of definition",
        "term",
        "Lines",
        "end of term",
        "definition",
        "group, Lines",
        "[ { "id": 1 } ]",
        "end of group, Lines",
        "end of definition",
        "button, Edit",
        "button, Show as JSON",
        "checkbox, Always allow this in this chat, Only “Refund order” for: order A-10342, not checked",
        "Only “Refund order” for: order A-10342",
        "button, Deny",
        "button, Allow",
        "end of group, Allow “Refund order”? Pays an order back.",
        "status",
      ]
    `);
  });

  it('changes are told in words', async () => {
    await render(questions['ReviewText'] as ReactElement);
    await expect.element(page.getByRole('heading').first()).toBeVisible();
    expect(await read('[data-elicit=card]', 40)).toMatchInlineSnapshot(`
      [
        "group, Which one suits you best?",
        "heading, Which one suits you best?, level 3",
        "group, Changes",
        "See you",
        "deletion",
        "Removed:",
        "on Friday",
        "end of deletion",
        "insertion",
        "Added:",
        "on Monday",
        "end of insertion",
        "end of group, Changes",
        "button, Edit",
        "Comment",
        "(optional)",
        "textbox, Comment(optional)",
        "button, Skip",
        "button, Send back",
        "button, Approve",
        "status",
        "end of group, Which one suits you best?",
      ]
    `);
  });
});
