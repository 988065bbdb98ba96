interface KeptFile {
  readonly visitor: string;
  readonly name: string;
  readonly bytes: number;
}

/** What visitors uploaded lately. The demo keeps names and sizes alone, and only while it runs. */
const kept = new Map<string, KeptFile>();
const mostKept = 200;

/** @returns the file's id */
export function keepFile(file: KeptFile): string {
  const id = crypto.randomUUID();
  kept.set(id, file);
  for (const old of [...kept.keys()].slice(0, -mostKept)) kept.delete(old);
  return id;
}

/** A file of this visitor. */
export function fileOf(visitor: string | undefined, id: string): KeptFile | undefined {
  const file = kept.get(id);
  return file?.visitor === visitor ? file : undefined;
}
