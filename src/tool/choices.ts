import type * as z from 'zod';
import type { Choice } from '../protocol/choice.ts';
import { isObject, type JsonObject } from '../protocol/json.ts';
import type { ElicitIssue } from '../protocol/elicit-request.ts';
import {
  choicesOf,
  chooseOrWrite,
  countsOf,
  isEmpty,
  listed,
  listOf,
  otherField,
  picked,
  withOther,
  type ChoiceList,
  type OpenChoices,
  type Picked,
} from './choice-lists.ts';
import { issuesOf } from '../protocol/issues-of.ts';
import { isZod, jsonSchemaOf } from './json-schema.ts';

/** Gives what can be chosen, from the question's context. A text is its own label. It must give the same each time. */
export type Choose<Context, Value, Open = never> = (
  context: Context,
) => readonly (Choice<Value> | Extract<Value, string>)[] | Open;

/** What can be chosen: whole answers, or the values of fields. Of a field that is a list: its items. */
export type ChoicesFor<Response extends z.ZodType, Context> =
  | Choose<Context, z.input<Response>>
  | FieldChoices<z.input<Response>, Context>;

type FieldChoices<Answer, Context> = Answer extends readonly unknown[]
  ? never
  : Answer extends object
    ? { readonly [Name in keyof Answer]?: Choose<Context, ItemOf<Answer[Name]>, OpenTo<ItemOf<Answer[Name]>>> }
    : never;
type OpenTo<Value> = string extends Value ? OpenChoices : never;
type ItemOf<Value> = NonNullable<Value> extends readonly (infer Item)[] ? Item : NonNullable<Value>;

/** The same question in flat fields, where the answer has parts that no single list can offer. */
export interface PlainQuestion<Answer> {
  /** Each field is a list to choose from, or a flat schema: a text, a number, a yes or no, or a choice. */
  readonly fields: Readonly<Record<string, PlainField | z.ZodType>>;
  /** The answer that these values mean, by the names of the fields. A field of choices has the chosen value. */
  toAnswer(values: Readonly<Record<string, unknown>>): Answer;
  /** The field that an issue is about, by its path in what `toAnswer` gave. @default the one that the path begins with */
  fieldOf?(path: ElicitIssue['path']): string | undefined;
}

/** A field to choose from. */
export interface PlainField {
  readonly title: string;
  readonly choices: readonly Choice<unknown>[];
}

/** What is wrong with an answer, in words or at a path. Undefined if nothing is. */
type Issues = readonly (string | ElicitIssue)[] | undefined;

/** What a question offers besides its schema. */
export interface Offers<Response extends z.ZodType = z.ZodType, Context = never> {
  /** What can be chosen. The tool refuses anything else, in words. @default anything that `response` allows */
  readonly choices?: ChoicesFor<Response, Context> | undefined;
  /**
   * What is wrong with an answer, such as more than the context allows. The server asks this of every answer, also of one
   * that a page sends past its card. It must give the same each time.
   *
   * @default nothing
   */
  readonly check?: ((answer: z.output<Response>, context: Context) => Issues) | undefined;
  /** The question in flat fields, for an answer of several parts. @default made of `choices` or `response` */
  readonly plain?: ((context: Context) => PlainQuestion<z.input<Response>>) | undefined;
  /** What the card shows beside the answer, in text: a diff, an order's lines, a price. @default nothing */
  readonly inWords?: ((context: Context) => string) | undefined;
}

/** What one asking of a question offers. */
export interface Offer {
  /** JSON Schema of the answer for a place without the question's card. Undefined if `response` says it all. */
  readonly plain?: JsonObject | undefined;
  readonly inWords?: string | undefined;
  /** What is wrong with a whole answer. */
  readonly check?: ((answer: unknown) => Issues) | undefined;
  /** The answer that was meant, or why it cannot be taken. */
  read(sent: unknown): Picked;
}

type Part = readonly [name: string, list: ChoiceList];
type Lists = Readonly<Record<string, Choose<unknown, unknown, OpenChoices> | undefined>>;

/** What every offer has besides its choices. */
type Beside = Pick<Offer, 'inWords' | 'check'>;

/** An asking offers choices, and there is nothing to choose. */
export const nothingToChoose = Symbol('nothing to choose');
type Offered = Offer | typeof nothingToChoose;

/**
 * What a question offers with this context.
 *
 * @param json - JSON Schema of the answer
 * @param where - names the question in errors
 * @throws what the question's functions throw; {ToolDeclarationError} if they offer something that is no choice
 * @returns `nothingToChoose` if a list that the answer needs has nothing in it
 */
export function offerOf(
  json: JsonObject,
  { choices, plain, inWords, check }: Offers,
  context: unknown,
  where: string,
): Offered {
  const words = inWords?.(context as never);
  const more: Beside = {
    ...(words !== undefined && words !== '' && { inWords: words }),
    ...(check !== undefined && { check: (answer) => check(answer, context as never) }),
  };
  if (plain !== undefined) return fieldsOffer(plain(context as never) as PlainQuestion<unknown>, more, where);
  if (choices === undefined) return { ...more, read: (content) => ({ content }) };
  if (typeof choices === 'function') {
    const all = choicesOf((choices as Choose<unknown, unknown>)(context), `${where}.choices`);
    if (isEmpty(all)) return nothingToChoose;
    return { ...more, plain: listed({ title: json['title'] }, all), read: (sent) => picked(sent, all, []) };
  }
  const parts = Object.entries(choices as Lists).flatMap(([name, choose]) =>
    choose ? [[name, listOf(choose(context), `${where}.choices.${name}`)] as const] : [],
  );
  return partsOffer(json, parts, more);
}

/** Offers the values of some fields. */
function partsOffer(json: JsonObject, parts: readonly Part[], more: Beside): Offered {
  const properties = isObject(json['properties']) ? json['properties'] : {};
  const lists = new Map(parts);
  const required: unknown[] = Array.isArray(json['required']) ? json['required'] : [];
  if (parts.some(([name, { all, isOpen }]) => required.includes(name) && !isOpen && isEmpty(all))) {
    return nothingToChoose;
  }
  const isList = (name: string) => isObject(properties[name]) && properties[name]['type'] === 'array';
  const narrowed = Object.entries(properties).flatMap(([name, field = {}]): [string, unknown][] => {
    const list = lists.get(name);
    if (list === undefined || !isObject(field)) return [[name, field]];
    const shown = isList(name)
      ? { ...field, ...countsOf(list), items: listed({}, list.all, 'anyOf') }
      : listed(field, list.all);
    // No place shows a list of nothing.
    return [
      ...(isEmpty(list.all) ? [] : [[name, shown] as [string, unknown]]),
      ...(list.isOpen ? [otherField(name)] : []),
    ];
  });
  const needed = required.filter((name) => lists.get(name as string)?.isOpen !== true);
  return {
    ...more,
    plain: {
      ...json,
      properties: Object.fromEntries(narrowed) as JsonObject,
      ...(needed.length < required.length && { required: needed as string[] }),
    },
    read(sent) {
      if (!isObject(sent)) return { content: sent };
      const content: Record<string, unknown> = { ...sent };
      const issues: ElicitIssue[] = [];
      const take = (value: unknown, list: ChoiceList, path: ElicitIssue['path']) => {
        const found = picked(value, list.all, path, list.isOpen);
        if ('issues' in found) issues.push(...found.issues);
        return 'content' in found ? found.content : value;
      };
      for (const [name, list] of parts) {
        const value = list.isOpen ? withOther(name, content, isList(name)) : (sent[name] ?? undefined);
        if (value === undefined && list.isOpen && required.includes(name)) {
          issues.push({ path: [name], message: chooseOrWrite });
        }
        if (value === undefined) continue;
        content[name] = Array.isArray(value)
          ? value.map((item, index) => take(item, list, [name, index]))
          : take(value, list, [name]);
      }
      return issues.length > 0 ? { issues } : { content };
    },
  };
}

/** Offers flat fields that together mean an answer. */
function fieldsOffer(question: PlainQuestion<unknown>, more: Beside, where: string): Offered {
  const {
    fields,
    toAnswer,
    fieldOf = ([name = '']) => (Object.hasOwn(fields, name) ? `${name}` : undefined),
  } = question;
  const entries = Object.entries(fields);
  for (const [name, field] of entries) if (!isZod(field)) choicesOf(field.choices, `${where}.plain.${name}`);
  if (entries.some(([, field]) => !isZod(field) && isEmpty(field.choices))) return nothingToChoose;
  const schemaOf = (name: string, field: PlainField | z.ZodType) =>
    isZod(field) ? jsonSchemaOf(field, `${where}.plain.${name}`) : listed({ title: field.title }, field.choices);
  const properties = entries.map(([name, field]) => [name, schemaOf(name, field)]);
  const required = entries.filter(([, field]) => !isZod(field) || !field.safeParse(undefined).success);
  return {
    ...more,
    plain: {
      type: 'object',
      properties: Object.fromEntries(properties) as JsonObject,
      required: required.map(([name]) => name),
    },
    read(sent) {
      // Whatever has other fields is a card's own answer.
      if (!isObject(sent) || !Object.keys(sent).every((name) => Object.hasOwn(fields, name))) return { content: sent };
      const read = entries.map(([name, field]) => [name, valueOf(sent[name], field, [name])] as const);
      const issues = read.flatMap(([, found]) => ('issues' in found ? found.issues : []));
      if (issues.length > 0) return { issues };
      const values = Object.fromEntries(
        read.map(([name, found]) => [name, 'content' in found ? found.content : undefined]),
      ) as Record<string, unknown>;
      const inSent = ({ path, message }: ElicitIssue) => ({ path: [fieldOf(path) ?? []].flat(), message });
      return { content: toAnswer(values), inSent };
    },
  };
}

function valueOf(sent: unknown, field: PlainField | z.ZodType, path: ElicitIssue['path']): Picked {
  if (!isZod(field)) return picked(sent, field.choices, path);
  const parsed = field.safeParse(sent);
  if (parsed.success) return { content: parsed.data };
  return { issues: issuesOf(parsed.error).map((issue) => ({ ...issue, path: [...path, ...issue.path] })) };
}
