import { redirect } from 'next/navigation';

export const dynamic = 'force-dynamic';

/** Each visit is a new chat. */
export default function Page(): never {
  redirect(`/chat/${crypto.randomUUID()}`);
}
