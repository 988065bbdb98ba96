import { createRef, StrictMode, type ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../src/styles.css';
import type { PickFlight } from '../../src/travel/flight.ts';
import { ChoiceList } from '../../src/ui/choice-list/ChoiceList.tsx';
import { MultiChoiceList } from '../../src/ui/choice-list/MultiChoiceList.tsx';
import { Confirm } from '../../src/ui/confirm/Confirm.tsx';
import { useOwnParts, type OwnParts } from '../../src/ui/frame/useOwnParts.ts';
import { ElicitCard } from '../../src/ui/elicit-card/ElicitCard.tsx';
import { FlightList } from '../../src/ui/flight-list/FlightList.tsx';
import { arabic } from '../../src/ui/language/arabic.ts';
import { english } from '../../src/ui/language/english.ts';
import { german } from '../../src/ui/language/german.ts';
import { Receipt } from '../../src/ui/receipt/Receipt.tsx';
import { SchemaForm } from '../../src/ui/schema-form/SchemaForm.tsx';
import { PassengerSeatPicker } from '../../src/ui/seat-picker/PassengerSeatPicker.tsx';
import { SeatPicker } from '../../src/ui/seat-picker/SeatPicker.tsx';
import { UrlConsent } from '../../src/ui/url-consent/UrlConsent.tsx';
import { seedFlights } from '../travel/samples.ts';
import { ignore, overflow, tabStops } from './page.ts';

const button = (name: string) => page.getByRole('button', { name });
/** The buttons below what asks, which are the card's own. */
const ofCard = () => [...document.querySelectorAll('[data-elicit=elicit-line] button')].map((own) => own.textContent);

describe('ElicitCard', () => {
  it('says who asks what, and offers the ways out', async () => {
    const onDecline = vi.fn<() => void>();
    const onCancel = vi.fn<() => void>();
    await render(
      <ElicitCard
        toolName="book_flight"
        message={'Which\none?'}
        state="pending"
        onDecline={onDecline}
        onCancel={onCancel}
      >
        <button type="button">Inside</button>
      </ElicitCard>,
    );
    const card = page.getByRole('group', { name: 'Question from Book flight' });
    await expect.element(card).toHaveAccessibleDescription('Which one?');
    await expect.element(page.getByText('Book flight', { exact: true })).toBeVisible();
    await button('Skip').click();
    await button('More').click();
    await button('Cancel this request').click();
    expect([onDecline.mock.calls.length, onCancel.mock.calls.length]).toEqual([1, 1]);
    expect(await tabStops()).toEqual(['More about: Book flight', 'Inside', 'Skip']);
  });

  it('leaves it to a component that offers to skip, and no longer than that', async () => {
    const onSkip = vi.fn<() => void>();
    const card = (skips: boolean, shown = true) => (
      <ElicitCard toolName="book_flight" state="pending" busy onDecline={ignore} onCancel={ignore}>
        {shown && <ChoiceList choices={['Basic']} onRespond={ignore} onDecline={skips ? onSkip : undefined} />}
      </ElicitCard>
    );
    const screen = await render(<StrictMode>{card(true)}</StrictMode>);
    expect(await tabStops()).toEqual(['More about: Book flight', '', 'Skip', 'Continue']);
    await button('Skip').click();
    expect(onSkip).toHaveBeenCalledOnce();

    expect(ofCard()).toEqual([]);
    await screen.rerender(<StrictMode>{card(false)}</StrictMode>);
    expect(ofCard()).toEqual(['Skip']);
    await screen.rerender(<StrictMode>{card(true)}</StrictMode>);
    expect(ofCard()).toEqual([]);
    await screen.rerender(<StrictMode>{card(true, false)}</StrictMode>);
    expect(ofCard()).toEqual(['Skip']);
  });

  it('has no Skip beside the one way on of a card in which nothing can be chosen', async () => {
    await render(
      <ElicitCard toolName="book_flight" state="pending" onDecline={ignore} onCancel={ignore}>
        <FlightList flights={[]} onRespond={ignore} onDecline={ignore} />
      </ElicitCard>,
    );
    expect(await tabStops()).toEqual(['More about: Book flight', 'Continue without a flight']);
  });

  it('moves the focus to the Skip of a component that takes over the Skip that has it', async () => {
    const schema = { type: 'object', properties: { name: { type: 'string' } } };
    const onDecline = vi.fn<() => void>();
    const card = (shown: boolean) => (
      <StrictMode>
        <ElicitCard toolName="invite" state="pending" busy onDecline={onDecline} onCancel={ignore}>
          {shown && <SchemaForm schema={schema} onRespond={ignore} />}
        </ElicitCard>
      </StrictMode>
    );
    const screen = await render(card(false));
    (button('Skip').element() as HTMLElement).focus();
    await screen.rerender(card(true));
    expect(button('Skip').elements()).toHaveLength(1);
    await userEvent.keyboard('{Enter}');
    expect(onDecline).toHaveBeenCalledOnce();
  });

  it('keeps the focus on the card when a component takes over the Skip with a button of other words', async () => {
    const card = (shown: boolean) => (
      <ElicitCard toolName="pay" state="pending" busy onDecline={ignore} onCancel={ignore}>
        {shown && <Confirm message="Pay now?" onRespond={ignore} />}
      </ElicitCard>
    );
    const screen = await render(card(false));
    (button('Skip').element() as HTMLElement).focus();
    await screen.rerender(card(true));
    expect(button('Skip').elements()).toHaveLength(0);
    expect(document.activeElement).toHaveAttribute('data-elicit', 'elicit-card');
  });

  it.each([
    ['More', 'more-ways'],
    ['Continue', 'commit'],
  ])('has the focus on %s stay in the card when a component takes over a way out', async (name, part) => {
    const card = (skips: boolean) => (
      <ElicitCard toolName="invite" state="pending" onDecline={ignore} onCancel={ignore}>
        <ChoiceList choices={['Basic']} onRespond={ignore} onDecline={skips ? ignore : undefined} />
      </ElicitCard>
    );
    const screen = await render(card(false));
    (button(name).element() as HTMLElement).focus();
    await screen.rerender(card(true));
    expect(ofCard()).toEqual([]);
    expect(document.activeElement).toHaveAttribute('data-elicit', part);
  });

  it('keeps the menu open while another window has the focus', async () => {
    await render(
      <ElicitCard toolName="invite" state="pending" onDecline={ignore} onCancel={ignore}>
        <ChoiceList choices={['Basic']} onRespond={ignore} onDecline={ignore} />
      </ElicitCard>,
    );
    await button('More').click();
    const more = button('More').element();
    // As a browser says it: the focus goes nowhere, and the document keeps its element.
    more.dispatchEvent(new FocusEvent('focusout', { bubbles: true, relatedTarget: null }));
    expect(document.activeElement).toBe(more);
    await expect.element(button('Cancel this request')).toBeVisible();
    (more as HTMLElement).blur();
    await expect.element(button('Cancel this request')).not.toBeInTheDocument();
  });

  it('cancels in a menu, which goes when the focus does', async () => {
    const onCancel = vi.fn<() => void>();
    await render(
      <ElicitCard toolName="invite" state="pending" onDecline={ignore} onCancel={onCancel}>
        <ChoiceList choices={['Basic']} onRespond={ignore} onDecline={ignore} />
      </ElicitCard>,
    );
    const cancel = button('Cancel this request');
    await expect.element(button('More')).toHaveAttribute('aria-expanded', 'false');
    expect(cancel.elements()).toEqual([]);
    (button('More').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}{Tab}');
    await expect.element(button('More')).toHaveAttribute('aria-expanded', 'true');
    await expect.element(cancel).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await expect.element(cancel).not.toBeInTheDocument();
    await button('More').click();
    await userEvent.keyboard('{Escape}');
    await expect.element(cancel).not.toBeInTheDocument();
    await expect.element(button('More')).toHaveFocus();
    expect(onCancel).not.toHaveBeenCalled();
    await userEvent.keyboard('{Enter}{Tab}{Enter}');
    expect(onCancel).toHaveBeenCalledOnce();
    await expect.element(button('More')).toHaveFocus();
  });

  it.each([
    [{ toolName: 'book_flight', assistant: 'SkyHigh assistant' }, 'Book flight, SkyHigh assistant', 'own'],
    [{ toolName: 'Tic-tac-toe' }, 'Tic-tac-toe', 'own'],
    [{ toolName: 'Book a flight', assistant: 'SkyHigh assistant' }, 'Book a flight, SkyHigh assistant', 'own'],
    [{ toolName: 'getPDF-invoice', serverName: 'Airline', assistant: 'SkyHigh' }, 'Get PDF invoice, Airline', 'other'],
    [{ toolName: '', serverName: 'Airline', assistant: 'SkyHigh' }, 'Airline', 'other'],
  ])('says over the card that %o asks', async (who, line, kind) => {
    await render(
      <ElicitCard {...who} state="pending">
        form
      </ElicitCard>,
    );
    const asker = document.querySelector('[data-elicit=asker]');
    expect(asker?.textContent).toBe(line);
    expect(asker).toHaveAttribute('data-kind', kind);
  });

  it('leaves out what a component shows itself, and still tells screen readers what is asked', async () => {
    const issues = [{ path: [], message: 'Not that one.' }];
    function Own({ parts }: { parts: OwnParts }) {
      useOwnParts(parts);
      return <p>The host’s own</p>;
    }
    const card = (parts: OwnParts, shown = true) => (
      <StrictMode>
        <ElicitCard
          toolName="t"
          message="Which?"
          state="pending"
          issues={issues}
          busy
          onDecline={ignore}
          onCancel={ignore}
        >
          {shown && <Own parts={parts} />}
        </ElicitCard>
      </StrictMode>
    );
    const shown = () => ({
      message: page.getByText('Which?').element().checkVisibility(),
      issues: page.getByRole('alert').elements().length > 0,
      decline: button('Skip').elements().length > 0,
      cancel: button('More').elements().length > 0,
    });
    const all = { message: true, issues: true, decline: true, cancel: true };
    const screen = await render(card({}));
    expect(shown()).toEqual(all);
    for (const part of ['message', 'issues', 'cancel'] as const) {
      await screen.rerender(card({ [part]: true }));
      expect(shown()).toEqual({ ...all, [part]: false });
    }
    await screen.rerender(card({ decline: true }));
    expect(shown()).toEqual({ ...all, decline: false });
    await screen.rerender(card(all));
    expect(shown()).toEqual({ message: false, issues: false, decline: false, cancel: false });
    await expect.element(page.getByRole('group')).toHaveAccessibleDescription('Which?');
    await screen.rerender(card(all, false));
    expect(shown()).toEqual(all);
  });

  it('shows the message once, also when the component has the same', async () => {
    await render(
      <ElicitCard toolName="book_flight" message="Which one?" state="pending">
        <FlightList flights={seedFlights} message="Which one?" onRespond={ignore} />
      </ElicitCard>,
    );
    const shown = page.getByText('Which one?').elements();
    expect(shown.filter((element) => element.checkVisibility())).toHaveLength(1);
  });

  it('leaves a message of the component alone that says something else', async () => {
    await render(
      <ElicitCard toolName="book_flight" message="Which one?" state="pending">
        <FlightList flights={seedFlights} message="Still which one?" onRespond={ignore} />
      </ElicitCard>,
    );
    await expect.element(page.getByText('Still which one?')).toBeVisible();
  });

  it('lists what was wrong once, and the component points at it', async () => {
    const issues = [{ path: [], message: 'Not offered.' }];
    await render(
      <ElicitCard toolName="book_flight" state="pending" issues={issues}>
        <FlightList flights={seedFlights} issues={issues} onRespond={ignore} />
      </ElicitCard>,
    );
    expect(page.getByRole('alert').elements()).toHaveLength(1);
    await expect
      .element(page.getByRole('group', { name: 'Pick a flight' }))
      .toHaveAccessibleDescription('Not offered.');
  });

  it('is inert while sending, says so once, holds focus and gives it back', async () => {
    const onRespond = vi.fn<(answer: PickFlight) => void>();
    const card = (state: 'pending' | 'sending' | 'failed') => (
      <ElicitCard toolName="book_flight" state={state} onDecline={ignore} onCancel={ignore} onRetry={ignore}>
        <FlightList flights={seedFlights} state={state} onRespond={onRespond} />
      </ElicitCard>
    );
    const screen = await render(card('pending'));
    await page.getByRole('radio', { name: /BH220/ }).click();
    await button('Continue').click();

    await screen.rerender(card('sending'));
    const heard = () =>
      page
        .getByRole('status')
        .elements()
        .map((line) => line.textContent);
    expect(heard().filter((text) => text !== '')).toEqual(['Sending…']);
    await expect.element(page.getByText('Sending your choice…')).toBeVisible();
    expect(document.activeElement).toHaveAttribute('data-elicit', 'elicit-card');
    expect(await tabStops()).toEqual(['More about: Book flight']);
    await expect.element(button('More')).toBeDisabled();
    document.querySelector<HTMLElement>('[data-elicit=elicit-card]')?.focus();
    expect(document.querySelector('[data-elicit=elicit-body]')).toHaveProperty('inert', true);
    const row = page.getByRole('radio', { name: /BH220/, includeHidden: true });
    await expect.element(row).toBeChecked();
    for (let at = row.element().parentElement; at !== null; at = at.parentElement)
      expect(getComputedStyle(at).opacity).toBe('1');

    await screen.rerender(card('failed'));
    await expect.element(button('Try again')).toHaveFocus();
    expect(await tabStops()).toEqual(['More about: Book flight', 'Skip', 'Try again']);
    await expect.element(page.getByRole('alert')).toHaveTextContent(/^Not sent Your choice is kept\.$/);
    expect(page.getByRole('alert').elements()).toHaveLength(1);
    await screen.rerender(card('pending'));
    await expect.element(row).toBeEnabled();
  });

  it.each([
    [english, 'Your choice is kept.', 'Your answer is kept.'],
    [german, 'Ihre Auswahl bleibt erhalten.', 'Ihre Antwort bleibt erhalten.'],
    [arabic, 'اختيارك محفوظ.', 'إجابتك محفوظة.'],
  ])(
    'says that what was not sent is kept, a choice as a choice and an answer as an answer: $locale',
    async (...row) => {
      const [messages, choice, answer] = row;
      const card = (children: ReactNode) => (
        <ElicitCard toolName="ask" state="failed" messages={messages} onRetry={ignore}>
          {children}
        </ElicitCard>
      );
      const says = async (words: string) => {
        await expect.element(page.getByRole('alert')).toHaveTextContent(words);
      };
      const seatMap = { rows: 2, seatsPerRow: ['A', 'B'], taken: [] };
      const screen = await render(card(<FlightList flights={seedFlights} onRespond={ignore} />));
      await says(choice);
      await screen.rerender(card(<SeatPicker seatMap={seatMap} onRespond={ignore} />));
      await says(choice);
      await screen.rerender(card(<PassengerSeatPicker seatMap={seatMap} passengers={[]} onRespond={ignore} />));
      await says(choice);
      await screen.rerender(card(<ChoiceList choices={['Basic']} onRespond={ignore} />));
      await says(choice);
      await screen.rerender(card(<MultiChoiceList choices={['Basic']} onRespond={ignore} />));
      await says(choice);
      await screen.rerender(card(<Confirm onRespond={ignore} />));
      await says(answer);
      await screen.rerender(card(<SchemaForm schema={{ type: 'object' }} onRespond={ignore} />));
      await says(answer);
      await screen.rerender(card(<UrlConsent url="https://example.com/" onRespond={ignore} onDecline={ignore} />));
      await says(answer);
    },
  );

  it('leaves it to the component to answer anew where nothing sends the same again', async () => {
    await render(
      <ElicitCard toolName="book_flight" state="failed" onDecline={ignore}>
        <ChoiceList choices={['Basic']} state="failed" onRespond={ignore} />
      </ElicitCard>,
    );
    await expect.element(page.getByRole('alert')).toHaveTextContent('Your answer was not sent.');
    expect(document.querySelector('[inert]')).toBeNull();
    await page.getByRole('radio').click();
    await expect.element(page.getByRole('radio')).toBeChecked();
  });

  it('says why sending failed and tries again', async () => {
    const onRetry = vi.fn<() => void>();
    await render(
      <ElicitCard toolName="book_flight" state="failed" error="The server is away." onRetry={onRetry}>
        form
      </ElicitCard>,
    );
    await expect.element(page.getByRole('alert')).toHaveTextContent('The server is away.');
    await button('Try again').click();
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('says that nobody has a form, but not while a handler is still at work', async () => {
    const screen = await render(<ElicitCard toolName="ask" message="Your name?" state="pending" onDecline={ignore} />);
    await expect.element(page.getByText('This app has no form for this question.')).toBeVisible();
    await expect.element(button('Skip')).toBeVisible();
    await screen.rerender(<ElicitCard toolName="ask" message="Your name?" state="pending" busy progress="Looking…" />);
    await expect.element(page.getByText('This app has no form for this question.')).not.toBeInTheDocument();
    await expect.element(page.getByRole('status')).toHaveTextContent('Looking…');
  });

  it('gives its element through a ref', async () => {
    const ref = createRef<HTMLDivElement>();
    await render(
      <ElicitCard ref={ref} toolName="ask" state="pending">
        form
      </ElicitCard>,
    );
    expect(ref.current).toHaveAttribute('data-elicit', 'elicit-card');
  });

  it('shows hostile words as words, keeps line breaks, and holds them at 360 px', async () => {
    await page.viewport(360, 800);
    const nasty = `<img src=x onerror="window.hacked=1">\u202E\n\n${'W'.repeat(5000)}`;
    await render(
      <ElicitCard
        toolName={nasty}
        message={nasty}
        state="failed"
        error={nasty}
        progress={nasty}
        issues={[{ path: [], message: nasty }]}
        onDecline={ignore}
        onCancel={ignore}
        onRetry={ignore}
      />,
    );
    expect(document.querySelector('img')).toBeNull();
    expect(window).not.toHaveProperty('hacked');
    expect(document.body.textContent).not.toContain('\u202E');
    expect(getComputedStyle(document.querySelector('[data-elicit=message]') as Element).whiteSpace).toBe('pre-wrap');
    expect(overflow()).toEqual([]);
  });
});

describe('Receipt', () => {
  it('says how it ended, and takes focus when given it', async () => {
    const ref = createRef<HTMLDivElement>();
    await render(<Receipt ref={ref} outcome="answered" title="Seat 35A · window" detail="Included" />);
    await expect.element(page.getByRole('group', { name: 'Answered' })).toHaveTextContent('Seat 35A · window Included');
    ref.current?.focus();
    expect(document.activeElement).toBe(ref.current);
    expect(await tabStops()).toEqual([]);
  });

  it('is one line for few words, and a few lines at 360 px, whatever it is given', async () => {
    await page.viewport(360, 800);
    const screen = await render(<Receipt outcome="answered" title="Seat 35A · window" detail="Included" />);
    expect(page.getByRole('group').element().getBoundingClientRect().height).toBeLessThan(70);
    await screen.unmount();
    await render(<Receipt outcome="declined" title={`<b>\u202E${'W'.repeat(5000)}`} detail={'w '.repeat(5000)} />);
    expect(page.getByRole('group').element().getBoundingClientRect().height).toBeLessThan(190);
    expect(document.querySelector('b')).toBeNull();
    expect(overflow()).toEqual([]);
  });
});
