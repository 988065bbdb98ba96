import { TravelDataError } from './travel-data-error.ts';

/** Options of every converter. */
export interface ConvertOptions {
  /**
   * Called for each part of the data that cannot be read and is left out. The warning's `path` says where it is.
   *
   * @default one `console.warn` for each call of a converter
   */
  onWarning?: ((warning: TravelDataError) => void) | undefined;
}

/** Report a part that is left out. */
export type Warn = (path: string, problem: string) => void;

/** Collects warnings, and reports them to the caller on `done`. */
export interface Warner {
  warn: Warn;
  warnings: readonly TravelDataError[];
  /** The first warning at or below a path. */
  first: (path?: string) => TravelDataError | undefined;
  done: () => void;
}

export function warner(source: string, { onWarning }: ConvertOptions = {}): Warner {
  const warnings: TravelDataError[] = [];
  return {
    warnings,
    first: (at = '') => warnings.find(({ path }) => path.startsWith(at)),
    warn: (path, problem) => warnings.push(new TravelDataError(source, path, problem, { isLeftOut: true })),
    done: () => tellOf(warnings, onWarning),
  };
}

/** Report warnings to the host, or once to the console if the host does not listen. */
export function tellOf(warnings: readonly TravelDataError[], onWarning: ConvertOptions['onWarning']): void {
  const [first, ...more] = warnings;
  if (onWarning) for (const warning of warnings) onWarning(warning);
  else if (first) console.warn(`${first.message}${more.length > 0 ? ` So are ${more.length} more parts.` : ''}`);
}
