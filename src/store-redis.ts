/**
 * Conversations in Redis, for any number of processes.
 *
 * @module elicitkit/store/redis
 */

export { redisStore, type RedisClient, type RedisStoreOptions, type RedisSubscriber } from './store/redis-store.ts';
export type { DurableStore } from './store/durable-store.ts';
