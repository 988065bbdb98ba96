import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startModelServer } from './model-server.ts';
import { createProject, install, run, temporaryFolder, writeFiles } from './project.ts';
import {
  askForFlight,
  copyCommand,
  editWhileAsked,
  freePort,
  openPage,
  packagesOf,
  putExample,
  replacing,
  start,
} from './recipes.ts';

const folder = temporaryFolder();
const app = join(folder, 'my-chat');
beforeAll(() => {
  createProject(folder, ['create-vite@9.3.0']);
  run(
    process.execPath,
    ['node_modules/create-vite/index.js', 'my-chat', '--template', 'react-ts', '--no-interactive'],
    folder,
  );
  install(app, [inject('tarball'), ...packagesOf('docs/vite.md'), ...packagesOf('docs/models.md')]);
  run('bash', ['-ec', copyCommand('docs/vite.md')], app);
  const options = readFileSync(join(app, 'tsconfig.app.json'), 'utf8');
  writeFiles(app, { 'tsconfig.app.json': replacing('["vite/client"]', '["vite/client", "node"]')(options) });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('an empty Vite app with the files of docs/vite.md', () => {
  it.for(['dev', 'preview'])(
    'books with a model of an OpenAI-compatible server, through the proxy (%s)',
    async (mode) => {
      const [port, api] = [await freePort(), await freePort()];
      const model = await startModelServer();
      putExample('real-model.ts', app, { as: 'src/model.ts' });
      putExample('server.ts', app, { as: 'src/server.ts', change: replacing('port: 3000', `port: ${api}`) });
      putExample('vite.config.ts', app, { change: replacing('localhost:3000', `localhost:${api}`) });
      const env = { MODEL_URL: model.url, MODEL_KEY: 'k', MODEL: 'm' };
      await start(app, ['node_modules/tsx/dist/cli.mjs', 'src/server.ts'], env).until('The chat is at');
      if (mode === 'preview') run('npm', ['run', 'build'], app);
      const vite = start(app, ['node_modules/vite/bin/vite.js', mode, '--port', `${port}`, '--strictPort']);
      await vite.until(`:${port}`);

      const page = await openPage(`http://localhost:${port}`);
      await askForFlight(page);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('The first half,').waitFor();
      expect(await page.getByText('T-SH142').count()).toBe(0);
      model.goOn();
      await page.getByText(/^assistant: The first half, and .*T-SH142/).waitFor();

      const [first, tip, last] = model.requests;
      expect(model.requests).toHaveLength(3);
      expect(first).toMatchObject({ authorization: 'Bearer k', body: { model: 'm', stream: true, temperature: 0 } });
      expect(first?.body.messages).toEqual([
        { role: 'system', content: 'You book flights. Be brief.' },
        { role: 'user', content: 'Book me a flight from NYC to LAX' },
      ]);
      expect(first?.body.tools?.map((tool) => tool.function)).toEqual([
        expect.objectContaining({ name: 'book_flight', description: 'Book a flight' }),
      ]);
      expect(tip?.body.messages.at(-1)?.content).toContain('LAX');
      expect(last?.body.messages.at(-1)).toMatchObject({ role: 'tool', content: expect.stringContaining('T-SH142') });
    },
  );

  it('keeps a question in Vite while its tool is edited', async () => {
    const port = await freePort();
    for (const name of ['model.ts', 'tool.ts']) putExample(name, app, { folder: 'src' });
    putExample('chat-in-vite.config.ts', app, { as: 'vite.config.ts' });
    const vite = start(app, ['node_modules/vite/bin/vite.js', 'dev', '--port', `${port}`, '--strictPort']);
    await vite.until(`:${port}`);
    const url = `http://localhost:${port}`;
    const page = await openPage(url);
    const [open, next] = await editWhileAsked(page, url, vite, join(app, 'src/tool.ts'));
    expect(open).toContain('"tip":"Walk."');
    expect(next).toContain('"tip":"edited"');
  });
});
