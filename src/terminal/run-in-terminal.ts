import { race, run, spawn, withResolvers, type Operation } from 'effection';
import { aborted, macrotask, sleepUntil } from '../base/wait.ts';
import type { ChatProvider } from '../protocol/chat-provider.ts';
import { reasonOf } from '../protocol/coded-error.ts';
import { contextKeyword } from '../protocol/context-data.ts';
import type { ElicitIssue } from '../protocol/elicit-request.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import type { JsonValue } from '../protocol/json.ts';
import type { ProgressReport } from '../protocol/tool-report.ts';
import type { BridgeElicit, BridgeEvent, BridgeSample } from '../runtime/bridge-event.ts';
import { createBridgeHost } from '../runtime/bridge-host.ts';
import type { Settlement } from '../runtime/check-answer.ts';
import { McpToolTimeoutError } from '../runtime/errors.ts';
import { recordError } from '../runtime/journal.ts';
import { createRunClock } from '../runtime/run-clock.ts';
import { answerSample } from '../session/answer-sample.ts';
import { defaultSessionLimits } from '../session/session-limits.ts';
import { issuesOf } from '../tool/elicit-definition.ts';
import { InvalidArgumentsError } from '../tool/model-call.ts';
import type { AnyMcpTool, ResultOf } from '../tool/tool-facts.ts';
import { strictest, type ToolLimits } from '../tool/tool-limits.ts';
import { asForm, asPage, asPassword, type AskAgain } from './ask-question.ts';
import { noModelError, refusedError, stoppedError, unansweredError, type TerminalQuestion } from './errors.ts';
import { createQuestionNames } from './question-names.ts';
import { oneLine } from './shown.ts';
import { terminalOf, type Terminal, type TerminalInput, type TerminalOutput } from './terminal.ts';
import { secretsOf, type TerminalSecrets } from './terminal-secrets.ts';

/** Options of `runInTerminal`. */
export interface RunInTerminalOptions {
  /**
   * Answers by the name of their question: what follows `~open:`, such as `text-1`, or the key of a declared question.
   * `null` declines. A question without an answer here is asked in the terminal.
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
  params: unknown,
  options: RunInTerminalOptions = {},
): Promise<ResultOf<Tool>> {
  if (typeof tool.run !== 'function') {
    throw new TypeError(`runInTerminal: ${tool.name} is a declaration. Give the tool that its .execute(…) returns.`);
  }
  return run(() => runHere(tool, params, options)) as Promise<ResultOf<Tool>>;
}

function* runHere(given: AnyMcpTool, params: unknown, options: RunInTerminalOptions): Operation<unknown> {
  const { input = process.stdin, output = process.stdout, provider, owner, signal } = options;
  const parsed = given.parameters.safeParse(params ?? {});
  if (!parsed.success) throw new InvalidArgumentsError(given.name, problemsIn(issuesOf(parsed.error)));
  const terminal = terminalOf(input, output);
  const secrets = secretsOf(given);
  const { tool } = secrets;
  const failed = withResolvers<never>();
  yield* terminal.use(() => failed.reject(stoppedError(tool.name)));
  const limits = strictest(tool.toolLimits, options.limits);
  const clock = createRunClock();
  clock.after(limits.timeout, () => failed.reject(new McpToolTimeoutError(tool.name, limits.timeout)));
  const call: TerminalCall = {
    tool,
    terminal,
    secrets,
    nameOf: createQuestionNames(),
    answers: options.answers ?? {},
    provider,
    waiting: new Set(),
    clock,
  };
  const host = createBridgeHost({
    tool,
    params,
    parsed: { value: parsed.data },
    callId: crypto.randomUUID(),
    owner,
    clock,
    limits,
    can: { elicitation: true, sampling: provider !== undefined },
  });
  function* attend(): Operation<unknown> {
    yield* spawn(function* () {
      for (;;) {
        const { value: event } = yield* host.events.next();
        yield* spawn(function* () {
          try {
            yield* serve(call, event);
          } catch (error) {
            failed.reject(error as Error);
          }
        });
      }
    });
    clock.start();
    return yield* host.run();
  }
  try {
    return yield* race([failed.operation, stopped(signal, tool.name), attend()]);
  } finally {
    clock.pause();
  }
}

/** One run, and what its questions need. */
interface TerminalCall {
  readonly tool: AnyMcpTool;
  readonly terminal: Terminal;
  readonly secrets: TerminalSecrets;
  readonly nameOf: (key: string) => string;
  readonly answers: Readonly<Record<string, JsonValue>>;
  readonly provider: ChatProvider | undefined;
  /** The questions that wait. While there are any, the tool's time stands still. */
  readonly waiting: Set<string>;
  readonly clock: { start(): void; pause(): void };
}

function* stopped(signal: AbortSignal | undefined, toolName: string): Operation<never> {
  try {
    return yield* aborted(signal ?? new AbortController().signal);
  } catch {
    throw stoppedError(toolName);
  }
}

function* serve(call: TerminalCall, event: BridgeEvent): Operation<void> {
  const { terminal } = call;
  switch (event.type) {
    case 'elicit':
      yield* answer(call, event);
      return;
    case 'sample':
      yield* sample(call, event);
      return;
    case 'log':
      terminal.tell(event.level, event.message);
      return;
    case 'progress':
      terminal.status(progressText(event));
      return;
    case 'idle':
      return;
  }
}

function* answer(call: TerminalCall, event: BridgeElicit): Operation<void> {
  const { clock, waiting, terminal } = call;
  const { elicitId, timeout, abandoned, message } = event;
  const expiresAt = timeout === undefined || timeout === Infinity ? undefined : Date.now() + timeout;
  waiting.add(elicitId);
  clock.pause();
  try {
    let isShown = false;
    const tellGone = () => isShown && terminal.tell('warning', `Not asked any more: ${oneLine(message)}`);
    function* gone(): Operation<undefined> {
      yield* abandoned;
      // Tell it while the question still has its turn: the next one follows.
      tellGone();
      return undefined;
    }
    const settlement = yield* race<Operation<Settlement | undefined>>([
      ask(call, event, expiresAt, () => (isShown = true)),
      expired(expiresAt),
      gone(),
    ]);
    if (settlement === undefined) return;
    const { action } = settlement;
    if (action === 'cancel') terminal.tell('warning', `Time is up: ${oneLine(message)}`);
    const counts = yield* event.settle(settlement);
    if (counts === true && !isShown && action !== 'cancel') {
      terminal.tell('question', `${message}\n(${action === 'accept' ? 'answered' : 'skipped'})`);
    }
    if (counts === false && action !== 'cancel') tellGone();
  } finally {
    waiting.delete(elicitId);
    if (waiting.size === 0) clock.start();
  }
}

/** Take the answer that was given before, or ask until one fits. */
function* ask(
  call: TerminalCall,
  event: BridgeElicit,
  expiresAt: number | undefined,
  onShow: () => void,
): Operation<Settlement> {
  const { tool, terminal, secrets, nameOf, answers } = call;
  const { question, message, context, url } = event;
  const secret = url === undefined ? undefined : secrets.nameOf(url);
  const name = secret ?? nameOf(question.key);
  const { [contextKeyword]: _, ...schema } = question.json;
  const about: TerminalQuestion = { name, message, schema };

  let issues: readonly ElicitIssue[] = [];
  if (Object.hasOwn(answers, name)) {
    const given = answers[name]!;
    if (secret !== undefined && url !== undefined && typeof given === 'string') secrets.keep(url, given);
    const checked = yield* event.check(answerFrom(given, url !== undefined));
    if (checked.ok) return checked.settlement;
    issues = checked.issues;
    if (!terminal.isInteractive) throw refusedError(tool.name, about, issues);
  }
  if (!terminal.isInteractive) throw unansweredError(tool.name, about);

  yield* terminal.turn();
  // Runs that begin now join first, so that the question says whose it is.
  yield* macrotask();
  onShow();
  const shown = { terminal, message, schema, context, expiresAt, asker: terminal.runs > 1 ? tool.name : undefined };
  const again: AskAgain =
    url === undefined
      ? asForm(shown)
      : secret === undefined
        ? asPage(shown, url)
        : asPassword(shown, (password) => secrets.keep(url, password));
  for (;;) {
    const checked = yield* event.check(yield* again(issues));
    if (checked.ok) return checked.settlement;
    issues = checked.issues;
  }
}

function answerFrom(given: JsonValue, isPage: boolean): ElicitResult<unknown> {
  if (given === null) return { action: 'decline' };
  return { action: 'accept', content: isPage ? {} : given };
}

function* expired(at: number | undefined): Operation<Settlement> {
  yield* sleepUntil(at ?? Infinity);
  return { action: 'cancel', reason: 'expired' };
}

function* sample({ tool, terminal, provider }: TerminalCall, event: BridgeSample): Operation<void> {
  if (provider === undefined) {
    event.respond({ ok: false, error: recordError(noModelError(tool.name)) });
    return;
  }
  terminal.status('Asking the model…');
  const asking = answerSample(provider, tool.name, event, defaultSessionLimits, (told) => {
    if (told.type === 'error') terminal.tell('error', reasonOf(told.error));
  });
  const outcome = yield* race([asking, event.abandoned]);
  if (outcome !== undefined) event.respond(outcome);
}

function progressText({ message, progress, total }: ProgressReport): string {
  if (progress === undefined) return message;
  if (total !== undefined && !Number.isInteger(progress))
    return `${message} (${Math.round((100 * progress) / total)} %)`;
  return `${message} (${progress}${total === undefined ? '' : ` of ${total}`})`;
}

function problemsIn(issues: readonly ElicitIssue[]): string {
  return issues.map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`).join('; ');
}
