import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../src/styles.css';
import { german } from '../../src/messages-de.ts';
import { FileDrop, type FilesAnswer, type FilesDraft, type UploadFile } from '../../src/questions.ts';
import { cut, ignore, overflow } from './page.ts';

const file = (name: string, type = 'text/plain', bytes = 7) => new File([new Uint8Array(bytes)], name, { type });
const choose = (...files: File[]) => userEvent.upload(document.querySelector('input[type=file]') as HTMLElement, files);
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const names = () => [...document.querySelectorAll('[data-elicit=file-name]')].map(({ textContent }) => textContent);
const states = () =>
  [...document.querySelectorAll<HTMLElement>('[data-elicit=file]')].map(({ dataset }) => dataset['state']);

/** Uploads that come to their end when the test says so. */
function byHand() {
  const asked: {
    name: string;
    signal: AbortSignal;
    onProgress: (done: number) => void;
    end: (id: string) => void;
    fail: () => void;
  }[] = [];
  const upload: UploadFile = ({ name }, { signal, onProgress }) =>
    new Promise((end, reject) => asked.push({ name, signal, onProgress, end, fail: () => reject(new Error('Down')) }));
  return { asked, upload };
}

describe('FileDrop', () => {
  it('answers with the ids once every file is uploaded, in the order of the files', async () => {
    const { asked, upload } = byHand();
    const onRespond = vi.fn<(answer: FilesAnswer) => void>();
    const onDraftChange = vi.fn<(draft: FilesDraft) => void>();
    await render(<FileDrop upload={upload} onRespond={onRespond} onDraftChange={onDraftChange} />);
    await press('Continue');
    await expect.element(page.getByRole('status')).toHaveTextContent('Choose a file first.');
    await choose(file('a.txt'), file('b.txt'));
    await expect.poll(() => asked.map(({ name }) => name)).toEqual(['a.txt', 'b.txt']);
    asked[1]!.end('B');
    await expect.element(page.getByRole('status')).toHaveTextContent('b.txt: Uploaded');
    await press('Continue');
    await expect.element(page.getByRole('status')).toHaveTextContent('Wait until the files are uploaded.');
    expect(onRespond).not.toHaveBeenCalled();
    asked[0]!.end('A');
    await expect.poll(states).toEqual(['done', 'done']);
    await press('Continue');
    expect(onRespond.mock.calls).toEqual([[{ files: ['A', 'B'] }, { title: 'a.txt · b.txt' }]]);
    expect(onDraftChange.mock.lastCall?.[0].files.map(({ id }) => id)).toEqual(['A', 'B']);
  });

  it('takes a file once that is given twice, and says so', async () => {
    const onRespond = vi.fn<(answer: FilesAnswer) => void>();
    const draft = { files: [{ id: 'a.txt', name: 'a.txt', bytes: 7 }] };
    await render(<FileDrop upload={async ({ name }) => name} draft={draft} onRespond={onRespond} />);
    await expect.poll(names).toEqual(['a.txt']);
    await choose(file('a.txt'), file('b.txt'), file('b.txt'));
    await expect.poll(names).toEqual(['a.txt', 'b.txt']);
    await expect.poll(states).toEqual(['done', 'done']);
    await expect.element(page.getByRole('status')).toHaveTextContent('b.txt is in the list already.');
    await press('Remove b.txt');
    await choose(file('b.txt'));
    await expect.poll(states).toEqual(['done', 'done']);
    await press('Continue');
    expect(onRespond.mock.calls).toEqual([[{ files: ['a.txt', 'b.txt'] }, { title: 'a.txt · b.txt' }]]);
  });

  it('shows how far a file is, and stops it when it is removed or the card goes', async () => {
    const { asked, upload } = byHand();
    const screen = await render(<FileDrop upload={upload} onRespond={ignore} />);
    await choose(file('a.txt'), file('b.txt'));
    await expect.poll(() => asked.length).toBe(2);
    for (const done of [0.25, Number.NaN, -1]) asked[0]!.onProgress(done);
    await expect.element(page.getByRole('progressbar', { name: 'a.txt' })).toHaveAttribute('value', '0.25');
    await press('Stop uploading a.txt');
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    await expect.poll(names).toEqual(['b.txt']);
    await expect.element(page.getByRole('button', { name: 'Choose files' })).toHaveFocus();
    asked[0]!.end('late');
    await screen.unmount();
    expect(asked[1]!.signal.aborted).toBe(true);
  });

  it('tries again what was not uploaded, and sends nothing before', async () => {
    const { asked, upload } = byHand();
    const onRespond = vi.fn<(answer: FilesAnswer) => void>();
    await render(<FileDrop upload={upload} onRespond={onRespond} />);
    await choose(file('a.txt'));
    await expect.poll(() => asked.length).toBe(1);
    asked[0]!.fail();
    await expect.element(page.getByRole('status')).toHaveTextContent('a.txt: Not uploaded');
    await press('Continue');
    await expect.element(page.getByRole('status')).toHaveTextContent('Try again, or remove what was not uploaded.');
    await press('Try again: a.txt');
    await expect.poll(() => asked.length).toBe(2);
    asked[1]!.end('A');
    await expect.poll(states).toEqual(['done']);
    await press('Continue');
    expect(onRespond.mock.calls).toEqual([[{ files: ['A'] }, { title: 'a.txt' }]]);
  });

  it('takes no file that is too large, of another kind, or one too many, and says why', async () => {
    const upload = vi.fn<UploadFile>(async ({ name }) => name);
    await render(<FileDrop upload={upload} accept="image/*,.pdf" maxBytes={9} maxFiles={2} onRespond={ignore} />);
    const all = [
      file('a.txt'),
      file('b.PDF'),
      file('c.png', 'image/png', 10),
      file('d.png', 'image/png'),
      file('e.pdf'),
    ];
    const given = new DataTransfer();
    for (const one of all) given.items.add(one);
    const area = document.querySelector('[data-elicit=drop-area]') as HTMLElement;
    area.dispatchEvent(new DragEvent('dragover', { dataTransfer: given, bubbles: true, cancelable: true }));
    await expect.poll(() => area.dataset['state']).toBe('over');
    area.dispatchEvent(new DragEvent('drop', { dataTransfer: given, bubbles: true, cancelable: true }));
    await expect.poll(names).toEqual(['b.PDF', 'd.png']);
    const notes = [...document.querySelectorAll('[data-elicit=file-note]')].map(({ textContent }) => textContent);
    expect(notes).toEqual([
      'a.txt is of a kind that is not taken.',
      'c.png is larger than 9 byte.',
      'At most 2 files.',
    ]);
    expect(upload).toHaveBeenCalledTimes(2);
  });

  it.each([280, 720])('keeps the button that removes a file beside its name, in %i px', async (width) => {
    await page.viewport(width, 800);
    const upload = () => Promise.reject(new Error('Down'));
    await render(<FileDrop upload={upload} messages={german} onRespond={ignore} />);
    await choose(file('a.txt'));
    await expect.poll(states).toEqual(['failed']);
    const [name, remove] = ['file-name', 'file-remove'].map((part) =>
      document.querySelector(`[data-elicit=${part}]`)!.getBoundingClientRect(),
    );
    expect(remove!.top).toBeLessThan(name!.bottom);
    expect(overflow()).toEqual([]);
  });

  it('takes what is pasted, and starts from a draft', async () => {
    const draft = { files: [{ id: 'A', name: 'a.txt', bytes: 9 }, { id: 7 }, null] };
    const onRespond = vi.fn<(answer: FilesAnswer) => void>();
    await render(<FileDrop upload={async ({ name }) => name} draft={draft} onRespond={onRespond} />);
    const given = new DataTransfer();
    given.items.add(file('p.png', 'image/png'));
    const target = page.getByRole('button', { name: 'Choose files' }).element();
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData: given, bubbles: true }));
    await expect.poll(states).toEqual(['done', 'done']);
    await press('Continue');
    expect(onRespond.mock.calls).toEqual([[{ files: ['A', 'p.png'] }, { title: 'a.txt · p.png' }]]);
  });

  it('shows a name whole, in its own direction', async () => {
    await page.viewport(280, 800);
    const name = 'photos of the damage, taken on the day after (2).pdf';
    const draft = { files: [{ id: 'A', name, bytes: 9 }] };
    await render(
      <div dir="rtl">
        <FileDrop upload={async () => '1'} draft={draft} onRespond={ignore} />
      </div>,
    );
    const shown = document.querySelector('[data-elicit=file-name]') as HTMLElement;
    expect(getComputedStyle(shown).direction).toBe('ltr');
    expect(shown.scrollWidth).toBeLessThanOrEqual(shown.clientWidth);
    expect(cut()).toEqual([]);
  });

  it('holds hostile names at 280 px', async () => {
    await page.viewport(280, 800);
    const name = `<img src=x>\u202Egnp.exe${'W'.repeat(200)}`;
    await render(<FileDrop upload={async () => '1'} onRespond={ignore} />);
    await choose(file(name));
    await expect.poll(states).toEqual(['done']);
    expect(document.querySelector('img')).toBeNull();
    expect(document.body.innerHTML).not.toContain('\u202E');
    expect(overflow()).toEqual([]);
  });
});
