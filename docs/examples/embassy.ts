/** Stands for a job that takes days, and for where your webhook puts its end. */
const decisions = new Map<string, string>();

export async function apply(passport: string): Promise<string> {
  return `visa-${passport}`;
}

/** What your webhook calls. */
export async function decide(id: string, decision: string): Promise<void> {
  decisions.set(id, decision);
}

export async function decisionOn(id: string): Promise<string | undefined> {
  return decisions.get(id);
}
