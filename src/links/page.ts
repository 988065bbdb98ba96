import { hashOf } from '../base/hash.ts';
import { directionOf } from '../words/direction.ts';
import { markup, Html, type HtmlPart } from './markup.ts';
import { pageStyle } from './page-style.ts';
import type { LinkWords } from './words.ts';

/** A page, before it is a response. */
export interface Page {
  readonly status: number;
  readonly words: LinkWords;
  /** The name of the window. */
  readonly title: string;
  readonly body: Html;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A page as a response. No script runs in it, it loads nothing, stands in no frame and is kept nowhere. */
export async function pageResponse(page: Page, isHead: boolean): Promise<Response> {
  policy ??= policyOf(pageStyle);
  const headers = { ...fixed, 'content-security-policy': await policy, ...page.headers };
  return new Response(isHead ? null : documentOf(page).text, { status: page.status, headers });
}

/** What is left to say where there is no form. */
export interface LastWords {
  readonly kind: 'done' | 'over';
  readonly title: string;
  readonly help: string;
  /** @default nothing */
  readonly more?: HtmlPart;
}

/** A page that only says something. */
export function lastPage(status: number, words: LinkWords, { kind, title, help, more }: LastWords): Page {
  const line = kind === 'done' ? 'M2 12l6 6L22 4' : 'M4 12h16';
  const body = markup`<main class="over" data-kind="${kind}">
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="3" aria-hidden="true">
      <path d="${line}" stroke-linecap="round" stroke-linejoin="round" />
    </svg>
    <h1 dir="auto">${title}</h1>
    <p>${help}</p>
    ${more}
  </main>`;
  return { status, words, title, body };
}

function documentOf({ words, title, body }: Page): Html {
  return markup`<!doctype html>
    <html lang="${words.form.locale}" dir="${directionOf(words.form.locale)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${sheet}
      </head>
      <body>
        ${body}
      </body>
    </html>`;
}

/** Ours, and in one piece: the policy allows exactly this. */
const sheet = new Html(`<style>${pageStyle}</style>`);

let policy: Promise<string> | undefined;

async function policyOf(style: string): Promise<string> {
  const allowed = `style-src 'sha256-${btoa(String.fromCharCode(...(await hashOf(style))))}'`;
  return `default-src 'none'; ${allowed}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;
}

const fixed = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
};
