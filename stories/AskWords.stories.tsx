import { suspend, type Operation } from 'effection';
import { useEffect, useState, type ReactNode } from 'react';
import { expect, userEvent, within } from 'storybook/test';
import * as z from 'zod';
import preview from '../.storybook/preview.tsx';
import { createAskTool, type AskContext } from '../src/ask.ts';
import { ElicitOutlet, PluginSessionProvider, usePluginSession } from '../src/index.ts';
import { createScriptedProvider } from '../src/testing.ts';
import { openChat } from './open-chat.ts';
import { said, type Played } from './said.ts';
import { openMenu } from './open-menu.ts';
import { longText, pageOfStates, SideBySide } from './side-by-side.tsx';

/** What the tool says. Its author writes it, so it is in the author's language: here, in that of the toolbar. */
const english = {
  name: 'What is your name?',
  email: 'Your email?',
  seats: 'How many seats?',
  day: 'Which day?',
  size: 'Which T-shirt?',
  sizes: { s: 'Small', m: 'Medium', l: 'Large' },
  month: 'In which month?',
  country: 'Which country do you live in?',
  extras: 'Which extras?',
  lunch: { lunch: 'Lunch', tour: 'City tour', parking: 'Parking' },
  book: 'Sign you up now?',
  refund: 'This cannot be cancelled later.',
  password: 'The password of your ticket account?',
  note: 'Anything else we should know?',
  hint: 'Allergies, a wheelchair, a late arrival',
  titled: 'Who is coming?',
  title: 'Full name',
  sending: 'Signing you up…',
  taken: 'This address has a ticket already.',
  tool: 'Sign-up',
};
type Said = typeof english;

const german: Said = {
  name: 'Wie heißen Sie?',
  email: 'Ihre E-Mail-Adresse?',
  seats: 'Wie viele Plätze?',
  day: 'An welchem Tag?',
  size: 'Welches T-Shirt?',
  sizes: { s: 'Klein', m: 'Mittel', l: 'Groß' },
  month: 'In welchem Monat?',
  country: 'In welchem Land leben Sie?',
  extras: 'Was soll dabei sein?',
  lunch: { lunch: 'Mittagessen', tour: 'Stadtführung', parking: 'Parkplatz' },
  book: 'Sie jetzt anmelden?',
  refund: 'Eine Anmeldung lässt sich nicht stornieren.',
  password: 'Das Passwort Ihres Ticketkontos?',
  note: 'Was sollten wir noch wissen?',
  hint: 'Allergien, ein Rollstuhl, eine späte Anreise',
  titled: 'Wer kommt?',
  title: 'Vor- und Nachname',
  sending: 'Sie werden angemeldet…',
  taken: 'Für diese Adresse gibt es schon ein Ticket.',
  tool: 'Anmeldung',
};

const arabic: Said = {
  name: 'ما اسمك؟',
  email: 'ما بريدك الإلكتروني؟',
  seats: 'كم مقعدًا تريد؟',
  day: 'في أي يوم؟',
  size: 'أي قميص تختار؟',
  sizes: { s: 'صغير', m: 'متوسط', l: 'كبير' },
  month: 'في أي شهر؟',
  country: 'في أي بلد تعيش؟',
  extras: 'أي إضافات تريد؟',
  lunch: { lunch: 'غداء', tour: 'جولة في المدينة', parking: 'موقف سيارة' },
  book: 'هل نسجّلك الآن؟',
  refund: 'لا يمكن إلغاء التسجيل لاحقًا.',
  password: 'كلمة مرور حساب التذاكر؟',
  note: 'هل هناك شيء آخر ينبغي أن نعرفه؟',
  hint: 'حساسية، كرسي متحرك، وصول متأخر',
  titled: 'من سيأتي؟',
  title: 'الاسم الكامل',
  sending: 'جارٍ تسجيلك…',
  taken: 'لهذا العنوان تذكرة بالفعل.',
  tool: 'تسجيل',
};

const spoken: Readonly<Record<string, Said>> = { en: english, de: german, ar: arabic };

const landsOf = (locale: string, codes: string) => {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const named = codes.split(' ').map((code) => [code, names.of(code) ?? code] as const);
  return Object.fromEntries(named.toSorted(([, one], [, other]) => one.localeCompare(other, locale)));
};
const monthsOf = (locale: string) =>
  Object.fromEntries(
    Array.from({ length: 12 }, (_, month) => [
      `m${month + 1}`,
      new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2027, month)),
    ]),
  );
const lands =
  'AR AT AU BE BR CA CH CL CN CO CZ DE DK EG ES FI FR GB GR HU IE IN IT JO JP KE KR MA MX NG NL NO NZ PE PL PT RO SA SE TN US ZA';

/** Each word, as a tool asks with it. */
const words = {
  text: (ask, { name }) => ask.text(name, { minLength: 2 }),
  'long text': (ask, { note, hint }) => ask.text(note, { maxLength: 500, description: hint }),
  'text with a title': (ask, { titled, title }) => ask.text(titled, { title }),
  email: (ask, { email, taken }) =>
    ask.text(email, { format: 'email', check: (given) => (given.startsWith('ada@') ? [taken] : undefined) }),
  number: (ask, { seats }) => ask.number(seats, { min: 1, max: 9, integer: true, default: 1 }),
  date: (ask, { day }) => ask.date(day),
  confirm: (ask, { book, refund }) => ask.confirm(book, { description: refund }),
  'select of few': (ask, { size, sizes }) => ask.select(size, sizes),
  'select of many': (ask, { month }, locale) => ask.select(month, monthsOf(locale)),
  'select of very many': (ask, { country }, locale) => ask.select(country, landsOf(locale, lands)),
  selectMany: (ask, { extras, lunch }) => ask.selectMany(extras, lunch, { min: 1, max: 2 }),
  password: (ask, { password }) => ask.password(password),
  'a long message': (ask) => ask.text(longText),
  *progress(ask, { sending }) {
    yield* ask.progress(sending, 1, 2);
    yield* suspend();
  },
} satisfies Record<string, (ask: AskContext, words: Said, locale: string) => Operation<unknown>>;
type Word = keyof typeof words;

/** One word, asked by a real tool in a real chat: both run in this page. The model that calls the tool is a script. */
function Asking({ word, locale }: { word: Word; locale?: string | undefined }): ReactNode {
  const spokenHere = locale !== undefined && Object.hasOwn(spoken, locale) ? locale : 'en';
  const [{ client, close }] = useState(() => open(word, spokenHere));
  useEffect(() => close, [close]);
  return (
    <PluginSessionProvider client={client} toolTitles={{ sign_up: (spoken[spokenHere] ?? english).tool }}>
      <ElicitOutlet />
      <Progress />
    </PluginSessionProvider>
  );
}

function open(word: Word, locale: string): ReturnType<typeof openChat> {
  const tool = createAskTool('sign_up')
    .description('Sign somebody up')
    .parameters(z.object({}))
    .execute((_, ask) => words[word](ask, spoken[locale] ?? english, locale) as Operation<string>, {
      secrets: { pageFor: (handle) => `https://tickets.example/password/${handle}`, read: () => undefined },
    });
  const provider = createScriptedProvider([
    { toolCalls: [{ name: 'sign_up', arguments: {} }] },
    ...Array.from({ length: 3 }, () => ({ text: '…' })),
  ]);
  return openChat(provider, tool, 'Sign me up');
}

/** How far a call is, where the host shows it. */
function Progress(): ReactNode {
  const progress = usePluginSession(({ calls }) => calls.find(({ status }) => status === 'running')?.progress);
  if (progress === undefined) return null;
  const { message, progress: done, total } = progress;
  return (
    <label style={{ display: 'grid', gap: 4, font: '14px/20px system-ui, sans-serif' }}>
      {message}
      <progress value={done} max={total} style={{ inlineSize: '100%' }} />
    </label>
  );
}

const meta = preview.meta({
  title: 'Questions/Ask with words',
  component: Asking,
  render: ({ word }, { globals }) => <Asking word={word} locale={String(globals['locale'])} />,
  args: { word: 'text' as Word },
  argTypes: {
    word: { control: 'select', options: Object.keys(words), description: 'What the tool asks with' },
    locale: { control: false, description: 'The language of the tool’s author' },
  },
  parameters: { docs: { story: { inline: false, height: '320px' } } },
});

/** The words of the tool, in the toolbar's language. */
const saidBy = ({ globals }: Pick<Played, 'globals'>) => spoken[String(globals['locale'])] ?? english;

/** The figure with this caption. */
function figureOf(canvasElement: HTMLElement, caption: string): HTMLElement {
  const name = within(canvasElement).getByText(caption, { selector: 'figcaption' });
  return name.closest('figure') as HTMLElement;
}

const figure = (canvasElement: HTMLElement, caption: string) => within(figureOf(canvasElement, caption));

const sideBySide = (list: readonly Word[], locale: unknown) => (
  <SideBySide
    states={Object.fromEntries(list.map((word) => [word, <Asking key={word} word={word} locale={String(locale)} />]))}
  />
);

/** The question is the title of the card, once, and the name of the field. */
export const Text = meta.story({
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const { name } = saidBy({ globals });
    const { schemaForm, receipt } = said({ globals });
    const field = await canvas.findByRole('textbox', { name });
    await expect(canvas.getByRole('group', { name })).toContainElement(field);
    await expect(canvas.getAllByText(name).filter((shown) => shown.checkVisibility())).toHaveLength(1);
    await userEvent.type(field, 'Ada');
    await userEvent.click(canvas.getByRole('button', { name: schemaForm.send }));
    await expect(
      await canvas.findByRole('group', { name: receipt.named(receipt.outcomes.answered, 'Ada') }),
    ).toBeVisible();
    await expect(canvas.queryByRole('button', { name: schemaForm.send })).toBeNull();
  },
});

/** Every word, side by side. Each field has the question as its name, or the title that the tool gave it. */
export const States = meta.story({
  parameters: pageOfStates,
  async play({ canvasElement, globals }) {
    const words = saidBy({ globals });
    const { urlConsent } = said({ globals });
    for (const [word, role, name] of [
      ['text', 'textbox', words.name],
      ['long text', 'textbox', words.note],
      ['text with a title', 'textbox', words.title],
      ['email', 'textbox', words.email],
      ['number', 'textbox', words.seats],
      ['confirm', 'radiogroup', words.book],
      ['select of few', 'radiogroup', words.size],
      ['select of many', 'combobox', words.month],
      ['select of very many', 'radiogroup', words.country],
      ['selectMany', 'checkbox', words.lunch.tour],
      ['password', 'link', new RegExp(urlConsent.open)],
    ] as const) {
      // One after the other, so that a failure names the first that is wrong.
      await expect(await figure(canvasElement, word).findByRole(role, { name })).toBeVisible();
    }
    await expect(await within(canvasElement).findByLabelText(words.day)).toHaveAttribute('type', 'date');
    await expect(await within(canvasElement).findByRole('progressbar', { name: words.sending })).toBeVisible();
  },
  render: (_args, { globals }) => sideBySide(Object.keys(words) as Word[], globals['locale']),
});

/** Wrong answers: the form's own errors, and one that only the tool finds. */
export const Wrong = meta.story({
  parameters: pageOfStates,
  async play({ canvasElement, globals }) {
    const { schemaForm } = said({ globals });
    const { email, taken } = saidBy({ globals });
    const send = async (word: Word, label = schemaForm.send) => {
      await userEvent.click(await figure(canvasElement, word).findByRole('button', { name: label }));
    };
    await send('text');
    await expect(figure(canvasElement, 'text').getByRole('textbox')).toBeInvalid();
    await send('select of few', schemaForm.confirm);
    await send('select of many');
    await send('selectMany');
    await userEvent.type(await figure(canvasElement, 'number').findByRole('textbox'), 'x');
    await send('number');
    await userEvent.type(
      await figure(canvasElement, 'email').findByRole('textbox', { name: email }),
      'ada@example.com',
    );
    await send('email');
    await expect(await figure(canvasElement, 'email').findByText(taken)).toBeVisible();
    await expect(figure(canvasElement, 'email').getByRole('textbox')).toHaveValue('ada@example.com');
    await expect(canvasElement.querySelectorAll('[data-elicit=error]')).toHaveLength(6);
  },
  render: (_args, { globals }) =>
    sideBySide(['text', 'number', 'select of few', 'select of many', 'selectMany', 'email'], globals['locale']),
});

/** The receipts of questions that were not answered. */
export const Declined = meta.story({
  parameters: pageOfStates,
  async play({ canvasElement, globals }) {
    const { card, receipt } = said({ globals });
    const { name, book, password } = saidBy({ globals });
    const press = async (word: Word, label: string) =>
      userEvent.click(await figure(canvasElement, word).findByRole('button', { name: label }));
    await press('text', card.decline);
    await press('password', card.decline);
    await userEvent.click(await openMenu(figureOf(canvasElement, 'confirm'), card));
    for (const [outcome, asked] of [
      [receipt.outcomes.declined, name],
      [receipt.outcomes.declined, password],
      [receipt.outcomes.cancelled, book],
    ] as const) {
      const ended = { name: receipt.named(outcome, asked) };
      await expect(await within(canvasElement).findByRole('group', ended)).toBeVisible();
    }
  },
  render: (_args, { globals }) => sideBySide(['text', 'password', 'confirm'], globals['locale']),
});
