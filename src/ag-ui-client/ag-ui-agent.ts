/** What `connectAgUi` needs of an agent. `HttpAgent` of `@ag-ui/client` has it, in 1.0 and before. */
export interface AgUiAgent {
  readonly isRunning: boolean;
  readonly messages: readonly AgUiMessage[];
  pendingInterrupts: AgUiInterrupt[];
  subscribe(subscriber: AgUiSubscriber): { unsubscribe: () => void };
  runAgent(parameters: { resume: AgUiResumeEntry[] }, subscriber?: AgUiSubscriber): Promise<unknown>;
}

/** What `connectAgUi` needs of a message. */
export interface AgUiMessage {
  readonly id: string;
  readonly role: string;
}

/** An interrupt of AG-UI, as an agent tells it. */
export interface AgUiInterrupt {
  id: string;
  reason: string;
  message?: string;
  toolCallId?: string;
  responseSchema?: Record<string, unknown>;
  expiresAt?: string;
  metadata?: Record<string, unknown>;
}

/** An answer to an interrupt. */
export interface AgUiResumeEntry {
  interruptId: string;
  status: 'resolved' | 'cancelled';
  payload?: unknown;
  metadata?: Record<string, unknown>;
}

/** What the agent tells of its runs. */
export interface AgUiSubscriber {
  onRunInitialized?(params: { input: { resume?: AgUiResumeEntry[]; messages: readonly AgUiMessage[] } }): void;
  onEvent?(params: { event: { type: string } }): void;
  onCustomEvent?(params: { event: { name: string; value?: unknown } }): void;
  onRunErrorEvent?(params: { event: { message: string; code?: string } }): void;
  onRunFinalized?(params: object): void;
}
