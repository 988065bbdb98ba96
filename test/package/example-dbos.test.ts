import { describe, expect, it } from 'vitest';
import { run } from './project.ts';
import { start } from './recipes.ts';
import {
  answer,
  asked,
  begin,
  booked,
  clientOf,
  installTrips,
  mailsOf,
  postgres,
  resultOf,
  testTrips,
} from './trips.ts';

if (postgres === undefined) console.log('The example of DBOS is not tested: ELICITKIT_POSTGRES is not set.');

describe.runIf(postgres !== undefined)('the example of DBOS', () => {
  const trips = installTrips('dbos');

  async function startWorker(worker: string) {
    const env = { DATABASE_URL: trips.database, WORKER: worker };
    const running = start(trips.folder(), ['--import', 'tsx', 'server.ts'], env);
    await running.until(/open http\S+/);
    const [, url = ''] = /open (http\S+)/.exec(running.printed()) ?? [];
    return { ...running, url };
  }

  testTrips(startWorker, trips);

  it('begins no second call when the step that began it runs again after the end', async () => {
    const issued = trips.ticketsFromNow();
    const worker = await startWorker('a');
    const id = crypto.randomUUID();
    await begin(worker, id);
    const client = clientOf(worker, id);
    await asked(client);
    await answer(client);
    expect(await resultOf(worker, id)).toBe(booked);
    expect(mailsOf(worker)).toHaveLength(1);
    // DBOS forgets the steps, as if the worker had died before the first was kept.
    const rewind = `import { DBOSClient } from '@dbos-inc/dbos-sdk';
      const dbos = await DBOSClient.create({ systemDatabaseUrl: '${trips.database}' });
      await dbos.rewindWorkflow('${id}');
      await dbos.destroy();`;
    run(process.execPath, ['--input-type=module', '-e', rewind], trips.folder());
    await expect.poll(() => mailsOf(worker)).toHaveLength(2);
    expect(await resultOf(worker, id)).toBe(booked);
    expect(issued()).toHaveLength(1);
  });
});
