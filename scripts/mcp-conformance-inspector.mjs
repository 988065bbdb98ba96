// Books a flight with the MCP Inspector's headless client, `mcpdo`: it answers questions from the command line.
// `mcp-inspector --cli` offers no elicitation, so it must be told that the tool needs it.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** What the person answers, in turn. The first flight was not offered, so the server asks again. */
const answers = [['flightId:=FL009'], ['flightId:=FL002'], ['row:=7', 'seat:=C']];
const questions = ['Which flight to LAX?', 'Which flight to LAX?\n\n- It was not offered.', 'Which seat?'];
const ticket = { ticket: 'TKT-1', flight: 'FL002', seat: '7C' };

/**
 * @param own - the Node to run it with
 * @param storage - a folder to make, for what the Inspector keeps
 * @param era - 'legacy' for 2025-11-25, 'modern' for 2026-07-28
 * @returns whether the flight is booked
 */
export function bookWithInspector({ own, modules, storage, address, era }) {
  const clients = join(modules, '@modelcontextprotocol/inspector/clients');
  mkdirSync(storage);
  const env = {
    ...process.env,
    // The person's own servers and keys are not touched.
    HOME: storage,
    MCP_STORAGE_DIR: storage,
    MCP_CATALOG_PATH: join(storage, 'mcp.json'),
    MCP_INSPECTOR_SECRET_STORE: 'memory',
  };
  const run = (file, ...args) => spawnSync(own, [join(clients, file), ...args], { encoding: 'utf8', env, input: '' });
  const mcpdo = (...args) => run('mcpdo/build/mcp-bin.js', '--format', 'json', ...args);
  const read = ({ stdout, stderr }) => {
    try {
      return JSON.parse(stdout);
    } catch {
      throw new Error(`The Inspector said no JSON: ${stdout}${stderr}`);
    }
  };

  // A daemon holds the connection between commands. This one is ours alone.
  const { stdout: exports } = run('mcpdo/build/mcp-bin.js', 'private');
  for (const [, name, value] of exports.matchAll(/^export (\w+)='([^']*)'$/gm)) env[name] = value;
  const problems = [];
  try {
    const { protocolEra } = read(mcpdo('connect', address, '--era', era));
    if (protocolEra !== era) problems.push(`It speaks ${protocolEra}.`);
    let result = read(mcpdo('--connection', address, 'tools/call', 'book_flight', 'destination:=LAX'));
    for (const [at, answer] of answers.entries()) {
      const { elicitationId, message } = result.elicitationPending ?? {};
      if (message !== questions[at]) throw new Error(`It did not ask "${questions[at]}": ${JSON.stringify(result)}`);
      result = read(mcpdo('elicitation/respond', elicitationId, ...answer));
    }
    if (JSON.stringify(result.structuredContent) !== JSON.stringify(ticket)) problems.push(JSON.stringify(result));
  } catch (error) {
    problems.push(error.message);
  } finally {
    run('mcpdo/build/mcp-bin.js', 'daemon', 'stop');
  }

  const call = ['--method', 'tools/call', '--tool-name', 'book_flight', '--tool-arg', 'destination=LAX'];
  const told = run('launcher/build/index.js', '--cli', address, '--protocol-era', era, '--format', 'json', ...call);
  if (told.status === 0 || !`${told.stdout}${told.stderr}`.includes('This tool needs elicitation.form')) {
    problems.push(`Without elicitation, the Inspector was told: ${told.stdout}${told.stderr}`);
  }

  const isBooked = problems.length === 0;
  console.log(
    `${isBooked ? 'passed' : 'FAILED'}  Inspector (${era}): asked ${questions.length} times, booked a flight`,
  );
  for (const problem of problems) console.log(`        ${problem}`);
  return isBooked;
}
