import { openChat } from '../chat.js';

export default {
  /** Called by a cron job: ends the questions whose time has passed, and goes on with turns whose process died. */
  async fetch(request: Request): Promise<Response> {
    const secret = process.env['CRON_SECRET'];
    if (secret !== undefined && request.headers.get('authorization') !== `Bearer ${secret}`) {
      return new Response('Send the secret of the cron job.', { status: 401 });
    }
    const chat = openChat();
    try {
      await chat.sweep();
    } finally {
      await chat.close();
    }
    return new Response('Swept.');
  },
};
