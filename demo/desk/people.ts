import type { ChatHandlerOptions, Person } from 'elicitkit/server';
import { visitorOf } from '../airline/visitor.ts';

/** The header of the manager's page. A real app knows people by their sign-in. */
export const deskHeader = { 'x-desk': 'manager' };

/** Each visitor plays two people: the customer of the chat, and the manager of the desk. */
export function whoOf(request: Request): Person | string | undefined {
  const visitor = visitorOf(request);
  if (visitor === undefined || request.headers.get('x-desk') === null) return visitor;
  return { id: managerOf(visitor), name: 'Mia', roles: ['manager'] };
}

/** Visitors see nothing of each other: a manager decides for the customer in the same browser alone. */
export const mayAnswer: NonNullable<ChatHandlerOptions['mayAnswer']> = ({ who, to, owner }) =>
  to === undefined || (owner !== undefined && who?.id === managerOf(owner));

const managerOf = (visitor: string) => `${visitor}/manager`;
