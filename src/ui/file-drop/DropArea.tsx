import { useRef, type ReactNode } from 'react';
import { plainText } from '../../protocol/plain-text.ts';
import { formatList } from '../../words/format.ts';
import { useWords } from '../language/language-context.ts';
import { sizeText } from './size-text.ts';
import { words as english } from './words.ts';

interface DropAreaProps {
  accept: string | undefined;
  maxFiles: number;
  maxBytes: number;
  /** Files are held over the card. */
  isOver: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** The button that chooses files, and what is taken. The whole card takes what is dropped. */
export function DropArea({ accept, maxFiles, maxBytes, isOver, onFiles }: DropAreaProps): ReactNode {
  const words = useWords('fileDrop', english);
  const input = useRef<HTMLInputElement>(null);
  const kinds = (accept ?? '').split(',').map((kind) => kind.trim());
  const names = kinds.filter(Boolean).map((kind) => {
    return kind === 'image/*' ? words.pictures : plainText(kind.replace(/^.*[./]|\/\*$/g, ''), 20).toUpperCase();
  });
  const limits = [
    names.length > 0 && `${formatList(words.locale, names)}.`,
    maxBytes < Infinity && words.upTo(sizeText(maxBytes, words.locale)),
    maxFiles > 1 && words.atMost(maxFiles, words.locale),
  ];
  return (
    <div data-elicit="drop-area" data-state={isOver ? 'over' : undefined}>
      <button type="button" data-elicit="file-choose" onClick={() => input.current?.click()}>
        {maxFiles === 1 ? words.one : words.many}
      </button>
      <span data-elicit="hint">{words.dropHint}</span>
      <span data-elicit="hint">{limits.filter(Boolean).join(' ')}</span>
      <input
        ref={input}
        type="file"
        data-elicit=""
        hidden
        multiple={maxFiles > 1}
        accept={accept}
        aria-label={words.one}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Lets the same file be chosen again.
          target.value = '';
        }}
      />
    </div>
  );
}
