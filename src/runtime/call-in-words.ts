import * as z from 'zod';
import { callFacts, type CallFact } from '../protocol/call-facts.ts';
import { mostInWords, shownInWords } from '../protocol/in-words.ts';
import type { JsonObject } from '../protocol/json.ts';
import { plainText } from '../protocol/plain-text.ts';
import type { Offers } from '../tool/choices.ts';

/** The question of an approval where its card is not: a yes or a no, and why not. The arguments stand in its words. */
export const approvalOffers: Offers = {
  plain: () => ({
    fields: {
      approved: z.boolean().meta({ title: 'Allow this call' }),
      reason: z.string().max(1000).optional().meta({ title: 'If not, why?' }),
    },
    toAnswer: ({ approved, reason }) => ({ approved: approved === true, reason }),
  }),
  inWords: ({ description, parameters, arguments: given }: AskedCall) =>
    callInWords(plainText(description, 600), callFacts(given, parameters, ['Yes', 'No'])),
};

interface AskedCall {
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject;
  readonly arguments: JsonObject;
}

function callInWords(description: string, facts: readonly CallFact[]): string {
  const linesOf = (most: number) => [description, ...facts.map((fact) => lineOf(fact, most))].join('\n');
  const all = linesOf(mostInWords);
  // Show some of each: a long argument must not push the others out of sight.
  const share = Math.floor((mostInWords - description.length) / Math.max(1, facts.length)) - mostLabel;
  const text = all.length > mostInWords ? linesOf(Math.max(20, share)) : all;
  return shownInWords(text, text === linesOf(Infinity) && facts.every(({ isWhole }) => isWhole));
}

/** An argument. Its further lines are set in, so that none passes for another argument. */
function lineOf({ label, value }: CallFact, most: number): string {
  return `${label}: ${plainText(value.replaceAll('\n', '\n  '), most)}`;
}

/** Room for a label and its colon. */
const mostLabel = 40;
