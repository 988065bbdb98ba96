import type { AnyMcpToolDeclaration, JsonObject } from 'elicitkit/plugin';
import { deleteProject } from './asked/delete-project.ts';
import { invitePeople } from './asked/invite-people.ts';
import { orderLunch } from './asked/order-lunch.ts';

/** A question to try: a tool that asks it, and the tool's code. */
export interface Example {
  /** Its place in the address of the page, behind `#`. */
  readonly place: string;
  readonly name: string;
  readonly tool: AnyMcpToolDeclaration;
  /** What the page calls the tool with. */
  readonly args: JsonObject;
  /** The file of the tool's body, in `asked`. */
  readonly file: string;
}

export const examples: readonly Example[] = [
  { place: 'choose-one', name: 'Choose one', tool: orderLunch, args: {}, file: 'order-lunch.tool.ts' },
  {
    place: 'choose-several',
    name: 'Choose several',
    tool: invitePeople,
    args: { meeting: 'Roadmap' },
    file: 'invite-people.tool.ts',
  },
  {
    place: 'confirm',
    name: 'Confirm',
    tool: deleteProject,
    args: { project: 'Atlas' },
    file: 'delete-project.tool.ts',
  },
];

const bodies = import.meta.glob<string>('./asked/*.tool.ts', { query: '?raw', import: 'default', eager: true });

/** The code of an example's tool, to be shown. */
export function codeOf({ file }: Example): string {
  return (bodies[`./asked/${file}`] ?? '').trim();
}
