import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Message } from '../../docs/examples/Message.tsx';
import type { ChatMessage } from '../../src/client.ts';

const image = { url: 'data:image/png;base64,AA==', mediaType: 'image/png', name: 'A map' };
const message: ChatMessage = {
  role: 'assistant',
  content: 'Fly.<script>',
  reasoning: [{ text: 'Hm.' }],
  sources: [
    { type: 'url', url: 'https://a.example/', title: '<b>A</b>' },
    { type: 'document', mediaType: 'application/pdf', title: 'Fares' },
  ],
  files: [image, { ...image, url: 'https://spy.example/1.png', name: undefined }],
};

it('shows the parts of a message in order, as text, and fetches nothing', () => {
  expect(renderToStaticMarkup(createElement(Message, { message }))).toBe(
    [
      '<details><summary>Thought</summary>Hm.</details>',
      '<p>Fly.&lt;script&gt;</p>',
      '<a href="https://a.example/" rel="noreferrer nofollow" target="_blank">&lt;b&gt;A&lt;/b&gt;</a>',
      '<cite>Fares</cite>',
      '<img src="data:image/png;base64,AA==" alt="A map"/>',
      '<p>image/png</p>',
    ].join(''),
  );
});
