/** What a tool cannot do without. */
export interface ToolNeeds {
  /** A person who can be asked. @default false */
  elicitation?: boolean | undefined;
  /** A model for `ctx.sample`. @default false */
  sampling?: boolean | undefined;
  /** The messages before the call, in `ctx.parentMessages`. Only tools that require them get them. @default false */
  parentMessages?: boolean | undefined;
}

/** What is there for a tool. */
export interface WhatIsThere extends ToolNeeds {
  /** A host that can bring the values of `ctx.waitFor`. @default true */
  values?: boolean | undefined;
}

export const needNames = ['elicitation', 'sampling', 'parentMessages'] as const satisfies (keyof ToolNeeds)[];

/** The first of the needs that is not there. */
export function lackingNeed(needs: ToolNeeds, there: ToolNeeds): keyof ToolNeeds | undefined {
  return needNames.find((name) => needs[name] === true && there[name] !== true);
}
