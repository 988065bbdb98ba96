// Runs in workerd: does to a store in a Durable Object what a test asks for.
import { storeContract } from '../../src/testing/store-contract.ts';
import { durableObjectStore, type ObjectStorage } from '../../src/store/durable-object-store.ts';
import type { DurableStore } from '../../src/store/durable-store.ts';

/** What a test can ask for, and what it gets. */
export interface Deeds {
  /** Runs a rule of the contract. Gives what it broke. */
  rule(name: string): string | null;
  read(...given: Parameters<DurableStore['read']>): Awaited<ReturnType<DurableStore['read']>>;
  list(...given: Parameters<DurableStore['list']>): Awaited<ReturnType<DurableStore['list']>>;
  commit(...given: Parameters<DurableStore['commit']>): Awaited<ReturnType<DurableStore['commit']>>;
  due(...given: Parameters<DurableStore['due']>): Awaited<ReturnType<DurableStore['due']>>;
  opening(): string;
  /** Asks what is due. Gives what the alarm is set to then. */
  look(): number | null;
  /** When the alarm is set to. */
  alarm(): number | null;
  /** Takes the alarm away, as when it comes. */
  takeAlarm(): void;
  /** How often the alarm has come in this life of the object. */
  alarms(): number;
  /** How many rows the tables hold. */
  rows(): number;
}

interface Context {
  readonly storage: ObjectStorage & { getAlarm(): Promise<number | null> };
}

export class TestObject {
  readonly #storage: Context['storage'];
  readonly #store: DurableStore;
  #alarms = 0;

  constructor({ storage }: Context) {
    this.#storage = storage;
    this.#store = durableObjectStore(storage);
  }

  async fetch(request: Request): Promise<Response> {
    const [deed, ...given] = (await request.json()) as [keyof Deeds, ...unknown[]];
    const deeds: Record<keyof Deeds, (...given: never[]) => unknown> = {
      ...this.#store,
      rule: (name: string) => this.#rule(name),
      opening: () => this.#store.opening,
      look: async () => {
        await this.#store.due('q', 0, 1);
        return this.#storage.getAlarm();
      },
      alarm: () => this.#storage.getAlarm(),
      takeAlarm: () => this.#storage.deleteAlarm(),
      alarms: () => this.#alarms,
      rows: () =>
        ['entries', 'lists', 'items', 'due']
          .flatMap((table) => this.#storage.sql.exec(`select count(*) as count from elicit_${table}`).toArray())
          .reduce((sum, { count }) => sum + Number(count), 0),
    };
    try {
      return Response.json({ result: await deeds[deed](...(given as never[])) });
    } catch (error) {
      return Response.json({ error: String(error) });
    }
  }

  async #rule(name: string): Promise<string | null> {
    const open = () => durableObjectStore(this.#storage);
    const rule = storeContract(open, open).find((each) => each.name === name);
    try {
      await rule?.run();
      return rule === undefined ? 'There is no such rule.' : null;
    } catch (error) {
      return String(error);
    }
  }

  alarm(): void {
    this.#alarms += 1;
  }
}

/** One that Cloudflare keeps in the old way. */
export class OldObject extends TestObject {}

interface Namespace {
  idFromName(name: string): unknown;
  get(id: unknown): { fetch(request: Request): Promise<Response> };
}

// Cloudflare looks for the Worker here.
// oxlint-disable-next-line import/no-default-export
export default {
  async fetch(request: Request, env: Record<string, Namespace>): Promise<Response> {
    const [, kind = '', name = ''] = new URL(request.url).pathname.split('/');
    const namespace = env[kind];
    try {
      return (await namespace?.get(namespace.idFromName(name)).fetch(request)) ?? new Response(null, { status: 404 });
    } catch (error) {
      return Response.json({ error: String(error) });
    }
  },
};
