/** Stands for a job that takes days, and for your table of who waits for it. */
const decisions = new Map<string, string>();
const waiting = new Map<string, Waiting>();

/** The call that waits, and whose it is. */
export interface Waiting {
  callId: string;
  owner: string | undefined;
}

export async function apply(passport: string, call: Waiting): Promise<string> {
  const id = `visa-${passport}`;
  waiting.set(id, call);
  return id;
}

/** Keeps a decision. Gives the call that waits for it. */
export async function decide(id: string, decision: string): Promise<Waiting | undefined> {
  decisions.set(id, decision);
  return waiting.get(id);
}

export async function decisionOn(id: string): Promise<string | undefined> {
  return decisions.get(id);
}
