import { ToolDeclarationError } from './errors.ts';

/** What a tool cannot do without. */
export interface ToolNeeds {
  /** Somebody who can be asked. @default false */
  elicitation?: boolean | undefined;
  /** A model for `ctx.sample`. @default false */
  sampling?: boolean | undefined;
  /** The messages before the call, in `ctx.parentMessages`. Only tools that require them get them. @default false */
  parentMessages?: boolean | undefined;
}

const names: readonly string[] = ['elicitation', 'sampling', 'parentMessages'] satisfies (keyof ToolNeeds)[];

/**
 * Check needs as somebody wrote them.
 *
 * @param where - names them in the error, such as `book_flight.requires`
 * @throws {ToolDeclarationError} for a need that does not exist
 */
export function readToolNeeds(where: string, needs: ToolNeeds): ToolNeeds {
  const unknown = Object.keys(needs).find((name) => !names.includes(name));
  if (unknown === undefined) return needs;
  throw new ToolDeclarationError(`${where} has no "${unknown}". It has ${names.join(', ')}.`);
}

/** The first of the needs that is not there. */
export function lackingNeed(needs: ToolNeeds, there: ToolNeeds): keyof ToolNeeds | undefined {
  return (names as readonly (keyof ToolNeeds)[]).find((name) => needs[name] === true && there[name] !== true);
}
