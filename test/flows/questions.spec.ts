import { expect, test } from './chat-page.ts';
import type { Page } from '@playwright/test';
import { pressUntil } from './press-until.ts';
import { violationsOf } from './violations.ts';

test.describe('a form of any schema', () => {
  test.use({ timezoneId: 'UTC' });

  test('says which of its examples is shown', async ({ page }) => {
    await page.goto('/questions.html#form');
    const pressed = page.getByRole('group', { name: 'Examples' }).getByRole('button', { pressed: true });
    await expect(pressed).toHaveText('Contact');
    await page.getByRole('button', { name: 'Choices' }).press('Enter');
    await expect(pressed).toHaveText('Choices');
    await page.getByRole('textbox', { name: /requestedSchema/ }).fill('{}');
    await expect(pressed).toHaveCount(0);
  });

  test('shows the form of a schema that is pasted, and what filling it in by keyboard sends', async ({
    chat,
    page,
  }) => {
    await expect(chat.composer).toBeVisible();
    await page.goto('/questions.html#form');
    await expect(page.getByRole('heading', { name: 'What people see' })).toBeVisible();
    const schema = page.getByRole('textbox', { name: /requestedSchema/ });
    await page.getByRole('link', { name: 'A form of any schema' }).focus();
    await pressUntil(page, 'Tab', schema);
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(
      JSON.stringify({
        requestedSchema: {
          type: 'object',
          properties: {
            name: { type: 'string', title: 'Name' },
            age: { type: 'integer', title: 'Age', minimum: 18 },
            size: { type: 'string', title: 'Size', enum: ['S', 'M', 'L'] },
          },
          required: ['name', 'age'],
        },
      }),
    );
    await pressUntil(page, 'Tab', page.getByRole('textbox', { name: 'Name' }));
    await page.keyboard.type('Ada');
    await page.keyboard.press('Tab');
    await page.keyboard.type('17');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Age' })).toBeFocused();
    await expect(page.getByText('Age must be 18 or more')).toBeVisible();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('36');
    await pressUntil(page, 'Tab', page.getByRole('radio', { name: 'S', exact: true }));
    await page.keyboard.press('ArrowDown');
    await pressUntil(page, 'Tab', page.getByRole('button', { name: 'Send' }));
    await page.keyboard.press('Enter');

    const sent = await page.getByRole('region', { name: 'What would be sent' }).locator('pre').textContent();
    expect(JSON.parse(sent ?? '')).toEqual({ action: 'accept', content: { name: 'Ada', age: 36, size: 'M' } });
    expect(chat.posts).toEqual([]);
  });

  test('asks for an object as a group, and sends it as one', async ({ chat, page }) => {
    await expect(chat.composer).toBeVisible();
    await page.goto('/questions.html#form');
    await page.getByRole('button', { name: 'An object' }).click();
    await page.getByRole('group', { name: 'Address' }).getByRole('textbox', { name: 'City' }).fill('Bern');
    await page.getByRole('button', { name: 'Send' }).click();
    const sent = await page.getByRole('region', { name: 'What would be sent' }).locator('pre').textContent();
    expect(JSON.parse(sent ?? '')).toEqual({ action: 'accept', content: { address: { city: 'Bern' } } });
  });

  test('refuses what no form can ask, and says what is no schema', async ({ chat, page }) => {
    await expect(chat.composer).toBeVisible();
    await page.goto('/questions.html#form');
    await page.getByRole('button', { name: 'Partly shown' }).click();
    await expect(page.getByText('Not asked here: Settings. Your answer leaves that out.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();

    await page.getByRole('button', { name: 'Refused' }).click();
    await expect(page.getByText('This request cannot be shown')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Skip' }).click();
    await expect(page.getByRole('region', { name: 'What would be sent' })).toContainText('"decline"');

    await page.getByRole('textbox', { name: /requestedSchema/ }).fill('{');
    await expect(page.getByRole('status').filter({ hasText: 'This is not JSON' })).toBeVisible();
  });

  test(
    'has an example of every kind, and none is wider than a small screen',
    { tag: '@long' },
    async ({ chat, page }) => {
      await expect(chat.composer).toBeVisible();
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto('/questions.html#form');
      const examples = page.getByRole('group', { name: 'Examples' }).getByRole('button');
      const kinds = new Set<string>();
      for (const example of await examples.all()) {
        await example.click();
        await expect(page.locator('[data-elicit="schema-form"]')).toBeVisible();
        for (const field of await page.locator('[data-elicit="field"]').all()) {
          kinds.add((await field.getAttribute('data-kind')) ?? '');
        }
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, await example.innerText()).toBeLessThanOrEqual(0);
      }
      expect([...kinds].toSorted()).toEqual(
        [
          'boolean',
          'date',
          'date-time',
          'email',
          'integer',
          'json',
          'list',
          'multi-select',
          'number',
          'select',
          'text',
          'uri',
        ].toSorted(),
      );
    },
  );
});

test.describe('the page of questions', () => {
  const kinds = (page: Page) => page.getByRole('navigation', { name: 'Kinds of questions' }).getByRole('link');

  test('asks one of each kind, and shows what the model reads of the answer', async ({ page }) => {
    await page.goto('/questions.html');
    await page.getByRole('radio', { name: 'Miso ramen' }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    const read = page.getByRole('region', { name: 'What the model reads' });
    await expect(read).toContainText('Ordered: ramen.');

    await read.getByRole('button', { name: 'Ask again' }).click();
    await page.getByRole('button', { name: 'Skip' }).click();
    await expect(read).toContainText('The person wants no lunch.');
  });

  test('keeps a question over a reload, with what was entered', async ({ page }) => {
    await page.goto('/questions.html#choose-several');
    await page.getByRole('checkbox', { name: 'Ada Lovelace' }).check();
    await page.getByRole('checkbox', { name: 'Grace Hopper' }).check();
    await page.reload();
    await expect(page.getByRole('checkbox', { name: 'Grace Hopper' })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Alan Turing' }).check();
  });

  test('runs a call with the arguments that the person changed, and says so to the model', async ({ page }) => {
    await page.goto('/questions.html#approve');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Amount in euros' }).fill('99.5');
    await page.getByRole('button', { name: 'Allow with changes' }).click();
    // The changed amount needs an approval, too.
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    const read = page.getByRole('region', { name: 'What the model reads' });
    await expect(read).toContainText('changed the arguments');
    await expect(read).toContainText('Order A-10342: 99.5 € would be paid back now.');
  });

  test('runs no call that is denied, and the model reads why', async ({ page }) => {
    await page.goto('/questions.html#approve');
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByRole('textbox', { name: /Why/ }).fill('It was refunded on Monday.');
    await page.getByRole('button', { name: 'Deny' }).click();
    const read = page.getByRole('region', { name: 'What the model reads' });
    await expect(read).toContainText('It was refunded on Monday.');
    await expect(page.locator('[data-elicit="receipt"]')).toContainText('Refund denied');
    await expect(read).not.toContainText('would be paid back');
  });

  test('asks no more about a call that was allowed for good', async ({ page }) => {
    await page.goto('/questions.html#approve');
    await page.getByRole('checkbox', { name: /Always allow/ }).check();
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    const read = page.getByRole('region', { name: 'What the model reads' });
    await expect(read).toContainText('would be paid back now');
    await read.getByRole('button', { name: 'Ask again' }).click();
    await expect(page.locator('[data-elicit="elicit-card"]')).toHaveCount(0);
    await expect(read).toContainText('would be paid back now');
  });

  test('takes rows, and days as they are typed', async ({ page }) => {
    await page.goto('/questions.html#rows');
    await page.getByRole('checkbox', { name: /Brückner/ }).check();
    await page.getByRole('checkbox', { name: /Atlas/ }).check();
    await expect(page.getByRole('cell', { name: '€404.55' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: '€404.55' })).toHaveCount(1);
    await page.getByRole('button', { name: 'Continue' }).click();
    const read = page.getByRole('region', { name: 'What the model reads' });
    await expect(read).toContainText('Paid: 2041, 2043.');

    await page.goto('/questions.html#dates');
    const year = new Date().getFullYear() + 1;
    await page.getByRole('textbox', { name: 'From' }).fill(`3/2/${year}`);
    await page.getByRole('textbox', { name: 'To' }).fill(`3/6/${year}`);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(read).toContainText(`from ${year}-03-02 to ${year}-03-06`);
  });

  test('takes a text as the person changed it, or sends it back with their words', async ({ page }) => {
    await page.goto('/questions.html#review');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.locator('[data-elicit="review-text"] textarea').first().fill('It comes on Tuesday.');
    await page.getByRole('button', { name: /^Approve/ }).click();
    const read = page.getByRole('region', { name: 'What the model reads' });
    await expect(read).toContainText('It comes on Tuesday.');

    await read.getByRole('button', { name: 'Ask again' }).click();
    await page.getByRole('textbox', { name: /Comment/ }).fill('Name a day.');
    await page.getByRole('button', { name: 'Send back' }).click();
    await expect(read).toContainText('Write the reply anew: Name a day.');
  });

  test('uploads files, and the tool finds those of this person', async ({ page }) => {
    await page.goto('/questions.html#files');
    const file = { name: 'taxi.pdf', mimeType: 'application/pdf', buffer: Buffer.from('12 EUR') };
    await page.locator('input[type=file]').setInputFiles(file);
    await expect(page.getByText('1 file', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Continue' }).click();
    const read = page.getByRole('region', { name: 'What the model reads' });
    await expect(read).toContainText('Handed in: taxi.pdf (6 bytes).');
  });

  test('names the kind that it shows, and every kind waits for its answer', async ({ page }) => {
    await page.goto('/questions.html');
    for (const kind of await kinds(page).all()) {
      await kind.click();
      await expect(kind).toHaveAttribute('aria-current', 'true');
      await expect(page.locator('[data-elicit="elicit-card"]')).toHaveCount(1);
      expect(await violationsOf(page), await kind.innerText()).toEqual([]);
    }
  });
});

test('a question without a plugin is answered in a form', async ({ chat, page }) => {
  await chat.say('I have feedback');
  await expect(page.getByRole('heading', { name: 'Tell us how booking here was.' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('ada@example.com');
  await page.getByRole('radio', { name: 'Great' }).check();
  await page.getByRole('button', { name: 'Send' }).last().click();

  await page.getByRole('main').getByText('Thank you for your feedback!').waitFor();
  await expect(chat.receipts).toContainText('Great');
});

test('a page is opened by the click, and stays at hand', async ({ chat, page, context }) => {
  await context.route('https://example.com/**', (route) => route.fulfill({ body: 'The rules' }));
  await chat.say('Do I need a visa?');
  const link = page.getByRole('link', { name: /^Open page/ });
  await expect(link).toBeVisible();
  const opening = context.waitForEvent('page');
  await link.click();
  const opened = await opening;
  await expect(opened).toHaveURL('https://example.com/entry-rules?lang=en');
  expect(await opened.evaluate(() => window.opener as unknown)).toBeNull();

  await expect(chat.receipts).toContainText('Page opened');
  await expect(chat.answers.last()).toHaveText(/^Read them well\./);
  await page.getByRole('button', { name: "I'm done" }).click();
  await expect(page.getByRole('link', { name: /^Try again/ })).toHaveCount(0);
});
