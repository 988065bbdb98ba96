import type { ReactNode } from 'react';
import { useWords } from '../language/language-context.ts';
import { ChoiceImage } from '../choice-list/ChoiceImage.tsx';
import { words as answerWords } from '../parts/answer-words.ts';
import { Glyph } from '../parts/Glyph.tsx';
import { cross } from '../parts/glyph-paths.ts';
import { sizeText } from './size-text.ts';
import type { Upload } from './useUploads.ts';
import { words as english } from './words.ts';

interface FileRowProps {
  upload: Upload;
  onRemove: () => void;
  onRetry: () => void;
}

/** A file: its picture, its name, how far it is, and what can be done with it. */
export function FileRow({ upload, onRemove, onRetry }: FileRowProps): ReactNode {
  const words = useWords('fileDrop', english);
  const { retry } = useWords('card', answerWords);
  const { name, bytes, picture, state, done } = upload;
  const said = { uploading: words.uploading, done: words.uploaded, failed: words.notUploaded };
  return (
    <li data-elicit="file" data-state={state}>
      {picture === undefined ? (
        <span data-elicit="choice-image" aria-hidden="true">
          {(/\.(\w{1,4})$/.exec(name)?.[1] ?? '').toUpperCase()}
        </span>
      ) : (
        <ChoiceImage address={picture} label={name} />
      )}
      <span data-elicit="file-text">
        <span data-elicit="file-name" dir="auto">
          {name}
        </span>
        <span data-elicit="file-state">{`${sizeText(bytes, words.locale)} · ${said[state]}`}</span>
        {state === 'uploading' && <progress data-elicit="file-progress" value={done} max={1} aria-label={name} />}
      </span>
      {state === 'failed' && (
        <button
          type="button"
          data-elicit="retry"
          aria-label={words.retryFile(name)}
          onClick={({ currentTarget }) => {
            // The button disappears and would take the focus with it.
            (currentTarget.nextElementSibling as HTMLElement).focus();
            onRetry();
          }}
        >
          {retry}
        </button>
      )}
      <button
        type="button"
        data-elicit="file-remove"
        aria-label={state === 'uploading' ? words.cancelFile(name) : words.removeFile(name)}
        onClick={({ currentTarget }) => {
          currentTarget.closest('[data-elicit=card]')?.querySelector<HTMLElement>('[data-elicit=file-choose]')?.focus();
          onRemove();
        }}
      >
        <Glyph path={cross} />
      </button>
    </li>
  );
}
