import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createProject, devVersion, run, temporaryFolder, writeFiles } from './project.ts';
import {
  askForFlight,
  copyCommand,
  editWhileAsked,
  freePort,
  openPage,
  packagesOf,
  pickFlight,
  start,
} from './recipes.ts';

const folder = temporaryFolder();
const next = 'node_modules/next/dist/bin/next';
beforeAll(() => {
  // What create-next-app brings, and then what the document says.
  const begun = [
    'next@16.4.6',
    'typescript@5.9.3',
    ...['react', 'react-dom', '@types/react', '@types/node'].map(devVersion),
  ];
  createProject(folder, [inject('tarball'), ...begun, ...packagesOf('docs/next.md')]);
  writeFiles(folder, created);
  run('bash', ['-ec', copyCommand('docs/next.md')], folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a Next.js app with the files of docs/next.md', () => {
  it('compiles, is built, and answers a question', async () => {
    run(process.execPath, [next, 'build'], folder);
    const port = await freePort();
    const server = start(folder, [next, 'start', '-p', `${port}`]);
    await server.until('Ready in');
    const page = await openPage(`http://localhost:${port}`);
    await askForFlight(page);
    expect(await pickFlight(page)).toContain('"ticketNumber":"T-SH142"');
  });

  it('keeps a question while its tool is edited', async () => {
    const port = await freePort();
    const server = start(folder, [next, 'dev', '-p', `${port}`]);
    await server.until('Ready in');
    const url = `http://localhost:${port}`;
    const page = await openPage(url);
    const [open, after] = await editWhileAsked(page, url, server, join(folder, 'tool.ts'));
    expect(open).toContain('"tip":"Walk."');
    expect(after).toContain('"tip":"edited"');
  });
});

const created = {
  'app/layout.tsx': `import type { ReactNode } from 'react';

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
`,
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'ES2017',
      lib: ['dom', 'dom.iterable', 'esnext'],
      allowJs: true,
      skipLibCheck: true,
      strict: true,
      noEmit: true,
      esModuleInterop: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      resolveJsonModule: true,
      isolatedModules: true,
      jsx: 'react-jsx',
      incremental: true,
      plugins: [{ name: 'next' }],
    },
    include: ['next-env.d.ts', '**/*.ts', '**/*.tsx', '.next/types/**/*.ts', '.next/dev/types/**/*.ts'],
    exclude: ['node_modules'],
  }),
};
