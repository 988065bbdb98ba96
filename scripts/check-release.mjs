// What a release needs that a checkout cannot invent: who publishes, and where. Fill it in in package.json, once.
import { readPackage } from './doors.mjs';

const { author, bugs, homepage, private: isPrivate, repository } = readPackage();
const missing = Object.entries({ author, bugs, homepage, repository }).flatMap(([name, value]) =>
  value ? [] : [name],
);
if (isPrivate) missing.push('private: false');
if (missing.length > 0) {
  console.error(
    `package.json lacks ${missing.join(', ')}. A registry's page links to them, and provenance needs repository.`,
  );
  process.exit(1);
}
