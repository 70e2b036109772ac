import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { comes } from '@/lib/testing/comes'
import { makeStore, writeLedger } from '@/lib/testing/indexer/damaged-store'
import { inFolder } from '@/lib/testing/indexer/indexer-process'
import { letGo } from '@/lib/testing/indexer/let-go'
import { PROGRAM_IDS } from '@/lib/testing/indexer/synthetic-chain'
import { buildIndexer } from '@/scripts/bundle.mjs'
import type { CheckMessage } from './messages'
import { startChecker } from './store-check'

it('checks a store in a thread and its pages in a process, and tells what was found until it is ended', () =>
  inFolder(async (folder) => {
    const file = path.join(folder, 'store')
    const ledger = writeLedger(folder)
    await makeStore(ledger, file)
    await letGo()
    const checks = path.join(path.dirname(await buildIndexer()), 'indexer-check.mjs')
    const check = () => {
      const messages: CheckMessage[] = []
      const checker = startChecker(checks, {
        database: { kind: 'file', file, chosen: true },
        identity: { ledger, programIds: PROGRAM_IDS },
        tokenProgram: PROGRAM_IDS.token,
        checkedAtStart: false,
        nodes: null,
      })
      checker.onMessage((each) => messages.push(each))
      return { checker, messages }
    }

    const sound = check()
    const found = { kind: 'pages', problem: null, seconds: expect.any(Number) }
    await comes(() => expect(sound.messages).toContainEqual(found))
    await comes(() => expect(sound.messages).toContainEqual(expect.objectContaining({ kind: 'hashes', breaches: [] })))
    expect(sound.messages).toContainEqual({ kind: 'pages begin', pid: expect.any(Number) })
    await sound.checker.end()
    const count = sound.messages.length
    await letGo()
    expect(sound.messages).toHaveLength(count)

    const bytes = fs.readFileSync(file)
    fs.writeFileSync(file, Buffer.concat([bytes.subarray(0, bytes.length - 40_960), Buffer.alloc(40_960, 0xaa)]))
    const damaged = check()
    await comes(() => expect(damaged.messages).toContainEqual({ ...found, problem: expect.any(String) }))
    await damaged.checker.end()
  }))
