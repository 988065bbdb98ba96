import { consumeStream, convertToModelMessages, generateId, safeValidateUIMessages, stepCountIs, streamText } from 'ai';
import * as z from 'zod';
import type { ChatMessage } from '../../../chat-message';
import { chatId, saveChat } from '../../../chats';
import { elicit } from '../../../elicit';
import { model } from '../../../model';
import { weather } from '../../../weather';

const bodySchema = z.object({ id: chatId, messages: z.unknown() });

export async function POST(request: Request): Promise<Response> {
  const owner = await elicit.owner(request);
  if (owner instanceof Response) return owner;
  const body = bodySchema.safeParse(await request.json());
  const sent = await safeValidateUIMessages<ChatMessage>({ messages: body.data?.messages });
  if (!body.success || !sent.success) return new Response('This is no chat.', { status: 400 });

  const { id } = body.data;
  const where = { conversationId: id, owner };
  const messages = await elicit.messages(sent.data, where);
  await saveChat(id, messages);
  const result = streamText({
    model,
    system: 'You book flights and tell the weather. Be brief.',
    tools: { weather, ...elicit.tools(where) },
    messages: await convertToModelMessages(messages),
    stopWhen: stepCountIs(10),
  });
  return result.toUIMessageStreamResponse({
    originalMessages: messages,
    generateMessageId: generateId,
    // The answer is finished and saved even if the page is gone.
    consumeSseStream: consumeStream,
    onFinish: async ({ messages: all }) => saveChat(id, all),
  });
}
