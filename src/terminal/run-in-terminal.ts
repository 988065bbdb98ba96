import { ensure, run, until, type Operation } from 'effection';
import { abortOf, createOnce, unless } from '../base/coming.ts';
import { macrotask } from '../base/wait.ts';
import { answerSummary } from '../form/answer-summary.ts';
import type { ChatProvider } from '../protocol/chat-provider.ts';
import { reasonOf } from '../protocol/coded-error.ts';
import { contextKeyword, readContext } from '../protocol/context-data.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import { isObject, type JsonValue } from '../protocol/json.ts';
import { isWait } from '../protocol/question-keys.ts';
import type { ProgressReport } from '../protocol/tool-report.ts';
import { failure } from '../runtime/journal.ts';
import { answerSample } from '../session/answer-sample.ts';
import { runInMemory, type Asker } from '../session/attend.ts';
import { readSessionLimits } from '../session/session-limits.ts';
import type { AnyMcpTool, ParamsOf, ResultOf } from '../tool/tool-facts.ts';
import type { ToolLimits } from '../tool/tool-limits.ts';
import { refuseUnusable } from '../tool/tool-versions.ts';
import type * as questions from './ask-question.ts';
import { noModelError, refusedError, stoppedError, unansweredError, type TerminalQuestion } from './errors.ts';
import { createQuestionNames } from './question-names.ts';
import { oneLine } from './shown.ts';
import { terminalOf, type Terminal, type TerminalInput, type TerminalOutput } from './terminal.ts';
import { secretsOf, type TerminalSecrets } from './terminal-secrets.ts';

/** Options of `runInTerminal`. */
export interface RunInTerminalOptions {
  /**
   * Answers by the name of their question: what follows `~open:`, such as `text-1`, or the key of a declared question.
   * Values of `ctx.waitFor` by its name. `null` declines. A question without an answer here is asked in the terminal.
   *
   * @default {}
   */
  answers?: Readonly<Record<string, JsonValue>> | undefined;
  /** The model for `ctx.sample`. @default none, so `ctx.sample` fails */
  provider?: ChatProvider | undefined;
  /** Limits besides those that the tool declares. The strictest counts. @default none */
  limits?: ToolLimits | undefined;
  /** The person the call acts for. @default nobody */
  owner?: string | undefined;
  /** Stops the call when it aborts, as Ctrl-C does. @default only Ctrl-C stops it */
  signal?: AbortSignal | undefined;
  /** Where the person types. @default process.stdin */
  input?: TerminalInput | undefined;
  /** Where they read. Nobody is asked unless both are terminals. @default process.stdout */
  output?: TerminalOutput | undefined;
}

/**
 * Run a tool in the terminal, and give its result. The person answers its questions at prompts. Escape declines a
 * question, and Ctrl-C stops the call, with the tool's clean-up. Without a terminal, `answers` has to answer everything.
 *
 * @example
 * console.log(await runInTerminal(greetTool, {}));
 *
 * @param params - the tool's arguments, before its schema parses them
 * @throws {InvalidArgumentsError} if the arguments do not fit the tool's parameters
 * @throws {TerminalError} `TERMINAL_STOPPED`, `TERMINAL_UNANSWERED` or `TERMINAL_REFUSED`; the tool cannot catch these
 * @throws {McpToolTimeoutError} if the tool runs for longer than a limit allows
 * @throws {TypeError} if it is a declaration, which has no body
 * @throws what the tool throws
 */
export function runInTerminal<Tool extends AnyMcpTool>(
  tool: Tool,
  params: ParamsOf<Tool>,
  options: RunInTerminalOptions = {},
): Promise<ResultOf<Tool>> {
  refuseUnusable('runInTerminal', [tool]);
  return run(() => runHere(tool, params, options)) as Promise<ResultOf<Tool>>;
}

function* runHere(given: AnyMcpTool, params: unknown, options: RunInTerminalOptions): Operation<unknown> {
  const { input = process.stdin, output = process.stdout, limits, owner, signal } = options;
  const terminal = yield* terminalOf(input, output);
  const prompts = terminal.isInteractive ? yield* until(import('./ask-question.ts')) : undefined;
  const secrets = secretsOf(given);
  const { tool } = secrets;
  const stopped = createOnce<never>();
  const stop = () => stopped.reject(stoppedError(tool.name));
  yield* terminal.use(stop);
  if (signal !== undefined) yield* ensure(abortOf(signal)(stop, stop));
  const call = { tool, params, callId: crypto.randomUUID(), owner, limits };
  return yield* unless(runInMemory(call, createTerminalAsker(terminal, prompts, secrets, options)), stopped.coming);
}

/** A question, as the terminal asks it. */
interface AskedHere {
  readonly about: TerminalQuestion;
  /** The person sees it. */
  again?: questions.AskAgain;
}

/** How a person is asked. */
type Prompts = typeof questions;

/** Takes the answers that were given before, and asks the person for the others. */
function createTerminalAsker(
  terminal: Terminal,
  prompts: Prompts | undefined,
  { tool, nameOf: secretOf, keep }: TerminalSecrets,
  { answers = {}, provider }: RunInTerminalOptions,
): Asker {
  const nameOf = createQuestionNames();
  const asked = new Map<string, AskedHere>();

  const tell: Asker['tell'] = (event) => {
    if (event.type === 'log') terminal.tell(event.level, event.message);
    else terminal.status(progressText(event));
  };

  /** Show a question when its turn comes. It has the turn until its scope ends. */
  function* show(
    { asForm, asPage, asPassword }: Prompts,
    request: ElicitRequest,
    { name, message, schema }: TerminalQuestion,
  ): Operation<questions.AskAgain> {
    const { url, expiresAt, plain, inWords, to } = request;
    // Who says it in words, or lists it, need not show it as data.
    const isSaid = plain !== undefined || inWords !== undefined;
    const context = isSaid ? {} : readContext(request.message, request.schema).context;
    // Another run may be over when this has the turn, but its question was the last that was seen.
    const isOneOfMany = terminal.runs > 1;
    yield* terminal.turn();
    // Runs that begin now join first, so that the question says whose it is.
    yield* macrotask();
    const asker = isOneOfMany || terminal.runs > 1 ? tool.name : undefined;
    const shown = { terminal, message, schema, context, inWords, expiresAt, to, asker };
    if (url === undefined) return asForm(shown, answers[name]);
    return secretOf(url) === name ? asPassword(shown, (password) => keep(url, password)) : asPage(shown, url);
  }

  return {
    via: 'terminal',
    answers: 'all',
    can: { sampling: provider !== undefined },
    *ask(request) {
      const { elicitId, key, url, issues = [] } = request;
      const known = asked.get(elicitId);
      if (known?.again !== undefined) return yield* known.again(issues);
      const secret = url === undefined ? undefined : secretOf(url);
      const { [contextKeyword]: _, ...schema } = request.plain ?? request.schema;
      const { message } = readContext(request.message, request.schema);
      const question: AskedHere = known ?? { about: { name: secret ?? nameOf(key), message, schema } };
      const { about } = question;
      asked.set(elicitId, question);
      if (known === undefined && Object.hasOwn(answers, about.name)) {
        const given = answers[about.name]!;
        if (secret !== undefined && url !== undefined && typeof given === 'string') keep(url, given);
        if (given === null) return { action: 'decline' };
        return { action: 'accept', content: url === undefined ? given : {} };
      }
      if (isWait(request)) return undefined;
      if (prompts === undefined) {
        throw known === undefined ? unansweredError(tool.name, about) : refusedError(tool.name, about, issues);
      }
      question.again = yield* show(prompts, request, about);
      return yield* question.again(issues);
    },
    closed({ elicitId, action, reason }) {
      const { about, again } = asked.get(elicitId) ?? {};
      if (about === undefined) return;
      // The question still has its turn, so that this is told before the next one.
      if (reason === 'expired') terminal.tell('warning', `Time is up: ${oneLine(about.message)}`);
      else if (action === 'cancel' && again) terminal.tell('warning', `Not asked any more: ${oneLine(about.message)}`);
      else if (action !== 'cancel' && !again) {
        const chosen = answerSummary(about.schema, answers[about.name]) ?? yesOrNo(answers[about.name]) ?? 'answered';
        terminal.tell('question', `${about.message}\n(${action === 'accept' ? chosen : 'skipped'})`);
      }
    },
    tell,
    *sample(request) {
      if (provider === undefined) return failure(noModelError(tool.name));
      terminal.status('Asking the model…');
      return yield* answerSample(provider, tool.name, request, readSessionLimits(), (told) => {
        if (told.type === 'error') terminal.tell('error', reasonOf(told.error));
      });
    },
  };
}

/** The answer to a question that is a yes or no, and nothing else. */
function yesOrNo(answer: unknown): string | undefined {
  const [given, ...others] = isObject(answer) ? Object.values(answer) : [answer];
  if (typeof given !== 'boolean' || others.length > 0) return undefined;
  return given ? 'yes' : 'no';
}

function progressText({ message, progress, total }: ProgressReport): string {
  if (progress === undefined) return message;
  if (total !== undefined && !Number.isInteger(progress))
    return `${message} (${Math.round((100 * progress) / total)} %)`;
  return `${message} (${progress}${total === undefined ? '' : ` of ${total}`})`;
}
