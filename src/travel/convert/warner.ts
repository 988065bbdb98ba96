import { TravelDataError } from './travel-data-error.ts';

/** What every converter takes. */
export interface ConvertOptions {
  /**
   * Called for each part of the data that cannot be read and is left out; `path` says where it stands.
   *
   * @default one `console.warn` for each call of a converter
   */
  onWarning?: ((warning: TravelDataError) => void) | undefined;
}

/** Leave something out, and say so. */
export type Warn = (path: string, problem: string) => void;

/** Collects what was left out, and tells the caller when all is done. */
export interface Warner {
  warn: Warn;
  warnings: readonly TravelDataError[];
  /** The first that was left out of what stands at a path. */
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

/** Tell a host what was left out; the console once, where the host does not listen. */
export function tellOf(warnings: readonly TravelDataError[], onWarning: ConvertOptions['onWarning']): void {
  const [first, ...more] = warnings;
  if (onWarning) for (const warning of warnings) onWarning(warning);
  else if (first) console.warn(`${first.message}${more.length > 0 ? ` So are ${more.length} more parts.` : ''}`);
}
