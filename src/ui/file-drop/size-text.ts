import { formatNumber } from '../../words/formatter.ts';

/** A size in a language, such as "2.4 MB". */
export function sizeText(bytes: number, locale: string): string {
  const [unit, of] =
    bytes < 1000 ? (['byte', 1] as const) : bytes < 1e6 ? (['kilobyte', 1e3] as const) : (['megabyte', 1e6] as const);
  return formatNumber(locale, bytes / of, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 });
}

/** Whether an `accept`, as a file input has it, takes a file. */
export function isAccepted({ name, type }: Pick<File, 'name' | 'type'>, accept: string | undefined): boolean {
  const kinds = (accept ?? '').split(',').map((kind) => kind.trim().toLowerCase());
  return (
    kinds.every((kind) => kind === '') ||
    kinds.some((kind) => {
      if (kind.startsWith('.')) return name.toLowerCase().endsWith(kind);
      return kind.endsWith('/*') ? type.startsWith(kind.slice(0, -1)) : kind !== '' && type === kind;
    })
  );
}
