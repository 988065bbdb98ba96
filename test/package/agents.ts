import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { afterAll, beforeAll } from 'vitest';
import type { Reply, Run, SendAnswer } from '../../docs/examples/answer-run.ts';
import type { Harness } from '../client/harness.ts';
import { openAirline, type Airline } from './airline.ts';
import { root, run, temporaryFolder } from './project.ts';
import { start, type Running } from './recipes.ts';

// Installed here and not with everything else: two of them ask for a newer Node than the package does.
export const folder = join(root, 'test/agents');
run('npm', ['ci', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'], folder);
const node22 = run('npx', ['-y', '-p', 'node@22', 'node', '-p', 'process.execPath'], root).trim();

/** Builds the server, with these files in place of those of the same names beside the recipes. */
async function buildServer(name: string, stands: readonly string[] = []): Promise<string> {
  const outdir = join(folder, 'node_modules/.built', name);
  const standIns: Plugin = {
    name: 'stand-ins',
    setup({ onResolve }) {
      onResolve({ filter: /^\.\/\w+$/ }, ({ path, importer }) =>
        stands.includes(path) && importer.includes('/docs/examples/agents/')
          ? { path: join(folder, name, `${path}.ts`) }
          : undefined,
      );
    },
  };
  await build({
    entryPoints: [join(folder, 'server.ts')],
    outdir,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    plugins: [standIns],
    // The paths of tsconfig.json are for the compiler alone.
    tsconfigRaw: {},
  });
  return join(outdir, 'server.js');
}

/** The recipes as the documents show them. */
export const recipes = await buildServer('recipes');
/** The recipes with runs that ask several questions at once. */
export const atOnce = await buildServer('at-once', ['./graph', './agent', './workflow']);

export const frameworks = [
  ['LangGraph', 'langgraph', process.execPath],
  ['OpenAI Agents', 'openai', node22],
  ['Mastra', 'mastra', node22],
] as const;

/** A server of this framework and its airline, for the tests of a block. */
export function serve(program: string, AGENT: string, execPath: string, SCENE = '') {
  const DATA = temporaryFolder();
  let airline!: Airline;
  let server: Running | undefined;
  const restart = async () => {
    await server?.stop();
    const env = { AGENT, SCENE, DATA, AIRLINE: airline.url };
    server = start(folder, [program], env, { execPath, onEnd: () => undefined });
    await server.until(/listens on \d+/);
  };
  beforeAll(async () => {
    airline = await openAirline();
    await restart();
  });
  afterAll(async () => {
    await server?.stop();
    await airline.close();
  });

  const call = async <T>(path: string, init?: RequestInit): Promise<T> => {
    const port = /listens on (\d+)/.exec(server?.printed() ?? '')?.[1];
    const response = await fetch(`http://127.0.0.1:${port}/runs/${path}`, init);
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  const post = <T>(path: string, body: unknown, signal: AbortSignal | null = null) =>
    call<T>(path, { method: 'POST', body: JSON.stringify(body), signal });
  const sender =
    (runId: string): SendAnswer =>
    (answer, signal) =>
      post<Reply>(`${runId}/answers`, answer, signal);
  return {
    restart,
    call,
    post,
    sender,
    begin: (runId: string) => post<Run>(runId, {}),
    asked: (key: string) => airline.asked(key),
    next: (how: 'fails' | 'hangs') => airline.next(how),
  };
}

/** Answers the question with this message, once the page asks it. */
export async function answer({ when }: Harness, message: string, content: unknown): Promise<void> {
  const { pending } = await when((snapshot) => snapshot.pending.some((item) => item.message === message));
  const item = pending.find((one) => one.message === message);
  if (item?.status === 'pending') item.accept(content);
}

/** Sends again the answer that failed, once one has. */
export async function tryAgain({ when }: Harness): Promise<void> {
  const { pending } = await when((snapshot) => snapshot.pending.some(({ status }) => status === 'failed'));
  const item = pending.find(({ status }) => status === 'failed');
  if (item?.status === 'failed') item.retry();
}

export const messagesOf = ({ waitsFor = [] }: Run) => waitsFor.map(({ message }) => message).toSorted();

export function idOf({ waitsFor = [] }: Run, message: string): string {
  const question = waitsFor.find((one) => one.message === message);
  if (question === undefined) throw new Error(`It does not ask "${message}".`);
  return question.id;
}
