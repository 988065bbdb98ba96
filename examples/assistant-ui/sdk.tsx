import type { UIMessage } from 'ai';
import { createRoot } from 'react-dom/client';
import 'elicitkit/styles.css';
import { chatId } from './chat-id.ts';
import './page.css';
import { openChat, SdkThread } from './SdkThread.tsx';

const saved = (await (await fetch(`/api/chat/${chatId}`)).json()) as UIMessage[];
createRoot(document.getElementById('root')!).render(<SdkThread {...openChat(chatId, saved)} />);
