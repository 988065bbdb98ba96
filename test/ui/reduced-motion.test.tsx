import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../src/styles.css';
import { ElicitDialog } from '../../src/dialog.ts';
import { ChoiceList } from '../../src/ui/choice-list/ChoiceList.tsx';
import { Confirm } from '../../src/ui/confirm/Confirm.tsx';
import { FlightList } from '../../src/ui/flight-list/FlightList.tsx';
import { SeatPicker } from '../../src/ui/seat-picker/SeatPicker.tsx';
import { flightOf, seedFlights, seedSeatMap, segment } from '../travel/samples.ts';
import { emulate, ignore } from './page.ts';

const trip = flightOf([segment('ATL', 'JFK', '2026-09-06T05:00', '2026-09-06T08:00')], {});

/** What moves, in a row of its names: a transition's property, an animation's keyframes. */
const moving = () =>
  document
    .getAnimations()
    .map((motion) =>
      motion instanceof CSSTransition ? motion.transitionProperty : (motion as CSSAnimation).animationName,
    )
    .filter((name, index, all) => all.indexOf(name) === index)
    .toSorted();

const press = (selector: string) => () => userEvent.click(document.querySelector(selector) as Element);

const dialog = (
  <ElicitDialog title="Question" onCancel={ignore}>
    Which seat?
  </ElicitDialog>
);

interface Motion {
  element: ReactElement;
  width?: number;
  /** What the person does for it to move. */
  act?: () => Promise<void>;
  /** What moves where nobody asked for less of it. */
  moves: string[];
}

const motions: Record<string, Motion> = {
  'a dialog that opens': { element: dialog, moves: ['elicit-darken', 'elicit-rise'] },
  'a sheet that opens on a phone': { element: dialog, width: 360, moves: ['elicit-darken', 'elicit-rise'] },
  'flights that are looked for': {
    element: <FlightList flights={[]} loading onRespond={ignore} />,
    moves: ['elicit-breathe'],
  },
  'an answer on its way': {
    element: <Confirm state="sending" onRespond={ignore} />,
    moves: ['elicit-turn'],
  },
  'a flight that is chosen': {
    element: <FlightList flights={seedFlights} onRespond={ignore} />,
    act: press('[data-elicit=flight]'),
    moves: ['background-color'],
  },
  'details that open': {
    element: <FlightList flights={[trip]} onRespond={ignore} />,
    act: press('[data-elicit=details-toggle]'),
    moves: ['transform'],
  },
  'a choice that is made': {
    element: <ChoiceList choices={['a', 'b']} onRespond={ignore} />,
    act: press('[data-elicit=choice]'),
    moves: ['background-color'],
  },
  'a seat that is chosen': {
    element: <SeatPicker seatMap={seedSeatMap} onRespond={ignore} />,
    act: press('[data-seat][data-state=available]'),
    moves: ['background-color'],
  },
};

/** Draw it, do what makes it move, and look at each frame: a transition is over before a test has waited for it. */
async function motionsOf({ element, act, width = 1000 }: Motion): Promise<string[]> {
  await page.viewport(width, 700);
  const seen = new Set<string>();
  let isOver = false;
  const look = () => {
    for (const name of moving()) seen.add(name);
    if (!isOver) requestAnimationFrame(look);
  };
  look();
  await render(element);
  await act?.();
  await expect.element(page.elementLocator(document.body)).toBeVisible();
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  isOver = true;
  return [...seen].toSorted();
}

describe.each(Object.entries(motions))('%s', (_, motion) => {
  it('moves', async () => {
    expect(matchMedia('(prefers-reduced-motion: reduce)').matches).toBe(false);
    expect(await motionsOf(motion)).toEqual(expect.arrayContaining(motion.moves));
  });

  describe('where the system asks for less motion', () => {
    beforeEach(() => emulate('prefers-reduced-motion', 'reduce'));
    afterEach(() => emulate('prefers-reduced-motion', ''));

    it('does not', async () => {
      expect(matchMedia('(prefers-reduced-motion: reduce)').matches).toBe(true);
      expect(await motionsOf(motion)).toEqual([]);
    });
  });
});
