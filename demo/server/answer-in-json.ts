import type { ScriptedTurn } from 'elicitkit/testing';
import type { ChatMessage } from 'elicitkit/server';
import { adviseOnCards } from './card-advice.ts';
import { judgePrices, judgeTimes } from './plan-verdicts.ts';
import { moveTicTacToe } from './tic-tac-toe-move.ts';

/** The scripted model's answer to a tool that asks with a schema. The words of the question tell which tool it is. */
export function answerInJson(messages: readonly ChatMessage[]): ScriptedTurn {
  const asked = messages.at(-1)?.content ?? '';
  const answer = answers.find(([pattern]) => pattern.test(asked))?.[1](asked);
  return { text: JSON.stringify(answer ?? null), delay: 0 };
}

const answers: readonly (readonly [RegExp, (asked: string) => unknown])[] = [
  [/\bThe board is:/, moveTicTacToe],
  [/^Compare the prices of these plans/, judgePrices],
  [/^Compare the times of these plans/, judgeTimes],
  [/^These cards lie on the table:/, adviseOnCards],
];
