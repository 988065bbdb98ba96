import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { openMortalDemo, type MortalDemo } from './mortal-demo.ts';
import { test as base } from './quiet-page.ts';

/** What the shop's `onWaiting` sends. */
interface Mail {
  readonly place: { readonly callId: string; readonly elicitId: string };
  readonly idempotencyKey: string;
  readonly link: string;
}

interface Shop {
  /** Two processes over one database. */
  readonly here: MortalDemo;
  readonly there: MortalDemo;
  /** The next mail that nobody has read. */
  nextMail(): Promise<Mail>;
}

const connectionString = process.env['ELICITKIT_POSTGRES'];
let shops = 0;

const test = base.extend<{ people: People }, { shop: Shop }>({
  allowedErrors: [/Failed to load resource/],
  shop: [
    async ({ browserName: _browser }, use) => {
      const mails = await openMailbox();
      const env = {
        SHOP_POSTGRES: connectionString ?? '',
        SHOP_PREFIX: `shop_${process.pid}_${(shops += 1)}`,
        SHOP_MAILBOX: mails.url,
      };
      const config = 'test/flows/refund-shop/vite.config.ts';
      const [here, there] = await Promise.all([openMortalDemo({ config, env }), openMortalDemo({ config, env })]);
      await use({ here, there, nextMail: mails.next });
      await Promise.all([here.close(), there.close()]);
      mails.close();
    },
    { scope: 'worker' },
  ],
  people: async ({ browser, shop }, use) => {
    const people = new People(browser, shop);
    await use(people);
    await people.leave();
  },
});

/** Keeps what is sent to it, as a mail server does. */
async function openMailbox() {
  const unread: Mail[] = [];
  const server = createServer((request, response: ServerResponse) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      unread.push(JSON.parse(text) as Mail);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async next(): Promise<Mail> {
      await expect.poll(() => unread.length).toBeGreaterThan(0);
      return unread.shift()!;
    },
    close: () => void server.close(),
  };
}

/** Each has a browser of their own. */
class People {
  private readonly contexts: BrowserContext[] = [];
  private readonly customer = `the-customer-${crypto.randomUUID()}`;
  constructor(
    private readonly browser: Browser,
    private readonly shop: Shop,
  ) {}

  /** Asks for a refund in the first process. */
  async ask(): Promise<Customer> {
    const page = await this.open(this.customer);
    await page.goto(this.shop.here.url);
    await page.getByRole('textbox', { name: 'Message' }).fill('Refund order 1042');
    await page.getByRole('textbox', { name: 'Message' }).press('Enter');
    await expect(page.getByText('Waiting for Manager', { exact: true })).toBeVisible();
    return { page, answer: page.getByRole('main').locator('.answer').last() };
  }

  /** Opens the page of what waits, in the other process. */
  async desk(who: string): Promise<Desk> {
    const page = await this.open(who);
    await page.goto(`${this.shop.there.url}/desk.html`);
    return { page, waits: page.getByRole('button', { name: /Refund order 1042, 40\s€/ }) };
  }

  /** Opens a link without a script: signed in by a header, as a proxy may. */
  async follow(link: string, who?: string): Promise<Page> {
    const signedIn = who === undefined ? {} : { extraHTTPHeaders: { 'x-visitor': who } };
    const context = await this.browser.newContext({ javaScriptEnabled: false, ...signedIn });
    this.contexts.push(context);
    const page = await context.newPage();
    const { search } = new URL(link);
    await page.goto(`${this.shop.there.url}/answer${search}`);
    return page;
  }

  /** Signed in as the customer, under whichever address. */
  followAsCustomer(link: string): Promise<Page> {
    return this.follow(link, this.customer);
  }

  async leave(): Promise<void> {
    await Promise.all(this.contexts.map((context) => context.close()));
  }

  private async open(who: string): Promise<Page> {
    const context = await this.browser.newContext();
    this.contexts.push(context);
    await context.addInitScript((id) => localStorage.setItem('elicitkit-demo-visitor', id), who);
    return context.newPage();
  }
}

type Customer = { readonly page: Page; readonly answer: ReturnType<Page['locator']> };
type Desk = { readonly page: Page; readonly waits: ReturnType<Page['locator']> };

const mia = 'the-manager-is-Mia';
const bea = 'their-boss-is-Bea';
const eve = 'a-stranger-of-the-shop';

const decide = async (page: Page, decision: string) => {
  await page.getByText(decision, { exact: true }).click();
  await page.getByRole('button', { name: 'Send' }).click();
};

test.describe('three people, two processes and Postgres', { tag: '@long' }, () => {
  test.skip(connectionString === undefined, 'ELICITKIT_POSTGRES is not set: see scripts/databases.mjs.');
  test.describe.configure({ mode: 'serial' });

  test('a refund is approved at the desk of the other process, and a stranger sees nothing of it', async ({
    people,
    shop,
  }) => {
    const stranger = await people.desk(eve);
    const desk = await people.desk(mia);
    const customer = await people.ask();
    const { link } = await shop.nextMail();
    await desk.waits.click();
    await expect(stranger.page.getByText('Nothing waits for you').first()).toBeVisible();
    const strange = [await people.follow(link, eve), await people.follow(link), await people.followAsCustomer(link)];
    for (const page of strange) {
      await expect(page.getByRole('button')).toHaveCount(0);
      await expect(page.locator('body')).not.toContainText('1042');
    }
    await decide(desk.page, 'Approve');
    await expect(customer.answer).toContainText('Mia agreed, and 40 € for order 1042 are on their way.');
    await expect(customer.page.getByText('Answered by Mia')).toBeVisible();
    await expect(desk.waits).toHaveCount(0);
  });

  test('is denied under a link, without a script', async ({ people, shop }) => {
    const customer = await people.ask();
    const { link } = await shop.nextMail();
    const page = await people.follow(link, mia);
    await expect(page.getByRole('heading', { name: /^Refund order 1042, 40\s€\?$/ })).toBeVisible();
    await decide(page, 'Deny');
    await expect(page.getByRole('heading', { name: 'Your answer was sent' })).toBeVisible();
    await expect(customer.answer).toContainText('Mia said no to order 1042');
    const again = await people.follow(link, mia);
    await expect(again.getByRole('heading', { name: 'Answered by' })).toContainText('Mia');
  });

  test('counts once if desk and link answer at the same time', async ({ people, shop }) => {
    const customer = await people.ask();
    const desk = await people.desk(mia);
    const page = await people.follow((await shop.nextMail()).link, mia);
    await desk.waits.click();
    await desk.page.getByText('Approve', { exact: true }).click();
    await page.getByText('Deny', { exact: true }).click();
    await Promise.all([desk, { page }].map((one) => one.page.getByRole('button', { name: 'Send' }).click()));
    await expect(customer.answer).toContainText(/Mia (agreed|said no)/);
    const isApproved = (await customer.answer.textContent())!.includes('agreed');
    const told = isApproved ? 'Answered by' : 'Your answer was sent';
    await expect(page.getByRole('heading', { name: told })).toBeVisible();
    await expect(desk.waits).toHaveCount(0);
    await customer.page.reload();
    await expect(customer.answer).toContainText(isApproved ? 'Mia agreed' : 'Mia said no');
  });

  test('is somebody else’s once it is escalated, and the first link ends', async ({ people, shop }) => {
    const customer = await people.ask();
    const desk = await people.desk(mia);
    const first = await shop.nextMail();
    await expect(desk.waits).toHaveCount(1);
    const escalated = await desk.page.request.post(`${shop.there.url}/api/escalate`, { data: first.place });
    expect(await escalated.json()).toBe(true);
    await expect(desk.waits).toHaveCount(0);
    const ended = await people.follow(first.link, mia);
    await expect(ended.locator('body')).not.toContainText('1042');
    const boss = await people.desk(bea);
    await boss.waits.click();
    await decide(boss.page, 'Approve');
    await expect(customer.answer).toContainText('Bea agreed');
    expect((await shop.nextMail()).idempotencyKey).not.toBe(first.idempotencyKey);
  });

  test('leaves the desk and the link when the customer withdraws it', async ({ people, shop }) => {
    const customer = await people.ask();
    const desk = await people.desk(mia);
    const { link } = await shop.nextMail();
    await desk.waits.click();
    await customer.page.getByRole('button', { name: 'Withdraw' }).click();
    await expect(customer.answer).toContainText('order 1042 was not decided');
    await expect(desk.waits).toHaveCount(0);
    await expect(desk.page.getByRole('button', { name: 'Send' })).toHaveCount(0);
    const page = await people.follow(link, mia);
    await expect(page.getByRole('button', { name: 'Send' })).toHaveCount(0);
  });

  test('outlives both processes, killed one after the other while it waits', async ({ people, shop }) => {
    const customer = await people.ask();
    const desk = await people.desk(mia);
    await shop.nextMail();
    await shop.here.restart();
    await desk.waits.click();
    await desk.page.getByText('Approve', { exact: true }).click();
    await shop.there.restart();
    await desk.page.getByRole('button', { name: 'Send' }).click();
    await expect(customer.answer).toContainText('Mia agreed');
    await expect(customer.page.getByText('Answered by Mia')).toBeVisible();
    await customer.page.reload();
    await expect(customer.answer).toContainText('Mia agreed');
    await expect(customer.page.getByText('Answered by Mia')).toBeVisible();
  });
});
