import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { inFolder, killRunning, startIndexer } from '@/lib/testing/indexer/indexer-process'
import { ask, slotAt, smallLedger } from '@/lib/testing/indexer/small-ledger'

/* Only what needs a process. The rest: service.test.ts; with more starts: main.slow.test.ts. */

afterEach(killRunning)

it('is ready, answers, and ends cleanly on SIGTERM', () =>
  inFolder(async (folder) => {
    const env = await smallLedger(folder)
    const { child, ready, ended, output } = await startIndexer(env, { ipc: false })
    expect(await ready).toBe('ready')
    expect(await slotAt(env)).toBe('{"jsonrpc":"2.0","result":7,"id":1}')
    expect(await ask(env, 'getGenesisHash', '[]')).toMatch(/"result":"\w{43,44}"/)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(output()).toBe(`Leafscan indexer ready: http://127.0.0.1:${env.INDEXER_PORT} (${env.LEDGER})\n`)
    const log = path.join(folder, 'store.sqlite-wal')
    expect(fs.existsSync(log) ? fs.statSync(log).size : 0).toBe(0)
  }))

/** Nice values of its threads relative to the first, each once. Linux only. */
function prioritiesOf(pid: number | undefined): number[] {
  const niceOf = (thread: string) => {
    const [, fields = ''] = fs.readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(') ')
    return Number(fields.split(' ')[16])
  }
  return [...new Set(fs.readdirSync(`/proc/${pid}/task`).map(niceOf))].sort((a, b) => a - b)
}

it('lets those who ask go first, and ends when its supervisor is gone', () =>
  inFolder(async (folder) => {
    const { child, ready, ended } = await startIndexer(await smallLedger(folder))
    expect(await ready).toBe('ready')
    const own = os.getPriority()
    if (process.platform === 'linux') expect(prioritiesOf(child.pid)).toEqual([own, Math.min(own + 10, 19)])
    child.disconnect()
    expect(await ended).toBe(0)
  }))

it('that does not start says why in one line, with exit code 1', () =>
  inFolder(async (folder) => {
    const { ended, output } = await startIndexer({ ...(await smallLedger(folder)), LEDGER: '/nowhere' })
    expect(await ended).toBe(1)
    expect(output()).toMatch(/^Leafscan indexer: [^\n]*\/nowhere[^\n]*\n$/)
  }))

it('a place that no store can be in is named with the variable that says so', () =>
  inFolder(async (folder) => {
    const file = path.join(folder, 'file')
    fs.writeFileSync(file, 'no database')
    const settings = await smallLedger(folder)
    for (const [variable, value] of [
      ['DATA_DIR', path.join(file, 'data')],
      ['DATABASE_URL', `file:${file}`],
    ] as const) {
      const { ended, output } = await startIndexer({ ...settings, DATABASE_URL: '', [variable]: value })
      expect(await ended).toBe(1)
      expect(output()).toContain(`(${variable} says where it is)`)
    }
  }))
