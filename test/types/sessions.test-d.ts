import type { Operation } from 'effection';
import { expectTypeOf, it } from 'vitest';
import type { ChatHandler, HostCalls, PluginSession, PluginSessionManager } from '../../src/server.ts';

declare const chat: ChatHandler;

it('a host finds, reads and stops the calls of a handler', () => {
  expectTypeOf(chat.sessions).toEqualTypeOf<HostCalls>();
  expectTypeOf(chat.sessions.get('call')).toEqualTypeOf<Operation<PluginSession | null>>();
  expectTypeOf(chat.sessions.abort('call', 'Maintenance', 'server')).toEqualTypeOf<Operation<void>>();
});

it('a host begins, holds and parks no call beside its conversation', () => {
  expectTypeOf<keyof HostCalls & ('create' | 'release' | 'park' | 'drop' | 'close')>().toBeNever();
  expectTypeOf(chat.sessions).not.toMatchTypeOf<PluginSessionManager>();
});
