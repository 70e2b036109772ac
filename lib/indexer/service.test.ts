import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { MACHINE_CLOCK, type Pause, pause } from '@/lib/platform/clock'
import { readEnvironment } from '@/lib/platform/environment'
import { clockOf } from '@/lib/testing/clock'
import { comes } from '@/lib/testing/comes'
import { environmentFor, makeStore, writeLedger } from '@/lib/testing/indexer/damaged-store'
import { endHere, startHere } from '@/lib/testing/indexer/indexer-here'
import { inFolder } from '@/lib/testing/indexer/indexer-process'
import { letGo } from '@/lib/testing/indexer/let-go'
import { ask, slotAt, smallLedger } from '@/lib/testing/indexer/small-ledger'
import { idleClockOf } from '@/lib/testing/node/followed'
import { grown, shortened, slotsFrom } from '@/lib/testing/node/made-chain'
import { nodeOfTest } from '@/lib/testing/of-test'
import { freePort } from '@/scripts/free-port.mjs'
import { openSqlite } from './store/sqlite/open'

/* A whole indexer in the test's process. What needs a process: main.test.ts. */

afterEach(endHere)

it('is ready, answers, and goes on behind what it has stored', () =>
  inFolder(async (folder) => {
    const env = await smallLedger(folder)
    const first = startHere(env)
    await first.ready
    expect(await slotAt(env)).toBe('{"jsonrpc":"2.0","result":7,"id":1}')
    expect(first.lines).toEqual([`ready: writer, ${env.LEDGER}`])
    await first.end()
    const log = path.join(folder, 'store.sqlite-wal')
    expect(fs.existsSync(log) ? fs.statSync(log).size : 0).toBe(0)

    const again = startHere(env)
    await again.ready
    expect(again.lines).toContain('1 files at or below the slot reached are not read again')
  }))

async function refusal(env: Record<string, string>): Promise<string> {
  try {
    await startHere(env).ready
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    expect(text).not.toContain('\n')
    return text
  }
  throw new Error('it started')
}

it('says in one line why it does not start, and writes nothing', () =>
  inFolder(async (folder) => {
    const env = await smallLedger(folder)
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

    const first = startHere(env)
    await first.ready
    expect(await refusal({ ...env, INDEXER_PORT: String(await freePort()) })).toBe(`${store}: another process holds it`)
    await first.end()

    const before = fs.readFileSync(store)
    const other = path.join(folder, 'other')
    fs.cpSync(path.join(folder, 'ledger'), other, { recursive: true })
    expect(await refusal({ ...env, LEDGER: other })).toBe(
      `${store}: it holds the ledger ${env.LEDGER}, not ${other}. Name another store in DATABASE_URL`,
    )
    expect(await refusal({ ...env, PROGRAM_IDS: `{"token":"${'1'.repeat(32)}"}` })).toMatch(
      /store\.sqlite: it was made with the program ids .* not /,
    )
    expect(fs.readFileSync(store).equals(before)).toBe(true)
  }))

it('makes an old sandbox store of its own anew with one line, and refuses one that was named', () =>
  inFolder(async (folder) => {
    const port = String(await freePort())
    const env = { LEDGER: 'sandbox', DATA_DIR: folder, INDEXER_PORT: port, METRICS_PORT: '', SLOT_MS: '60000' }
    const { database, programIds } = readEnvironment(env, folder)
    if (database.kind !== 'file') throw new Error('wanted a file')
    const ledger = 'sandbox recording 0123456789abcdef'
    await openSqlite(database.file, { ledger, programIds: { ...programIds } }).close()
    expect(await refusal({ ...env, DATABASE_URL: `file:${database.file}` })).toMatch(
      /sqlite: it holds the ledger sandbox recording 0123456789abcdef, not sandbox recording [0-9a-f]{16}\. Name another store in DATABASE_URL$/,
    )
    const first = startHere(env)
    await first.ready
    // On a slow machine it also logs its progress.
    expect(first.lines.filter((line) => !/^(Catching|Caught) up/.test(line))).toEqual([
      `The sandbox has a new recording: its store ${database.file} is made anew`,
      'ready: writer, sandbox',
    ])
    await first.end()
    const again = startHere(env)
    await again.ready
    expect(again.lines).toEqual(['ready: writer, sandbox'])
  }))

it('says that its store is damaged once a read has met it, and for good', () =>
  inFolder(async (folder) => {
    const stderr = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
    const ledger = writeLedger(folder)
    const store = path.join(folder, 'store.sqlite')
    await makeStore(ledger, store)
    await letGo()
    const env = await environmentFor(ledger, store)
    const indexer = startHere(env)
    await indexer.ready
    expect(await ask(env, 'getIndexerHealth')).toContain('"result":"ok"')
    const bytes = fs.readFileSync(store)
    fs.writeFileSync(store, Buffer.concat([bytes.subarray(0, 8192), Buffer.alloc(bytes.length - 8192, 0xaa)]))
    expect(await ask(env, 'getLatestCompressionSignatures', '{}')).toContain('Internal server error')
    for (let n = 0; n < 2; n++) {
      expect(await ask(env, 'getIndexerHealth')).toContain('The store is damaged: restore a snapshot, or start')
      expect((await fetch(`http://127.0.0.1:${env.INDEXER_PORT}/readiness`)).status).toBe(500)
      const metrics = await (await fetch(`http://127.0.0.1:${env.INDEXER_PORT}/metrics`)).text()
      expect(metrics).toContain('leafscan_store_integrity_ok 0\n')
      fs.writeFileSync(store, bytes)
    }
    await indexer.end()
    expect(stderr.mock.calls.filter(([line]) => String(line).includes('"the store is damaged"'))).toHaveLength(1)
  }))

it('checks its store further a minute after it was ready, and ends what checks', () =>
  inFolder(async (folder) => {
    const rests: number[] = []
    const tasks: unknown[] = []
    let ends = 0
    const wait: Pause = async (ms, signal) => {
      if (ms === 60_000) rests.push(ms)
      else await pause(ms, signal)
    }
    const env = await smallLedger(folder)
    const indexer = startHere(env, {
      clock: clockOf(MACHINE_CLOCK.monotonic, wait),
      startChecker(task) {
        tasks.push(task)
        return { onMessage: () => undefined, bytesRead: () => null, end: async () => void ends++ }
      },
    })
    await indexer.ready
    await comes(() => expect(tasks).toMatchObject([{ checkedAtStart: true, identity: { ledger: env.LEDGER } }]))
    expect(rests).toEqual([60_000])
    await indexer.end()
    expect(ends).toBe(1)
  }))

it('is not ok beside a sandbox that nobody plays any more', () =>
  inFolder(async (folder) => {
    const variables = { LEDGER: 'sandbox', DATABASE_URL: `file:${folder}/store`, SLOT_MS: '20', MAX_LAG_SLOTS: '100' }
    const [env, reading] = [
      { ...variables, INDEXER_PORT: String(await freePort()) },
      { ...variables, INDEXER_PORT: String(await freePort()) },
    ]
    const writer = startHere(env)
    await writer.ready
    const reader = startHere(reading, { readOnly: true })
    await reader.ready
    await comes(async () => expect(await ask(reading, 'getIndexerHealth')).toContain('"result":"ok"'))
    await writer.end()
    await comes(async () => expect(await ask(reading, 'getIndexerHealth')).toMatch(/Node is behind \d{3,} slots/))
    const metrics = await (await fetch(`http://127.0.0.1:${reading.INDEXER_PORT}/metrics`)).text()
    expect(metrics).toMatch(/^leafscan_ingest_lag_slots \d{3,}$/m)
    expect(await ask(reading, 'getLatestCompressionSignatures', '{}')).toContain('"signature":')
  }))

it('follows the chain of a node, from one start to the next, and never tells its URL', () =>
  inFolder(async (folder) => {
    const stderr = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
    const chain = grown([], { slots: slotsFrom(1, 40, [7]) })
    const node = await nodeOfTest(shortened(chain, 10))
    const env: Record<string, string> = {
      ...(await smallLedger(folder)),
      LEDGER: `made-up=${node.url.replace('//', '//user:CANARY@')}/?key=CANARY`,
    }
    const clock = idleClockOf(node)
    const first = startHere(env, { clock })
    await first.ready
    const until = (slot: number) =>
      comes(async () => expect(await slotAt(env)).toBe(`{"jsonrpc":"2.0","result":${slot},"id":1}`))
    await until(30)
    expect(await ask(env, 'getIndexerHealth')).toContain('"result":"ok"')
    node.serve(chain)
    await until(40)
    node.script = () => ({ reset: true })
    await comes(async () =>
      expect(await ask(env, 'getIndexerHealth')).toContain('does not answer, so the lag is not known'),
    )
    await until(40)
    await first.end()

    node.script = null
    node.serve(grown(shortened(chain, 5), { slots: slotsFrom(36, 50), fork: 'other' }))
    const second = startHere({ ...env, START_SLOT: '3' }, { clock })
    await second.ready
    await until(50)
    await second.end()
    expect(second.lines).toContain('START_SLOT=3 has no effect: the store goes on behind slot 40')
    expect(second.lines).toContain('ready: writer, made-up')

    const before = node.genesisHash
    node.genesisHash = chain[0]?.blockhash ?? ''
    const store = path.join(folder, 'store.sqlite')
    expect(await refusal(env)).toBe(
      `${store}: it holds the ledger genesis hash ${before}, not genesis hash ${node.genesisHash}. ` +
        'The chain was replaced, or LEDGER names another one: leave DATABASE_URL unset, so that each chain gets a store of its own, or name a new store for this chain',
    )
    expect(stderr.mock.calls.length).toBeGreaterThan(0)
    const output = [...first.lines, ...second.lines, ...stderr.mock.calls.flat()].join('\n')
    expect(output).not.toMatch(/CANARY|\/\/user/)
  }))
