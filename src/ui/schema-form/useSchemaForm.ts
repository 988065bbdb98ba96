import { useEffect, useRef, useState } from 'react';
import type { ElicitIssue } from '../../protocol/elicit-request.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { silence, type Said } from '../parts/said.ts';
import { shortText } from '../../form/short-text.ts';
import {
  draftIn,
  keptDrafts,
  restoredDrafts,
  type Draft,
  type Drafts,
  type SchemaFormDraft,
} from '../../form/draft.ts';
import type { Field } from '../../form/field.ts';
import type { FormWords } from '../../form/words.ts';
import { readForm } from '../../form/read-form.ts';
import type { FormCheck } from './standard-schema.ts';
import { errorTexts, fieldOfIssue, placeOfIssue, placesOf, type Place } from '../../form/places.ts';
import { decimalOf } from '../../words/decimal.ts';

interface FormOptions {
  fields: readonly Field[];
  timeZone: string;
  words: FormWords;
  issues: readonly ElicitIssue[] | undefined;
  /** Run in order, until one finds an issue. */
  checks: Checks;
  draft: unknown;
  onDraftChange: ((draft: SchemaFormDraft) => void) | undefined;
  onRespond: (content: JsonObject) => void;
}

/** The drafts and errors of a form. */
export interface FormState {
  draftOf: (field: Field) => Draft;
  /** @param said - the words to announce to screen readers */
  change: (field: Field, draft: Draft, said?: string) => void;
  /** In page order. */
  places: readonly Place[];
  /** Error texts by place id: the form's own, else those of the check or the server. */
  errors: ReadonlyMap<string, string>;
  /** Issues that belong to no field. */
  issues: readonly ElicitIssue[];
  said: Said;
  checking: boolean;
  /** @param unreadable - ids of fields whose control holds input without a value */
  submit: (unreadable: ReadonlySet<string>) => void;
  /** Rises each time the focus must move to the first error. */
  turn: number;
}

export function useSchemaForm(options: FormOptions): FormState {
  const { fields, timeZone, words, issues: told, checks, draft, onDraftChange, onRespond } = options;
  const [drafts, setDrafts] = useState<Drafts>(() => restoredDrafts(fields, draft));
  const [unreadable, setUnreadable] = useState<ReadonlySet<string>>(new Set());
  const [attempted, setAttempted] = useState(false);
  const [turn, setTurn] = useState(0);
  const [found, setFound] = useState<readonly ElicitIssue[]>([]);
  const [edited, setEdited] = useState<Edited>({ since: told, ids: new Set() });
  const [said, setSaid] = useState(silence);
  const [checking, setChecking] = useState(false);
  // Ignore the result of a check once another has started or the answer has changed.
  const run = useRef(0);
  useEffect(() => () => void run.current++, []);

  const decimal = decimalOf(words.locale);
  const isEdited = (id: string) => edited.since === told && edited.ids.has(id);
  const issues: ElicitIssue[] = [];
  const own = attempted && readForm(fields, drafts, { timeZone, decimal, unreadable });
  const draftOf = (field: Field) => draftIn(drafts, field, timeZone, decimal);
  const places = placesOf(fields, draftOf, words);
  const errors = errorTexts(own && 'errors' in own ? own.errors : new Map(), places, words);
  for (const issue of [...found, ...(told ?? [])]) {
    const field = fieldOfIssue(issue, fields);
    const id = field && placeOfIssue(issue, field, draftOf);
    if (!field || id === undefined) issues.push(issue);
    else if (!isEdited(field.id) && !errors.has(id)) errors.set(id, shortText(issue.message, 600));
  }

  const lead = () => {
    setSaid(led);
    setTurn((last) => last + 1);
  };

  const runChecks = async (content: JsonObject) => {
    const mine = ++run.current;
    setChecking(true);
    const wrong = await findWrong(content, checks).catch(() => undefined);
    if (mine !== run.current) return;
    setChecking(false);
    if (wrong === undefined) return setSaid({ text: words.checkFailed, shown: 'wrong' });
    if (wrong.length === 0) return onRespond(content);
    setFound(wrong);
    setEdited({ since: told, ids: new Set() });
    lead();
  };

  return {
    draftOf,
    places,
    change(field, value, heard) {
      const next = new Map(drafts).set(field.id, value);
      run.current++;
      setChecking(false);
      setDrafts(next);
      setUnreadable(new Set([...unreadable].filter((id) => id !== field.id && !id.startsWith(`${field.id}-`))));
      setEdited({ since: told, ids: new Set(edited.since === told ? edited.ids : []).add(field.id) });
      setSaid(heard === undefined ? silence : { text: heard });
      onDraftChange?.(keptDrafts(fields, next));
    },
    errors,
    issues,
    said: said === led ? { text: words.problems(errors.size || issues.length, words.locale) } : said,
    checking,
    submit(hidden) {
      if (checking) return;
      setUnreadable(hidden);
      setAttempted(true);
      setFound([]);
      const answer = readForm(fields, drafts, { timeZone, decimal, unreadable: hidden });
      if ('errors' in answer) return lead();
      setSaid(silence);
      if (checks.some(Boolean)) void runChecks(answer.content);
      else onRespond(answer.content);
    },
    turn,
  };
}

type Checks = readonly (FormCheck | undefined)[];

/** The issues of the first check that finds any. The checks after it do not run. */
async function findWrong(content: JsonObject, [check, ...others]: Checks): Promise<readonly ElicitIssue[]> {
  const found = (await check?.(content)) ?? [];
  return found.length === 0 && others.length > 0 ? findWrong(content, others) : found;
}

/** A marker: announce how many answers have errors, as counted when it is shown. */
const led = { text: '' };

/** The fields that changed since the server's last issues or the last check. */
interface Edited {
  since: readonly ElicitIssue[] | undefined;
  ids: ReadonlySet<string>;
}
