// The server of an agent: starts runs, tells of them and takes answers. AGENT names the framework.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { currentRun, takeAnswer, type Agent } from '../../docs/examples/agents/take-answer.ts';

const frameworks: Record<string, () => Promise<{ agent: Agent; begin: (runId: string, request: string) => unknown }>> =
  {
    langgraph: () =>
      import('../../docs/examples/agents/langgraph.ts').then(({ langGraph: agent, begin }) => ({ agent, begin })),
    openai: () =>
      import('../../docs/examples/agents/openai-agents.ts').then(({ openAiAgents: agent, begin }) => ({
        agent,
        begin,
      })),
    mastra: () => import('../../docs/examples/agents/mastra.ts').then(({ mastra: agent, begin }) => ({ agent, begin })),
  };
const { agent, begin } = await frameworks[process.env['AGENT'] ?? '']!();

async function answer(path: string, body: unknown): Promise<unknown> {
  const [, , runId = '', what] = path.split('/');
  if (what === 'answers') return takeAnswer(agent, runId, body);
  if (body !== undefined) await begin(runId, 'Book me a flight');
  return currentRun(agent, runId);
}

const server = createServer(async (request, response) => {
  try {
    const body: unknown = request.method === 'POST' ? await json(request) : undefined;
    const said = await answer(request.url ?? '', body);
    response.writeHead(said === undefined ? 404 : 200).end(JSON.stringify(said ?? null));
  } catch (error) {
    response.writeHead(error instanceof Error && error.name === 'ZodError' ? 400 : 500).end(String(error));
  }
});
server.listen(0, '127.0.0.1', () => console.log(`listens on ${(server.address() as AddressInfo).port}`));
