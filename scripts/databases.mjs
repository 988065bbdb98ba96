#!/usr/bin/env node
// Starts Redis and Postgres on free ports, with their data in a folder, for tests of the stores on real servers.
// Installs them with apt on Debian as root. Where they cannot be had, it says so, and those tests are skipped.
// databases.mjs start FOLDER writes FOLDER/env; databases.mjs stop FOLDER ends what start has begun.
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';

const [, , what, folder] = process.argv;
if (!['start', 'stop'].includes(what ?? '') || folder === undefined)
  throw new Error('Usage: databases.mjs start|stop FOLDER');
const isRoot = process.getuid?.() === 0;
const data = `${folder}/postgres`;

if (what === 'start') await start();
else stop();

async function start() {
  const env = [];
  install();
  if (has('redis-server')) {
    const port = await freePort();
    run('redis-server', [
      '--port',
      port,
      '--save',
      '',
      '--dir',
      folder,
      '--daemonize',
      'yes',
      '--pidfile',
      `${folder}/redis.pid`,
    ]);
    writeFileSync(`${folder}/redis.port`, port);
    env.push(`ELICITKIT_REDIS=redis://127.0.0.1:${port}`);
  } else console.log('There is no redis-server here, so the store in Redis is not tested.');
  if (isRoot && postgresBin() !== undefined) {
    const port = await freePort();
    chmodSync(folder, 0o755);
    mkdirSync(data);
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(run('id', [flag, 'postgres'])));
    chownSync(data, uid, gid);
    asPostgres('initdb', `-D ${data}/data -A trust -U postgres`);
    // No test outlives the machine, so nothing waits for the disk.
    const quick = '-c fsync=off -c synchronous_commit=off -c full_page_writes=off';
    asPostgres('pg_ctl', `-D ${data}/data -w -l ${data}/log -o "-p ${port} -h 127.0.0.1 -k ${data} ${quick}" start`);
    env.push(`ELICITKIT_POSTGRES=postgres://postgres@127.0.0.1:${port}/postgres`);
  } else console.log('There is no Postgres that can be started here, so its store is tested in process only.');
  writeFileSync(`${folder}/env`, `${env.join('\n')}\n`);
  console.log(env.join('\n'));
}

function stop() {
  if (existsSync(`${data}/data`)) attempt(() => asPostgres('pg_ctl', `-D ${data}/data -m immediate stop`));
  if (existsSync(`${folder}/redis.pid`)) attempt(() => run('pkill', ['-F', `${folder}/redis.pid`]));
}

function install() {
  if ((has('redis-server') && postgresBin() !== undefined) || !isRoot || !has('apt-get')) return;
  attempt(() => {
    run('apt-get', ['update', '-q']);
    run('apt-get', ['install', '-yq', '--no-install-recommends', 'redis-server', 'postgresql']);
  });
}

function postgresBin() {
  const all = '/usr/lib/postgresql';
  const [newest] = existsSync(all) ? readdirSync(all).toSorted((a, b) => Number(b) - Number(a)) : [];
  return newest === undefined ? undefined : `${all}/${newest}/bin`;
}

function asPostgres(program, rest) {
  return run('su', ['postgres', '-s', '/bin/sh', '-c', `${postgresBin()}/${program} ${rest} >/dev/null`]);
}

function has(program) {
  return attempt(() => run('sh', ['-c', `command -v ${program}`])) !== undefined;
}

function run(program, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return execFileSync(program, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function attempt(work) {
  try {
    return work();
  } catch (error) {
    if (what === 'start' && error.stderr) console.log(String(error.stderr).trim());
    return undefined;
  }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(String(port)));
    });
  });
}
