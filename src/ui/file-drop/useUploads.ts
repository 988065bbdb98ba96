import { useEffect, useRef, useState } from 'react';
import { plainText } from '../../protocol/plain-text.ts';

/** Keeps a file at a place of the host's own, and resolves to the id that the tool gets. */
export type UploadFile = (
  file: File,
  options: {
    /** Aborts when the person stops the upload or removes the file, and when the card goes. */
    readonly signal: AbortSignal;
    /** Takes how much is done, from 0 to 1. */
    readonly onProgress: (done: number) => void;
  },
) => PromiseLike<string>;

/** A file that is being uploaded, or was. */
export interface Upload {
  readonly key: number;
  /** Safe to show. */
  readonly name: string;
  readonly bytes: number;
  /** Set until a reload. */
  readonly file?: File | undefined;
  /** The address of a picture, to show it. */
  readonly picture?: string | undefined;
  readonly state: 'uploading' | 'done' | 'failed';
  /** From 0 to 1. */
  readonly done: number;
  readonly id?: string | undefined;
}

/** A file that was uploaded, as a draft holds it. */
export interface KeptFile {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
}

/**
 * Upload files as they come.
 *
 * @param onEnd - is told how each one ended, unless the person stopped it. One that `isKnown` is gone: a file before it
 *   has the same id
 */
export function useUploads(
  upload: UploadFile,
  draft: unknown,
  onEnd: (ended: Upload, isKnown: boolean) => void,
): {
  uploads: readonly Upload[];
  add: (files: readonly File[]) => void;
  remove: (key: number) => void;
  retry: (key: number) => void;
} {
  const [uploads, setUploads] = useState(() => keptIn(draft));
  const [running] = useState(() => new Map<number, AbortController>());
  const [pictures] = useState(() => new Set<string>());
  /** The file that has an id. */
  const [owners] = useState(() => new Map(uploads.map(({ id, key }) => [id, key])));
  const keys = useRef(uploads.length);
  const told = useRef(onEnd);
  useEffect(() => {
    told.current = onEnd;
  });
  useEffect(
    () => () => {
      for (const request of running.values()) request.abort();
      for (const picture of pictures) URL.revokeObjectURL(picture);
    },
    [running, pictures],
  );

  const change = (key: number, news: Partial<Upload>) =>
    setUploads((before) => before.map((one) => (one.key === key ? { ...one, ...news } : one)));
  const drop = (key: number) => setUploads((before) => before.filter((one) => one.key !== key));
  const start = async (one: Upload, file: File) => {
    const request = new AbortController();
    const { signal } = request;
    running.set(one.key, request);
    const onProgress = (done: number) => {
      if (!signal.aborted && done >= 0) change(one.key, { done: Math.min(done, 1) });
    };
    const end = (news: Pick<Upload, 'state' | 'done' | 'id'>) => {
      if (signal.aborted) return;
      running.delete(one.key);
      const isKnown = news.id !== undefined && owners.has(news.id);
      if (isKnown) drop(one.key);
      else change(one.key, news);
      if (news.id !== undefined && !isKnown) owners.set(news.id, one.key);
      told.current({ ...one, ...news }, isKnown);
    };
    try {
      const id: unknown = await upload(file, { signal, onProgress });
      if (typeof id !== 'string' || id === '') throw new TypeError('The upload of a FileDrop gave no id.');
      end({ state: 'done', done: 1, id });
    } catch {
      end({ state: 'failed', done: 0 });
    }
  };

  return {
    uploads,
    add(files) {
      const added = files.map((file): Upload & { file: File } => {
        keys.current += 1;
        const picture = file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined;
        if (picture !== undefined) pictures.add(picture);
        const name = plainText(file.name, 120);
        return { key: keys.current, name, bytes: file.size, file, picture, state: 'uploading', done: 0 };
      });
      setUploads((before) => [...before, ...added]);
      for (const one of added) void start(one, one.file);
    },
    remove(key) {
      running.get(key)?.abort();
      running.delete(key);
      for (const [id, owner] of owners) if (owner === key) owners.delete(id);
      drop(key);
    },
    retry(key) {
      const one = uploads.find((upload_) => upload_.key === key);
      if (one?.file === undefined) return;
      change(key, { state: 'uploading', done: 0 });
      void start(one, one.file);
    },
  };
}

function keptIn(draft: unknown): readonly Upload[] {
  const { files } = (draft ?? {}) as Record<string, unknown>;
  if (!Array.isArray(files)) return [];
  return files.slice(0, 100).flatMap((file: Partial<KeptFile> | null, key): Upload[] => {
    const { id, name, bytes } = file ?? {};
    if (typeof id !== 'string' || typeof name !== 'string' || typeof bytes !== 'number') return [];
    return [{ key, id, name: plainText(name, 120), bytes, state: 'done', done: 1 }];
  });
}
