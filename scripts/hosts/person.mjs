// A person at a host's screen: sees which of our questions is there, and answers it as the host lets them.
import { setTimeout as sleep } from 'node:timers/promises';
import { keys } from './screen.mjs';

/** Our questions: words that tell each, the kind of its field, and what the person enters. */
const questions = [
  { name: 'Refused again', words: /Refused on purpose/, kind: 'more', value: '!' },
  { name: 'Refused answer', words: /Type any word\. It is refused/, kind: 'text', value: 'word' },
  { name: 'Text', words: /Type any word\./, kind: 'text', value: 'word' },
  { name: 'Number', words: /Type the number 1\.5/, kind: 'number', value: '1.5' },
  { name: 'Whole number', words: /Type the number 7/, kind: 'number', value: '7' },
  { name: 'Yes or no', words: /Say yes\./, kind: 'yes' },
  { name: 'One of few', words: /Choose Medium/, kind: 'one', value: 'Medium' },
  { name: 'Several of few', words: /Choose Small and Large/, kind: 'several', value: ['Small', 'Large'] },
  { name: 'Date', words: /Enter the date/, kind: 'text', value: '2027-03-01' },
  { name: 'Group of fields', words: /any town and any street/, kind: 'group', value: ['Graz', 'Ring'] },
  { name: 'Default', words: /Send this form as it stands/, kind: 'send' },
  { name: 'Saying no', words: /Say no to this question/, kind: 'no' },
  { name: 'Page', words: /Agree to open this page/, kind: 'page' },
  { name: 'Booking', words: /Which flight\?/, kind: 'one', value: 'SH 420' },
];

/** The question that a text shows. */
export const questionIn = (text) => questions.find(({ words }) => words.test(text));

/**
 * Answer what a host asks until its model has a tool's result.
 *
 * @param answers - the keys for a field, by its kind. Each gets what to enter, and the screen. @default it is closed
 * @param prompts - other questions of the host, and the keys for them
 * @param isDone - whether the result is there
 * @returns what the screen showed of each question, by its name
 */
export async function answerAll(screen, { answers = {}, prompts = [] }, isDone) {
  const seen = {};
  const tries = {};
  const until = Date.now() + 120_000;
  while (!isDone() && !screen.isOver() && Date.now() < until) {
    await sleep(400);
    const text = screen.text();
    const prompt = prompts.find(([words]) => words.test(text));
    const question = questionIn(text);
    if (prompt === undefined && question === undefined) continue;
    const { name, kind, value } = question ?? { name: 'prompt' };
    if (question) seen[name] = `${seen[name] ?? ''}\n${text}`;
    tries[name] = (tries[name] ?? 0) + 1;
    // What cannot be answered is closed.
    const pressed = prompt
      ? prompt[1]
      : tries[name] > 2
        ? [keys.escape]
        : (answers[kind]?.(value, text) ?? [keys.escape]);
    for (const key of pressed) {
      await screen.press(key);
      if (question && question.words.test(screen.text())) seen[name] += `\n${screen.text()}`;
    }
    await leaves(screen, text);
  }
  return seen;
}

/** Wait until a screen shows another question, for at most five seconds. */
async function leaves(screen, before) {
  const first = questionIn(before);
  for (let waited = 0; waited < 50 && questionIn(screen.text()) === first; waited += 1) await sleep(100);
}
