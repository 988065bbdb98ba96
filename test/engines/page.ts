import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from './browser.ts';
import * as looks from './looks.ts';

/** A function that runs in the page. It sees its arguments and nothing else of this process. */
export type Look<Found, Args extends unknown[] = []> = (look: typeof looks, ...args: Args) => Found;

export interface Page {
  readonly browser: Browser;
  /** What a look finds, as JSON. */
  run<Found, Args extends unknown[]>(look: Look<Found, Args>, ...args: Args): Promise<Found>;
  /** Wait until a look finds something. */
  until<Found, Args extends unknown[]>(what: string, look: Look<Found, Args>, ...args: Args): Promise<Found>;
  /** Press a key until a look finds something. */
  pressUntil<Args extends unknown[]>(
    key: string,
    what: string,
    look: Look<unknown, Args>,
    ...args: Args
  ): Promise<void>;
  /** Click in the middle of the element that a look finds, once it lies still. */
  click(what: string, look: Look<Element | null | undefined>): Promise<void>;
  /** Let the page paint, scroll and move its focus. */
  settle(): Promise<void>;
}

const helpers = `const looks = (() => { ${Object.values(looks).map(String).join('\n')}
  return { ${Object.keys(looks).join(', ')} }; })();`;

export function createPage(browser: Browser): Page {
  const evaluate = (body: string) => browser.evaluate(`(() => { ${helpers} ${body} })()`);
  const page: Page = {
    browser,
    async run(look, ...args) {
      const given = args.map((arg) => JSON.stringify(arg)).join(', ');
      return (await evaluate(`
        const found = (${String(look)})(looks, ${given});
        return found instanceof Element ? true : (found ?? null);`)) as never;
    },
    async until(what, look, ...args) {
      let problem = '';
      for (const end = Date.now() + 20_000; Date.now() < end; await sleep(60)) {
        try {
          const found = await page.run(look, ...args);
          if (found) return found;
          problem = '';
        } catch (error) {
          // A page that is loading cannot be asked.
          problem = `: ${String(error)}`;
        }
      }
      throw new Error(`waited 20 s for ${what}${problem}`);
    },
    async pressUntil(key, what, look, ...args) {
      const seen: string[] = [];
      for (let left = 40; left > 0; left -= 1) {
        await browser.press(key);
        if (await page.run(look, ...args)) return;
        seen.push(await page.run(({ active, nameOf }) => nameOf(active()).slice(0, 20)));
      }
      throw new Error(`${key} never reached ${what}, but: ${seen.join(' · ')}`);
    },
    async click(what, look) {
      const middle = async () =>
        (await evaluate(`
          const element = (${String(look)})(looks);
          if (!element) return null;
          element.scrollIntoView({ block: 'center', behavior: 'instant' });
          const { x, y, width, height } = element.getBoundingClientRect();
          const hit = document.elementFromPoint(x + width / 2, y + height / 2);
          return hit && (element.contains(hit) || hit.contains(element)) ? [x + width / 2, y + height / 2] : null;
        `)) as [number, number] | null;
      let last: [number, number] | null = null;
      for (const end = Date.now() + 20_000; Date.now() < end; await sleep(100)) {
        const now = await middle();
        if (now && last && now[0] === last[0] && now[1] === last[1]) return browser.clickAt(...now);
        last = now;
      }
      throw new Error(last ? `${what} never lies still` : `waited 20 s for ${what}`);
    },
    settle: () => sleep(250),
  };
  return page;
}
