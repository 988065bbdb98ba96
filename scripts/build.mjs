// Builds dist: each module beside its types and maps, and each style sheet in one small piece.
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { doorProblems, readDoors, root } from './doors.mjs';
import { packCss } from './pack-css.mjs';

const problems = doorProblems();
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
rmSync(`${root}dist`, { recursive: true, force: true });
const tsc = spawnSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});
if (tsc.status !== 0) process.exit(1);
for (const { kind, source, built } of readDoors()) {
  if (kind !== 'css') continue;
  writeFileSync(root + built, packCss(root + source));
  // So that `import 'elicitkit/styles.css'` compiles where nothing else declares style sheets.
  writeFileSync(`${root}${built}.d.ts`, 'export {};\n');
}
