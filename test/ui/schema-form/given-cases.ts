import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isCurrent, type FormCase } from './form-case.ts';

const file = fileURLToPath(new URL('../../../../shared/form-cases.json', import.meta.url));

/** Cases that lie beside the repository, without those that a list has since overtaken; none where they do not. */
export const givenCases: readonly FormCase[] = existsSync(file)
  ? (JSON.parse(readFileSync(file, 'utf8')) as FormCase[]).filter(isCurrent)
  : [];
