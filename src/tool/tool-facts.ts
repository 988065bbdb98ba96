import type { Operation } from 'effection';
import type * as z from 'zod';
import type { JsonObject } from '../protocol/json.ts';
import type { ApprovalOptions } from './approval.ts';
import type { Allows, ElicitDefinitions, ElicitQuestion, ElicitsOptions } from './elicit-definition.ts';
import type { SamplingParts } from './sampling-parts.ts';
import type { ToolLimits } from './tool-limits.ts';
import type { ToolNeeds } from './tool-needs.ts';

/** What a declaration says of its tool. */
export interface ToolFacts<
  Name extends string = string,
  Params extends z.ZodObject = z.ZodObject,
  Elicits extends ElicitDefinitions = ElicitDefinitions,
  Options extends ElicitsOptions = ElicitsOptions,
> {
  readonly name: Name;
  readonly description: string;
  readonly parameters: Params;
  /** JSON Schema of the arguments. */
  readonly parametersJson: JsonObject;
  readonly elicits: Elicits;
  /** The questions by key, all in the same form. */
  readonly questions: ReadonlyMap<string, ElicitQuestion>;
  /** Whether the tool may ask to open pages. */
  readonly asksUrl: Allows<Options, 'url'>;
  /** Whether the tool may ask questions whose schema it makes while it runs. */
  readonly asksOpen: Allows<Options, 'open'>;
  /** Whether the tool may ask several questions at once. */
  readonly asksConcurrently: boolean;
  /** What `.limits` set. */
  readonly toolLimits: ToolLimits;
  /** What `.requires` named. */
  readonly needs: ToolNeeds;
  /** Whether a run may be repeated from anywhere: `.repeatable()` was called. */
  readonly isRepeatable: boolean;
  /** Whether a run can never be repeated, not even from its journal: its calls end with the process that began them. */
  readonly runsOnce: boolean;
  /** What `.sampling` set. */
  readonly samplingParts: SamplingParts;
  /** What `.version` set. Undefined for a tool without a version. */
  readonly toolVersion: string | undefined;
  /** What `.approve` set. Undefined for a tool that runs without asking whether it may. */
  readonly approval: ApprovalOptions | undefined;
}

/** A declaration or a whole tool, whatever its types. */
export type AnyMcpToolDeclaration = ToolFacts;

/** Any tool, whatever its types. */
export interface AnyMcpTool extends ToolFacts {
  run(params: never, ctx: never): Operation<unknown>;
}

/** A tool that a branch can have: one that asks the person nothing. */
export interface BoundTool extends AnyMcpTool {
  readonly elicits: Readonly<Record<string, never>>;
  readonly asksUrl: false;
  readonly asksOpen: false;
}

/** The type of a tool's arguments, before its schema parses them. */
export type ParamsOf<Tool extends AnyMcpTool> = z.ZodObject extends Tool['parameters']
  ? object
  : z.input<Tool['parameters']>;

/** The type of a tool's result. */
export type ResultOf<Tool extends AnyMcpTool> =
  ReturnType<Tool['run']> extends Operation<infer Result> ? Result : never;
