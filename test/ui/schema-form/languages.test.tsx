import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../../src/styles.css';
import { ElicitLocaleProvider } from '../../../src/index.ts';
import { SchemaForm } from '../../../src/forms.ts';
import { english, type ElicitMessages } from '../../../src/messages.ts';
import { arabic } from '../../../src/messages-ar.ts';
import { german } from '../../../src/messages-de.ts';
import type { JsonObject } from '../../../src/protocol/json.ts';
import { ignore } from '../page.ts';

const languages = [
  ['English', english],
  ['German', german],
  ['Arabic', arabic],
] as const;
const one = (schema: JsonObject): JsonObject => ({ type: 'object', properties: { v: schema }, required: ['v'] });
const responder = () => vi.fn<(content: JsonObject) => void>();

async function show(messages: ElicitMessages, schema: JsonObject, locale?: string) {
  const onRespond = responder();
  await render(
    <ElicitLocaleProvider messages={messages} locale={locale}>
      <SchemaForm schema={schema} onRespond={onRespond} onDecline={ignore} />
    </ElicitLocaleProvider>,
  );
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  return { onRespond, press, words: messages.schemaForm };
}

describe.each(languages)('in %s', (_, messages) => {
  const latin = messages === arabic ? '\u2068Zzz\u2069' : 'Zzz';

  it('a single yes or no is one click and a confirm', async () => {
    const { onRespond, press, words } = await show(messages, one({ type: 'boolean', title: 'Zzz' }));
    await expect.element(page.getByRole('group', { name: words.chooseTitle })).toBeVisible();
    await page.getByRole('radiogroup', { name: 'Zzz' }).getByText(words.yes, { exact: true }).click();
    await press(words.confirm);
    expect(onRespond.mock.calls).toEqual([[{ v: true }]]);
  });

  it('a single choice is one click and a confirm, and is asked for where there is none', async () => {
    const { onRespond, press, words } = await show(messages, one({ enum: ['Qqq', 'Rrr'], title: 'Zzz' }));
    await press(words.confirm);
    await expect.element(page.getByText(words.chooseOption(latin), { exact: true })).toBeVisible();
    await page.getByRole('radio', { name: 'Rrr' }).click();
    await press(words.confirm);
    expect(onRespond.mock.calls).toEqual([[{ v: 'Rrr' }]]);
  });

  it('no field at all is a plain confirmation', async () => {
    const { onRespond, press, words } = await show(messages, { type: 'object', properties: {} });
    await expect.element(page.getByRole('group', { name: words.confirmTitle })).toBeVisible();
    await press(words.confirm);
    expect(onRespond.mock.calls).toEqual([[{}]]);
  });

  it('what is wrong is said of each field', async () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string', title: 'Zzz' }, b: { type: 'string', format: 'email', title: 'Yyy' } },
      required: ['a', 'b'],
    };
    const { press, words } = await show(messages, schema);
    await press(words.send);
    await expect.element(page.getByRole('status')).toHaveTextContent(words.problems(2, messages.locale));
    await expect.element(page.getByLabelText('Zzz')).toHaveAccessibleDescription(words.errors.required(latin, ''));
  });
});

describe('a number', () => {
  const weight = one({ type: 'number', title: 'Gewicht', minimum: 0.5, maximum: 1234.5, default: 1.25 });
  const field = () => page.getByLabelText('Gewicht');

  it('is shown, asked for and read as the language writes it', async () => {
    const { onRespond, press } = await show(german, weight);
    await expect.element(field()).toHaveValue('1,25');
    await expect.element(field()).toHaveAccessibleDescription('Von 0,5 bis 1234,5.');
    await press('Senden');
    await field().fill('7,5');
    await press('Senden');
    // A telephone in another language has no comma among its digits.
    await field().fill('8.5');
    await press('Senden');
    expect(onRespond.mock.calls).toEqual([[{ v: 1.25 }], [{ v: 7.5 }], [{ v: 8.5 }]]);
  });

  it.each(['1.234', '1.234,5', '1,2,3', '٧٫٥'])('is none in German: %s', async (text) => {
    const { onRespond, press } = await show(german, weight);
    await field().fill(text);
    await press('Senden');
    await expect.element(field()).toHaveAccessibleDescription(/„Gewicht“ muss eine Zahl sein, zum Beispiel 12,5/);
    expect(onRespond).not.toHaveBeenCalled();
  });

  it('is read in the digits of Arabic', async () => {
    const { onRespond, press } = await show(arabic, weight, 'ar-EG');
    await field().fill('٧٫٥');
    await press('إرسال');
    expect(onRespond.mock.calls).toEqual([[{ v: 7.5 }]]);
  });

  it('whose limits nobody can write out is told as it is', async () => {
    await show(german, one({ type: 'number', title: 'Gewicht', minimum: 1e-12 }));
    await expect.element(field()).toHaveAccessibleDescription('Mindestens 1e-12.');
  });
});

it('a label of another script does not turn the sentence around', async () => {
  const { press } = await show(english, one({ type: 'string', title: 'اسم', minLength: 3 }));
  await press('Send');
  const error = document.querySelector('[data-elicit=error]');
  expect(error?.textContent).toBe('Enter \u2068اسم\u2069');
});

it('a Latin label does not turn a sentence that is read from right to left', async () => {
  const { press } = await show(arabic, one({ type: 'string', title: 'Name (work)', minLength: 3 }), 'ar');
  await press('إرسال');
  const error = document.querySelector('[data-elicit=error]');
  expect(error?.textContent).toBe('أدخل «\u2068Name (work)\u2069»');
});

it('the time zone is named in the language of the words', async () => {
  await render(
    <SchemaForm
      schema={one({ type: 'string', format: 'date-time' })}
      timeZone="Europe/Berlin"
      messages={german}
      onRespond={ignore}
    />,
  );
  await expect.element(page.getByText('In Ihrer Zeitzone: Mitteleuropäische Zeit.')).toBeVisible();
});

describe('from right to left', () => {
  const itemised = {
    type: 'object',
    properties: {
      note: { type: 'string', title: 'Note', maxLength: 40 },
      codes: { type: 'array', title: 'Codes', items: { type: 'string', title: 'Number' }, minItems: 3, maxItems: 3 },
    },
    required: ['codes'],
  };
  /** Where the words of an element stand, from the right. */
  const wordsOf = (element: Element) => {
    const texts: { word: string; right: number }[] = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        texts.push({ word, right: range.getBoundingClientRect().right });
      }
    }
    return texts.toSorted((a, b) => b.right - a.right).map(({ word }) => word);
  };

  it('counts and numbers in the order in which they are read', async () => {
    const { container } = await render(
      <div dir="rtl" lang="ar">
        <ElicitLocaleProvider messages={arabic}>
          <SchemaForm schema={itemised} onRespond={ignore} onDecline={ignore} />
        </ElicitLocaleProvider>
      </div>,
    );
    expect(wordsOf(container.querySelector('[data-elicit=counter]') as Element)).toEqual(['0', 'من', '40']);
    const labels = [...container.querySelectorAll('[data-elicit=entry] [data-elicit=label]')].map(wordsOf);
    expect(labels[1]).toEqual(['Number', '2', 'من', '3']);
  });
});
