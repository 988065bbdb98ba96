import { useEffect, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { plainText } from '../../protocol/plain-text.ts';
import type { ReceiptWords } from '../../protocol/receipt.ts';
import { useOwnWords } from '../language/language-context.ts';
import type { Spoken } from '../../words/word-for.ts';
import { AnswerCard, type AnswerCardOptions } from '../parts/AnswerCard.tsx';
import { Footer } from '../kit/Footer.tsx';
import { CardHeader } from '../parts/CardHeader.tsx';
import { Glyph } from '../parts/Glyph.tsx';
import { up } from '../parts/glyph-paths.ts';
import { silence } from '../parts/said.ts';
import { DropArea } from './DropArea.tsx';
import { FileRow } from './FileRow.tsx';
import { isAccepted, sizeText } from './size-text.ts';
import { useUploads, type KeptFile, type Upload, type UploadFile } from './useUploads.ts';
import { words as english, type FileDropMessages } from './words.ts';

/** The answer of a `FileDrop`: the ids that `upload` gave, in the order of the files. */
export interface FilesAnswer {
  files: string[];
}

/** The files that were uploaded, and not sent. */
export interface FilesDraft {
  files: KeptFile[];
}

/** Props of `FileDrop`. */
export interface FileDropProps extends AnswerCardOptions {
  /** Keeps a file at a place of yours, and resolves to its id. If it rejects, the person can try again. */
  upload: UploadFile;
  /** The kinds of files, as an `<input type="file">` takes them: `image/*,.pdf`. Check this again on your server. @default any */
  accept?: string | undefined;
  /** The fewest files. With 0 the person may send none. @default 1 */
  minFiles?: number | undefined;
  /** The most files. @default 10 */
  maxFiles?: number | undefined;
  /** The most bytes of one file. Check this again on your server. @default any */
  maxBytes?: number | undefined;
  /** The title: what the person should do. @default "Choose files" */
  title?: string | undefined;
  /** The card's class. */
  className?: string | undefined;
  /** Called when the person presses Continue. No upload is under way then. */
  onRespond: (answer: FilesAnswer, words?: ReceiptWords) => void;
  /** Called when the person skips. Without it there is no Skip button. */
  onDecline?: (() => void) | undefined;
  /** The `FilesDraft` to start from. Any other value is ignored. */
  draft?: unknown;
  /** Called whenever a file was uploaded or removed, with the value to pass back as `draft`. */
  onDraftChange?: ((draft: FilesDraft) => void) | undefined;
}

/** Asks a person for files: by a button, by dropping them or by pasting them. */
export function FileDrop(props: FileDropProps): ReactNode {
  const { upload, accept, minFiles = 1, maxFiles = 10, maxBytes = Infinity, title, locale, messages, ...rest } = props;
  const { onRespond, onDecline, draft, onDraftChange, state = 'pending', ...card } = rest;
  const { language, words } = useOwnWords({ locale, messages }, 'fileDrop', english);
  const [said, setSaid] = useState(silence);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [isOver, setIsOver] = useState(false);
  const { uploads, add, remove, retry } = useUploads(upload, draft, (ended, isKnown) => {
    const how = `${ended.name}: ${ended.state === 'done' ? words.uploaded : words.notUploaded}`;
    if (isKnown) setRefused([words.known(ended.name)]);
    setSaid({ text: isKnown ? words.known(ended.name) : how });
  });
  useKeptFiles(uploads, onDraftChange);

  const take = (files: readonly File[]) => {
    if (state === 'sending' || files.length === 0) return;
    const problems = files.map((file) => problemOf(file, { accept, maxBytes }, words));
    const fitting = files.filter((_, at) => problems[at] === undefined);
    const room = fitting.slice(0, Math.max(0, maxFiles - uploads.length));
    const rest_ = fitting.length > room.length ? [words.atMost(maxFiles, words.locale)] : [];
    const next = [...problems.filter((one) => one !== undefined), ...rest_].slice(0, 5);
    setRefused(next);
    setSaid({ text: next.join(' ') || words.uploading });
    add(room);
  };
  const missing = missingOf(uploads, minFiles, words);
  const over = (event: DragEvent, on: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setIsOver(on);
  };

  return (
    <AnswerCard
      {...card}
      component="file-drop"
      state={state}
      said={said}
      words={words}
      language={language}
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false);
        take([...event.dataTransfer.files]);
      }}
      onPaste={(event) => take([...event.clipboardData.files])}
    >
      <legend data-elicit="header">
        <CardHeader
          title={plainText(title ?? (maxFiles === 1 ? words.one : words.many), 120)}
          asks={title === undefined}
          icon={<Glyph path={up} />}
        />
      </legend>
      <DropArea {...{ accept, maxFiles, maxBytes, isOver }} onFiles={take} />
      {refused.map((text) => (
        <p key={text} data-elicit="file-note" dir="auto">
          {text}
        </p>
      ))}
      {uploads.length > 0 && (
        <ul data-elicit="files">
          {uploads.map((one) => (
            <FileRow
              key={one.key}
              upload={one}
              onRetry={() => retry(one.key)}
              onRemove={() => {
                remove(one.key);
                setRefused([]);
                setSaid({ text: uploads.length > 1 ? words.files(uploads.length - 1, words.locale) : '' });
              }}
            />
          ))}
        </ul>
      )}
      <Footer
        summary={uploads.length > 0 ? (missing ?? words.files(uploads.length, words.locale)) : ''}
        commit={words.commit}
        again
        missing={missing && '[data-elicit=file-choose]'}
        onCommit={() => {
          if (state === 'sending') return;
          if (missing !== undefined) return setSaid({ text: missing, shown: 'wrong' });
          setSaid(silence);
          const title = uploads.map(({ name }) => name).join(' · ');
          onRespond({ files: uploads.flatMap(({ id }) => id ?? []) }, { title });
        }}
        onSkip={onDecline}
      />
    </AnswerCard>
  );
}

/** Tell the host which files are uploaded, whenever that changes. */
function useKeptFiles(uploads: readonly Upload[], onDraftChange: ((draft: FilesDraft) => void) | undefined): void {
  const kept = JSON.stringify(
    uploads.flatMap(({ id, name, bytes }) => (id === undefined ? [] : [{ id, name, bytes }])),
  );
  const told = useRef(kept);
  useEffect(() => {
    if (told.current === kept) return;
    told.current = kept;
    onDraftChange?.({ files: JSON.parse(kept) as KeptFile[] });
  });
}

/** Why a file is not taken. */
function problemOf(
  file: File,
  { accept, maxBytes }: { accept: string | undefined; maxBytes: number },
  words: Spoken<FileDropMessages>,
): string | undefined {
  const name = plainText(file.name, 120);
  if (!isAccepted(file, accept)) return words.wrongKind(name);
  return file.size > maxBytes ? words.tooLarge(name, sizeText(maxBytes, words.locale)) : undefined;
}

/** The reason that the answer cannot be sent yet. */
function missingOf(uploads: readonly Upload[], minFiles: number, words: Spoken<FileDropMessages>): string | undefined {
  if (uploads.some(({ state }) => state === 'uploading')) return words.wait;
  if (uploads.some(({ state }) => state === 'failed')) return words.mendFirst;
  if (uploads.length >= minFiles) return undefined;
  return minFiles === 1 ? words.chooseFirst : words.atLeast(minFiles, words.locale);
}
