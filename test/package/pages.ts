import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright';
import { writeFiles } from './project.ts';

/** Elements of ours whose looks are compared. */
export const parts = [
  '[data-elicit=title]',
  '[data-elicit=confirm] [data-elicit=commit]',
  '[data-elicit=skip]',
  '[data-elicit=choice]',
  '[data-elicit=choice] input[type=radio]',
  '[data-elicit=choice] input[type=checkbox]',
  '[data-elicit=fact] dt',
  'legend[data-elicit=label]',
  '[data-elicit=field] input[type=text]',
  '[data-elicit=field] input[type=email]',
  '[data-elicit=field] select',
  '[data-elicit=field] textarea',
  '[data-elicit=flight]',
  '[data-elicit=flight] input',
  '[data-elicit=clock]',
  '[data-elicit=seat][data-state=available]',
  '[data-elicit=view-switch]',
  '[data-elicit=receipt]',
  '[data-elicit=receipt] strong',
];

/** What a page's root hands down to any text. Each card sets what it needs, and leaves these. */
export const inherited =
  /^(-webkit-(font-smoothing|locale|tap-highlight-color|text-size-adjust)|tab-size|text-size-adjust|text-rendering|font-(feature|variation)-settings|interpolate-size)$/;

/** The script of a page: `show(element)` draws our components there, `showOwn(element)` the page's. */
export async function bundlePage(folder: string, own: string): Promise<{ script: string; css: string; sheet: string }> {
  writeFiles(folder, { 'page.jsx': `${shown}\n${own}`, 'own.module.css': '.mine { margin: 40px; }' });
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: ['page.jsx'],
    bundle: true,
    format: 'iife',
    outdir: 'out',
    write: false,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    external: ['node:process'],
    logLevel: 'error',
  });
  const text = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? '';
  const sheet = readFileSync(join(folder, 'node_modules/elicitkit/dist/styles.css'), 'utf8');
  return { script: text('.js'), css: text('.css'), sheet };
}

/** Opens an empty page with these style sheets, in this order. */
export async function openWith(page: Page, script: string, ...sheets: readonly string[]): Promise<void> {
  await page.setContent(
    `<!doctype html><html lang="en"><head><title>Page</title>${sheets.map((css) => `<style>${css}</style>`).join('')}</head>
    <body><div id="ours" style="position: absolute; inset: 0 auto auto 0; width: 520px"></div></body></html>`,
  );
  await page.addScriptTag({ content: script });
}

/** Draws our components, and returns how the parts look. */
export async function looksOf(page: Page): Promise<Record<string, Record<string, string>>> {
  await page.evaluate(() => show(document.querySelector('#ours') as Element));
  await page.locator('[data-elicit=seat]').first().waitFor();
  return page.evaluate(readLooks, [parts, inherited.source] as const);
}

/** The values of every property but variables. */
export function readLooks([selectors, except]: readonly [readonly string[], string]): Record<
  string,
  Record<string, string>
> {
  const left = new RegExp(except);
  return Object.fromEntries(
    selectors.map((selector) => {
      const deep = document.querySelector('#ours')?.shadowRoot ?? document;
      const element = deep.querySelector(selector);
      if (!element) throw new Error(`Nothing is ${selector}.`);
      const style = getComputedStyle(element);
      const names = [...style].filter((name) => !name.startsWith('--') && !left.test(name));
      return [selector, Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)]))];
    }),
  );
}

/** Which properties differ, by part. */
export function differences(
  some: Record<string, Record<string, string>>,
  others: Record<string, Record<string, string>>,
): string[] {
  return Object.entries(some).flatMap(([part, looks]) =>
    Object.entries(looks).flatMap(([name, value]) => {
      const other = others[part]?.[name];
      // Either draws a button that has an edge and a ground of its own in the same way.
      const isSame = value === other || (name === 'appearance' && value === 'button' && other === 'auto');
      return isSame ? [] : [`${part} ${name}: ${value}, ${other}`];
    }),
  );
}

declare global {
  var show: (element: Element, className?: string) => void;
  var showOwn: (element: Element) => void;
}

const shown = `
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { ChoiceList, Confirm, FlightList, MultiChoiceList, SeatPicker } from 'elicitkit';
import { Receipt } from 'elicitkit/card';
import { SchemaForm } from 'elicitkit/forms';
import 'elicitkit/styles.css';
import { mine } from './own.module.css';
const asked = { message: 'Which one?', onRespond() {}, onDecline() {}, locale: 'en-US' };
const place = (code, at) => ({ place: { code }, at });
const flights = ['XA', 'QQ'].map((code) => {
  const ends = { departure: place('ATL', '2026-09-06T05:00'), arrival: place('JFK', '2026-09-06T08:00') };
  const segments = [{ marketing: { code, name: code }, flightNumber: code + '1', ...ends }];
  return { id: code, airline: { code, name: code }, flightNumber: code + '1', ...ends, price: { amount: '9', currency: 'USD' }, legs: [{ segments }] };
});
const seatMap = { rows: 20, seatsPerRow: ['A', 'B', 'C', '', 'D', 'E', 'F'], taken: ['1A'] };
const properties = {
  name: { type: 'string', title: 'Name' },
  mail: { type: 'string', format: 'email', title: 'Mail' },
  notes: { type: 'string', title: 'Notes', maxLength: 900 },
  month: { enum: Array.from('12345678'), title: 'Month' },
  sure: { type: 'boolean', title: 'Sure?' },
  colours: { type: 'array', title: 'Colours', items: { enum: ['red', 'blue'] } },
};
const draw = (element, node) => flushSync(() => createRoot(element).render(node));
globalThis.mine = mine;
globalThis.show = (element, className) =>
  draw(element, <>
    <FlightList {...asked} flights={flights} />
    <SeatPicker {...asked} seatMap={seatMap} />
    <ChoiceList {...asked} choices={['a', 'b']} className={className} />
    <MultiChoiceList {...asked} choices={['a', 'b']} />
    <Confirm {...asked} details={[{ label: 'Total', value: '$9' }]} />
    <SchemaForm {...asked} schema={{ type: 'object', properties }} hints={{ properties: { notes: { multiline: true } } }} />
    <Receipt outcome="answered" title="Flight XA1" detail="Tomorrow" onChange={() => {}} />
  </>);
`;
