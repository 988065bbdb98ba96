import { isPromise, whenDone } from '../base/is-promise.ts';
import type * as z from 'zod';
import type { ElicitIssue } from '../protocol/elicit-request.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import { choiceName } from '../protocol/choice.ts';
import type { ReceiptWords } from '../protocol/receipt.ts';
import { ClientError, problemOf } from './client-error.ts';
import type { ItemActions } from './elicit-item.ts';
import { andThen, checkContent, parse, type CheckedContent } from './handler/check-content.ts';
import type { PartsOptions, Refusal } from './later-parts.ts';
import { endWith } from './state/change-item.ts';
import {
  answerOnItsWay,
  countsIn,
  isForOthers,
  isOpen,
  isRevised,
  mayHaveMoreTime,
  questionName,
  statusOfItem,
  type Answer,
  type ItemState,
} from './state/item-state.ts';
import { canonicalJson, type JsonObject, type JsonValue } from '../protocol/json.ts';
import { safeDrafts, toldReceipt } from './state/secrets.ts';
import { uuid } from './uuid.ts';
import { reasonOf } from '../protocol/coded-error.ts';

export type Answers = ReturnType<typeof createAnswers>;

/** Every way this client ends a question, from a handler or from a person. */
export function createAnswers(options: PartsOptions) {
  const { store, registry, post, closing, retry, background, onError } = options;

  /** Check and send what a handler returned. */
  async function submit(
    elicitId: string,
    result: ElicitResult<unknown>,
    refusal: Refusal,
    said?: ReceiptWords,
  ): Promise<void> {
    const item = store.find(elicitId);
    if (item === undefined) return;
    if (result.action !== 'accept') return record(elicitId, result);
    try {
      // What is known at once is shown or sent in the same step.
      const checking = check(item, result.content);
      const checked = isPromise(checking) ? await checking : checking;
      const reading = checked.kind === 'good' ? receiptOf(item, checked.output) : undefined;
      const receipt = isPromise(reading) ? await reading : reading;
      closing.throwIfAborted();
      // The check may be asynchronous: by now the question may have ended, or been asked again.
      const now = store.find(elicitId);
      if (!isPending(now) || now.run !== item.run) return;
      if (checked.kind === 'good') {
        const words = receipt ?? readSaid(item, said) ?? wordsFor(item, checked.json);
        return record(elicitId, { action: 'accept', content: checked.json }, words);
      }
      if (refusal === 'ask again') return store.dispatch({ type: 'refused', elicitId, issues: checked.issues });
      const wrong = checked.issues.map(({ path, message }) => `${path.join('.') || 'the answer'}: ${message}`);
      refuse(item, `it does not fit the question's schema (${wrong.slice(0, 5).join('; ')}).`, checked.issues);
    } catch (cause) {
      if (!closing.aborted) refuse(item, reasonOf(cause), undefined, cause);
    }
  }

  function check(item: ItemState, content: unknown): CheckedContent | Promise<CheckedContent> {
    const byAsker = (checked: CheckedContent): CheckedContent => {
      if (checked.kind === 'bad') return checked;
      const issues = item.outside?.asked?.check?.(checked.json) ?? [];
      return issues.length === 0 ? checked : { kind: 'bad', issues };
    };
    return andThen(checkContent(questionOf(item)?.response, content), byAsker);
  }

  const refuse = (item: ItemState, why: string, issues?: readonly ElicitIssue[], cause?: unknown) => {
    const { elicitId } = item.request;
    const message = `The answer of ${questionName(item)} was not sent: ${why}`;
    const error = new ClientError('CONTENT_INVALID', message, { elicitId, cause });
    store.dispatch({ type: 'handler_failed', elicitId, run: item.run, problem: problemOf(error), issues });
    onError(error);
  };

  const record = (elicitId: string, result: ElicitResult<unknown>, receipt?: ReceiptWords) => {
    const item = store.find(elicitId);
    const isChange = item !== undefined && isRevised(item);
    if (isChange && isKept(countsIn(item), result)) return store.dispatch({ type: 'kept', elicitId });
    const { asked } = item?.outside ?? {};
    if (asked !== undefined && !isChange && asked.deliver === undefined) {
      // The caller waits on this page for the answer, so nothing is sent.
      return store.dispatch({ type: 'ended_here', elicitId, how: endWith({ result, receipt }) });
    }
    // It goes out first: the page draws in the same step all the same.
    store.batch(() => {
      store.dispatch({ type: 'recorded', elicitId, result, answerId: uuid(), receipt });
      send(elicitId);
    });
  };

  const send = (elicitId: string) => background(sendNow(elicitId));

  async function sendNow(elicitId: string): Promise<void> {
    const item = store.find(elicitId);
    if (item?.outside) return item.outside.carry ? item.outside.carry() : failHere(item);
    const answer = item && answerOnItsWay(item);
    const { result, id: answerId, post: carrier } = answer ?? {};
    if (item === undefined || result === undefined || carrier !== undefined) return;
    const { sessionId, callId, attempt } = item.request;
    const revises = isRevised(item) && { revises: countsIn(item)?.id };
    const receipt = answer && toldReceipt(item, answer);
    const response = { sessionId, callId, elicitId, attempt, result, answerId, receipt, ...revises };
    await post({ pluginElicitResponses: [response] });
  }

  /** Its caller has not asked it again since the page was reloaded. */
  function failHere(item: ItemState): void {
    const { elicitId } = item.request;
    const what = `The answer to ${questionName(item)} was not delivered: nobody has asked it again after the reload.`;
    const retryIt = { elicitId, retry: () => retry(elicitId) };
    const error = new ClientError('ANSWER_NOT_CONFIRMED', `${what} Call askHere with its id.`, retryIt);
    store.dispatch({ type: 'undelivered', elicitId, problem: problemOf(error) });
    onError(error);
  }

  const end = (elicitId: string, result: ElicitResult<unknown>) => {
    const item = store.find(elicitId);
    if (item === undefined || !isOpen(item) || answerOnItsWay(item)) return;
    if (!isForOthers(item) || result.action === 'cancel') record(elicitId, result);
  };

  const questionOf = ({ request }: ItemState) => registry.get(request.toolName)?.declaration.questions.get(request.key);

  /** The plugin's words for an answer. They get the context parsed by its schema. */
  function receiptOf(item: ItemState, output: unknown): MaybeWords | Promise<MaybeWords> {
    const { toolName, key, elicitId } = item.request;
    const receipts = registry.get(toolName)?.receipts;
    // `key` is untrusted: don't look up inherited properties such as `toString`.
    const read = receipts !== undefined && Object.hasOwn(receipts, key) ? receipts[key] : undefined;
    if (read === undefined) return undefined;
    const { context = {} } = item;
    const say = (parsed?: z.ZodSafeParseResult<unknown>): MaybeWords => {
      if (parsed?.error !== undefined) throw parsed.error;
      const words = read(output as never, (parsed === undefined ? context : parsed.data) as never);
      return words === undefined ? undefined : texts(words);
    };
    const schema = questionOf(item)?.context;
    return whenDone<MaybeWords, MaybeWords>(
      () => andThen(schema && parse(schema, context), say),
      (words) => words,
      (cause) => {
        const message = `The receipt of ${toolName}.${key} failed, so it shows default words. Correct .receipts.`;
        onError(new ClientError('RECEIPT_FAILED', message, { elicitId, cause }));
        return undefined;
      },
    );
  }

  return {
    submit,
    resend: send,
    /** The time of a question is over that no chat server asked. */
    expire: (elicitId: string) => end(elicitId, { action: 'cancel', reason: 'expired' }),
    actions: {
      accept(elicitId, content, receipt) {
        const item = store.find(elicitId);
        if (!isPending(item)) return;
        // Fail here: a host subscriber that answers every refusal with the same mistake would loop forever.
        const refusal = item.run % mostRefusals === 0 ? 'fail' : 'ask again';
        void submit(elicitId, { action: 'accept', content }, refusal, receipt);
      },
      decline: (elicitId, reason) => end(elicitId, { action: 'decline', ...(reason !== undefined && { reason }) }),
      cancel: (elicitId) => end(elicitId, { action: 'cancel', reason: 'dismissed' }),
      moreTime(elicitId) {
        const item = store.find(elicitId);
        if (item === undefined || !mayHaveMoreTime(item)) return;
        if (item.outside) return item.outside.asked?.moreTime?.();
        const { sessionId, callId, attempt } = item.request;
        const response = { sessionId, callId, elicitId, attempt, result: { action: 'more_time' } } as const;
        background(post({ pluginElicitResponses: [response] }));
      },
    } satisfies Partial<ItemActions>,
  };
}

type MaybeWords = ReceiptWords | undefined;

const isPending = (item: ItemState | undefined): item is ItemState =>
  item !== undefined && statusOfItem(item) === 'pending';

/** True for the earlier answer again, and for none: either changes nothing. */
function isKept({ result: earlier }: Partial<Answer> = {}, result: ElicitResult<unknown>): boolean {
  if (result.action !== 'accept') return true;
  return earlier?.action === 'accept' && canonicalJson(earlier.content) === canonicalJson(result.content);
}

/** How many answers to one question may be refused in a row. After that it fails until the host calls `retry`. */
const mostRefusals = 10;

/**
 * Convert what is no text, such as a number: it would crash the receipt. Cut the others: no page shows more, and an
 * answer is sent and stored however long its words are.
 */
function texts({ title, detail, amount }: ReceiptWords): ReceiptWords {
  const text = (given: unknown) => String(given).slice(0, 1000);
  return {
    title: text(title),
    ...(detail !== undefined && { detail: text(detail) }),
    ...(amount !== undefined && { amount: text(amount) }),
  };
}

/** What a component or a host says of an answer. A control may have passed on something else, such as its event. */
function readSaid({ message }: ItemState, said: Partial<ReceiptWords> | null | undefined): MaybeWords {
  const { title, detail = message, amount } = said ?? {};
  return typeof title === 'string' && title !== '' ? texts({ title, detail, amount }) : undefined;
}

/**
 * The titles of what was chosen, by the lists that the question has in places without its card, and nothing secret.
 * Undefined if there are none.
 */
function wordsFor({ request, message }: ItemState, content: JsonValue): MaybeWords {
  const { plain } = request;
  if (plain === undefined) return undefined;
  const fields = plain['properties'] as Readonly<Record<string, Listed>> | undefined;
  const { answer } = safeDrafts(request, { answer: content });
  if (answer === undefined) return undefined;
  const whole: [Listed, unknown] = [plain, choiceName(answer)];
  const parts = Object.entries(answer ?? {}).map(([name, part]): typeof whole => [fields?.[name], part]);
  const titles = [whole, ...parts].flatMap(([field, part]) => {
    const options = field?.oneOf ?? field?.items?.anyOf;
    if (!Array.isArray(options)) return [];
    return [part]
      .flat()
      .map((one) => (options as (JsonObject | null)[]).find((option) => option?.['const'] === one)?.['title']);
  });
  const title = titles.filter((one) => typeof one === 'string').join(' · ');
  return title === '' ? undefined : texts({ title, detail: message });
}

/** A field of untrusted JSON Schema, as far as it lists what can be chosen. */
type Listed = { readonly oneOf?: unknown; readonly items?: { readonly anyOf?: unknown } | null } | null | undefined;
