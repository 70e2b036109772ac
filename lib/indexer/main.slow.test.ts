import { afterEach, expect, it } from 'vitest'
import { comes } from '@/lib/testing/comes'
import { inFolder, killRunning, startIndexer } from '@/lib/testing/indexer/indexer-process'
import { ask, slotAt, smallLedger } from '@/lib/testing/indexer/small-ledger'
import { freePort } from '@/scripts/free-port.mjs'

afterEach(killRunning)

it('answers beside the one that writes, and goes on when that one is killed', () =>
  inFolder(async (folder) => {
    const env = await smallLedger(folder)
    const reading = { ...env, INDEXER_PORT: String(await freePort()) }
    const reader = await startIndexer(reading, { ipc: false, words: ['--read-only'] })
    await comes(() => expect(reader.output()).toContain('store.sqlite: there is no store yet: waiting for'))
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
  }))
