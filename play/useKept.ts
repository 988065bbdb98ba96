import { useState } from 'react';

/** State that this tab keeps over a reload, under a name. What is kept may be anything: check it. */
export function useKept(name: string): [kept: unknown, keep: (value: unknown) => void] {
  const key = `elicitkit-play:${name}`;
  const [value, setValue] = useState(() => read(key));
  return [
    value,
    (next) => {
      setValue(next);
      sessionStorage.setItem(key, JSON.stringify(next));
    },
  ];
}

function read(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as unknown;
  } catch {
    return null;
  }
}
