// Hosts that people use in a terminal: how each is started beside a scripted model, and its keys.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keys } from './screen.mjs';

const { enter, escape, down, right } = keys;

/** The rows of a list from the first to the one with these words. */
const downTo = (words, list) => Array.from({ length: Math.max(list.indexOf(words), 0) }, () => down);
const options = (text) => text.split('\n').flatMap((line) => /(?:[◯☐◉]|\d\.)\s+(.+?)\s*$/.exec(line)?.[1] ?? []);

const claudeCode = {
  name: 'Claude Code',
  package: '@anthropic-ai/claude-code',
  version: '2.1.332',
  ready: /❯/,
  start({ bin, cwd, home, model, servers }) {
    const trusted = { [cwd]: { hasTrustDialogAccepted: true, allowedTools: [] } };
    const keyResponses = { approved: ['none'], rejected: [] };
    writeFileSync(
      join(home, '.claude.json'),
      JSON.stringify({
        hasCompletedOnboarding: true,
        theme: 'dark',
        customApiKeyResponses: keyResponses,
        projects: trusted,
      }),
    );
    writeFileSync(join(cwd, 'mcp.json'), JSON.stringify({ mcpServers: servers }));
    const allowed = 'mcp__doctor__doctor,mcp__airline__book_flight';
    return {
      command: join(bin, 'claude'),
      args: ['--mcp-config', 'mcp.json', '--strict-mcp-config', '--allowedTools', allowed],
      env: {
        ANTHROPIC_BASE_URL: model,
        ANTHROPIC_API_KEY: 'none',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
        ENABLE_TOOL_SEARCH: 'false',
        MCP_CONNECTION_NONBLOCKING: 'false',
      },
    };
  },
  answers: {
    text: (value) => [value, down, enter],
    more: (value) => [value, down, enter],
    number: (value) => [value, down, enter],
    yes: () => [' ', down, enter],
    // A list opens. Enter takes what is marked, and goes to Accept.
    one: (value, text) => (isOpen(text) ? [...downTo(matching(value, text), options(text)), enter, enter] : [right]),
    several: (_values, text) => (isOpen(text) ? [' ', down, down, enter, enter] : [right]),
    group: ([first, second]) => [first, down, second, down, enter],
    send: () => [down, enter],
    no: () => [down, right, enter],
    page: () => [enter],
  },
};

const isOpen = (text) => text.includes('▾');
const matching = (value, text) => options(text).find((option) => option.includes(value));

const codex = {
  name: 'Codex CLI',
  package: '@openai/codex',
  version: '0.171.0',
  ready: /Ask Codex/,
  start({ bin, cwd, home, model, servers }) {
    const served = Object.entries(servers).map(
      ([name, { command, args }]) =>
        `[mcp_servers.${name}]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`,
    );
    writeFileSync(
      join(home, 'config.toml'),
      `model = "scripted"
model_provider = "scripted"
approval_policy = "on-request"
sandbox_mode = "workspace-write"
[model_providers.scripted]
name = "scripted"
base_url = "${model}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
${served.join('')}[projects.${JSON.stringify(cwd)}]
trust_level = "trusted"
[tui]
screen_reader_detection_done = true
`,
    );
    // Its daemon would outlive the run.
    return { command: join(bin, 'codex'), args: ['--no-daemon'], env: { CODEX_HOME: home, SCRIPTED_KEY: 'none' } };
  },
  prompts: [[/Allow the .* MCP server to run/, [enter]]],
  answers: {
    text: (value) => [value, enter],
    more: (value) => [value, enter],
    // A form that it has no fields for is a yes or no.
    number: (value, text) => (isApproval(text) ? [enter] : [value, enter]),
    yes: () => [enter],
    one: (value, text) => [...downTo(matching(value, text), options(text)), enter],
    several: () => [enter],
    group: ([first, second]) => [first, enter, second, enter],
    send: () => [enter],
    no: () => [escape],
    // First it opens the page, then it wants to hear that this is done.
    page: () => [enter, enter],
  },
};

const isApproval = (text) => text.includes('needs your approval');

const geminiSettings = (home, folder, servers, more = {}) => {
  mkdirSync(join(home, folder), { recursive: true });
  const trusted = Object.fromEntries(
    Object.entries(servers).map(([name, server]) => [name, { ...server, trust: true }]),
  );
  writeFileSync(join(home, folder, 'settings.json'), JSON.stringify({ mcpServers: trusted, ...more }));
};

const gemini = {
  name: 'Gemini CLI',
  package: '@google/gemini-cli',
  version: '0.61.0',
  start({ bin, home, model, servers, prompt }) {
    geminiSettings(home, '.gemini', servers, { security: { auth: { selectedType: 'gemini-api-key' } } });
    return {
      command: join(bin, 'gemini'),
      args: ['--yolo', '--skip-trust', '-m', 'gemini-3-flash-preview', '-p', prompt],
      env: { GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: model, GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    };
  },
};

const qwen = {
  name: 'Qwen Code',
  package: '@qwen-code/qwen-code',
  version: '0.24.4',
  start({ bin, home, model, servers, prompt }) {
    geminiSettings(home, '.qwen', servers, { security: { auth: { selectedType: 'openai' } } });
    return {
      command: join(bin, 'qwen'),
      args: ['--yolo', '-m', 'scripted', '-p', prompt],
      env: { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `${model}/v1`, OPENAI_MODEL: 'scripted' },
    };
  },
};

const opencode = {
  name: 'opencode',
  package: 'opencode-ai',
  version: '1.18.33',
  start({ bin, cwd, model, servers, prompt }) {
    const mcp = Object.entries(servers).map(([name, { command, args }]) => [
      name,
      { type: 'local', command: [command, ...args], enabled: true },
    ]);
    const provider = {
      scripted: {
        npm: '@ai-sdk/openai-compatible',
        options: { baseURL: `${model}/v1`, apiKey: 'none' },
        models: { scripted: { name: 'scripted', tool_call: true } },
      },
    };
    const config = {
      model: 'scripted/scripted',
      provider,
      mcp: Object.fromEntries(mcp),
      autoupdate: false,
      share: 'disabled',
    };
    writeFileSync(join(cwd, 'opencode.json'), JSON.stringify(config));
    return { command: join(bin, 'opencode'), args: ['run', prompt], env: { OPENCODE_DISABLE_MODELS_FETCH: 'true' } };
  },
};

export const terminalHosts = [claudeCode, codex, gemini, qwen, opencode];
