import type { ChatMessage } from '../protocol/chat-message.ts';
import type { TokenUsage } from '../protocol/chat-provider.ts';

/** How many characters make a token, about. Providers say four for English text. */
const perToken = 4;

/** The tokens of an answer: as the provider counts them, or an estimate for what it does not tell. */
export function tokensOf(told: TokenUsage | undefined, messages: readonly ChatMessage[], text: string): TokenUsage {
  const { inputTokens, outputTokens } = told ?? {};
  if (isCount(inputTokens) && isCount(outputTokens)) return { ...told, inputTokens, outputTokens };
  const read = messages.reduce((sum, { content }) => sum + content.length, 0);
  return {
    ...told,
    inputTokens: isCount(inputTokens) ? inputTokens : Math.ceil(read / perToken),
    outputTokens: isCount(outputTokens) ? outputTokens : Math.ceil(text.length / perToken),
    estimated: true,
  };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
