import { useState } from 'react';
import type { ElicitIssue } from '../../protocol/elicit-request.ts';
import { plainText } from '../../protocol/plain-text.ts';
import { useOwnParts } from '../frame/useOwnParts.ts';
import type { AnswerState } from './answer-state.ts';
import type { Said } from './said.ts';

/** What was refused of a list's answers. */
export interface Refused {
  /** The reason why an option cannot be chosen any more, by the option's value. Not yet safe to show. */
  reasons: ReadonlyMap<string, string>;
  /** The issues that stand at no option. */
  rest: readonly ElicitIssue[];
  /** What to say until another option is chosen. */
  said: Said;
}

/**
 * Keep the options that issues name, such as a flight that was sold meanwhile: each issue is shown at its option, which
 * cannot be chosen again.
 *
 * @param fields - the answer's properties that name an option, or several of them
 * @param answered - the option that was sent: at the issue's index in a field, if it has one
 */
export function useRefused(
  issues: readonly ElicitIssue[] = [],
  state: AnswerState | undefined,
  fields: readonly string[],
  answered: (index: string | number | undefined, reasons: Refused['reasons']) => string | undefined,
): Refused {
  const [{ told, reasons }, hold] = useState<{ told: string; reasons: Refused['reasons'] }>({
    told: '',
    reasons: new Map(),
  });
  const named = issues.filter(({ path }) => fields.includes(`${path[0]}`));
  // The issues of the answer before stay until there are new ones, which may have the same words.
  const now = state === 'sending' || named.length === 0 ? '' : JSON.stringify(named);
  if (state !== 'failed' && now !== told) {
    const next = new Map(reasons);
    for (const { path, message } of now ? named : []) {
      const value = answered(path[1], reasons);
      if (value !== undefined) next.set(value, message);
    }
    hold({ told: now, reasons: next });
  }
  const shown = [...reasons.values()];
  const at = [...reasons.keys()].at(-1);
  const rest = issues.filter(({ message }) => !shown.includes(message));
  useOwnParts({ issues: rest.length < issues.length });
  return { reasons, rest, said: { text: plainText(shown.at(-1) ?? '', 200), at, lead } };
}

/** Focuses the next option that can be chosen, and shows the one that was refused. */
function lead(card: HTMLElement, refused: string | undefined): void {
  const options = [...card.querySelectorAll('input')];
  const at = options.findIndex(({ value }) => value === refused);
  if (at < 0) return;
  [...options.slice(at), ...options.slice(0, at).reverse()].find(({ disabled }) => !disabled)?.focus();
  options[at]?.scrollIntoView({ block: 'nearest' });
}
