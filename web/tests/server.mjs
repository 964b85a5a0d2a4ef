// A server of the program under test, and a browser to look at it with.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

const ROOT = new URL('../..', import.meta.url).pathname;
export const CROUPIER = process.env.CROUPIER ?? `${ROOT}target/debug/croupier`;
const CHROMIUM = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

export const browser = () => {
  if (!CHROMIUM) throw new Error('no chromium: set CHROMIUM to its path');
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
};

/** Starts a server on the tables in `data`; at `port` where a restart must have the address it had. */
export async function serve(data, { port = 0, runs = 'runs', more = [] } = {}) {
  const args = ['serve', '--port', String(port), '--data', data, '--runs', runs, '--think', '100', '--pace', '0', '--rate', '200', '--new-tables', '100000', ...more];
  const child = spawn(CROUPIER, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface(child.stdout), 'line');
  const url = line.match(/http:\/\/[^/]+/)[0];
  return {
    url, port: Number(url.split(':')[2]),
    kill: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Runs the program and waits. */
export async function croupier(...args) {
  const child = spawn(CROUPIER, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`croupier ${args.join(' ')}: exit code ${code}`);
}
