// Makes sure that the browsers of the tests exist: `ensure-browsers.mjs [chromium] [firefox] [webkit]`, by default
// Chromium. Plain Node, because it runs before anything is built. Order: the environment, known system paths,
// Playwright's cache, apt on Debian as root, and for Chromium Playwright's download.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Flags that keep a headless, offline Chromium quiet and stable, as root too. */
const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** What each browser is called, its packages in Debian, the variable that names its path, and how to find it. */
export const browsers = {
  chromium: {
    name: 'Chromium',
    packages: ['chromium', 'fonts-liberation'],
    variable: 'CHROME_PATH',
    find: findChromium,
  },
  firefox: { name: 'Firefox', packages: ['firefox-esr'], variable: 'FIREFOX_PATH', find: findFirefox },
  webkit: {
    name: 'WebKitGTK',
    packages: ['webkit2gtk-driver', 'xvfb', 'xdotool'],
    variable: 'MINIBROWSER_PATH',
    find: findWebKit,
  },
};

/** @returns {string | undefined} the path of a Chromium, if there is one */
function findChromium() {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH || join(homedir(), '.cache/ms-playwright');
  const builds = existsSync(cache) ? readdirSync(cache).filter((d) => /^chromium-\d+$/.test(d)) : [];
  return [
    process.env.CHROME_PATH,
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ...builds
      .toSorted()
      .toReversed()
      .flatMap((d) => ['chrome-linux64/chrome', 'chrome-linux/chrome'].map((p) => join(cache, d, p))),
  ].find((p) => p && existsSync(p));
}

/** @returns {string | undefined} the path of a Firefox, if there is one */
function findFirefox() {
  return [
    process.env.FIREFOX_PATH,
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ].find((path) => path && existsSync(path));
}

/** @returns {string | undefined} the path of WebKitGTK's MiniBrowser, if what drives and shows it exists, too */
function findWebKit() {
  const others = ['WebKitWebDriver', 'Xvfb', 'xdotool'].map((name) => `/usr/bin/${name}`);
  if (!others.every((path) => existsSync(path))) return undefined;
  // The folder is named after the machine's architecture, and one in it after the library's version.
  const folders = readdirSync('/usr/lib').flatMap((machine) =>
    ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'].map((name) => `/usr/lib/${machine}/${name}/MiniBrowser`),
  );
  return [process.env.MINIBROWSER_PATH, ...folders].find((path) => path && existsSync(path));
}

/** Playwright launch options for the Chromium that `findChromium` finds. */
export function launchOptions() {
  const executablePath = findChromium();
  return { args: chromiumArgs, ...(executablePath && { executablePath }) };
}

function sh(command, args) {
  console.log(`> ${command} ${args.join(' ')}`);
  return (
    spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
      .status === 0
  );
}

function ensure(asked) {
  const lacking = () => asked.filter((id) => !browsers[id].find());
  const os = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  if (lacking().length > 0 && /^ID=debian$/m.test(os) && process.getuid?.() === 0) {
    // Wait for another process that holds the dpkg lock, instead of failing at once.
    const lock = ['-o', 'DPkg::Lock::Timeout=300'];
    if (sh('apt-get', [...lock, 'update', '-qq'])) {
      const packages = lacking().flatMap((id) => browsers[id].packages);
      sh('apt-get', [...lock, 'install', '-y', '-qq', '--no-install-recommends', ...packages]);
    }
  }
  if (lacking().includes('chromium')) sh('npx', ['playwright', 'install', 'chromium']);
  for (const id of lacking()) {
    const { name, packages, variable } = browsers[id];
    console.error(`No ${name}. Install one (Debian: apt-get install ${packages.join(' ')}), or set ${variable}.`);
    process.exitCode = 1;
  }
  for (const id of asked) if (!lacking().includes(id)) console.log(`${browsers[id].name}: ${browsers[id].find()}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const asked = process.argv.slice(2);
  ensure(asked.length > 0 ? asked : ['chromium']);
}
