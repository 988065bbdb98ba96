import type { DurableObjectStorage } from '@cloudflare/workers-types';
import { expectTypeOf, it } from 'vitest';
import { durableObjectStore, type DurableStore, type ObjectStorage } from '../../src/store-durable-object.ts';

it('a store takes the storage that Cloudflare gives a Durable Object', () => {
  expectTypeOf<DurableObjectStorage>().toExtend<ObjectStorage>();
  expectTypeOf(durableObjectStore).toBeCallableWith({} as DurableObjectStorage);
  expectTypeOf(durableObjectStore).returns.toEqualTypeOf<DurableStore>();
});

it('a store takes no storage without SQL', () => {
  expectTypeOf<Omit<DurableObjectStorage, 'sql'>>().not.toExtend<ObjectStorage>();
});
