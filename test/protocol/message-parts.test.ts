import { describe, expect, it, vi } from 'vitest';
import { partsOf } from '../../src/client.ts';
import { chatMessageSchema, type ChatReasoning, type ChatSource } from '../../src/protocol/chat-message.ts';
import { withThought } from '../../src/protocol/message-parts.ts';

describe('the parts of a message', () => {
  it('come in the order in which the model made them, by their places in its words', () => {
    const page: ChatSource = { type: 'url', url: 'https://a.example/', at: 3 };
    const image = { url: 'data:image/png;base64,AA==', mediaType: 'image/png' };
    const message = {
      content: 'OneTwo',
      reasoning: [{ text: 'First.' }, { text: 'Then.', at: 3 }],
      sources: [page],
      files: [image],
    };
    expect(partsOf(message)).toEqual([
      { type: 'reasoning', text: 'First.' },
      { type: 'text', text: 'One' },
      { type: 'reasoning', text: 'Then.' },
      { type: 'source', source: page },
      { type: 'text', text: 'Two' },
      { type: 'file', file: image },
    ]);
  });

  it('are none for a message without words, and its words alone where it has nothing else', () => {
    expect(partsOf({ content: '' })).toEqual([]);
    expect(partsOf({ content: 'Hi' })).toEqual([{ type: 'text', text: 'Hi' }]);
  });

  it('lose no word, wherever a hostile message puts them', () => {
    const parts = partsOf({ content: 'One', reasoning: [{ text: 'x', at: 1e9 }, { text: 'y' }] });
    expect(parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('')).toBe('One');
  });
});

describe('reasoning that streams', () => {
  it('is kept to the last word in a list that stays short, however often words come between', () => {
    let reasoning: readonly ChatReasoning[] = [];
    for (let at = 0; at < 5000; at += 1) reasoning = withThought(reasoning, `${at},`, at);
    expect(reasoning.length).toBeLessThanOrEqual(100);
    const words = Array.from({ length: 5000 }, (_, at) => `${at},`).join('');
    expect(reasoning.map(({ text }) => text).join('')).toBe(words);
  });
});

describe('a message off the wire', () => {
  const read = (more: object) => chatMessageSchema.safeParse({ role: 'assistant', content: 'Hi', ...more });

  it.each([
    ['a script', { type: 'url', url: 'javascript:alert(1)' }],
    ['data', { type: 'url', url: 'data:text/html,x' }],
    ['no address', { type: 'url', url: 'https:' }],
    ['a long address', { type: 'url', url: `https://a.example/${'x'.repeat(8000)}` }],
    ['a kind that a newer server knows', { type: 'video', url: 'https://a.example/' }],
    ['nothing', null],
  ])('leaves out a source that is %s, and keeps the others', (_, source) => {
    const good = { type: 'document', mediaType: 'application/pdf', title: 'Fares' };
    expect(read({ sources: [source, good] }).data?.sources).toEqual([good]);
  });

  it('keeps its pages and files in a browser that has no `URL.canParse`', () => {
    vi.stubGlobal('URL', Object.assign(class extends URL {}, { canParse: undefined }));
    try {
      const sources = [{ type: 'url', url: 'https://a.example/' }];
      const files = [{ url: 'data:image/png;base64,AA==', mediaType: 'image/png' }];
      expect(read({ sources, files }).data).toMatchObject({ sources, files });
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it.each([
    ['too many sources', { sources: Array.from({ length: 201 }, () => ({})) }],
    ['too much reasoning', { reasoning: Array.from({ length: 101 }, () => ({ text: '' })) }],
    ['reasoning that is no text', { reasoning: [{ text: 7 }] }],
    ['a file that is a script', { files: [{ url: 'javascript:alert(1)', mediaType: 'text/html' }] }],
  ])('is refused with %s', (_, more) => {
    expect(read(more).success).toBe(false);
  });
});
