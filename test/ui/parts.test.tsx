import { createRef } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../src/styles.css';
import type { PickSeat, PickSeats } from '../../src/travel/seat-map.ts';
import { ChoiceListFooter } from '../../src/ui/choice-list/ChoiceListFooter.tsx';
import { ChoiceListHeader } from '../../src/ui/choice-list/ChoiceListHeader.tsx';
import { ChoiceListItem } from '../../src/ui/choice-list/ChoiceListItem.tsx';
import { ChoiceListItems } from '../../src/ui/choice-list/ChoiceListItems.tsx';
import { ChoiceListRoot, type ChoiceAnswer } from '../../src/ui/choice-list/ChoiceListRoot.tsx';
import { ChoiceListSearch } from '../../src/ui/choice-list/ChoiceListSearch.tsx';
import { MultiChoiceListRoot } from '../../src/ui/choice-list/MultiChoiceListRoot.tsx';
import { ConfirmDetails } from '../../src/ui/confirm/ConfirmDetails.tsx';
import { ConfirmFooter } from '../../src/ui/confirm/ConfirmFooter.tsx';
import { ConfirmHeader } from '../../src/ui/confirm/ConfirmHeader.tsx';
import { ConfirmRoot } from '../../src/ui/confirm/ConfirmRoot.tsx';
import { PassengerSeatPickerRoot } from '../../src/ui/seat-picker/PassengerSeatPickerRoot.tsx';
import { SeatPickerCabin } from '../../src/ui/seat-picker/SeatPickerCabin.tsx';
import { SeatPickerCabins } from '../../src/ui/seat-picker/SeatPickerCabins.tsx';
import { SeatPickerDeckTabs } from '../../src/ui/seat-picker/SeatPickerDeckTabs.tsx';
import { SeatPickerFooter } from '../../src/ui/seat-picker/SeatPickerFooter.tsx';
import { SeatPickerHeader } from '../../src/ui/seat-picker/SeatPickerHeader.tsx';
import { SeatPickerLegend } from '../../src/ui/seat-picker/SeatPickerLegend.tsx';
import { SeatPickerMap } from '../../src/ui/seat-picker/SeatPickerMap.tsx';
import { SeatPickerMore } from '../../src/ui/seat-picker/SeatPickerMore.tsx';
import { SeatPickerPassengers } from '../../src/ui/seat-picker/SeatPickerPassengers.tsx';
import { SeatPickerRoot } from '../../src/ui/seat-picker/SeatPickerRoot.tsx';
import type { SeatPickerSeatState } from '../../src/ui/seat-picker/seat-props.ts';
import { SeatPickerSeat } from '../../src/ui/seat-picker/SeatPickerSeat.tsx';
import { SeatPickerViewSwitch } from '../../src/ui/seat-picker/SeatPickerViewSwitch.tsx';
import { richSeatMap, seedSeatMap } from '../travel/samples.ts';
import { focused, ignore } from './page.ts';
import { allowConsole } from '../expect-console.ts';

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** A seat that shares nothing with ours but what it was told to carry. */
function OwnSeat({ view, mark, stop }: SeatPickerSeatState) {
  return (
    <button
      type="button"
      className="own"
      style={{ blockSize: 'var(--elicit-seat)' }}
      data-seat={view.key}
      tabIndex={stop ? 0 : -1}
      aria-label={view.name}
    >
      {mark ? 'mine' : ''}
    </button>
  );
}

describe('the parts of a SeatPicker', () => {
  it('take a seat of the host’s own, which is walked, chosen and answered with like ours', async () => {
    const onRespond = vi.fn<(answer: PickSeat) => void>();
    await render(
      <SeatPickerRoot seatMap={seedSeatMap} onRespond={onRespond}>
        <SeatPickerHeader />
        <SeatPickerMap>
          <SeatPickerCabins>
            {(cabin) => (
              <SeatPickerCabin key={cabin.cabin.id} view={cabin}>
                {(seat) => <OwnSeat {...seat} />}
              </SeatPickerCabin>
            )}
          </SeatPickerCabins>
        </SeatPickerMap>
        <SeatPickerFooter />
      </SeatPickerRoot>,
    );
    expect(document.querySelectorAll('.own')).toHaveLength(36);
    // The cells are the cabin's, and its rows are named.
    const named = page
      .getByRole('row')
      .elements()
      .map((row) => row.getAttribute('aria-label'));
    expect(named).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(document.querySelectorAll('[role=gridcell] > .own')).toHaveLength(36);
    expect(document.querySelectorAll('.own[tabindex="0"]')).toHaveLength(1);
    await button('4B, middle').click();
    await expect.element(button('4B, middle')).toHaveTextContent('mine');
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    expect(focused()).toBe('5C, aisle');
    await userEvent.keyboard(' ');
    await button('Confirm 5C').click();
    expect(onRespond.mock.calls).toEqual([[{ row: 5, seat: 'C' }, { title: '5C, aisle' }]]);
  });

  it('pass on class names, refs, styles and attributes', async () => {
    const refs = {
      root: createRef<HTMLDivElement>(),
      header: createRef<HTMLDivElement>(),
      legend: createRef<HTMLUListElement>(),
      map: createRef<HTMLDivElement>(),
      tabs: createRef<HTMLDivElement>(),
      cabins: createRef<HTMLDivElement>(),
      cabin: createRef<HTMLDivElement>(),
      seat: createRef<HTMLButtonElement>(),
      footer: createRef<HTMLDivElement>(),
    };
    await render(
      <SeatPickerRoot
        ref={refs.root}
        className="root"
        style={{ color: 'red' }}
        seatMap={richSeatMap}
        onRespond={ignore}
      >
        <SeatPickerHeader ref={refs.header} className="header" style={{ color: 'red' }} />
        <SeatPickerLegend ref={refs.legend} className="legend" style={{ color: 'red' }} />
        <SeatPickerMap ref={refs.map} className="map" style={{ color: 'red' }}>
          <SeatPickerDeckTabs ref={refs.tabs} className="tabs" style={{ color: 'red' }} />
          <SeatPickerCabins ref={refs.cabins} className="cabins" style={{ color: 'red' }}>
            {(cabin) => (
              <SeatPickerCabin
                key={cabin.cabin.id}
                ref={refs.cabin}
                view={cabin}
                className="cabin"
                style={{ color: 'red' }}
              >
                {(seat) => (
                  <SeatPickerSeat {...seat} ref={refs.seat} className="seat" style={{ color: 'red' }}>
                    <b>!</b>
                  </SeatPickerSeat>
                )}
              </SeatPickerCabin>
            )}
          </SeatPickerCabins>
        </SeatPickerMap>
        <SeatPickerFooter ref={refs.footer} className="footer" style={{ color: 'red' }} />
      </SeatPickerRoot>,
    );
    for (const [name, { current }] of Object.entries(refs)) {
      expect(current, name).toHaveClass(name);
      expect(current?.style.color, name).toBe('red');
    }
    expect(refs.root.current).toHaveAttribute('data-elicit', 'seat-picker');
    expect(refs.seat.current).toHaveAttribute('data-elicit', 'seat');
    expect(refs.seat.current).toHaveTextContent('!');
  });

  it('run the host’s handlers first, and leave alone what those prevent', async () => {
    const heard: string[] = [];
    const map = { ...seedSeatMap, rows: 20 };
    await render(
      <SeatPickerRoot seatMap={map} onRespond={ignore}>
        <SeatPickerHeader>
          <SeatPickerViewSwitch onClick={(event) => event.preventDefault()} />
        </SeatPickerHeader>
        <SeatPickerMap>
          <SeatPickerCabins onKeyDown={(event) => event.key === 'ArrowRight' && event.preventDefault()}>
            {(cabin) => (
              <SeatPickerCabin key={cabin.cabin.id} view={cabin}>
                {(seat) => (
                  <SeatPickerSeat
                    {...seat}
                    onClick={(event) => {
                      heard.push(`${seat.view.key} ${event.currentTarget.getAttribute('aria-pressed')}`);
                      if (seat.view.key === '12A') event.preventDefault();
                    }}
                  />
                )}
              </SeatPickerCabin>
            )}
          </SeatPickerCabins>
          <SeatPickerMore onClick={(event) => event.preventDefault()} />
        </SeatPickerMap>
        <SeatPickerFooter />
      </SeatPickerRoot>,
    );
    await button('12A, window').click();
    await button('12B, middle').click();
    expect(heard).toEqual(['12A false', '12B false']);
    await expect.element(button('12A, window')).toHaveAttribute('aria-pressed', 'false');
    await expect.element(button('12B, middle')).toHaveAttribute('aria-pressed', 'true');
    await userEvent.keyboard('{ArrowRight}');
    expect(focused()).toBe('12B, middle');
    await userEvent.keyboard('{ArrowLeft}');
    expect(focused()).toBe('12A, window');
    const rows = () => page.getByRole('row').elements().length;
    const few = rows();
    await button(/^Show rows/).click();
    expect(rows()).toBe(few);
    await button('Choose from a list').click();
    await expect.element(page.getByRole('grid')).toBeVisible();
  });

  it('run the host’s handlers of a line of buttons first', async () => {
    const onRespond = vi.fn<(answer: PickSeats) => void>();
    const passengers = ['Ada', 'Mo', 'Zoë'].map((name) => ({ id: name, name }));
    const heard = vi.fn<(key: string) => void>();
    await render(
      <PassengerSeatPickerRoot seatMap={seedSeatMap} passengers={passengers} onRespond={onRespond}>
        <SeatPickerPassengers
          onKeyDown={(event) => {
            heard(event.key);
            if (event.key === 'ArrowUp') event.preventDefault();
          }}
        />
      </PassengerSeatPickerRoot>,
    );
    const person = (name: string) => page.getByRole('radio', { name });
    await person('Mo').click();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(person('Mo')).toBeChecked();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(person('Zoë')).toBeChecked();
    expect(heard.mock.calls).toEqual([['ArrowUp'], ['ArrowDown']]);
  });

  it('seat several people under another root', async () => {
    const onRespond = vi.fn<(answer: PickSeats) => void>();
    const passengers = [{ id: 'p1', name: 'Ada Lovelace' }];
    await render(
      <PassengerSeatPickerRoot seatMap={seedSeatMap} passengers={passengers} onRespond={onRespond} id="host">
        <SeatPickerPassengers className="chips" />
        <SeatPickerMap />
        <SeatPickerFooter />
      </PassengerSeatPickerRoot>,
    );
    expect(document.querySelector('#host')).toHaveAttribute('data-elicit', 'passenger-seat-picker');
    await expect.element(page.getByRole('radiogroup', { name: 'Passengers' })).toHaveClass('chips');
    await button('5F, window').click();
    await button('Confirm 5F').click();
    expect(onRespond.mock.calls).toEqual([
      [{ selections: [{ passengerId: 'p1', row: 5, seat: 'F' }] }, { title: 'Ada Lovelace 5F' }],
    ]);
  });

  it('say where they belong when they stand alone', async () => {
    allowConsole(/error occurred in|Uncaught \w*Error/);
    await expect(render(<SeatPickerLegend />)).rejects.toThrow(
      '<SeatPickerParts.Legend> stands outside <SeatPickerParts.Root>',
    );
    await expect(
      render(
        <SeatPickerRoot seatMap={seedSeatMap} onRespond={ignore}>
          <SeatPickerCabins />
        </SeatPickerRoot>,
      ),
    ).rejects.toThrow('<SeatPickerParts.Cabins> stands outside <SeatPickerParts.Map>');
    await expect(render(<ConfirmDetails />)).rejects.toThrow('outside <ConfirmParts.Root>');
    await expect(render(<ChoiceListItems />)).rejects.toThrow('outside <ChoiceListParts.Root>');
  });
});

describe('the parts of a Confirm', () => {
  it('are put together by the host, with something between them', async () => {
    const root = createRef<HTMLDivElement>();
    const onRespond = vi.fn<(answer: unknown) => void>();
    await render(
      <ConfirmRoot
        ref={root}
        className="mine"
        title="Pay?"
        details={[{ label: 'Total', value: '$1' }]}
        onRespond={onRespond}
      >
        <ConfirmHeader className="head" />
        <ConfirmDetails className="details" />
        <p>Terms apply.</p>
        <ConfirmFooter className="foot" />
      </ConfirmRoot>,
    );
    expect(root.current).toHaveClass('mine');
    expect(root.current).toHaveAttribute('data-elicit', 'confirm');
    await expect.element(page.getByRole('group', { name: 'Pay?' })).toHaveTextContent('Total$1Terms apply.');
    expect(['head', 'details', 'foot'].map((name) => document.querySelector(`.${name}`)?.tagName)).toEqual([
      'LEGEND',
      'DL',
      'DIV',
    ]);
    await button('Confirm').click();
    expect(onRespond.mock.calls).toEqual([[{ confirmed: true }, { title: 'Yes' }]]);
  });
});

describe('the parts of a ChoiceList', () => {
  it('take an item of the host’s own words, for one answer and for several', async () => {
    const onRespond = vi.fn<(answer: ChoiceAnswer) => void>();
    const parts = (
      <>
        <ChoiceListHeader className="head" />
        <ChoiceListItems className="items">
          {(choice) => (
            <ChoiceListItem key={choice.value} choice={choice} className="item">
              <b>{choice.label}!</b>
            </ChoiceListItem>
          )}
        </ChoiceListItems>
        <ChoiceListFooter className="foot" />
      </>
    );
    const screen = await render(
      <ChoiceListRoot className="mine" choices={['a', 'b']} onRespond={onRespond}>
        {parts}
      </ChoiceListRoot>,
    );
    expect(
      ['mine', 'head', 'items', 'item', 'foot'].map((name) => document.querySelectorAll(`.${name}`).length),
    ).toEqual([1, 1, 1, 2, 1]);
    await page.getByRole('radio', { name: 'b!' }).click();
    await button('Continue').click();
    expect(onRespond.mock.calls).toEqual([[{ choice: 'b' }, { title: 'b' }]]);
    await screen.unmount();
    await render(
      <MultiChoiceListRoot choices={['a', 'b']} onRespond={ignore}>
        {parts}
      </MultiChoiceListRoot>,
    );
    await expect.element(page.getByRole('checkbox', { name: 'a!' })).toBeVisible();
  });

  it('let the host hear the search first', async () => {
    const choices = Array.from({ length: 13 }, (_, i) => `n${i}`);
    const heard = vi.fn<(value: string) => void>();
    await render(
      <ChoiceListRoot choices={choices} onRespond={ignore}>
        <ChoiceListHeader />
        <ChoiceListSearch placeholder="Find" onChange={(event) => heard(event.target.value)} />
        <ChoiceListItems />
      </ChoiceListRoot>,
    );
    await page.getByPlaceholder('Find').fill('n12');
    expect(heard.mock.calls).toEqual([['n12']]);
    expect(page.getByRole('radio').elements()).toHaveLength(1);
  });
});
