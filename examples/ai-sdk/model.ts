import type { LanguageModel } from 'ai';
import { scriptedModel } from './scripted-model';

/** Such as `openai/gpt-5`, by the AI Gateway with your AI_GATEWAY_API_KEY. Without a MODEL, one that follows a script. */
export const model: LanguageModel = process.env['MODEL'] ?? scriptedModel;
