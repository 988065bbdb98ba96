import { openChat } from '../chat.js';
import { untilOver } from '../until-over.js';

export default {
  /** Serves the chat: POST /api/chat */
  async fetch(request: Request): Promise<Response> {
    const chat = openChat();
    return untilOver(await chat(request), () => chat.close());
  },
};
