import type { InferUITool, InferUITools, UIDataTypes, UIMessage } from 'ai';
import type { elicit } from './elicit';
import type { weather } from './weather';

type MyTools = InferUITools<ReturnType<typeof elicit.tools>> & { weather: InferUITool<typeof weather> };

/** A message of this app, with its tools. */
export type ChatMessage = UIMessage<unknown, UIDataTypes, MyTools>;
