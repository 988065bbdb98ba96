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

/** Draw it, do what makes it move, and hear what begins: it may be over before the next frame. */
async function motionsOf({ element, act, width = 1000 }: Motion): Promise<string[]> {
  await page.viewport(width, 700);
  const seen = new Set<string>();
  const hear = (event: TransitionEvent | AnimationEvent) =>
    seen.add(event instanceof TransitionEvent ? event.propertyName : event.animationName);
  document.addEventListener('transitionrun', hear);
  document.addEventListener('animationstart', hear);
  await render(element);
  await act?.();
  await expect.element(page.elementLocator(document.body)).toBeVisible();
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  // What has only been made begins with the next frame.
  for (const motion of document.getAnimations()) if (motion instanceof CSSAnimation) seen.add(motion.animationName);
  document.removeEventListener('transitionrun', hear);
  document.removeEventListener('animationstart', hear);
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
