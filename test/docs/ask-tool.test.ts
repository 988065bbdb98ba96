import { run } from 'effection';
import { createMockClient, runTool } from 'elicitkit/testing';
import { describe, expect, it } from 'vitest';
import { orderTool } from '../../docs/examples/from-generator.ts';
import { greetTool } from '../../docs/examples/greet.ts';
import { createLogInTool, takePassword } from '../../docs/examples/log-in.ts';
import { reserveTool } from '../../docs/examples/reserve.ts';
import { createSignUpTool } from '../../docs/examples/sign-up.ts';
import type { AnyMcpTool } from '../../src/plugin.ts';
import type { MockElicitResponse } from '../../src/testing.ts';

const play = (tool: AnyMcpTool, params: object, elicitResponses: readonly MockElicitResponse[]) =>
  run(() => runTool(tool, params, createMockClient({ elicitResponses })));
const accept = (key: string, content: unknown) => ({ key, action: 'accept' as const, content });

describe('the examples of docs/ask-tool.md', () => {
  it('greet', async () => {
    expect(await play(greetTool, {}, [accept('text-1', 'Ada')])).toBe('Hello, Ada!');
  });

  it('order, with a plain generator', async () => {
    expect(await play(orderTool, {}, [accept('select-1', 'L')])).toBe('A pizza in L is on its way.');
  });

  it('sign somebody up', async () => {
    const tool = createSignUpTool(async (entry) => JSON.stringify(entry));
    const script = [
      accept('text-1', 'Ada'),
      { ...accept('text-2', 'ada'), refused: true },
      accept('text-2', 'ada@example.com'),
      accept('select-1', 'M'),
      accept('number-1', 2),
      accept('date-1', '2027-05-01'),
      accept('selectMany-1', ['tour']),
      { key: 'text-3', action: 'decline' as const },
    ];
    const entry = await play(tool, { event: 'Party' }, [...script, accept('confirm-1', true)]);
    expect(JSON.parse(entry as string)).toEqual({
      event: 'Party',
      name: 'Ada',
      email: 'ada@example.com',
      size: 'M',
      seats: 2,
      day: '2027-05-01',
      extras: ['tour'],
    });
    expect(await play(tool, { event: 'Party' }, [...script, accept('confirm-1', false)])).toBe('Nobody was signed up.');
  });

  it('tell a table that is gone from one that nobody wants', async () => {
    expect(await play(reserveTool, {}, [{ action: 'cancel', reason: 'expired' }])).toBe('The table is gone.');
    await expect(play(reserveTool, {}, [{ action: 'decline' }])).rejects.toMatchObject({ reason: 'declined' });
  });

  it('log in with a password that comes while the call waits, or was there before', async () => {
    const logins: string[] = [];
    const tool = createLogInTool(async (name, password) => void logins.push(`${name}: ${password}`));
    for (const wait of [setTimeout, (now: () => void) => now()]) {
      const answer: MockElicitResponse = ({ url = '' }) => {
        wait(() => takePassword(url.split('/').at(-1)!, 'horse'));
        return { url: 'accept' };
      };
      expect(await play(tool, { name: 'Ada' }, [answer])).toBe('Ada is logged in.');
    }
    expect(logins).toEqual(['Ada: horse', 'Ada: horse']);
  });
});
