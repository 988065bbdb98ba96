import type { Drafts } from '../form/draft.ts';
import { omittedText } from '../form/texts.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import { mostInWords, shownInWords } from '../protocol/in-words.ts';
import type { WaitingItem } from '../protocol/inbox.ts';
import { inspectUrl } from '../protocol/inspect-url.ts';
import { plainText } from '../protocol/plain-text.ts';
import { sentenceOf } from '../protocol/sentence-of.ts';
import { drawFields, drawProblems, type FormView } from './draw-form.ts';
import { attributes, markup, type Html, type HtmlPart } from './markup.ts';
import type { Page } from './page.ts';
import type { FormErrors, QuestionForm } from '../form/question-form.ts';
import { momentText, type LinkWords } from './words.ts';

/** A question that waits, as its page shows it. */
export interface ShownQuestion {
  readonly item: WaitingItem;
  readonly question: ElicitRequest;
  readonly words: LinkWords;
  readonly form: QuestionForm;
  readonly drafts: Drafts;
  readonly errors: FormErrors;
  /** Names the answer that this page may give, so that it counts once however often it is sent. */
  readonly nonce: string;
  /** What happened to the answer. @default nothing */
  readonly notice?: string | undefined;
}

/** The page that asks. */
export function questionPage(status: number, asked: ShownQuestion): Page {
  const { question, words, errors, notice, nonce } = asked;
  const message = messageOf(question);
  const isTitle = message.length <= 160 && !message.includes('\n');
  const heading = isTitle && message !== '' ? message : words.form.title;
  const count = errors.atFields.size + errors.others.length;
  const body = markup`<main>
    <form method="post" accept-charset="utf-8">
      ${drawHeader(asked, heading, message)}
      ${question.inWords !== undefined && markup`<p class="words" dir="auto">${shownInWords(question.inWords)}</p>`}
      ${notice !== undefined && markup`<p class="notice">${notice}</p>`}
      <input type="hidden" name="attempt" value="${question.attempt}" />
      <input type="hidden" name="nonce" value="${nonce}" />
      ${question.mode === 'url' ? drawPage(asked) : drawForm(asked)}
    </form>
  </main>`;
  const title = count === 0 ? heading : `${words.form.problems(count, words.form.locale)}: ${heading}`;
  return { status, words, title, body };
}

/** A question's text, safe to show. */
export function messageOf({ message }: Pick<ElicitRequest, 'message'>): string {
  return plainText(message.slice(0, 4 * mostInWords), mostInWords).trim();
}

/** The id of the element with the question's text. */
const askedBy = 'asked';

function drawHeader({ item, words }: ShownQuestion, heading: string, message: string): Html {
  const asker = plainText(sentenceOf(item.toolName).slice(0, 500), 120);
  const isTitle = heading === message || message === '';
  return markup`<header>
    <p class="asker"><bdi>${asker}</bdi></p>
    ${
      isTitle
        ? markup`<h1 dir="auto" id="${askedBy}">${heading}</h1>`
        : markup`<h1>${words.form.title}</h1>
            <p dir="auto" id="${askedBy}">${message}</p>`
    }
  </header>`;
}

function drawForm(asked: ShownQuestion): HtmlPart {
  const { form, words } = asked;
  if (form.isRefused) {
    return markup`<p class="notice">${words.form.refusedTitle}. ${words.form.refused}</p>
      ${drawFooter(asked, undefined)}`;
  }
  const view: FormView = { ...asked, askedBy };
  // Enter in a field presses the first button of a form, which must not decline.
  const first = markup`<button class="first" name="do" value="send" tabindex="-1" aria-hidden="true"></button>`;
  return markup`${first} ${drawProblems(view)} ${form.fields.length > 0 && drawFields(view)}
  ${form.omitted.length > 0 && markup`<p class="notice" dir="auto">${omittedText(words.form, form.omitted)}</p>`}
  ${drawFooter(asked, form.fields.length === 0 ? words.form.confirm : words.form.send)}`;
}

/** A page to open. Only the person can say that they are done there, unless the page itself reports it. */
function drawPage(asked: ShownQuestion): HtmlPart {
  const { words, question } = asked;
  const { page } = words;
  const url = inspectUrl(question.url);
  if (!url.ok)
    return markup`<p class="notice">${page.unsafe}</p>
      ${drawFooter(asked, undefined)}`;
  const isDone = question.until === undefined;
  const opener = { class: 'button commit', href: url.href, target: '_blank', rel: 'noopener noreferrer' };
  return markup`${drawProblems({ ...asked, askedBy })}
    <p class="address"><bdi>${url.before}<strong>${url.host}</strong>${url.after}</bdi></p>
    ${url.warnings.length > 0 && markup`<p class="notice">${page.look}</p>`}
    <p class="go">
      <a${attributes(opener)}>${page.open} <small>${page.opensNew}</small></a>
    </p>
    ${!isDone && markup`<p class="words">${page.reports}</p>`}
    ${drawFooter(asked, isDone ? page.opened : undefined, 'tool')}`;
}

function drawFooter({ words, item, form }: ShownQuestion, commit: string | undefined, look = 'commit'): Html {
  const until = item.expiresAt === undefined ? undefined : momentText(words, item.expiresAt, form.timeZone);
  return markup`<footer>
    ${until !== undefined && markup`<p class="quiet">${words.page.until(until)}</p>`}
    <button name="do" value="decline" formnovalidate>${words.page.decline}</button>
    ${commit !== undefined && markup`<button class="${look}" name="do" value="send">${commit}</button>`}
  </footer>`;
}
