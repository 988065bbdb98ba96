import { choiceName, type Choice } from '../protocol/choice.ts';
import type { ElicitIssue } from '../protocol/elicit-request.ts';
import { canonicalJson, isObject, type JsonObject } from '../protocol/json.ts';
import { refuseOthers, ToolDeclarationError } from './errors.ts';

type All = readonly Choice<unknown>[];

/** What is listed, and whether another text is taken. */
export interface ChoiceList extends Pick<OpenChoices, 'min' | 'max'> {
  readonly all: All;
  readonly isOpen: boolean;
}

/** Choices of a field of texts, to which the person may add one. */
export interface OpenChoices {
  readonly choices: readonly (string | Choice)[];
  /** Whether a text of at most 120 characters that is not among them is an answer, too. @default false */
  readonly other?: boolean | undefined;
  /** The fewest choices, for a field that takes several. A form without the card says so. @default any */
  readonly min?: number | undefined;
  /** The most choices. @default any */
  readonly max?: number | undefined;
}

/** The answer that was meant, and an issue of it where it is in what was sent. Or why it cannot be taken. */
export type Picked =
  | { readonly content: unknown; readonly inSent?: ((issue: ElicitIssue) => ElicitIssue) | undefined }
  | { readonly issues: readonly ElicitIssue[] };

/** The field for a text in place of a choice. A form has no list that takes other texts. */
export function otherField(name: string): [name: string, field: JsonObject] {
  const description = 'Anything else, in your own words. It counts in place of a choice, or beside several.';
  return [otherOf(name), { type: 'string', title: 'Other', description, maxLength: mostWritten }];
}

/** What is in the field of a list and in that of its text, which is taken out of the answer. */
export function withOther(name: string, answer: Record<string, unknown>, isList: boolean): unknown {
  const { [name]: chosen, [otherOf(name)]: other } = answer;
  delete answer[otherOf(name)];
  if (typeof other !== 'string' || other === '') return chosen ?? undefined;
  return isList ? [chosen ?? [], other].flat() : other;
}

const otherOf = (name: string) => `${name}_other`;
/** More would be a field of several lines. */
const mostWritten = 120;
export const chooseOrWrite = 'Choose one from the list, or write your own answer.';

/** What a person wrote in place of a choice. */
function written(text: string, path: ElicitIssue['path']): Picked {
  const content = text.trim();
  if (content !== '' && content.length <= mostWritten) return { content };
  const message = content === '' ? chooseOrWrite : `That is too long. Write at most ${mostWritten} characters.`;
  return { issues: [{ path, message }] };
}

/** @throws {ToolDeclarationError} if it or a choice has a wrong key */
export function listOf(given: readonly (Choice<unknown> | string)[] | OpenChoices, where: string): ChoiceList {
  if (!('choices' in given)) return { all: choicesOf(given, where), isOpen: false };
  const { choices, other = false, min, max } = refuseOthers(where, given, ['choices', 'other', 'min', 'max']);
  return { all: choicesOf(choices, where), isOpen: other, min, max };
}

/** How many can be chosen, as a form without the card says and checks it. A text that the person writes counts, too. */
export function countsOf({ all, isOpen, min, max }: ChoiceList): JsonObject {
  return {
    ...(min !== undefined && !isOpen && { minItems: Math.min(min, freeOf(all).length) }),
    ...(max !== undefined && { maxItems: max }),
  };
}

/** @throws {ToolDeclarationError} if one has a wrong key, or the value of another one */
export function choicesOf(given: readonly (Choice<unknown> | string)[], where: string): All {
  const keys = ['value', 'label', 'description', 'disabled', 'group', 'image', 'amount'];
  const names = new Set<string>();
  return given.map((choice) => {
    const read =
      typeof choice === 'string' ? { value: choice, label: choice } : refuseOthers(`${where}: a choice`, choice, keys);
    const name = choiceName(read.value);
    if (names.has(name))
      throw new ToolDeclarationError(`${where}: two choices have the value ${name}. Give each its own.`);
    names.add(name);
    return read;
  });
}

const freeOf = (choices: All) => choices.filter(({ disabled }) => disabled === undefined);
export const isEmpty = (choices: All) => freeOf(choices).length === 0;

/** A schema that lists what can be chosen, by label. A few that cannot be are named with the reason. */
export function listed(field: JsonObject, all: All, keyword = 'oneOf'): JsonObject {
  const barred = all.flatMap(({ label, disabled }) =>
    disabled ? [`${label} (${disabled.reason.replace(/\.$/, '')})`] : [],
  );
  const named = barred.length > 0 && `Not available: ${barred.join(', ')}.`;
  const notes = [field['description'], barred.length > mostNamed ? `${barred.length} more are not available.` : named];
  const whole = {
    type: 'string',
    ...(typeof field['title'] === 'string' && { title: field['title'] }),
    ...(notes.some(Boolean) && { description: notes.filter(Boolean).join(' ') }),
    [keyword]: freeOf(all).map(({ value, label, description, group, amount }) => ({
      const: choiceName(value),
      title: [...(group === undefined ? [] : [`${group}: `]), label, ...(amount ? [`, ${amount}`] : [])].join(''),
      ...(description !== undefined && { description }),
      ...(group !== undefined && { group }),
    })),
  };
  return shortened(whole, mostChoices);
}

/** A field that lists no more than this, and says how many there are more. The tool takes what is left out, too. */
export function shortened(field: JsonObject, most: number): JsonObject {
  if (isObject(field['items'])) return { ...field, items: shortened(field['items'], most) };
  const keyword = field['oneOf'] === undefined ? 'anyOf' : 'oneOf';
  const listed: unknown = field[keyword];
  if (!Array.isArray(listed) || listed.length <= most) return field;
  const notes = [field['description'], `Not listed: ${listed.length - most} more.`].filter(Boolean);
  return { ...field, [keyword]: listed.slice(0, most), description: notes.join(' ') };
}

/** Of a seat map's taken seats, say, nobody wants the names. */
const mostNamed = 4;

/** No place shows more. */
const mostChoices = 500;

/** What was chosen: a value as a card sends it, or its name. */
export function picked(sent: unknown, all: All, path: ElicitIssue['path'], isOpen = false): Picked {
  const found =
    all.find(({ value }) => isWithin(value, sent)) ??
    (typeof sent === 'string' ? all.find(({ value }) => choiceName(value) === sent) : undefined);
  if (found === undefined && isOpen && typeof sent === 'string') return written(sent, path);
  if (found === undefined) return { issues: [{ path, message: 'That is not on offer. Choose one from the list.' }] };
  if (found.disabled !== undefined) {
    const why = found.disabled.reason.replace(/[^.!?]$/, '$&.');
    return { issues: [{ path, message: `${found.label}: ${why} Choose another one.` }] };
  }
  // A name has no parts. A card may send more than the choice names.
  const inSent = isObject(sent) ? undefined : ({ message }: ElicitIssue) => ({ path, message });
  return { inSent, content: isObject(found.value) && isObject(sent) ? { ...sent, ...found.value } : found.value };
}

/** What was sent names this value, perhaps among more, and as a form's texts. */
function isWithin(value: unknown, sent: unknown): boolean {
  if (isObject(value)) {
    return isObject(sent) && Object.entries(value).every(([name, part]) => isWithin(part, sent[name]));
  }
  if (Array.isArray(value)) return canonicalJson(value) === canonicalJson(sent);
  return value === sent || (typeof value === 'number' && String(value) === sent);
}
