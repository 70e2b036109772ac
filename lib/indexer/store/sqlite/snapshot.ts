import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { assertRegularFile } from '../../../sqlite/regular-file'
import { slotReached } from '../apply'
import { StoreError } from '../store'
import { lockFile } from './lock'
import { openExistingSqlite, openSqliteToRead } from './open'

/*
 * A store as one file that can be moved, and back: beside FILE lies FILE.sha256, as `sha256sum -c` reads it. Neither
 * way writes over anything, and what is half done bears another name.
 */

/**
 * Writes the store in `file` as a fresh database to `target`: as of one moment, whoever writes it meanwhile, and without
 * keeping anybody from it. Answers its slot and digest.
 * @throws StoreError when there is no such store, or the target exists.
 */
export async function takeSnapshot(file: string, target: string): Promise<{ slot: number; digest: string }> {
  assertAbsent(target, digestFile(target))
  const store = openSqliteToRead(file, { current: false })
  try {
    return await placed(target, async (partial) => {
      await store.run('VACUUM INTO ?', partial)
      const digest = await digestOf(partial)
      fs.writeFileSync(digestFile(target), `${digest}  ${path.basename(target)}\n`, { flag: 'wx', flush: true })
      return { slot: await slotOf(partial), digest }
    })
  } finally {
    await store.close()
  }
}

/**
 * Makes the store in `file` from a snapshot whose digest is checked. Returns what it holds.
 * @throws StoreError when a store is there already, or the snapshot is not what its digest says, or no sound store.
 */
export async function restoreSnapshot(snapshot: string, file: string): Promise<{ slot: number; ledger: string }> {
  assertAbsent(file)
  // A log that belonged to another database would be taken for the new one's.
  if ((fs.statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) assertAbsent(`${file}-wal`)
  if (!fs.existsSync(snapshot)) throw new StoreError(`${snapshot}: there is no such file`)
  for (const name of [snapshot, digestFile(snapshot)]) assertFile(name)
  const wanted = readDigest(snapshot)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  return placed(file, async (partial) => {
    await pipeline(fs.createReadStream(snapshot), fs.createWriteStream(partial, { flags: 'wx', flush: true }))
    // Of the copy: what is checked is what will be used.
    if ((await digestOf(partial)) !== wanted)
      throw new StoreError(`${snapshot}: it is not what ${digestFile(snapshot)} says`)
    const store = openExistingSqlite(partial)
    try {
      const check = (await store.all('PRAGMA quick_check')).map((row) => row.quick_check)
      if (check.join() !== 'ok') throw new StoreError(`${snapshot}: it is damaged`)
      return { slot: await slotReached(store), ledger: String((await store.get('SELECT ledger FROM store'))?.ledger) }
    } finally {
      await store.close()
    }
  })
}

/** Of the copy: the store itself has moved on. */
async function slotOf(file: string): Promise<number> {
  const store = openSqliteToRead(file, { current: false })
  try {
    return await slotReached(store)
  } finally {
    await store.close()
  }
}

/** Makes `target` under another name first; it appears whole, in one step that fails where a file is there already. */
async function placed<T>(target: string, make: (partial: string) => Promise<T>): Promise<T> {
  const partial = `${target}.partial`
  const clear = () => {
    for (const name of [partial, `${partial}-wal`, `${partial}-shm`, lockFile(partial)])
      fs.rmSync(name, { force: true })
  }
  clear()
  try {
    const result = await make(partial)
    syncFile(partial)
    fs.linkSync(partial, target)
    syncFile(path.dirname(target))
    return result
  } finally {
    clear()
  }
}

function syncFile(name: string): void {
  const handle = fs.openSync(name, 'r')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

function assertAbsent(...files: string[]): void {
  for (const file of files) if (fs.existsSync(file)) throw new StoreError(`${file}: it exists and is not written over`)
}

/** Reading a pipe would wait for ever. */
function assertFile(file: string): void {
  try {
    assertRegularFile(file)
  } catch (error) {
    throw new StoreError(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

function digestFile(file: string): string {
  return `${file}.sha256`
}

function readDigest(snapshot: string): string {
  const file = digestFile(snapshot)
  const digest = fs.existsSync(file) ? /^([0-9a-f]{64})\b/.exec(fs.readFileSync(file, 'utf8'))?.[1] : undefined
  if (digest === undefined) throw new StoreError(`${file}: wanted the SHA-256 of the snapshot, 64 hex digits`)
  return digest
}

async function digestOf(file: string): Promise<string> {
  const digest = createHash('sha256')
  for await (const chunk of fs.createReadStream(file)) digest.update(chunk)
  return digest.digest('hex')
}
