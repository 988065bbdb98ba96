import { useEffect, useRef } from 'react';
import { tellOf, type ConvertOptions, type Warner } from '../../travel/convert/warner.ts';

/** Report to the host, once and outside of React's render, which of a component's data was left out. */
export function useWarnings({ warnings }: Warner, onWarning: ConvertOptions['onWarning']): void {
  const told = useRef<typeof warnings>(undefined);
  useEffect(() => {
    if (told.current === warnings) return;
    told.current = warnings;
    tellOf(warnings, onWarning);
  }, [warnings, onWarning]);
}
