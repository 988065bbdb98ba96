/**
 * Tools that ask with words, such as `yield* ask.text('Your name?')`.
 *
 * @module elicitkit/ask
 */

export {
  createAskTool,
  type AskToolBuilder,
  type AskToolDeclaration,
  type AskToolOptions,
} from './ask/create-ask-tool.ts';
export {
  fromAskGenerator,
  type AskGenerator,
  type AskYield,
  type AsyncAskGenerator,
  type EmitYield,
  type FromAskGeneratorOptions,
} from './ask/from-ask-generator.ts';
export type {
  AskChoice,
  AskChoices,
  AskConfirmOptions,
  AskContext,
  AskDateOptions,
  AskNumberOptions,
  AskOptions,
  AskPasswordOptions,
  AskSecrets,
  AskSelect,
  AskSelectMany,
  AskSelectManyOptions,
  AskSelectOptions,
  AskTextOptions,
  AskWord,
  AskWords,
  ChoiceOf,
  SecretHandle,
} from './ask/ask-words.ts';
export { AskDeclinedError, type AskDeclinedReason, type AskSecretError, type AskYieldError } from './ask/errors.ts';
