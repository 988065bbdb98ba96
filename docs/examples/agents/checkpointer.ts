import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { RunnableConfig } from '@langchain/core/runnables';
import { MemorySaver, type Checkpoint, type CheckpointMetadata } from '@langchain/langgraph';
import { folder } from './database';

const bytes = (_key: string, value: unknown) =>
  value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value;
const unbytes = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && 'bytes' in value
    ? Uint8Array.from(Buffer.from(String(value.bytes), 'base64'))
    : value;

/** Stands for `PostgresSaver` or `SqliteSaver`: all checkpoints in one file. */
class FileSaver extends MemorySaver {
  private readonly path = `${folder}/checkpoints.json`;

  constructor() {
    super();
    if (existsSync(this.path)) Object.assign(this, JSON.parse(readFileSync(this.path, 'utf8'), unbytes));
  }

  override async put(config: RunnableConfig, checkpoint: Checkpoint, metadata: CheckpointMetadata) {
    const written = await super.put(config, checkpoint, metadata);
    this.save();
    return written;
  }

  override async putWrites(config: RunnableConfig, writes: Parameters<MemorySaver['putWrites']>[1], taskId: string) {
    await super.putWrites(config, writes, taskId);
    this.save();
  }

  private save(): void {
    const { storage, writes } = this;
    writeFileSync(`${this.path}.tmp`, JSON.stringify({ storage, writes }, bytes));
    renameSync(`${this.path}.tmp`, this.path);
  }
}

export const checkpointer = new FileSaver();
