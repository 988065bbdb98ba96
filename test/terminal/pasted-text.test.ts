import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { withPastedText } from '../../src/terminal/pasted-text.ts';

const pasted = async (...given: string[]) => {
  const typed = withPastedText(Object.assign(new PassThrough(), { isTTY: true }), '\n');
  typed.end(given.map((one) => `\u001B[200~${one}\u001B[201~`).join('|'));
  return text(typed);
};

it('what is pasted loses the line breaks at its end, and keeps those before', async () => {
  expect(await pasted('\r\na\n\nb\r\r\n\n', '\n\n', '', 'a\n\t')).toBe('\na\n\nb|||a\n ');
});

it('200 000 pasted line breaks before a letter all stay', async () => {
  expect(await pasted(`${'\r'.repeat(200_000)}x`)).toBe(`${'\n'.repeat(200_000)}x`);
});
