import { expect, fn, userEvent, within } from 'storybook/test';
import preview from '../.storybook/preview.tsx';
import { FileDrop } from '../src/ui/file-drop/FileDrop.tsx';
import type { UploadFile } from '../src/ui/file-drop/useUploads.ts';
import { said } from './said.ts';
import { longText, pageOfStates, SideBySide } from './side-by-side.tsx';

const atOnce: UploadFile = (file) => Promise.resolve(`id of ${file.name}`);
const halfway: UploadFile = (_, { onProgress }) => {
  onProgress(0.45);
  return new Promise(() => {});
};
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><rect width="2" height="2" fill="teal"/></svg>';
const photo = () => new File([svg], 'bag.svg', { type: 'image/svg+xml' });
const kept = { files: [{ id: 'a', name: 'receipt.pdf', bytes: 245_000 }] };

const meta = preview.meta({
  title: 'Questions/FileDrop',
  component: FileDrop,
  args: {
    upload: atOnce,
    accept: 'image/*,.pdf',
    maxFiles: 3,
    maxBytes: 5_000_000,
    message: 'Have you photos of the damage?',
    onRespond: fn(),
    onDecline: fn(),
    onDraftChange: fn(),
  },
  argTypes: { state: { control: 'inline-radio', options: ['pending', 'sending', 'failed'] } },
});

const choose = (canvasElement: HTMLElement, files: File[]) =>
  userEvent.upload(canvasElement.querySelector('input[type=file]') as HTMLInputElement, files);

/** Files are uploaded as they come. The answer is their ids. */
export const Default = meta.story({
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    const { fileDrop, locale } = said({ globals });
    await choose(canvasElement, [photo()]);
    await expect(await canvas.findByText(fileDrop.files(1, locale))).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: fileDrop.commit }));
    await expect(args.onRespond.mock.calls).toEqual([[{ files: ['id of bag.svg'] }, { title: 'bag.svg' }]]);
  },
});
export const Uploading = meta.story({
  args: { upload: halfway, draft: kept },
  async play({ canvasElement }) {
    await choose(canvasElement, [photo()]);
    await expect(await within(canvasElement).findByRole('progressbar')).toHaveAttribute('value', '0.45');
  },
});
export const NotUploaded = meta.story({
  args: { upload: () => Promise.reject(new Error('Down')), draft: kept },
  async play({ canvasElement, globals }) {
    await choose(canvasElement, [photo()]);
    const name = said({ globals }).fileDrop.retryFile('bag.svg');
    await expect(await within(canvasElement).findByRole('button', { name })).toBeVisible();
  },
});
/** What is too large or of another kind is not taken, and why is said. */
export const NotTaken = meta.story({
  args: { maxBytes: 10 },
  async play({ canvasElement, globals }) {
    await choose(canvasElement, [photo()]);
    const { tooLarge } = said({ globals }).fileDrop;
    const [start = ''] = tooLarge('bag.svg', '@').split('@');
    await expect((await within(canvasElement).findAllByText(new RegExp(start)))[0]).toBeVisible();
  },
});

/** Every state. */
export const States = meta.story({
  parameters: pageOfStates,
  render: (args) => {
    const long = { files: [{ id: 'a', name: `${longText}.jpeg`, bytes: 9_876_543 }] };
    return (
      <SideBySide
        states={{
          Nothing: <FileDrop {...args} />,
          'One file only': <FileDrop {...args} maxFiles={1} />,
          Uploaded: <FileDrop {...args} draft={kept} />,
          Sending: <FileDrop {...args} draft={kept} state="sending" />,
          'Not sent': <FileDrop {...args} draft={kept} state="failed" />,
          'Asked again': <FileDrop {...args} draft={kept} issues={[{ path: [], message: 'It is too dark.' }]} />,
          'Long text': <FileDrop {...args} draft={long} message={longText} />,
        }}
      />
    );
  },
});
