import { useEffect, useRef } from 'react';
import { tellOf, type ConvertOptions, type Warner } from '../../travel/convert/warner.ts';

/** Tell the host, once and not while React renders, what was left out of the data that a component was given. */
export function useWarnings({ warnings }: Warner, onWarning: ConvertOptions['onWarning']): void {
  const told = useRef<typeof warnings>(undefined);
  useEffect(() => {
    if (told.current === warnings) return;
    told.current = warnings;
    tellOf(warnings, onWarning);
  }, [warnings, onWarning]);
}
