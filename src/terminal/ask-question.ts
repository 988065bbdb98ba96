import { inspect } from 'node:util';
import { confirm, password } from '@clack/prompts';
import type { Operation } from 'effection';
import type { Draft } from '../form/draft.ts';
import type { Field, FieldGroup } from '../form/field.ts';
import { fieldOfIssue, issueLine } from '../form/places.ts';
import { questionForm } from '../form/question-form.ts';
import { labelOf, omittedText } from '../form/texts.ts';
import { words as english, type FormWords } from '../form/words.ts';
import type { ElicitIssue, ElicitRequest } from '../protocol/elicit-request.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import type { JsonObject, JsonValue } from '../protocol/json.ts';
import { sentenceOf } from '../protocol/sentence-of.ts';
import type { TerminalQuestion } from './errors.ts';
import { barred, promptField } from './prompt-field.ts';
import { dataLines, dimmed, linesOf, oneLine, wrapped } from './shown.ts';
import type { Terminal } from './terminal.ts';

/** A question, as a terminal shows it. */
export interface ShownQuestion
  extends Omit<TerminalQuestion, 'name'>, Pick<ElicitRequest, 'inWords' | 'expiresAt' | 'to'> {
  readonly terminal: Terminal;
  /** What the tool passed besides the message. */
  readonly context: JsonObject;
  /** The tool's name, if others may ask, too. */
  readonly asker: string | undefined;
}

/** Asks one question, as often as it takes. It remembers what was entered. */
export type AskAgain = (issues?: readonly ElicitIssue[]) => Operation<ElicitResult<unknown>>;

/** Ask for the answer to a question with a schema. @param start - an answer to start with */
export function asForm(question: ShownQuestion, start?: JsonValue): AskAgain {
  const { terminal, schema, context } = question;
  const reading = { timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone, decimal: '.' };
  const form = questionForm({ schema }, words, reading.timeZone, start ?? undefined);
  const drafts = new Map<string, Draft>();

  function* fillIn(issues: readonly ElicitIssue[]): Operation<ElicitResult<unknown>> {
    const [only, ...others] = form.fields;
    const alone = others.length === 0 ? only : undefined;
    let fields = fieldsAt(issues, form.fields, form.bare);
    for (;;) {
      let group: FieldGroup | undefined;
      for (const field of fields) {
        if (field.group && field.group !== group) showGroup(terminal, field.group);
        group = field.group;
        const heading = field === alone ? headingOf(question, field) : undefined;
        const draft = drafts.get(field.id);
        const given = yield* promptField(field, { terminal, words, reading, heading, draft });
        if (given === undefined) return declined;
        drafts.set(field.id, given);
      }
      const read = form.read(drafts);
      if ('content' in read) return { action: 'accept', content: read.content };
      const { atFields } = read.errors;
      fields = form.fields.filter(({ id }) => [...atFields.keys()].some((at) => at === id || at.startsWith(`${id}-`)));
      terminal.print('warning', [...atFields.values()]);
    }
  }

  let isFirst = true;
  return function* ask(issues = []) {
    const isMany = form.fields.length !== 1;
    if (isFirst && question.inWords !== undefined) terminal.print('info', dataLines(question.inWords));
    if (isFirst) showContext(terminal, context);
    if (isFirst && isMany) terminal.print('question', headingOf(question));
    if (isFirst && form.omitted.length > 0) terminal.print('info', omittedText(words, form.omitted));
    isFirst = false;
    showIssues(question, issues);
    if (form.fields.length > 0) return yield* fillIn(issues);
    // Who is asked again had confirmed it.
    const initialValue = issues.length > 0;
    const isConfirmed = yield* terminal.prompt((io) => confirm({ ...io, message: words.confirm, initialValue }));
    return isConfirmed === true ? { action: 'accept', content: {} } : declined;
  };
}

/** Ask the person to open a page. */
export function asPage(question: ShownQuestion, url: string): AskAgain {
  const { terminal } = question;
  return function* ask(issues = []) {
    showIssues(question, issues);
    terminal.print('question', [...headingOf(question), oneLine(url, 2000)]);
    const message = `Open this page of ${oneLine(new URL(url).host)} in your browser. Is it open?`;
    const isOpen = yield* terminal.prompt((io) => confirm({ ...io, message, initialValue: false }));
    return isOpen === true ? { action: 'accept', content: {} } : declined;
  };
}

/** Ask for a password, with hidden input. */
export function asPassword(question: ShownQuestion, keep: (password: string) => void): AskAgain {
  return function* ask() {
    const given = yield* question.terminal.prompt((io) =>
      password({
        ...io,
        message: barred(headingOf(question)),
        validate: (value) => (value === undefined || value === '' ? 'Enter it, or press Escape' : undefined),
      }),
    );
    if (given === undefined) return declined;
    keep(given);
    return { action: 'accept', content: {} };
  };
}

const declined = { action: 'decline' } as const;
const words: FormWords = { ...english, locale: 'en' };

/** The fields that the issues are about. All of them, if one is about the whole answer or about no field. */
function fieldsAt(issues: readonly ElicitIssue[], fields: readonly Field[], bare: boolean): readonly Field[] {
  const found = new Set(issues.map((issue) => fieldOfIssue(issue, fields)));
  const wrong = fields.filter((field) => found.has(field));
  return bare || found.has(undefined) || wrong.length === 0 ? fields : wrong;
}

/** The name of fields that belong together. */
function showGroup(terminal: Terminal, { label, description, required, neededIn }: FieldGroup): void {
  const optional = required || neededIn ? '' : ` ${words.optional}`;
  const more = description === undefined ? [] : [dimmed(oneLine(description))];
  terminal.print('question', [oneLine(`${label}${optional}`), ...more]);
}

function headingOf({ terminal, message, asker, expiresAt, to }: ShownQuestion, field?: Field): string[] {
  const [first = '', ...lines] = linesOf(message);
  const label = field === undefined || isNamedByMessage(field) ? '' : oneLine(labelOf(words, field));
  const more = label === '' || label === words.answer ? [] : [label];
  const until = expiresAt === undefined ? [] : [dimmed(`Answer by ${momentText(expiresAt)}.`)];
  const who = to?.who.map(({ id = '', name = id, role }) => oneLine(role === undefined ? name : sentenceOf(role)));
  const whom = who === undefined ? [] : [dimmed(`For ${who.join(' or ')}.`)];
  const said = [asker === undefined ? first : `${oneLine(asker)}: ${first}`, ...lines, ...more];
  return [...said.flatMap((line) => wrapped(terminal.columns, line)), ...whom, ...until];
}

/** A choice or a yes or no whose label only repeats the property's name. The message says more. */
function isNamedByMessage({ kind, name, label }: Field): boolean {
  return (kind === 'select' || kind === 'multi-select' || kind === 'boolean') && label === sentenceOf(name);
}

function momentText(time: number): string {
  const moment = new Date(time);
  return time - Date.now() < 43_200_000 ? moment.toLocaleTimeString() : moment.toLocaleString();
}

function showIssues({ terminal, schema }: ShownQuestion, issues: readonly ElicitIssue[]): void {
  if (issues.length === 0) return;
  const lines = issues.slice(0, 20).map((issue) => oneLine(issueLine(issue, schema)));
  terminal.print('warning', lines);
}

/** The data for a component, which a terminal has not. */
function showContext(terminal: Terminal, context: JsonObject): void {
  const { ui: _, ...data } = context;
  if (Object.keys(data).length === 0) return;
  const text = inspect(data, { depth: 6, breakLength: 100, maxArrayLength: 50, maxStringLength: 300 });
  terminal.print('question', dataLines(text));
}
