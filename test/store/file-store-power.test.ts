import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { StoreCommit } from '../../src/store/durable-store.ts';
import { createRandom } from '../faults/faulty-booking.ts';
import { bytesOf, folderOf, put, valueOf } from './store-folder.ts';

const seed = Number(process.env['FAULTS_SEED'] ?? 20_261_125);

const confirmed: readonly StoreCommit[] = [
  { ...put('a', '1'), append: [{ key: 'l', items: ['x', 'y'] }], due: [{ key: 'd', queue: 'q', at: 5 }] },
];
const lastBatch = (length: number) => ['k0', 'k1', 'k2'].map((key) => put(key, key.repeat(length)));

/** What a store finds in a file with these bytes, before and after another commit. */
async function foundIn(bytes: Uint8Array, last: readonly StoreCommit[]) {
  const { open } = folderOf(bytes);
  const store = open();
  const puts = last.flatMap((commit) => commit.put ?? []);
  const values = await Promise.all(puts.map(({ key }) => valueOf(store, key)));
  const areWhole = values.every((value, nth) => value === undefined || value === puts[nth]!.value);
  const found = { a: await valueOf(store, 'a'), l: await store.list('l'), q: await store.due('q', 10, 10), areWhole };
  await store.commit(put('later', '2'));
  await store.close?.();
  const again = open();
  const later = { a: await valueOf(again, 'a'), later: await valueOf(again, 'later') };
  await again.close?.();
  return { found, later };
}
/** All that was confirmed, and of the last batch only whole commits. */
const whole = {
  found: { a: '1', l: ['x', 'y'], q: [{ key: 'd', at: 5 }], areWhole: true },
  later: { a: '1', later: '2' },
};

/** Why a store does not open a file with these bytes. */
async function refusalOf(bytes: Uint8Array) {
  const { log, open } = folderOf(bytes);
  const store = open();
  const why = (thrown: unknown) => thrown as { code: string; message: string };
  const [read, committed] = [await store.read(['a']).catch(why), await store.commit(put('b', '2')).catch(why)];
  await store.close?.();
  const { code, message } = why(read);
  const [, file, at] = /^(.*) is damaged at byte (\d+)\. Restore it/.exec(message ?? '') ?? [];
  const isUnchanged = readFileSync(log).equals(bytes);
  return { code, at: Number(at), isNamed: file === log, isUnchanged, commit: why(committed).code };
}
const refused = { code: 'STORE_CORRUPT', isNamed: true, isUnchanged: true, commit: 'STORE_CORRUPT' };

function without(bytes: Buffer, from: number, to: number): Buffer {
  return Buffer.from(bytes).fill(0, from, Math.min(to, bytes.length));
}

describe('a file store whose machine lost its power before the last sync was over', () => {
  it('drops what is missing of the last batch, wherever the file ends', async () => {
    const last = lastBatch(8);
    const { bytes, starts } = await bytesOf([confirmed, last]);
    for (let end = starts[1]!; end <= bytes.length; end += 1) {
      expect(await foundIn(bytes.subarray(0, end), last), `cut at ${end}`).toEqual(whole);
    }
  }, 60_000);

  it('drops what is missing of the last batch, whichever sectors and pages were not written', async () => {
    const last = lastBatch(3000);
    const { bytes, starts } = await bytesOf([confirmed, last]);
    for (const size of [512, 4096]) {
      for (let from = 0; from < bytes.length; from += size) {
        if (from + size <= starts[1]!) continue;
        expect(
          await foundIn(without(bytes, Math.max(from, starts[1]!), from + size), last),
          `no ${size} bytes from ${from}`,
        ).toEqual(whole);
      }
    }
  });

  it('drops what is missing of the last batch, with any of its pages written and zeros behind it', async () => {
    const last = lastBatch(3000);
    const { bytes, starts } = await bytesOf([confirmed, last]);
    const random = createRandom(seed);
    for (let round = 0; round < 40; round += 1) {
      let torn: Buffer = Buffer.concat([bytes, Buffer.alloc(Math.floor(random() * 3) * 4096)]);
      const lost: number[] = [];
      for (let page = Math.floor(starts[1]! / 4096); page * 4096 < bytes.length; page += 1) {
        if (random() < 0.5) continue;
        torn = without(torn, Math.max(page * 4096, starts[1]!), (page + 1) * 4096);
        lost.push(page);
      }
      expect(
        await foundIn(torn, last),
        `seed ${seed}: without the pages ${lost.join()} of ${torn.length} bytes`,
      ).toEqual(whole);
    }
  });

  it('opens a file whose first batch was never written', async () => {
    const { bytes, starts } = await bytesOf([confirmed]);
    const { open } = folderOf(without(bytes, starts[0]!, bytes.length));
    expect(await valueOf(open(), 'a')).toBeUndefined();
  });
});

describe('a file store whose file is damaged', () => {
  it('tells of each flipped bit of what was confirmed, and changes nothing', async () => {
    const more: StoreCommit = { ...put('b', '@ @ "é"'), remove: ['c'], due: [{ key: 'd', queue: 'q', at: null }] };
    const { bytes } = await bytesOf([confirmed, [more, put('a', '2')]]);
    for (let at = 0; at < bytes.length; at += 1) {
      for (const bit of [at % 8, (at + 3) % 8]) {
        const flipped = Buffer.from(bytes);
        flipped[at]! ^= 1 << bit;
        expect(await refusalOf(flipped), `bit ${bit} of byte ${at}`).toMatchObject(refused);
      }
    }
  }, 60_000);

  it('names the place of what is missing in a batch that has another one behind it', async () => {
    const { bytes, starts } = await bytesOf([confirmed, lastBatch(3000), [put('a', '2')]]);
    const isLine = (at: number) => at === 0 || bytes[at - 1] === 10;
    for (let from = 4096; from + 4096 < starts[2]!; from += 4096) {
      let line = from;
      while (!isLine(line)) line -= 1;
      expect(await refusalOf(without(bytes, from, from + 4096)), `no page at ${from}`).toEqual({
        ...refused,
        at: line,
      });
    }
    expect(
      await refusalOf(Buffer.concat([bytes.subarray(0, starts[1]), bytes.subarray(starts[1]! + 1)])),
      'a byte',
    ).toEqual({ ...refused, at: starts[1] });
  });

  it('opens no file that it has not written, and leaves it as it is', async () => {
    expect(await refusalOf(Buffer.from('nonsense\n{"n":1}\n')), 'nonsense').toEqual({ ...refused, at: 0 });
    expect(await refusalOf(Buffer.from('{"n":1}\n')), 'a line without a checksum').toEqual({ ...refused, at: 0 });
    expect(await refusalOf(Buffer.alloc(0)), 'nothing').toEqual({ ...refused, at: 0 });
    expect(await refusalOf(Buffer.alloc(8192)), 'zeros').toEqual({ ...refused, at: 0 });
    const { bytes, starts } = await bytesOf([confirmed, [put('b', '2')]]);
    expect(await refusalOf(bytes.subarray(starts[1])), 'the end of a file').toEqual({ ...refused, at: 0 });
  });

  it('takes no whole line from another place of the disk', async () => {
    const { bytes, starts } = await bytesOf([confirmed, [put('a', '2')], [put('b', '2')]]);
    const stale = Buffer.concat([bytes, bytes.subarray(starts[1], starts[2])]);
    expect(await refusalOf(stale)).toEqual({ ...refused, at: bytes.length });
  });

  it('tells of damage that comes while it has the file, when it reads there', async () => {
    const { bytes } = await bytesOf([confirmed]);
    const folder = folderOf(bytes);
    const store = folder.open();
    await store.commit(put('b', '2'));
    writeFileSync(folder.log, readFileSync(folder.log, 'utf8').replace('"x"', '"z"'));
    await expect(store.list('l')).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
    expect(await valueOf(store, 'b')).toBe('2');
  });
});
