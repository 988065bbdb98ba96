import { notFound } from 'next/navigation';
import { chatId, loadChat } from '../../../chats';
import { Chat } from './Chat';

export const dynamic = 'force-dynamic';

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  if (!chatId.safeParse(id).success) notFound();
  return <Chat id={id} saved={await loadChat(id)} />;
}
