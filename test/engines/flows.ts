// What every engine has to do. Functions that are given to a page run there, with its looks and nothing else.
import { expect } from 'vitest';
import type { Tab } from './browser.ts';
import type { Look, Page } from './page.ts';

type Step = (what: string, act: (page: Page) => Promise<void>) => void;

export interface Flow {
  name: string;
  /** The window's width and height inside, in CSS pixels. */
  size: [number, number];
  /** The page to begin with. */
  path: string;
  /** Declare the steps. Those after one that fails are skipped. */
  steps(step: Step): void;
}

const isFlight: Look<boolean> = ({ active, flights }) => flights().includes(active() as HTMLInputElement);
const isSeat: Look<boolean> = ({ active }) => active().getAttribute('data-elicit') === 'seat';
const isFreeSeat: Look<boolean> = ({ active, nameOf }) => !nameOf(active()).includes('taken');
const isReceipt: Look<boolean, [number]> = ({ active, receipts }, nth) => active() === receipts()[nth];
const isOn: Look<boolean, [string]> = ({ isOnButton }, name) => isOnButton(name);
const flightsAsked: Look<unknown> = ({ flights }) => flights().length > 0;
const seatsAsked: Look<unknown> = ({ all }) => all('[role=grid]').length > 0;
const checkedFlight: Look<number> = ({ flights }) => flights().findIndex(({ checked }) => checked);
const answers: Look<unknown[]> = () => (globalThis as { answers?: unknown[] }).answers ?? [];

async function say(page: Page, text: string): Promise<void> {
  await page.until(
    'the composer',
    ({ field }) => field('^Message$') && document.querySelector('.composer button[data-state="send"]'),
  );
  await page.run(({ field }) => field('^Message$')?.focus());
  await page.browser.type(text);
  await page.browser.press('Enter');
}

async function expectNoOverflow(page: Page): Promise<void> {
  await page.settle();
  expect(await page.run(({ overflow }) => overflow()), 'px too wide').toBeLessThanOrEqual(0);
}

const keyboard: Flow = {
  name: 'a booking by keyboard',
  size: [1100, 800],
  path: '/',
  steps(step) {
    step('Tab reaches the composer, typing and Enter ask', async (page) => {
      await page.pressUntil('Tab', 'the composer', ({ active, field }) => active() === field('^Message$'));
      await page.browser.type('Book me a flight from NYC to LAX');
      await page.browser.press('Enter');
      await page.until('the flights', flightsAsked);
    });
    step('Shift+Tab reaches the radios, arrows choose', async (page) => {
      await page.pressUntil('Shift+Tab', 'the flights', isFlight);
      // Only downwards: in WebKit, radios do not go round.
      await page.browser.press('ArrowDown', 'ArrowDown', 'ArrowDown');
      await page.until('the fourth flight checked', ({ flights }) => flights()[3]?.checked);
    });
    step('Enter answers, and the receipt has the focus', async (page) => {
      await page.browser.press('Enter');
      await page.until('the focus on the receipt', isReceipt, 0);
      await page.until('the seats', seatsAsked);
    });
    step('Change by keyboard: another flight, its seats', async (page) => {
      const before = await page.run(({ receipts, words }) => words(receipts()[0]));
      await page.browser.press('Tab');
      expect(await page.run(isOn, '^Change: '), 'Tab reaches Change').toBe(true);
      await page.browser.press('Enter');
      await page.until('the flights', flightsAsked);
      await page.pressUntil('Tab', 'the chosen flight', isFlight);
      expect(await page.run(checkedFlight)).toBe(3);
      await page.browser.press('ArrowUp', 'Enter');
      await page.until(
        'another receipt with the focus',
        ({ active, receipts, words }, old) => active() === receipts()[0] && words(receipts()[0]) !== old,
        before,
      );
      await page.until('the seats', seatsAsked);
    });
    step('arrows move in the seat map, Space chooses', async (page) => {
      await page.pressUntil('Tab', 'the seats', isSeat);
      await page.browser.press('ArrowDown', 'ArrowDown', 'Control+ArrowRight', 'Space');
      await page.until(
        'one seat pressed',
        ({ seats }) => seats().filter((seat) => seat.getAttribute('aria-pressed') === 'true').length === 1,
      );
    });
    step('Confirm by keyboard books', async (page) => {
      await page.pressUntil('Tab', 'Confirm', isOn, '^Confirm');
      await page.browser.press('Enter');
      await page.until('the focus on the receipt', isReceipt, 1);
      await page.until('the boarding pass', () => /Have a good flight/.test(document.body.innerText));
    });
  },
};

const draft: Flow = {
  name: 'a draft, a reload and two tabs',
  size: [1100, 800],
  path: '/',
  steps(step) {
    let first: Tab;
    let second: Tab;
    let demo: string;
    step('a reload in mid-question keeps the choice', async (page) => {
      demo = await page.run(() => location.href);
      await say(page, 'Book me a flight from NYC to LAX');
      await page.until('the flights', flightsAsked);
      await page.click('the third flight', ({ flights }) => flights()[2]?.closest('label, li, [data-elicit="option"]'));
      await page.until('the third flight checked', ({ flights }) => flights()[2]?.checked);
      await page.settle();
      await page.browser.go(demo);
      await page.until('the flights again', flightsAsked);
      expect(await page.run(checkedFlight)).toBe(2);
    });
    step('a second tab shows the same question', async (page) => {
      first = page.browser.tab;
      const kept = await page.run(() => Object.entries(sessionStorage));
      second = await page.browser.newTab();
      await page.browser.go(new URL('questions.html#form', demo).href);
      await page.run((_, entries) => entries.forEach(([key, value]) => sessionStorage.setItem(key, value)), kept);
      await page.browser.go(demo);
      await page.until('the flights', flightsAsked);
    });
    step('an answer in one is a receipt in the other', async (page) => {
      await page.browser.useTab(first);
      await page.click('Continue', ({ button }) => button('^(Continue|Choose)'));
      await page.until('the seats in the first tab', seatsAsked);
      await page.browser.useTab(second);
      await page.until('the receipt', ({ receipts, words }) =>
        receipts().some((receipt) => words(receipt).includes('Answered elsewhere')),
      );
      await page.until('the seats in the second tab', seatsAsked);
    });
  },
};

const form: Flow = {
  name: 'a form',
  size: [800, 800],
  path: '/engines/?ask=form',
  steps(step) {
    step('Send with nothing: errors, and the first wrong field has the focus', async (page) => {
      await page.until('the form', ({ field }) => field('^Name'));
      await page.pressUntil('Tab', 'Send', isOn, '^Send$');
      await page.browser.press('Enter');
      await page.until(
        'the focus on Name',
        ({ active, field }) => active() === field('^Name') && active().getAttribute('aria-invalid') === 'true',
      );
      const described = await page.run(({ active, words }) =>
        (active().getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => words(document.getElementById(id)))
          .join(' '),
      );
      expect(described).toContain('Name');
    });
    step('what is typed mends it, and the next wrong one is next', async (page) => {
      const { type, press } = page.browser;
      await type('Ada');
      await press('Enter');
      await page.until('the focus on Email', ({ active, field }) => active() === field('^Email'));
      await type('ada@example.com');
      await press('Enter');
      await page.until('the focus on Weight', ({ active, field }) => active() === field('^Weight'));
      await type('12.5');
      await press('Enter');
      await page.until('the focus on Fare', ({ active }) => {
        const { type: kind, checked } = active() as HTMLInputElement;
        return kind === 'radio' && !checked;
      });
      await press('Space', 'Enter');
      await page.until('the receipt', ({ receipts }) => receipts().length === 1);
      expect(await page.run(answers)).toEqual([
        { action: 'accept', content: { name: 'Ada', email: 'ada@example.com', weight: 12.5, fare: 'b' } },
      ]);
    });
  },
};

const list: Flow = {
  name: 'a form with a list',
  size: [800, 800],
  path: '/engines/?ask=list',
  steps(step) {
    step('a row is added by keyboard, and its first field has the focus', async (page) => {
      await page.until('the form', ({ field }) => field('Name'));
      await page.pressUntil('Tab', 'Name', ({ active, field }) => active() === field('Name'));
      await page.browser.type('Ada');
      await page.pressUntil('Tab', 'Add', isOn, '^Add');
      await page.browser.press('Enter');
      await page.until('the second name', ({ active, all, nameOf }) => {
        const names = all('input').filter((input) => nameOf(input).includes('Name'));
        return names.length === 2 && active() === names[1];
      });
      await page.browser.type('Grace');
    });
    step('a row is removed, and the focus stays in the list', async (page) => {
      await page.pressUntil('Shift+Tab', 'Remove', ({ active, nameOf }) => nameOf(active()).startsWith('Remove'));
      await page.browser.press('Enter');
      await page.until('one row', ({ all, nameOf }) => {
        return all('input').filter((input) => nameOf(input).includes('Name')).length === 1;
      });
      expect(await page.run(({ active }) => active() !== document.body)).toBe(true);
    });
    step('Send answers with the row that is left', async (page) => {
      const left = await page.run(({ all, nameOf }) => {
        const [input] = all<HTMLInputElement>('input').filter((one) => nameOf(one).includes('Name'));
        return input?.value;
      });
      await page.pressUntil('Tab', 'Send', isOn, '^Send$');
      await page.browser.press('Enter');
      await page.until('the receipt', ({ receipts }) => receipts().length === 1);
      expect(await page.run(answers)).toEqual([{ action: 'accept', content: { people: [{ name: left }] } }]);
    });
  },
};

const lowWindow = (height: number): Flow => ({
  name: `a window ${height} px high`,
  size: [400, height],
  path: '/engines/?ask=form',
  steps(step) {
    for (const [ask, least] of Object.entries({ form: 12, flights: 2, seats: 2, party: 3 })) {
      step(`nothing is covered when Tab reaches it: ${ask}`, async (page) => {
        if (ask !== 'form')
          await page.browser.go(await page.run((_, asked) => new URL(`?ask=${asked}`, location.href).href, ask));
        await page.until('the question', ({ button }) => button('^(Send|Choose|Confirm|Continue)'));
        const covered: string[] = [];
        let stops = 0;
        for (; stops < 40; stops += 1) {
          await page.browser.press('Tab');
          await page.settle();
          const found = await page.run(({ active, nameOf }) => {
            const element = active();
            const footer = document.querySelector('[data-elicit="dock"], [data-elicit="footer"]');
            if (element === document.body || footer?.contains(element)) return 'end';
            const { top, bottom } = element.getBoundingClientRect();
            const isOver = footer && getComputedStyle(footer).position === 'sticky';
            const end = isOver ? footer.getBoundingClientRect().top : innerHeight;
            const seen = Math.max(0, Math.min(bottom, end, innerHeight) - Math.max(top, 0));
            // Engines bring a field of several lines into view by its first one.
            const isCovered = seen < Math.min(24, bottom - top - 1);
            const third = footer && isOver && footer.getBoundingClientRect().height > innerHeight / 3;
            if (third) return 'the footer takes more than a third';
            return (
              isCovered && `${nameOf(element).slice(0, 16)}: ${Math.round(seen)} of ${Math.round(bottom - top)} px`
            );
          });
          if (found === 'end' && stops > least / 2) break;
          if (found && found !== 'end') covered.push(found);
        }
        expect(stops).toBeGreaterThan(least);
        expect(covered).toEqual([]);
      });
    }
  },
});

const largeText = (percent: number): Flow => ({
  name: `text of ${percent} %`,
  size: [360, 740],
  path: '/engines/?ask=form',
  steps(step) {
    for (const ask of ['form', 'flights', 'seats', 'party', 'list']) {
      step(`no word of a button is broken: ${ask}`, async (page) => {
        if (ask !== 'form')
          await page.browser.go(await page.run((_, asked) => new URL(`?ask=${asked}`, location.href).href, ask));
        await page.until('the question', ({ button }) => button('^(Send|Choose|Confirm|Continue)'));
        const broken = await page.run((_, size) => {
          document.documentElement.style.fontSize = `${size}%`;
          const found: string[] = [];
          for (const button of document.querySelectorAll('button')) {
            const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
            while (texts.nextNode()) {
              const text = texts.currentNode as Text;
              for (const { 0: word, index } of text.data.matchAll(/[^\s-]+/g)) {
                const range = document.createRange();
                range.setStart(text, index);
                range.setEnd(text, index + word.length);
                const lines = Array.from(range.getClientRects(), ({ top }) => Math.round(top));
                if (new Set(lines).size > 1) found.push(word);
              }
            }
          }
          return found;
        }, percent);
        expect(broken).toEqual([]);
        await expectNoOverflow(page);
      });
    }
  },
});

const dialog: Flow = {
  name: 'a dialog',
  size: [800, 700],
  path: '/engines/?ask=flights&as=dialog',
  steps(step) {
    const isInside: Look<boolean> = (look) => look.dialog()?.contains(look.active()) ?? false;
    step('it opens with the focus in it', async (page) => {
      await page.until('the focus in the dialog', isInside);
    });
    for (const key of ['Tab', 'Shift+Tab']) {
      step(`${key} stays in it`, async (page) => {
        const seen = new Set<string>();
        for (let nth = 1; nth <= 12; nth += 1) {
          await page.browser.press(key);
          expect(await page.run(isInside), `${nth} × ${key}, after ${[...seen].join(' · ')}`).toBe(true);
          seen.add(await page.run(({ active, nameOf }) => nameOf(active()).slice(0, 20)));
        }
        expect(seen.size).toBeGreaterThan(2);
      });
    }
    step('Escape puts it aside, and the line has the focus', async (page) => {
      await page.pressUntil('Tab', 'the flights', isRadio);
      await page.browser.press('ArrowDown', 'Escape');
      await page.until(
        'the focus on the line',
        (look) => !look.dialog() && look.nameOf(look.active()).includes('Waiting'),
      );
    });
    step('it opens again with its choice, and Enter answers', async (page) => {
      await page.pressUntil('Tab', 'Open', isOn, '^Open');
      await page.browser.press('Enter');
      await page.until('the choice', (look) => look.dialog()?.querySelector('input[type=radio]:checked'));
      await page.pressUntil('Tab', 'the flights', isRadio);
      await page.browser.press('Enter');
      await page.until('the focus on the receipt', (look) => !look.dialog() && look.active() === look.receipts()[0]);
      expect(await page.run(answers)).toEqual([{ action: 'accept', content: { flightId: 'blue' } }]);
    });
  },
};

const isRadio: Look<boolean> = ({ active }) => (active() as HTMLInputElement).type === 'radio';

const fares: Flow = {
  name: 'the fares of a flight',
  size: [800, 800],
  path: '/engines/?ask=fares',
  steps(step) {
    step('arrows choose a flight, and its fares open', async (page) => {
      await page.until('the flights', ({ flights }) => flights().length > 0);
      await page.pressUntil('Tab', 'the flights', isRadio);
      await page.browser.press('ArrowDown');
      await page.until('the fares', ({ all }) => all('[role="radiogroup"] input[type=radio]').length > 1);
    });
    step('Tab reaches the fares, an arrow takes the next one, and Enter answers with it', async (page) => {
      await page.pressUntil(
        'Tab',
        'the fares',
        ({ active }) => (active() as HTMLInputElement).type === 'radio' && active().closest('[role="radiogroup"]'),
      );
      await page.browser.press('ArrowDown', 'Enter');
      await page.until('the receipt', ({ receipts }) => receipts().length === 1);
      expect(await page.run(answers)).toEqual([{ action: 'accept', content: { flightId: 'fast-standard' } }]);
    });
  },
};

const party: Flow = {
  name: 'seats for three',
  size: [800, 800],
  path: '/engines/?ask=party',
  steps(step) {
    step('Space seats each, and the next one is up', async (page) => {
      await page.until('the seats', ({ seats }) => seats().length > 0);
      await page.pressUntil('Tab', 'the seats', isSeat);
      for (const next of ['Grace', 'Mary']) {
        await page.pressUntil('ArrowDown', 'a free seat', isFreeSeat);
        await page.browser.press('Space');
        await page.until(
          `${next} as the one to seat`,
          ({ all, words }, name) =>
            all('[data-elicit="passengers"] [aria-checked="true"]').some((one) => words(one).includes(name)),
          next,
        );
      }
      await page.pressUntil('ArrowDown', 'a free seat', isFreeSeat);
      await page.browser.press('Space');
    });
    step('Confirm answers for all', async (page) => {
      await page.pressUntil('Tab', 'Confirm', isOn, '^Confirm');
      await page.browser.press('Enter');
      await page.until('the receipt', ({ receipts }) => receipts().length === 1);
      const [answer] = (await page.run(answers)) as [{ content: { selections: { passengerId: string }[] } }];
      expect(answer.content.selections.map(({ passengerId }) => passengerId)).toEqual(['ada', 'grace', 'mary']);
    });
  },
};

const rightToLeft: Flow = {
  name: 'right to left',
  size: [800, 700],
  path: '/engines/?ask=seats&dir=rtl',
  steps(step) {
    step('the arrow to the left goes to the left', async (page) => {
      await page.until('the seats', ({ seats }) => seats().length > 0);
      await page.pressUntil('Tab', 'the seats', isSeat);
      const left: Look<number> = ({ active }) => active().getBoundingClientRect().left;
      const before = await page.run(left);
      await page.browser.press('ArrowLeft');
      expect(await page.run(left)).toBeLessThan(before);
      await page.browser.press('ArrowRight');
      expect(await page.run(left)).toBe(before);
      await expectNoOverflow(page);
    });
    step('among three people, the arrow to the left goes to the left', async (page) => {
      await page.browser.go(await page.run(() => location.href.replace('ask=seats', 'ask=party')));
      const isPerson: Look<boolean> = ({ active }) => active().getAttribute('role') === 'radio';
      await page.until('the people', ({ all }) => all('[data-elicit="passengers"] [role="radio"]').length === 3);
      await page.pressUntil('Tab', 'the people', isPerson);
      await page.browser.press('ArrowLeft');
      await page.until('Grace', ({ active, words }) => words(active()).includes('Grace'));
      await page.browser.press('ArrowRight');
      await page.until('Ada', ({ active, words }) => words(active()).includes('Ada'));
    });
    step('a dialog closes on the left', async (page) => {
      await page.browser.go(await page.run(() => location.href.replace('ask=party', 'ask=flights&as=dialog')));
      await page.until('the dialog', (look) => look.dialog()?.querySelector('input[type=radio]'));
      await page.settle();
      const { close, frame } = await page.run((look) => {
        const box = (element: Element | undefined) => {
          const { left, right } = element?.getBoundingClientRect() ?? { left: null, right: null };
          return { left: Number(left), right: Number(right) };
        };
        return { close: box(look.button('^إغلاق')), frame: box(look.dialog()) };
      });
      expect(close.left - frame.left).toBeLessThan(frame.right - close.right);
      await expectNoOverflow(page);
    });
  },
};

const narrow: Flow = {
  name: '360 px',
  size: [360, 740],
  path: '/',
  steps(step) {
    step('flights fit', async (page) => {
      await say(page, 'Book me a flight from NYC to LAX');
      await page.until('the flights', flightsAsked);
      await expectNoOverflow(page);
    });
    step('the mouse picks one; seats fit and are 24 px or more', async (page) => {
      await page.click('the first flight', ({ flights }) => flights()[0]?.closest('label, li, [data-elicit="option"]'));
      await page.click('Continue', ({ button }) => button('^Continue'));
      await page.until('the seats', seatsAsked);
      await expectNoOverflow(page);
      expect(await page.run(({ seats }) => seats()[0]?.getBoundingClientRect().width)).toBeGreaterThanOrEqual(24);
    });
    step('the mouse picks a seat, and the pass fits', async (page) => {
      await page.click('a free seat', ({ seats, nameOf }) => seats().find((seat) => nameOf(seat).endsWith('included')));
      await page.click('Confirm', ({ button }) => button('^Confirm'));
      await page.until('the boarding pass', () => /Have a good flight/.test(document.body.innerText));
      await expectNoOverflow(page);
    });
    step('every kind of field fits', async (page) => {
      await page.browser.go(await page.run(() => new URL('engines/?ask=form', location.href).href));
      await page.until('the form', ({ field }) => field('^Name'));
      await expectNoOverflow(page);
    });
  },
};

const longQuestion: Flow = {
  name: 'a long question',
  size: [360, 740],
  path: '/engines/?ask=long',
  steps(step) {
    step('is cut in a narrow window, and never in a wide one', async (page) => {
      const hasMore: Look<boolean> = ({ button }) => button('^Show all') !== undefined;
      await page.until('its rest', hasMore);
      await page.browser.resize(1400, 740);
      await page.until('all of it', ({ button, field }) => field('^Name') && button('^Show all') === undefined);
      await page.browser.resize(360, 740);
      await page.until('its rest', hasMore);
    });
  },
};

/** Each flow begins with a new conversation. */
export const flows: readonly Flow[] = [
  keyboard,
  draft,
  form,
  list,
  lowWindow(320),
  lowWindow(380),
  lowWindow(600),
  largeText(130),
  largeText(150),
  largeText(200),
  dialog,
  fares,
  party,
  rightToLeft,
  narrow,
  longQuestion,
];
