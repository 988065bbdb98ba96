import { StrictMode, useState, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import '../../src/styles.css';
import type { FlightInput } from '../../src/travel/flight.ts';
import { ElicitDialog, type ElicitDialogProps } from '../../src/index.ts';
import { FlightList } from '../../src/ui/flight-list/FlightList.tsx';
import { seedFlights } from '../travel/samples.ts';
import { focused, overflow } from '../ui/page.ts';
import { eventually } from '../eventually.ts';

beforeEach(() => page.viewport(1000, 800));
afterEach(() => void vi.restoreAllMocks());

const dialog = () => page.getByRole('dialog');
/** More than a phone shows at once. */
const flights = Array.from({ length: 9 }, (_, i) => ({ ...(seedFlights[0] as FlightInput), id: `f${i}` }));
const button = (name: string) => page.getByRole('button', { name });
/** A press outside of the dialog counts once Radix listens, which it begins after the dialog has the focus. */
const pressOutside = () =>
  page.elementLocator(document.querySelector('[data-part=dialog-overlay]') as Element).click({
    position: { x: 5, y: 5 },
  });

async function show(props: Partial<ElicitDialogProps> = {}, around?: (dialog: ReactNode) => ReactNode) {
  const onCancel = vi.fn<() => void>();
  const element = (
    <ElicitDialog title="Question from book_flight" message="Which seat?" onCancel={onCancel} {...props}>
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
  return { onCancel };
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
        <ElicitDialog title="Question" onCancel={() => setIsOpen(false)} {...props}>
          <button type="button">Inside</button>
        </ElicitDialog>
      )}
    </>
  );
}

describe('a dialog', () => {
  it('is named by its title and its step, described by the message, and has the focus itself', async () => {
    await show({ step: '1 of 2' });
    await expect.element(dialog()).toHaveAccessibleName('Question from book_flight 1 of 2');
    await expect.element(dialog()).toHaveAccessibleDescription('Which seat?');
    await expect.element(dialog()).toHaveFocus();
    await expect.element(page.getByText('Which seat?')).toBeVisible();
    await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent('Question from book_flight 1 of 2');
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
    for (let n = 0; n < 4; n += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await userEvent.keyboard('{Tab}');
      stops.push(focused());
    }
    expect(stops).toEqual(['Close', '', 'Take it', 'Close']);
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    expect(focused()).toBe('Take it');
    (document.querySelector('button') as HTMLElement).focus();
    expect(focused()).toBe('Take it');
  });

  it('is left by Escape, by the button in the corner and by a click outside', async () => {
    const { onCancel } = await show();
    await expect.element(dialog()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(onCancel).toHaveBeenCalledTimes(1);
    await button('Close').click();
    expect(onCancel).toHaveBeenCalledTimes(2);
    await pressOutside();
    await eventually(() => expect(onCancel).toHaveBeenCalledTimes(3));
    await dialog().click({ position: { x: 20, y: 150 } });
    expect(onCancel).toHaveBeenCalledTimes(3);
  });

  it('stays for the Escape that ends the writing of a word', async () => {
    const { onCancel } = await show();
    await expect.element(dialog()).toHaveFocus();
    const press = (isComposing: boolean) =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true, isComposing }),
      );
    press(true);
    expect(onCancel).not.toHaveBeenCalled();
    press(false);
    expect(onCancel).toHaveBeenCalledOnce();
  });

  it.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['a click outside', pressOutside],
    ['the button in the corner', () => button('Close').click()],
  ])('asks before %s discards what was typed', async (_, leave) => {
    const { onCancel } = await show();
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
    expect(onCancel).not.toHaveBeenCalled();

    await leave();
    await button('Discard').click();
    expect(onCancel).toHaveBeenCalledOnce();
  });

  it('goes back to the answer on a second Escape', async () => {
    const { onCancel } = await show({ hasDraft: true });
    await userEvent.click(button('Take it'));
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Keep')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Keep')).not.toBeInTheDocument();
    await expect.element(button('Take it')).toHaveFocus();
    expect(onCancel).not.toHaveBeenCalled();
  });

  it('asks before an answer that failed is discarded', async () => {
    const { onCancel } = await show({ state: 'failed' });
    await expect.element(dialog()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Keep')).toBeVisible();
    expect(onCancel).not.toHaveBeenCalled();
  });

  it('stays open while an answer is on its way', async () => {
    const { onCancel } = await show({ state: 'sending' });
    await expect.element(dialog()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await pressOutside();
    await expect.element(button('Close')).toBeDisabled();
    (button('Close').element() as HTMLElement).click();
    expect(onCancel).not.toHaveBeenCalled();
  });

  it('speaks with the words of the host', async () => {
    const words = { closeLabel: 'Zu', discardMessage: 'Verwerfen?', discardLabel: 'Ja', keepLabel: 'Nein' };
    await show({ hasDraft: true, ...words });
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
    expect(style.backgroundColor).toBe('rgb(38, 42, 48)');
    const corner = button('Close').element().getBoundingClientRect();
    expect(corner.right).toBeLessThan(innerWidth / 2);
  });

  it('follows colours that change above it', async () => {
    document.documentElement.dataset['theme'] = 'dark';
    await show();
    await expect.element(dialog()).toHaveFocus();
    const colour = () => getComputedStyle(dialog().element()).backgroundColor;
    expect(colour()).toBe('rgb(38, 42, 48)');
    document.documentElement.dataset['theme'] = 'light';
    expect(colour()).toBe('rgb(245, 246, 248)');
    delete document.documentElement.dataset['theme'];
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
    await show({ title: nasty, message: nasty, hasDraft: true });
    await expect.element(dialog()).toHaveFocus();
    const settled = () => {
      const { left, right, bottom, top } = dialog().element().getBoundingClientRect();
      return [left, right, bottom, top > 0];
    };
    await eventually(() => expect(settled()).toEqual([0, 360, 640, true]));
    expect(overflow()).toEqual([]);
    expect(document.querySelector('img')).toBeNull();
    expect(document.body.textContent).not.toContain('\u202E');
    const body = document.querySelector('[data-part=dialog-body]') as Element;
    expect(body.scrollHeight).toBeGreaterThan(body.clientHeight);
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Keep')).toBeInViewport({ ratio: 1 });
  });

  it('shows nothing below a footer that sticks to its edge', async () => {
    await page.viewport(360, 400);
    await show({ children: <FlightList flights={flights} onRespond={() => undefined} /> });
    await expect.element(dialog()).toHaveFocus();
    await eventually(() => {
      const footer = document.querySelector('[data-part=footer]')?.getBoundingClientRect().bottom;
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
    await show({ hasDraft: true });
    await button('Close').click();
    expect(getComputedStyle(dialog().element()).borderTopWidth).toBe('1px');
    for (const name of ['Keep', 'Discard']) {
      expect(button(name).element().getBoundingClientRect().height).toBeGreaterThanOrEqual(40);
    }
  });
});
