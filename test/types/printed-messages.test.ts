import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

const declared = `
import * as z from 'zod';
import { answerWith, createMcpTool, makePlugin } from '${root}src/plugin.ts';
declare function List(props: { onRespond: (answer: { flightId: string }) => void }): null;
const tool = createMcpTool('book_flight')
  .description('Book a flight')
  .parameters(z.object({}))
  .elicits({ pickFlight: z.object({ flightId: z.string() }), pickSeat: z.object({ row: z.number() }) });
const seat = answerWith((_: { onRespond: (answer: { row: number }) => void }) => null, () => ({}));
`;
const inTool = (code: string) => `${declared} tool.execute(function* (_params, ctx) { ${code} });`;
const inHandler = (code: string) =>
  `${declared} makePlugin(tool).onElicit({
    pickFlight: function* (_request, ctx) { ${code} },
    pickSeat: seat,
  });`;

const foreign = `${declared}
import * as z3 from 'zod/v3';
interface TheirSchema { readonly '~standard': { readonly vendor: 'valibot'; readonly version: 1 }; readonly type: 'object' }
declare const theirs: TheirSchema;
`;

const mistakes: [mistake: string, code: string, says: RegExp][] = [
  [
    'a field of ctx.elicit without yield*',
    inTool(`const a = ctx.elicit('pickSeat', { message: 'Seat?' }); return a.action;`),
    /'action' does not exist on type .*Write yield\* before ctx\.elicit\(…\)/,
  ],
  [
    'an option beside the message',
    inTool(`return yield* ctx.elicit('pickSeat', { message: 'Seat?', to: { role: 'manager' } });`),
    /is not assignable to type '"Write options as the third argument/,
  ],
  [
    'ctx.elicit without yield*, taken apart',
    inTool(`const { content } = ctx.elicit('pickSeat', { message: 'Seat?' }); return content;`),
    /'content' does not exist on type .*Write yield\* before ctx\.elicit\(…\)/,
  ],
  [
    'ctx.elicit.url without yield*',
    `${declared} createMcpTool('pay').description('x').parameters(z.object({})).elicits({}, { url: true })
      .execute(function* (_, ctx) { return ctx.elicit.url({ message: 'Pay', url: 'https://pay.example' }).action; });`,
    /Write yield\* before ctx\.elicit\.url\(…\)/,
  ],
  [
    'ctx.waitFor without yield*',
    inTool(`return ctx.waitFor('signed', { schema: z.object({}), timeout: 1000 }).action;`),
    /Write yield\* before ctx\.waitFor\(…\)/,
  ],
  [
    'ctx.waitFor.token without yield*',
    inTool(`const token: string = ctx.waitFor.token('signed'); return token;`),
    /Write yield\* before ctx\.waitFor\.token\(…\)/,
  ],
  [
    'a page until the name of a wait',
    `${declared} createMcpTool('pay').description('x').parameters(z.object({})).elicits({}, { url: true })
      .execute(function* (_, ctx) { yield* ctx.elicit.url({ message: 'Pay', url: 'https://pay.example' }, { until: 'paid' }); });`,
    /'string' is not assignable to type 'WaitToken'/,
  ],
  [
    'ctx.callTool without yield*',
    `const nap = createMcpTool('nap').description('x').parameters(z.object({})).elicits({})
      .execute(function* () { return { slept: 1 }; });
    ${inTool(`return yield* ctx.branch(function* (inner) { return inner.callTool('nap', {}).slept; }, { tools: [nap] });`)}`,
    /'slept' does not exist on type .*Write yield\* before ctx\.callTool\(…\)/,
  ],
  [
    'ctx.sample without yield*',
    inTool(`return ctx.sample({ prompt: 'Tip?' }).text;`),
    /'text' does not exist on type .*Write yield\* before ctx\.sample\(…\)/,
  ],
  [
    'ctx.step without yield*',
    inTool(`return ctx.step('search', () => ({ id: 1 })).id;`),
    /'id' does not exist on type .*Write yield\* before ctx\.step\(…\)/,
  ],
  ['ctx.now without yield*', inTool(`return ctx.now() + 1;`), /Write yield\* before ctx\.now\(\)/],
  [
    'ctx.uuid without yield*',
    inTool(`const id: string = ctx.uuid(); return id;`),
    /Write yield\* before ctx\.uuid\(\)/,
  ],
  [
    'ctx.render without yield*',
    inHandler(`return { action: 'accept', content: { flightId: ctx.render(List, {}).flightId } };`),
    /'flightId' does not exist on type .*Write yield\* or await before ctx\.render\(…\)/,
  ],
  [
    'parameters of another library',
    `${foreign} createMcpTool('trip').description('x').parameters(theirs);`,
    /'TheirSchema' is missing the following properties from type 'ObjectSchema<"Write z\.object/,
  ],
  [
    'a question of another library',
    `${foreign} createMcpTool('trip').description('x').parameters(z.object({})).elicits({ pick: theirs });`,
    /'TheirSchema' is missing the following properties from type 'ZodType</,
  ],
  [
    'parameters of zod 3',
    `${foreign} createMcpTool('trip').description('x').parameters(z3.object({}));`,
    /is missing the following properties from type 'ObjectSchema<"Write z\.object\(\{ … \}\), of zod 4">/,
  ],
  [
    'a missing handler',
    `${declared} makePlugin(tool).onElicit({ pickFlight: answerWith(List, () => ({})) });`,
    /'pickSeat' is missing.*Write pickSeat: schemaForm\(\), or answerWith\(Component\)/,
  ],
  [
    'answerWith alone, for a question that passes the component nothing',
    `${declared} declare function Choices(props: { choices: string[]; onRespond: (answer: { row: number }) => void }): null;
    makePlugin(tool).onElicit({ pickFlight: answerWith(List), pickSeat: answerWith(Choices) });`,
    /Write answerWith\(Component, \(request\) => \(\{ …props \}\)\), or declare the question with question\(\{ context, response \}\)/,
  ],
  [
    'no handler at all',
    `${declared} makePlugin(tool).onElicit({});`,
    /Write pickFlight: schemaForm\(\).*Write pickSeat: schemaForm\(\)/,
  ],
  [
    'a declaration given as a tool',
    `${declared} import { createChatHandler } from '${root}src/server.ts';
    createChatHandler({ provider: { stream: () => null as never }, tools: [tool] });`,
    /Give the tool a body: \.execute\(function\* \(params, ctx\) \{\}\)/,
  ],
  [
    'a mapped choice with a title, in a question',
    `import * as z from 'zod';
    import { question } from '${root}src/plugin.ts';
    const context = z.object({ menu: z.array(z.string()) });
    question({ context, response: z.string(), choices: ({ menu }) => menu.map((value) => ({ value, title: value })) });`,
    /Property 'label' is missing in type '\{ value: string; title: string; \}' but required in type 'Choice</,
  ],
  [
    'a mapped choice with a title, passed to choiceQuestion',
    `${declared} import { choiceQuestion } from '${root}src/plugin.ts';
    createMcpTool('order').description('x').parameters(z.object({})).elicits({ dish: choiceQuestion })
      .execute(function* (_, ctx) {
        const choices = ['a'].map((value) => ({ value, title: value }));
        yield* ctx.elicit('dish', { message: 'Which?', choices });
      });`,
    /Property 'label' is missing in type '\{ value: string; title: string; \}' but required in type 'Choice</,
  ],
  [
    'a tool whose body is an async function',
    `${declared} tool.execute(async (_params, ctx) => { await ctx.elicit('pickSeat', { message: 'Seat?' }); return 1; });`,
    /Write function\* \(params, ctx\), and yield\* in place of await/,
  ],
  [
    'a model of the AI SDK in place of a provider',
    `import { createChatHandler } from '${root}src/server.ts';
    declare const model: Exclude<import('ai').LanguageModel, string>;
    createChatHandler({ provider: model, tools: [] });`,
    /Write aiSdkProvider\(model\), from elicitkit\/ai-sdk/,
  ],
  [
    'a tool among the plugins',
    `${declared} import { createPluginClient } from '${root}src/client.ts';
    createPluginClient({ endpoint: '/chat', plugins: [tool.execute(function* () { return 1; })] });`,
    /Make a plugin of the tool: makePlugin\(tool\)\.onElicit\(\{ key: handler \}\)\.build\(\)/,
  ],
  [
    'the answer of a question under another name',
    `${declared} createMcpTool('trip').description('x').parameters(z.object({})).elicits({ pick: { answer: z.object({}) } });`,
    /write: response/,
  ],
  [
    'a component that answers nothing',
    `${declared} declare function Title(props: { title: string }): null;
    makePlugin(tool).onElicit({ pickFlight: answerWith(Title, () => ({ title: 'x' })), pickSeat: answerWith(Title) });`,
    /Give the component a prop onRespond, which it calls with the answer/,
  ],
  [
    'ctx.render of a component that answers nothing',
    `declare function Title(props: { title: string }): null; ${inHandler(`yield* ctx.render(Title, { title: 'x' });`)}`,
    /Give the component a prop onRespond, which it calls with the answer/,
  ],
  [
    'a component that says its receipt as a text',
    `${declared} declare function Named(props: { onRespond: (answer: { flightId: string }, words: string) => void }): null;
    makePlugin(tool).onElicit({ pickFlight: answerWith(Named, () => ({})), pickSeat: seat });`,
    /onRespond takes the words of the receipt second: \{ title, detail\?, amount\? \}/,
  ],
  [
    'ctx.render without the props of its component',
    `declare function Chart(props: { rows: number; onRespond: (answer: { flightId: string }) => void }): null;
    ${inHandler(`return { action: 'accept', content: yield* ctx.render(Chart, {}) };`)}`,
    /Property 'rows' is missing in type '\{\}' but required in type 'UserProps</,
  ],
  [
    'a component in place of a handler',
    `${declared} makePlugin(tool).onElicit({ pickFlight: List, pickSeat: seat });`,
    /Write answerWith\(Component\), or an async function \(or function\*\) that returns \{ action: 'accept', content: … \}/,
  ],
  [
    'a handler that returns what was picked, and no answer',
    inHandler(`return yield* ctx.render(List, {});`),
    /Write answerWith\(Component\), or an async function \(or function\*\) that returns \{ action: 'accept', content: … \}/,
  ],
  [
    'an async handler that returns what was picked, and no answer',
    `${declared} makePlugin(tool).onElicit({ pickFlight: async () => ({ flightId: 'a' }), pickSeat: seat });`,
    /Write answerWith\(Component\), or an async function \(or function\*\) that returns \{ action: 'accept', content: … \}/,
  ],
  [
    'a handler that returns what was picked at once',
    `${declared} makePlugin(tool).onElicit({ pickFlight: () => ({ action: 'accept', content: { flightId: 'a' } }), pickSeat: seat });`,
    /an async function \(or function\*\) that returns/,
  ],
  [
    'an async handler that gives another answer',
    `${declared} makePlugin(tool).onElicit({
      pickFlight: async () => ({ action: 'accept', content: { flight: 'a' } }),
      pickSeat: seat,
    });`,
    /^(?!.*onfulfilled).*Property 'flightId' is missing in type '\{ flight: string; \}'/,
  ],
  [
    'a generator that gives another answer',
    inHandler(
      `const { flightId } = yield* ctx.render(List, {}); return { action: 'accept', content: { id: flightId } };`,
    ),
    /^(?!.*Symbol\.iterator).*Property 'flightId' is missing in type '\{ id: string; \}'/,
  ],
  [
    'the component of another question',
    `${declared} makePlugin(tool).onElicit({ pickFlight: seat, pickSeat: seat });`,
    /^(?!.*onfulfilled).*Property 'flightId' is missing in type '\{ row: number; \}'/,
  ],
  [
    'a body before the questions',
    `${declared} createMcpTool('x').description('x').parameters(z.object({})).execute(function* () { return 1; });`,
    /'execute' does not exist on type .*Write \.description\(…\)\.parameters\(…\)\.elicits\(\{ … \}\)\.execute\(…\)/,
  ],
  [
    'a body before the parameters',
    `${declared} createMcpTool('x').description('x').execute(function* () { return 1; });`,
    /'execute' does not exist on type .*Write \.description\(…\)\.parameters\(…\)\.elicits\(\{ … \}\)\.execute\(…\)/,
  ],
  [
    'parameters before the description',
    `${declared} createMcpTool('x').parameters(z.object({}));`,
    /'parameters' does not exist on type .*Write \.description\(…\)\.parameters\(…\)\.elicits\(\{ … \}\)\.execute\(…\)/,
  ],
  [
    'parameters without z.object',
    `${declared} createMcpTool('x').description('x').parameters({ from: z.string() });`,
    /'from' does not exist in type 'ObjectSchema<"Write z\.object\(\{ … \}\), of zod 4">/,
  ],
  [
    'a question without z.object',
    `${declared} createMcpTool('x').description('x').parameters(z.object({})).elicits({ pick: { id: z.string() } });`,
    /'id' does not exist in type .*Write z\.object\(\{ … \}\), or question\(\{ context, response \}\)/,
  ],
  [
    'a step that gives the response of a fetch',
    inTool(`return (yield* ctx.step('get', () => fetch('https://a.example'))).status;`),
    /give what its json\(\) returns, such as await response\.json\(\)/,
  ],
  [
    'a promise in place of the function of a step',
    inTool(`return yield* ctx.step('get', Promise.resolve(1));`),
    /'Promise<number>' is not assignable to type '\(about: StepAbout\) => /,
  ],
  [
    'a promise, yielded',
    inTool(`yield Promise.resolve(1); return 1;`),
    /yield\* in place of await: yield\* ctx\.step\('name', \(\) => promise\)/,
  ],
  [
    'ctx.elicit with yield in place of yield*',
    inTool(`yield ctx.elicit('pickSeat', { message: 'Seat?' }); return 1;`),
    /Write yield\* before ctx\.elicit\(…\)/,
  ],
  [
    'a handler for a question that is never asked',
    `${declared} makePlugin(tool).onElicit({
      pickFlight: answerWith(List, () => ({})),
      pickSeat: seat,
      pickHotel: answerWith(List, () => ({})),
    });`,
    /'pickHotel' does not exist in type/,
  ],
];

/** What tsc prints, by file. */
function compile(files: Record<string, string>): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'elicitkit-messages-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, name), code);
  const config = { extends: join(root, 'tsconfig.json'), compilerOptions: { types: [] }, include: ['*.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const printed = new Map<string, string>();
  for (const line of stdout.split('\n')) {
    const [, name] = /^(\S+)\(\d+,\d+\): error/.exec(line) ?? [];
    const last = name ?? [...printed.keys()].at(-1);
    if (last !== undefined) printed.set(last, `${printed.get(last) ?? ''} ${line.trim()}`);
  }
  return printed;
}

describe('the compiler', () => {
  it('says what to write for each mistake', () => {
    const fileOf = (index: number) => `mistake-${index}.ts`;
    const printed = compile({
      ...Object.fromEntries(mistakes.map(([, code], index) => [fileOf(index), code])),
      'right.ts': inTool(`const a = yield* ctx.elicit('pickSeat', { message: 'Seat?' }); return a.action;`),
      'data.ts': inTool(`const data: Record<string, unknown> = { flights: [] };
        return yield* ctx.elicit('pickSeat', { message: 'Seat?', of: 'LX8', ...data }, { timeout: 1000 });`),
      'message.ts': `${declared}
        declare function Seat(props: { message: string; onRespond: (answer: { row: number }) => void }): null;
        makePlugin(tool).onElicit({ pickFlight: answerWith(List), pickSeat: answerWith(Seat) });`,
    });

    expect(printed.get('right.ts')).toBeUndefined();
    expect(printed.get('data.ts')).toBeUndefined();
    expect(printed.get('message.ts')).toBeUndefined();
    for (const [index, [mistake, , says]] of mistakes.entries()) {
      expect(printed.get(fileOf(index)) ?? 'nothing', mistake).toMatch(says);
    }
  }, 120_000);
});
