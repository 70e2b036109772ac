import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { inFolder, killRunning, startIndexer } from '@/lib/testing/indexer/indexer-process'
import { groupV1, key, transactionOf } from '@/lib/testing/indexer/synthetic-chain'
import { grown, shortened, slotsFrom } from '@/lib/testing/node/made-chain'
import { startNode } from '@/lib/testing/node/stand-in'
import { freePort } from '@/scripts/free-port.mjs'

afterEach(killRunning)

const LIMIT = 20_000

/** A ledger of one block, a database and a port of their own. */
async function settings(folder: string): Promise<Record<string, string>> {
  const outputs = [{ hash: key('a'), owner: key('o'), leafIndex: 0 }]
  const block = { blockTime: 5, transactions: [transactionOf('t', [groupV1({ outputs })])] }
  fs.mkdirSync(path.join(folder, 'ledger', 'blocks'), { recursive: true })
  fs.writeFileSync(path.join(folder, 'ledger', 'blocks', '7.json'), JSON.stringify(block))
  return {
    LEDGER: path.join(folder, 'ledger'),
    DATABASE_URL: `file:${path.join(folder, 'store.sqlite')}`,
    INDEXER_PORT: String(await freePort()),
  }
}

async function ask({ INDEXER_PORT }: Record<string, string>, method: string): Promise<string> {
  const body = `{"jsonrpc":"2.0","id":1,"method":"${method}"}`
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`http://127.0.0.1:${INDEXER_PORT}/${method}`, { method: 'POST', body, headers })
  return response.text()
}

const slotAt = (env: Record<string, string>) => ask(env, 'getIndexerSlot')

/** How much its threads stand back behind the first one: each value once. Linux alone tells. */
function prioritiesOf(pid: number | undefined): number[] {
  const niceOf = (thread: string) => {
    const [, fields = ''] = fs.readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(') ')
    return Number(fields.split(' ')[16])
  }
  const threads = fs.readdirSync(`/proc/${pid}/task`).map(niceOf)
  return [...new Set(threads.map((nice) => nice - niceOf(String(pid))))].sort((a, b) => a - b)
}

it('is ready, answers, and ends cleanly on SIGTERM', { timeout: LIMIT }, () =>
  inFolder(async (folder) => {
    const env = await settings(folder)
    await (await startIndexer({ ...env, LEDGER: '/nowhere' })).ended
    const { child, ready, ended, output } = await startIndexer(env, { ipc: false })
    expect(await ready).toBe('ready')
    expect(await slotAt(env)).toBe('{"jsonrpc":"2.0","result":7,"id":1}')
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(output()).toBe(`Leafscan indexer ready: http://127.0.0.1:${env.INDEXER_PORT} (${env.LEDGER})\n`)
    const log = path.join(folder, 'store.sqlite-wal')
    expect(fs.existsSync(log) ? fs.statSync(log).size : 0).toBe(0)

    const again = await startIndexer(env, { ipc: false })
    expect(await again.ready).toBe('ready')
    expect(again.output()).toContain('1 files at or below the slot reached are not read again')
    again.child.kill('SIGINT')
    expect(await again.ended).toBe(0)
  }),
)

it('ends when its supervisor is gone', { timeout: LIMIT }, () =>
  inFolder(async (folder) => {
    const { child, ready, ended } = await startIndexer(await settings(folder))
    expect(await ready).toBe('ready')
    if (process.platform === 'linux') expect(prioritiesOf(child.pid), 'whoever asks goes first').toEqual([0, 10])
    child.disconnect()
    expect(await ended).toBe(0)
  }),
)

/** Starts and expects one line and exit code 1. */
async function refusal(env: Record<string, string>): Promise<string> {
  const { ended, output } = await startIndexer(env)
  expect(await ended).toBe(1)
  expect(output()).toMatch(/^Leafscan indexer: [^\n]+\n$/)
  return output().slice('Leafscan indexer: '.length, -1)
}

it('says in one line why it does not start, and writes nothing', { timeout: 3 * LIMIT }, () =>
  inFolder(async (folder) => {
    const env = await settings(folder)
    const store = path.join(folder, 'store.sqlite')
    expect(await refusal({ ...env, MAX_LAG_SLOTS: 'many' })).toMatch(/^MAX_LAG_SLOTS="many": must be/)
    expect(await refusal({ ...env, LEDGER: 'a=https://u:CANARY@h,b=https://h/?key=CANARY' })).not.toContain('CANARY')
    expect(await refusal({ ...env, LEDGER: path.join(folder, 'nothing') })).toContain(path.join(folder, 'nothing'))
    expect(fs.existsSync(store)).toBe(false)

    const taken = http.createServer().listen(Number(env.INDEXER_PORT), '127.0.0.1')
    expect(await refusal(env)).toBe(
      `INDEXER_PORT=${env.INDEXER_PORT} on 127.0.0.1: the port is taken by another process`,
    )
    taken.close()

    const damaged = path.join(folder, 'ledger', 'blocks', '8.json')
    fs.writeFileSync(damaged, '{"transactions":')
    expect(await refusal(env)).toMatch(new RegExp(`^${damaged}: it is damaged: `))
    fs.rmSync(damaged)

    const first = await startIndexer(env)
    expect(await first.ready).toBe('ready')
    expect(await refusal({ ...env, INDEXER_PORT: String(await freePort()) })).toBe(`${store}: another process holds it`)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    const before = fs.readFileSync(store)
    const other = path.join(folder, 'other')
    fs.cpSync(path.join(folder, 'ledger'), other, { recursive: true })
    expect(await refusal({ ...env, LEDGER: other })).toBe(`${store}: it holds the ledger ${env.LEDGER}, not ${other}`)
    expect(await refusal({ ...env, PROGRAM_IDS: `{"token":"${'1'.repeat(32)}"}` })).toMatch(
      /store\.sqlite: it was made with the program ids .* not /,
    )
    expect(fs.readFileSync(store).equals(before)).toBe(true)
  }),
)

/** Says so whenever the process looks whether its store is there. */
const TELLING_LOOKS = `--import data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs'
  const { existsSync } = fs
  fs.existsSync = (file) => {
    if (String(file).endsWith('store.sqlite')) process.stderr.write('a look\\n')
    return existsSync(file)
  }`)}`

it('rests between two looks for a store that is not there yet', { timeout: LIMIT }, () =>
  inFolder(async (folder) => {
    const env = { ...(await settings(folder)), NODE_OPTIONS: TELLING_LOOKS }
    const { child, ended, output } = await startIndexer(env, { ipc: false, words: ['--read-only'] })
    const looks = () => output().split('a look').length - 1
    await vi.waitFor(() => expect(looks()).toBeGreaterThan(1), LIMIT)
    const before = looks()
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    expect(looks() - before).toBeLessThanOrEqual(5)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  }),
)

it('answers beside the one that writes, and goes on when that one is killed', { timeout: 3 * LIMIT }, () =>
  inFolder(async (folder) => {
    const env = await settings(folder)
    const readOnly = { ipc: false, words: ['--read-only'] }
    const reading = { ...env, INDEXER_PORT: String(await freePort()) }
    const reader = await startIndexer(reading, readOnly)
    await vi.waitFor(() => expect(reader.output()).toContain('store.sqlite: there is no store yet: waiting for'), LIMIT)
    const writer = await startIndexer(env)
    expect(await writer.ready).toBe('ready')
    expect(await reader.ready).toBe('ready')
    expect(reader.output()).toContain(`(reader, ${env.LEDGER})`)
    expect(await slotAt(reading)).toBe(await slotAt(env))
    expect(await ask(reading, 'getIndexerHealth')).toContain('"result":"ok"')

    writer.child.kill('SIGKILL')
    await writer.ended
    expect(await slotAt(reading)).toBe('{"jsonrpc":"2.0","result":7,"id":1}')
    const next = await startIndexer(env)
    expect(await next.ready).toBe('ready')
    expect(await slotAt(reading)).toBe(await slotAt(env))
    for (const { child, ended } of [next, reader]) {
      child.kill('SIGTERM')
      expect(await ended).toBe(0)
    }
    expect(reader.output()).not.toContain('error')
  }),
)

it('follows the chain of a node, from one start to the next, and never tells its URL', { timeout: 3 * LIMIT }, () =>
  inFolder(async (folder) => {
    const chain = grown([], { slots: slotsFrom(1, 40, [7]) })
    const node = await startNode(shortened(chain, 10))
    const env: Record<string, string> = {
      ...(await settings(folder)),
      LEDGER: `made-up=${node.url.replace('//', '//user:CANARY@')}/?key=CANARY`,
    }
    try {
      const first = await startIndexer(env, { ipc: false })
      expect(await first.ready).toBe('ready')
      const until = async (slot: number) => {
        const answer = `{"jsonrpc":"2.0","result":${slot},"id":1}`
        await vi.waitFor(async () => expect(await slotAt(env)).toBe(answer), { timeout: LIMIT, interval: 50 })
      }
      await until(30)
      expect(await ask(env, 'getIndexerHealth')).toContain('"result":"ok"')
      node.serve(chain)
      await until(40)
      node.script = () => ({ reset: true })
      await vi.waitFor(
        async () => expect(await ask(env, 'getIndexerHealth')).toContain('does not answer, so the lag is not known'),
        { timeout: LIMIT, interval: 50 },
      )
      // Reads do not need the node.
      await until(40)
      first.child.kill('SIGTERM')
      expect(await first.ended).toBe(0)

      node.script = null
      const fork = grown(shortened(chain, 5), { slots: slotsFrom(36, 50), fork: 'other' })
      node.serve(fork)
      const second = await startIndexer({ ...env, START_SLOT: '3' }, { ipc: false })
      expect(await second.ready).toBe('ready')
      await until(50)
      second.child.kill('SIGTERM')
      expect(await second.ended).toBe(0)
      expect(second.output()).toContain('START_SLOT=3 has no effect: the store goes on behind slot 40')
      expect(second.output()).toContain(`Leafscan indexer ready: http://127.0.0.1:${env.INDEXER_PORT} (made-up)`)

      const before = node.genesisHash
      node.genesisHash = chain[0]?.blockhash ?? ''
      const store = path.join(folder, 'store.sqlite')
      expect(await refusal(env)).toBe(
        `${store}: it holds the ledger genesis hash ${before}, not genesis hash ${node.genesisHash}`,
      )
      for (const { output } of [first, second]) expect(output()).not.toMatch(/CANARY|\/\/user/)
    } finally {
      await node.close()
    }
  }),
)
