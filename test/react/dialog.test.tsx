import { StrictMode, useState, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import '../../src/styles.css';
import type { FlightInput } from '../../src/travel/flight.ts';
import { ElicitDialog, type ElicitDialogProps } from '../../src/dialog.ts';
import { FlightList } from '../../src/ui/flight-list/FlightList.tsx';
import { seedFlights } from '../travel/samples.ts';
import { endComposition, focused, overflow } from '../ui/page.ts';
import { eventually } from '../eventually.ts';

beforeEach(() => page.viewport(1000, 800));
afterEach(() => void vi.restoreAllMocks());

const dialog = () => page.getByRole('dialog');
/** More than a phone shows at once. */
const flights = Array.from({ length: 9 }, (_, i) => ({ ...(seedFlights[0] as FlightInput), id: `f${i}` }));
const button = (name: string) => page.getByRole('button', { name });
/** A press outside of the dialog counts once Radix listens, which it begins after the dialog has the focus. */
const pressOutside = () =>
  page.elementLocator(document.querySelector('[data-elicit=dialog-overlay]') as Element).click({
    position: { x: 5, y: 5 },
  });

async function show(props: Partial<ElicitDialogProps> = {}, around?: (dialog: ReactNode) => ReactNode) {
  const onCancel = vi.fn<() => void>();
  const onAside = vi.fn<() => void>();
  const element = (
    <ElicitDialog title="Book a flight" message="Which seat?" onAside={onAside} onCancel={onCancel} {...props}>
      {props.children ?? (
        <>
          <label>
            Seat <input />
          </label>
          <button type="button">Take it</button>
        </>
      )}
    </ElicitDialog>
  );
  await render(<StrictMode>{around?.(element) ?? element}</StrictMode>);
  return { onAside, onCancel };
}

/** A page with a place to come from, and a dialog that its button opens. */
function Page(props: Partial<ElicitDialogProps>): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Ask me
      </button>
      {isOpen && (
        <ElicitDialog title="Question" onAside={() => setIsOpen(false)} onCancel={() => setIsOpen(false)} {...props}>
          <button type="button">Inside</button>
        </ElicitDialog>
      )}
    </>
  );
}

describe('a dialog', () => {
  it('is named by its title and its step, described by the message, and has the focus itself', async () => {
    await show({ step: '1 of 2' });
    await expect.element(dialog()).toHaveAccessibleName('Book a flight, 1 of 2');
    await expect.element(dialog()).toHaveAccessibleDescription('Which seat?');
    await expect.element(dialog()).toHaveFocus();
    await expect.element(page.getByText('Which seat?')).toBeVisible();
    await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent('Book a flight, 1 of 2');
  });

  it('is described by a message that it does not show', async () => {
    await show({ quietMessage: true });
    await expect.element(dialog()).toHaveAccessibleDescription('Which seat?');
    await expect.element(page.getByText('Which seat?')).not.toBeVisible();
  });

  it('goes from one to the next and round again, and not out of itself', async () => {
    await show({}, (element) => (
      <>
        <button type="button">Before</button>
        {element}
        <button type="button">After</button>
      </>
    ));
    await expect.element(dialog()).toHaveFocus();
    const stops: (string | undefined)[] = [];
    for (let n = 0; n < 5; n += 1) {
      await userEvent.keyboard('{Tab}');
      stops.push(focused());
    }
    expect(stops).toEqual(['', 'Take it', 'More about: Book a flight', 'Close', '']);
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    expect(focused()).toBe('Close');
    (document.querySelector('button') as HTMLElement).focus();
    expect(focused()).toBe('Close');
  });

  it('is put aside by Escape, by the button in the corner and by a click outside', async () => {
    const { onAside, onCancel } = await show();
    await expect.element(dialog()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(onAside).toHaveBeenCalledTimes(1);
    await button('Close').click();
    expect(onAside).toHaveBeenCalledTimes(2);
    await pressOutside();
    await eventually(() => expect(onAside).toHaveBeenCalledTimes(3));
    await dialog().click({ position: { x: 20, y: 70 } });
    expect(onAside).toHaveBeenCalledTimes(3);
    expect(onCancel).not.toHaveBeenCalled();
  });

  it('is cancelled in its menu, which names what follows', async () => {
    const { onAside, onCancel } = await show();
    await button('More').click();
    const cancel = button('Cancel this request');
    await expect.element(cancel).toHaveAccessibleDescription('Tells “Book a flight” that you do not want to go on.');
    await cancel.click();
    expect(onCancel).toHaveBeenCalledOnce();
    expect(onAside).not.toHaveBeenCalled();
  });

  it.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['the button in the corner', () => button('Close').click()],
    ['a click outside', pressOutside],
  ])('asks before %s cancels, where it cannot be put aside', async (_, leave) => {
    const { onCancel } = await show({ onAside: undefined });
    await expect.element(dialog()).toHaveFocus();
    expect(button('More').elements()).toEqual([]);
    await leave();
    await expect.element(page.getByRole('group', { name: 'Cancel this request?' })).toBeVisible();
    await expect.element(button('Keep')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(onCancel).not.toHaveBeenCalled();
    await leave();
    await button('Cancel request').click();
    expect(onCancel).toHaveBeenCalledOnce();
  });

  it('is named by the title of the card in it, which stands there once and without a frame of its own', async () => {
    const card = <FlightList flights={flights} onRespond={() => undefined} />;
    await show({ title: 'Pick a flight', message: undefined, step: '1 of 2', children: card });
    await expect.element(dialog()).toHaveAccessibleName('Pick a flight 1 of 2');
    expect(page.getByText('Pick a flight', { exact: true }).elements()).toHaveLength(1);
    const { borderTopWidth, borderRadius, boxShadow } = getComputedStyle(
      document.querySelector('[data-elicit=card]') as Element,
    );
    expect([borderTopWidth, borderRadius, boxShadow]).toEqual(['0px', '0px', 'none']);
    expect(document.querySelector('[data-elicit=dialog-header]')?.getBoundingClientRect().height).toBe(52);
  });

  it('says who asks in its bar, over the title of the card', async () => {
    const card = <FlightList flights={flights} onRespond={() => undefined} />;
    await show({ by: 'SkyHigh assistant', children: card });
    await expect.element(dialog()).toHaveAccessibleName('Which seat?');
    await expect.element(dialog()).toHaveAccessibleDescription('');
    await expect.element(page.getByText('Book a flight, SkyHigh assistant')).toBeVisible();
  });

  it('stays for the Escape that ends the writing of a word', async () => {
    const { onAside } = await show();
    await expect.element(dialog()).toHaveFocus();
    const press = (isComposing: boolean) =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true, isComposing }),
      );
    press(true);
    endComposition('Escape');
    expect(onAside).not.toHaveBeenCalled();
    press(false);
    expect(onAside).toHaveBeenCalledOnce();
  });

  it.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['a click outside', pressOutside],
    ['the button in the corner', () => button('Close').click()],
  ])('asks before %s discards what was typed', async (_, leave) => {
    const { onAside, onCancel } = await show();
    await userEvent.fill(page.getByRole('textbox'), '12A');
    await leave();

    const step = page.getByRole('group', { name: 'Discard your answer?' });
    await expect.element(step).toBeVisible();
    await expect.element(button('Keep')).toHaveFocus();
    expect(document.querySelector('input')?.closest('[inert]')).not.toBeNull();
    await button('Keep').click();
    await expect.element(step).not.toBeInTheDocument();
    expect(document.querySelector('input')?.closest('[inert]')).toBeNull();
    expect(document.querySelector('input')?.value).toBe('12A');
    expect(onAside).not.toHaveBeenCalled();

    await leave();
    await button('Discard').click();
    expect(onAside).toHaveBeenCalledOnce();
    expect(onCancel).not.toHaveBeenCalled();
  });

  it('goes back to the answer on a second Escape', async () => {
    const { onCancel } = await show({ onAside: undefined });
    await userEvent.click(button('Take it'));
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Keep')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Keep')).not.toBeInTheDocument();
    await expect.element(button('Take it')).toHaveFocus();
    expect(onCancel).not.toHaveBeenCalled();
  });

  it.each<Partial<ElicitDialogProps>>([{ state: 'failed' }, { hasDraft: true }])(
    'asks before an answer is discarded, where it cannot be put aside: %o',
    async (props) => {
      const { onCancel } = await show({ onAside: undefined, ...props });
      await expect.element(dialog()).toHaveFocus();
      await userEvent.keyboard('{Escape}');
      await expect.element(page.getByRole('group', { name: 'Discard your answer?' })).toBeVisible();
      await button('Discard').click();
      expect(onCancel).toHaveBeenCalledOnce();
    },
  );

  it('is put aside at once with its draft', async () => {
    const { onAside } = await show({ hasDraft: true });
    await userEvent.fill(page.getByRole('textbox'), '12A');
    await userEvent.keyboard('{Escape}');
    expect(onAside).toHaveBeenCalledOnce();
  });

  it('stays open while an answer is on its way', async () => {
    const { onAside, onCancel } = await show({ state: 'sending' });
    await expect.element(dialog()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await pressOutside();
    await expect.element(button('Close')).toBeDisabled();
    (button('Close').element() as HTMLElement).click();
    expect(onAside).not.toHaveBeenCalled();
    expect(onCancel).not.toHaveBeenCalled();
  });

  it('speaks with the words of the host', async () => {
    const words = { close: 'Zu', discardMessage: 'Verwerfen?', discard: 'Ja', keep: 'Nein' };
    await show({ onAside: undefined, hasDraft: true, messages: { dialog: words } });
    await button('Zu').click();
    await expect.element(page.getByRole('group', { name: 'Verwerfen?' })).toBeVisible();
    await expect.element(button('Nein')).toHaveFocus();
    await expect.element(button('Ja')).toBeVisible();
  });

  it('gives the focus back to where the person was', async () => {
    await render(
      <StrictMode>
        <Page />
      </StrictMode>,
    );
    await button('Ask me').click();
    await expect.element(dialog()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(button('Ask me')).toHaveFocus();
  });

  it('holds the page still and lets it go, each time where it was scrolled to', async () => {
    const chat = (
      <div style={{ blockSize: 3000 }}>
        <div data-testid="chat" style={{ blockSize: 200, overflow: 'auto' }}>
          <div style={{ blockSize: 900 }} />
          <Page />
          <div style={{ blockSize: 900 }} />
        </div>
      </div>
    );
    await render(chat);
    const scrolled = page.getByTestId('chat').element();
    scrolled.scrollTop = 850;
    window.scrollTo(0, 60);
    const where = () => [scrolled.scrollTop, window.scrollY];
    const before = where();
    (button('Ask me').element() as HTMLElement).focus({ preventScroll: true });
    (button('Ask me').element() as HTMLElement).click();
    await expect.element(dialog()).toHaveFocus();
    expect(where()).toEqual(before);
    expect(getComputedStyle(document.body).overflow).toBe('hidden');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(where()).toEqual(before);
    expect(getComputedStyle(document.body).overflow).toBe('visible');
  });

  it('has the direction and the colours of the place where it is asked for', async () => {
    await show({}, (element) => (
      <div dir="rtl" data-theme="dark">
        {element}
      </div>
    ));
    await expect.element(dialog()).toHaveFocus();
    const style = getComputedStyle(dialog().element());
    expect(style.direction).toBe('rtl');
    expect(style.backgroundColor).toBe('rgb(28, 31, 36)');
    const corner = button('Close').element().getBoundingClientRect();
    expect(corner.right).toBeLessThan(innerWidth / 2);
  });

  it('follows colours that change above it', async () => {
    document.documentElement.dataset['theme'] = 'dark';
    await show();
    await expect.element(dialog()).toHaveFocus();
    const colour = () => getComputedStyle(dialog().element()).backgroundColor;
    expect(colour()).toBe('rgb(28, 31, 36)');
    document.documentElement.dataset['theme'] = 'light';
    expect(colour()).toBe('rgb(255, 255, 255)');
    delete document.documentElement.dataset['theme'];
  });

  it('follows colours that change beside it, where its outlet is', async () => {
    await show({}, (element) => <main data-theme="dark">{element}</main>);
    await expect.element(dialog()).toHaveFocus();
    document.querySelector('main')!.dataset['theme'] = 'light';
    const colour = () => getComputedStyle(dialog().element()).backgroundColor;
    await expect.poll(colour).toBe('rgb(255, 255, 255)');
  });

  it('stands where the host puts it', async () => {
    const host = document.createElement('section');
    document.body.append(host);
    await show({ container: host, className: 'mine' });
    await expect.element(dialog()).toHaveFocus();
    expect(host.contains(dialog().element())).toBe(true);
    expect(dialog().element().classList.contains('mine')).toBe(true);
    host.remove();
  });

  it('gives its element through a ref', async () => {
    const ref: { current: HTMLDivElement | null } = { current: null };
    await render(
      <ElicitDialog ref={ref} title="Question" onCancel={() => undefined}>
        form
      </ElicitDialog>,
    );
    await expect.element(dialog()).toHaveFocus();
    expect(ref.current).toBe(dialog().element());
  });

  it('is a sheet at the bottom edge of a phone, and holds what is long', async () => {
    await page.viewport(360, 640);
    const nasty = `<img src=x onerror="window.hacked=1">\u202E${'W'.repeat(3000)}`;
    await show({ title: nasty, message: nasty, onAside: undefined });
    await expect.element(dialog()).toHaveFocus();
    const settled = () => {
      const { left, right, bottom, top } = dialog().element().getBoundingClientRect();
      return [left, right, bottom, top > 0];
    };
    await eventually(() => expect(settled()).toEqual([0, 360, 640, true]));
    expect(overflow()).toEqual([]);
    expect(document.querySelector('img')).toBeNull();
    expect(document.body.textContent).not.toContain('\u202E');
    await button('Show all').click();
    const body = document.querySelector('[data-elicit=dialog-body]') as Element;
    expect(body.scrollHeight).toBeGreaterThan(body.clientHeight);
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Keep')).toBeInViewport({ ratio: 1 });
  });

  it('shows nothing below a footer that sticks to its edge', async () => {
    await page.viewport(360, 400);
    await show({ children: <FlightList flights={flights} onRespond={() => undefined} /> });
    await expect.element(dialog()).toHaveFocus();
    await eventually(() => {
      const footer = document.querySelector('[data-elicit=footer]')?.getBoundingClientRect().bottom;
      expect(footer).toBe(dialog().element().getBoundingClientRect().bottom);
    });
  });

  it('stands in the middle of a wide page, no wider than it needs', async () => {
    await show();
    await expect.element(dialog()).toHaveFocus();
    await eventually(() => {
      const { left, right, top, bottom, width } = dialog().element().getBoundingClientRect();
      expect([width, left + right, top + bottom]).toEqual([560, 1000, 800]);
    });
  });

  it('has a border of its own in forced colours, and buttons large enough to hit', async () => {
    await show({ onAside: undefined, hasDraft: true });
    await button('Close').click();
    expect(getComputedStyle(dialog().element()).borderTopWidth).toBe('1px');
    for (const name of ['Keep', 'Discard']) {
      expect(button(name).element().getBoundingClientRect().height).toBeGreaterThanOrEqual(40);
    }
  });
});
