import { ClientError } from '../client/client-error.ts';
import type { PluginClient } from '../client/client-options.ts';
import { askHere, type AskedQuestion, type OfferedChange } from '../client/ask-here.ts';
import type { OutsideQuestion } from '../client/state/outside-question.ts';
import { uuid } from '../client/uuid.ts';
import { agUiKey, agUiSettledSchema, agUiWaits } from '../protocol/ag-ui.ts';
import { reasonOf } from '../protocol/coded-error.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import type { AgUiAgent, AgUiInterrupt, AgUiResumeEntry } from './ag-ui-agent.ts';
import { readInterrupt, type ReadInterrupt } from './read-interrupt.ts';

/** Options of `connectAgUi`. */
export interface AgUiConnectionOptions {
  /** Your name for the agent. The cards show it. */
  name: string;
}

/** An agent whose interrupts are this client's questions. */
export interface AgUiConnection {
  /** Show no more of its interrupts. Those that are open go back to the agent's `pendingInterrupts`. */
  close(): void;
}

/** An interrupt that waits for an answer. */
interface Open {
  readonly interrupt: AgUiInterrupt;
  readonly read: ReadInterrupt;
  asked?: AskedQuestion;
  /** The person's last answer. */
  answer?: Answer;
  /** The change of an answer that waits for others. */
  change?: OfferedChange;
}

interface Answer {
  readonly answerId: string;
  readonly result: ElicitResult<unknown>;
  readonly resume: AgUiResumeEntry;
  /** A run has it. */
  isSent: boolean;
  /** Aborts when nobody waits for it any more. Undefined if its card is a receipt: it waits for the other answers. */
  readonly signal?: AbortSignal;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Ask an AG-UI agent's interrupts in this client's outlets, and resume the agent with the answers. Questions of our own
 * server are asked by the plugin of their tool, those of others by a form.
 *
 * It takes the interrupts over: the agent's `pendingInterrupts` stays empty, and a run with a new message cancels what is
 * open. Of several interrupts of another agent, the answers given first wait for the last, and can be changed.
 *
 * @example
 * const agent = new HttpAgent({ url: '/api/agent', threadId });
 * const client = createPluginClient({ conversationId: threadId, plugins: [bookFlightPlugin] });
 * connectAgUi(client, agent, { name: 'Travel agent' });
 */
export function connectAgUi(client: PluginClient, agent: AgUiAgent, { name }: AgUiConnectionOptions): AgUiConnection {
  const open = new Map<string, Open>();
  /** The last message when the questions were asked. */
  let askedAfter: string | undefined;
  /** The interrupts that were asked here. Another one that is answered already was so before a reload. */
  const askedHere = new Set<string>();
  let isSending = false;
  let isClosed = false;

  function take(all: readonly AgUiInterrupt[]): void {
    // What waits for others is no question of this page.
    const interrupts = all.filter(({ reason }) => reason !== agUiWaits);
    const before = [...open.values()];
    askedAfter = agent.messages.at(-1)?.id;
    for (const id of open.keys()) if (!interrupts.some((interrupt) => interrupt.id === id)) leave(id);
    for (const interrupt of interrupts.slice(0, mostInterrupts)) {
      const known = open.get(interrupt.id);
      if (known === undefined) ask(interrupt, interrupts.length);
    }
    // What is asked again is the same question.
    const still = new Set([...open.values()].map(({ asked }) => asked?.elicitId));
    for (const { asked } of before) if (asked !== undefined && !still.has(asked.elicitId)) asked.stop();
  }

  function leave(id: string): void {
    open.get(id)?.change?.withdraw();
    open.delete(id);
  }

  function ask(interrupt: AgUiInterrupt, count: number): void {
    const read = readInterrupt(interrupt);
    if (read === undefined) {
      return client.report(new ClientError('BAD_EVENT', `An interrupt of ${name} is too large to be shown.`));
    }
    const entry: Open = { interrupt, read };
    open.set(interrupt.id, entry);
    // Others want all interrupts answered at once: the first answers wait here for the last.
    const isOneOfSeveral = read.ours === undefined && count > 1;
    const isRestored = isOneOfSeveral && !askedHere.has(interrupt.id);
    askedHere.add(interrupt.id);
    const isLast = () => [...open.values()].every((other) => other === entry || other.answer !== undefined);
    const question: OutsideQuestion = {
      server: { name },
      ...read.question,
      async deliver(result, { answerId, signal }) {
        if (read.ours !== undefined && result.action === 'cancel' && result.reason === 'expired') {
          leave(interrupt.id);
          return lookIn(1000, interrupt.id);
        }
        if (isOneOfSeveral && !isLast()) return hold(entry, result, answerId);
        await new Promise<void>((resolve, reject) => {
          const resume = read.entryOf(result, answerId);
          entry.answer = { answerId, result, resume, isSent: false, signal, resolve, reject };
          void send();
        });
      },
    };
    const asked = askHere(client, question);
    const isOpen = client.getSnapshot().pending.some(({ elicitId }) => elicitId === asked.elicitId);
    entry.asked = asked;
    if (isOpen) return;
    const askAgain = () => (entry.asked = asked.askAgain(question));
    if (!isRestored) return void askAgain();
    void asked.answer.then((result) => {
      if (open.get(interrupt.id) !== entry) return;
      // A secret is not kept over a reload.
      if (result.action === 'accept' && result.content === undefined) return askAgain();
      hold(entry, result, uuid());
      void send();
    });
  }

  function hold(entry: Open, result: ElicitResult<unknown>, answerId: string): void {
    const resume = entry.read.entryOf(result, answerId);
    const answer: Answer = {
      answerId,
      result,
      resume,
      isSent: false,
      resolve() {},
      reject: () => (answer.isSent = false),
    };
    entry.answer = answer;
    void entry.asked?.answer.then(() => {
      if (entry.answer !== answer || open.get(entry.interrupt.id) !== entry) return;
      const change: OfferedChange | undefined = entry.asked?.offerChange(async (next, { answerId: nextId }) => {
        if (answer.isSent) return change?.tell({ kept: 'late' });
        change?.tell({ answerId: nextId });
        hold(entry, next, nextId);
      });
      if (change !== undefined) entry.change = change;
    });
  }

  async function send(): Promise<void> {
    if (isSending || agent.isRunning || isClosed) return;
    const all = [...open.values()];
    const ready = all.filter(({ answer }) => answer !== undefined && !answer.isSent && !answer.signal?.aborted);
    const isWhole = ready.length === all.length || ready.every(({ read }) => read.ours !== undefined);
    if (ready.length === 0 || !isWhole) return;
    isSending = true;
    const answers = ready.flatMap(({ answer }) => answer ?? []);
    for (const answer of answers) answer.isSent = true;
    const fail = (error: unknown) => {
      for (const answer of answers) answer.reject(error);
    };
    try {
      await agent.runAgent(
        { resume: answers.map(({ resume }) => resume) },
        {
          // Ours says of each answer that it has it. Others have it when they go on.
          onEvent({ event: { type } }) {
            if (type === 'RUN_STARTED' || type === 'RUN_ERROR') return;
            for (const { interrupt, read, answer } of ready) {
              if (read.ours !== undefined) continue;
              leave(interrupt.id);
              answer?.resolve();
            }
          },
          onRunErrorEvent: ({ event }) => fail(new ClientError(event.code ?? 'ANSWER_NOT_CONFIRMED', event.message)),
        },
      );
      fail(new ClientError('ANSWER_NOT_CONFIRMED', `${name} did not take the answer.`));
    } catch (cause) {
      const status = statusOf(cause);
      const code = status === undefined ? 'NETWORK_FAILED' : 'HTTP_ERROR';
      fail(new ClientError(code, reasonOf(cause), { cause, status }));
    } finally {
      isSending = false;
    }
    // Some may have come meanwhile.
    void send();
  }

  /** Our server ends a question by its own clock. What still waits there is asked on, until a run says that it has ended. */
  function lookIn(wait: number, id: string): void {
    setTimeout(async () => {
      if (!agent.isRunning && !isClosed) await agent.runAgent({ resume: [] }).catch(() => undefined);
      const still = open.get(id);
      if (still !== undefined && still.answer === undefined) lookIn(2 * wait, id);
    }, wait);
  }

  function settle(value: unknown): void {
    const { data: settled } = agUiSettledSchema.safeParse(value);
    const entry = [...open.values()].find(({ read }) => read.ours?.elicitId === settled?.elicitId);
    if (settled === undefined || entry === undefined) return;
    const { action, reason = 'interrupted', answerId } = settled;
    const { answer, asked } = entry;
    const isSent = answer?.isSent === true && action === answer.result.action;
    const isOwn = isSent && (answerId ?? answer.answerId) === answer.answerId;
    open.delete(entry.interrupt.id);
    // Another tab's answer counts, or the question ended without one.
    if (!isOwn) asked?.settle(action === 'cancel' ? { action, reason } : { action, content: undefined });
    else if (answer.signal?.aborted) asked?.settle(answer.result);
    answer?.resolve();
  }

  const subscription = agent.subscribe({
    onRunInitialized({ input }) {
      const last = input.messages.at(-1);
      if (input.resume !== undefined || open.size === 0 || last?.role !== 'user' || last.id === askedAfter) return;
      // A message came instead of answers, and AG-UI wants each interrupt addressed.
      input.resume = [...open].map(([interruptId, { answer }]) =>
        answer !== undefined && answer.signal === undefined ? answer.resume : { interruptId, status: 'cancelled' },
      );
    },
    onCustomEvent({ event }) {
      if (event.name === agUiKey) settle(event.value);
    },
    // The agent is still at its end.
    onRunFinalized: () => void setTimeout(() => void send()),
  });
  const { pendingInterrupts } = agent;
  // The agent sets them at the end of each run, and refuses to run again while it sees any.
  Object.defineProperty(agent, 'pendingInterrupts', { configurable: true, get: () => [], set: take });
  take(pendingInterrupts);

  return {
    close() {
      if (isClosed) return;
      isClosed = true;
      subscription.unsubscribe();
      const value = [...open.values()].map(({ interrupt }) => interrupt);
      Object.defineProperty(agent, 'pendingInterrupts', {
        configurable: true,
        writable: true,
        enumerable: true,
        value,
      });
      for (const { asked } of open.values()) asked?.stop();
      for (const id of open.keys()) leave(id);
    },
  };
}

/** How many interrupts of one run are shown. */
const mostInterrupts = 100;

function statusOf(error: unknown): number | undefined {
  const status: unknown = (error as { status?: unknown } | undefined)?.status;
  return typeof status === 'number' ? status : undefined;
}
