import { describe, expect, it } from 'vitest';
import { reasonOf } from '../../src/protocol/coded-error.ts';

const boom = (): never => {
  throw new Error('boom');
};
const withoutText = Object.create(null) as object;
const { proxy, revoke } = Proxy.revocable({}, {});
revoke();

describe('the words of a thrown value', () => {
  it.each<[string, unknown, string]>([
    ['an error', new Error('boom'), 'boom'],
    ['a text', 'boom', 'boom'],
    ['nothing', undefined, 'undefined'],
    ['a symbol', Symbol('boom'), 'Symbol(boom)'],
  ])('are those of %s', (_what, thrown, words) => {
    expect(reasonOf(thrown)).toBe(words);
  });

  it.each<[string, () => unknown]>([
    ['an object without toString', () => withoutText],
    ['an object whose toString throws', () => ({ toString: boom })],
    ['an error whose message throws', () => Object.defineProperty(new Error('x'), 'message', { get: boom })],
    ['an error whose message has no text', () => Object.assign(new Error('x'), { message: withoutText })],
    ['a revoked proxy', () => proxy],
  ])('do not throw for %s', (_what, made) => {
    expect(reasonOf(made())).toBe('something that has no text');
  });
});
