import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { inFolder, killRunning, startIndexer } from '../testing/indexer/indexer-process'
import { smallLedger } from '../testing/indexer/small-ledger'
import { misspeltSettings } from '../testing/misspelt-settings'
import { CANARIES, secretsOf } from '../testing/upstream/canary'
import { readEnvironment } from './environment'

/* Real processes. Every variable and slip in one process: misspelt-settings.test.ts. */

afterEach(killRunning)

const START = path.resolve(import.meta.dirname, '../../scripts/start.mjs')
const SECRETS = [...secretsOf([]), ...Object.values(CANARIES).map((key) => key.slice(0, 12))]

function expectOneLine(output: string): void {
  expect(output).toMatch(/^Leafscan[^\n]*\n$/)
  expect(SECRETS.filter((secret) => output.includes(secret))).toEqual([])
}

function isRefused(env: Record<string, string>): boolean {
  try {
    readEnvironment(env, '/repository')
    return false
  } catch {
    return true
  }
}

const refused = misspeltSettings().filter(([, env]) => isRefused(env))

test.each(refused.filter((_, i) => i % 48 === 0))('npm start: %s', async (_, settings) => {
  const child = spawn(process.execPath, [START], { env: { ...process.env, ...settings }, stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
  expect((await once(child, 'close'))[0]).toBe(1)
  expectOneLine(output)
})

// Some slips still make a URL, whose node would be waited for.
const ledgers = misspeltSettings().filter(([, env]) => env.LEDGER && (isRefused(env) || !/^https?:/.test(env.LEDGER)))

test.each(ledgers.filter((_, i) => i % 6 === 0))('npm run indexer: %s', (_, settings) =>
  inFolder(async (folder) => {
    const { ended, output } = await startIndexer({ ...(await smallLedger(folder)), ...settings })
    expect(await ended).toBe(1)
    expectOneLine(output())
  }),
)
