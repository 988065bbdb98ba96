import { convertToModelMessages, stepCountIs, streamText, type UIMessage } from 'ai';
import { elicit } from './elicit';
import { model } from './sdk-model';

export async function POST(request: Request): Promise<Response> {
  const owner = await elicit.owner(request);
  if (owner instanceof Response) return owner;
  const { id, messages } = (await request.json()) as { id: string; messages: UIMessage[] };
  const where = { conversationId: id, owner };
  const result = streamText({
    model,
    tools: { ...elicit.tools(where) }, // and your own
    messages: await convertToModelMessages(await elicit.messages(messages, where)),
    stopWhen: stepCountIs(10),
  });
  return result.toUIMessageStreamResponse({ originalMessages: messages });
}
