import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { everyRow } from '@/lib/testing/indexer/every-row'
import { chainAfter, forkScript } from '@/lib/testing/indexer/fork-script'
import { letGo } from '@/lib/testing/indexer/let-go'
import { folderOfTest } from '@/lib/testing/of-test'
import { applyBlocks, slotReached } from '../apply'
import { StoreError } from '../store'
import { openExistingSqlite, openSqlite } from './open'
import { HISTORY, restoreSnapshot, STORE, takeSnapshot } from './snapshot'

let folder = ''
beforeEach(() => {
  folder = folderOfTest()
})
const at = (name: string) => path.join(folder, name)

async function makeStore(): Promise<number> {
  const store = openSqlite(at('store'), { ledger: 'a ledger', programIds: {} })
  const steps = forkScript(3)
  await applyBlocks(store, chainAfter(steps, steps.length))
  const slot = await slotReached(store)
  await store.close()
  await letGo()
  return slot
}

async function rowsOf(name: string): Promise<unknown> {
  const store = openExistingSqlite(at(name))
  try {
    return await everyRow(store)
  } finally {
    await store.close()
    await letGo()
  }
}

/** Without the lock file, which remains after a store was opened. */
const filesOf = (name: string) => fs.readdirSync(at(name)).filter((file) => !file.endsWith('-lock'))

async function refusal(attempt: () => Promise<unknown>): Promise<string> {
  await letGo()
  const contents = () => Object.fromEntries(filesOf('.').map((name) => [name, fs.readFileSync(at(name), 'latin1')]))
  const before = contents()
  const error = await attempt().then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(StoreError)
  await letGo()
  expect(contents()).toEqual(before)
  return error instanceof Error ? error.message.replaceAll(`${folder}${path.sep}`, '') : ''
}

describe('a snapshot', () => {
  it('is restored to the same rows, and leaves nothing half done behind', async () => {
    const slot = await makeStore()
    const { digest, ...taken } = await takeSnapshot(STORE, at('store'), at('copy'))
    expect(taken).toEqual({ slot, ledger: 'a ledger' })
    expect(fs.readFileSync(at('copy.sha256'), 'utf8')).toBe(`${digest}  copy\n`)
    const restored = await restoreSnapshot(STORE, at('copy'), at('new/store'))
    expect(restored).toEqual({ slot, ledger: 'a ledger' })
    await letGo()
    expect(await rowsOf('new/store')).toEqual(await rowsOf('store'))
    await letGo()
    expect(filesOf('.').sort()).toEqual(['copy', 'copy.sha256', 'new', 'store'])
    expect(filesOf('new')).toEqual(['store'])
  })

  it('is taken while the store is written, as of one moment, and keeps nobody from writing', async () => {
    const steps = chainAfter(forkScript(3), forkScript(3).length)
    const [before, after] = [steps.slice(0, 8), steps.slice(8)]
    const writer = openSqlite(at('store'), { ledger: 'a ledger', programIds: {} })
    await applyBlocks(writer, before)
    const slot = await slotReached(writer)
    const rows = await everyRow(writer)
    await writer.write(async (db) => {
      await db.run('UPDATE store SET slot = slot + 1')
      expect((await takeSnapshot(STORE, at('store'), at('copy'))).slot).toBe(slot)
      await db.run('UPDATE store SET slot = slot - 1')
    })
    await applyBlocks(writer, after)
    expect(await slotReached(writer)).toBeGreaterThan(slot)
    expect(await restoreSnapshot(STORE, at('copy'), at('restored'))).toEqual({ slot, ledger: 'a ledger' })
    expect(await rowsOf('restored')).toEqual(rows)
    await writer.close()
    await letGo()
  })

  it('of two at once to one name, one is taken, and the other says that the name is taken', async () => {
    await makeStore()
    for (const name of ['a', 'b', 'c']) {
      const both = await Promise.allSettled([1, 2].map(() => takeSnapshot(STORE, at('store'), at(name))))
      const reasons = both.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
      expect(reasons).toEqual([new StoreError(`${at(name)}: it exists and is not written over`)])
      await restoreSnapshot(STORE, at(name), at(`store of ${name}`))
    }
    expect(filesOf('.').filter((name) => /partial/.test(name))).toEqual([])
  })

  it('removes what an ended process left of it, and nothing that a living one is writing, or that is not its own', async () => {
    await makeStore()
    const { pid: ended } = spawnSync(process.execPath, ['--version'])
    const leave = (name: string) => {
      fs.mkdirSync(at(name))
      fs.writeFileSync(at(`${name}/whole`), 'half')
    }
    // This process's id counts as an ended one too: ids repeat, in a container at each start.
    const gone = [ended, process.pid].map((pid) => `copy.${pid}-0123456789ab.partial`)
    const kept = [
      `copy.${process.ppid}-0123456789ab.partial`,
      `copy.${ended}-0123456789.partial`,
      `xcopy.${ended}-0123456789ab.partial`,
      'copy.partial',
    ]
    for (const name of [...gone, ...kept]) leave(name)
    await takeSnapshot(STORE, at('store'), at('copy'))
    await letGo()
    const left = filesOf('.').filter((name) => !name.startsWith('store'))
    expect(left.sort()).toEqual(['copy', 'copy.sha256', ...kept].sort())
  })

  it('is refused when it is not what its digest says, or has none', async () => {
    await makeStore()
    await takeSnapshot(STORE, at('store'), at('copy'))
    const bytes = fs.readFileSync(at('copy'))
    fs.writeFileSync(at('copy'), bytes.with(5000, 1 + (bytes[5000] ?? 0)))
    expect(await refusal(() => restoreSnapshot(STORE, at('copy'), at('x')))).toBe(
      'copy: it is not what copy.sha256 says',
    )
    fs.writeFileSync(at('copy.sha256'), 'no digest\n')
    const noDigest = 'copy.sha256: wanted the SHA-256 of the snapshot, 64 hex digits'
    expect(await refusal(() => restoreSnapshot(STORE, at('copy'), at('x')))).toBe(noDigest)
    fs.rmSync(at('copy.sha256'))
    const missing = 'copy.sha256: there is no such file'
    expect(await refusal(() => restoreSnapshot(STORE, at('copy'), at('x')))).toBe(missing)
    expect(await refusal(() => restoreSnapshot(STORE, at('nothing'), at('x')))).toBe('nothing: there is no such file')
  })

  it('is named when it is no store, and leaves no folder behind', async () => {
    fs.writeFileSync(at('copy'), 'no database')
    fs.writeFileSync(at('copy.sha256'), `${digestOf('copy')}  copy\n`)
    for (const kind of [STORE, HISTORY]) {
      const message = await refusal(() => restoreSnapshot<unknown>(kind, at('copy'), at('new/store')))
      expect(message).toBe('copy: it is not a database, or a damaged one')
      expect(fs.existsSync(at('new'))).toBe(false)
    }
  })

  it('is not restored under an indexer that runs, even when its files were moved', async () => {
    await makeStore()
    await takeSnapshot(STORE, at('store'), at('copy'))
    const writer = openExistingSqlite(at('store'))
    fs.mkdirSync(at('moved'))
    for (const name of ['store', 'store-wal', 'store-shm']) fs.renameSync(at(name), at(`moved/${name}`))
    const restored = restoreSnapshot(STORE, at('copy'), at('store'))
    await expect(restored).rejects.toThrow('store-lock: an indexer that runs holds it: stop it first')
    await writer.close()
    await letGo()
    await restoreSnapshot(STORE, at('copy'), at('store'))
    await letGo()
  })
})

const OPERATIONS = [
  'mkdirSync',
  'openSync',
  'writeFileSync',
  'createReadStream',
  'createWriteStream',
  'fsyncSync',
  'linkSync',
  'renameSync',
  'rmSync',
] as const

/** Fails the `n`th operation, alone or with all that follow, as a kill would. Returns whether there was one. */
async function brokenAt(n: number, killed: boolean, run: () => Promise<unknown>): Promise<boolean> {
  let count = 0
  for (const name of OPERATIONS) {
    const real = fs[name] as (...args: unknown[]) => unknown
    vi.spyOn(fs, name).mockImplementation(((...args: unknown[]) => {
      count++
      if (count === n || (killed && count > n)) throw new Error(`${name} fails`)
      return Reflect.apply(real, fs, args)
    }) as never)
  }
  try {
    await run().catch(() => {})
  } finally {
    vi.restoreAllMocks()
  }
  return count >= n
}

const digestOf = (name: string) =>
  createHash('sha256')
    .update(fs.readFileSync(at(name)))
    .digest('hex')

describe.each([
  { what: 'killed', killed: true },
  { what: 'failing', killed: false },
])('$what at any of its steps', ({ killed }) => {
  it('a snapshot leaves its name free, or a whole pair once somebody looks there again', async () => {
    await makeStore()
    let steps = 0
    for (let n = 1; await brokenAt(n, killed, () => takeSnapshot(STORE, at('store'), at(`copy${n}`))); n++) {
      const again = await takeSnapshot(STORE, at('store'), at(`copy${n}`)).catch((error) => String(error))
      if (typeof again === 'string') expect(again).toContain('it exists and is not written over')
      expect(fs.readFileSync(at(`copy${n}.sha256`), 'utf8')).toBe(`${digestOf(`copy${n}`)}  copy${n}\n`)
      expect(filesOf('.').filter((name) => name.startsWith(`copy${n}`))).toEqual([`copy${n}`, `copy${n}.sha256`])
      steps = n
    }
    expect(steps).toBeGreaterThan(8)
  })

  it('a store that is restored is whole or not there', async () => {
    await makeStore()
    const rows = await rowsOf('store')
    await takeSnapshot(STORE, at('store'), at('copy'))
    let steps = 0
    for (let n = 1; await brokenAt(n, killed, () => restoreSnapshot(STORE, at('copy'), at(`new${n}/store`))); n++) {
      await letGo()
      const again = await restoreSnapshot(STORE, at('copy'), at(`new${n}/store`)).catch((error) => String(error))
      if (typeof again === 'string') expect(again).toContain('it exists and is not written over')
      await letGo()
      expect(filesOf(`new${n}`)).toEqual(['store'])
      expect(await rowsOf(`new${n}/store`)).toEqual(rows)
      steps = n
    }
    expect(steps).toBeGreaterThan(8)
  })
})
