import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Lock, takeLock } from '../../../platform/sqlite/lock'
import { assertRegularFile } from '../../../platform/sqlite/regular-file'
import { HISTORY_DATABASE } from '../../../platform/sqlite/schema'
import { slotReached } from '../apply'
import { type Store, StoreError } from '../store'
import { lockFile, openExistingSqlite, openHistoryToRead, openSqliteToRead } from './open'

/* FILE.sha256 has the format of `sha256sum -c`. Only a digest without its file is ever overwritten. */

interface Kind<D> {
  openToRead(file: string): Store
  openRestored(file: string): Store
  describe(copy: Store): Promise<D>
  /** Held by the process that writes the file. */
  lockOf(file: string): string
  writer: string
}

export const STORE: Kind<{ slot: number; ledger: string }> = {
  openToRead: (file) => openSqliteToRead(file, { current: false }),
  openRestored: openExistingSqlite,
  describe: async (copy) => ({
    slot: await slotReached(copy),
    ledger: String((await copy.get('SELECT ledger FROM store'))?.ledger),
  }),
  lockOf: lockFile,
  writer: 'an indexer',
}

export const HISTORY: Kind<object> = {
  openToRead: openHistoryToRead,
  openRestored: openHistoryToRead,
  describe: async () => ({}),
  lockOf: (file) => path.join(path.dirname(file), HISTORY_DATABASE.lock),
  writer: 'an explorer',
}

/** A snapshot of one moment, without blocking the writer. @throws StoreError for no such file, or an existing target */
export async function takeSnapshot<D>(kind: Kind<D>, file: string, target: string): Promise<D & { digest: string }> {
  clearAbandoned(target)
  assertAbsent(target)
  assertFile(digestFile(target))
  const store = kind.openToRead(file)
  try {
    return await placed(target, async ({ whole, digest: file }) => {
      await store.run('VACUUM INTO ?', whole)
      const digest = await digestOf(whole)
      fs.writeFileSync(file, `${digest}  ${path.basename(target)}\n`, { flag: 'wx', flush: true })
      // Of the copy: the file itself has moved on.
      return { ...(await describe(kind, whole)), digest }
    })
  } finally {
    await store.close()
  }
}

/** @throws StoreError for an existing store or one in use, a wrong digest or an unsound snapshot */
export async function restoreSnapshot<D>(kind: Kind<D>, snapshot: string, file: string): Promise<D> {
  clearAbandoned(file)
  assertAbsent(file)
  // A leftover log of another database would be applied to the new one.
  if ((fs.statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) assertAbsent(`${file}-wal`)
  for (const name of [snapshot, digestFile(snapshot)]) {
    if (!fs.existsSync(name)) throw new StoreError(`${name}: there is no such file`)
    assertFile(name)
  }
  const wanted = readDigest(snapshot)
  const lock = lockAgainst(kind, file)
  const made = fs.mkdirSync(path.dirname(file), { recursive: true })
  try {
    return await placed(file, ({ whole }) => copied(kind, { snapshot, wanted, whole }))
  } catch (error) {
    if (made !== undefined && fs.readdirSync(path.dirname(file)).length === 0) fs.rmdirSync(path.dirname(file))
    throw error
  } finally {
    lock?.close()
  }
}

async function copied<D>(
  kind: Kind<D>,
  { snapshot, wanted, whole }: { snapshot: string; wanted: string; whole: string },
): Promise<D> {
  await pipeline(fs.createReadStream(snapshot), fs.createWriteStream(whole, { flags: 'wx', flush: true }))
  // Verifies the copy, since the copy is what will be used.
  if ((await digestOf(whole)) !== wanted)
    throw new StoreError(`${snapshot}: it is not what ${digestFile(snapshot)} says`)
  try {
    const store = kind.openRestored(whole)
    try {
      const check = (await store.all('PRAGMA quick_check')).map((row) => row.quick_check)
      if (check.join() !== 'ok') throw new StoreError(`${snapshot}: it is damaged`)
      return await kind.describe(store)
    } finally {
      await store.close()
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    throw new StoreError(error.message.replace(whole, snapshot), { cause: error })
  }
}

/** A process that writes a file holds its lock even after the file was moved; without a lock's file none ever did. */
function lockAgainst({ lockOf, writer }: Pick<Kind<unknown>, 'lockOf' | 'writer'>, file: string): Lock | null {
  const lock = lockOf(file)
  if (!fs.existsSync(lock)) return null
  try {
    return takeLock(lock, 0)
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    const problem = /locked|busy/i.test(text) ? `${writer} that runs holds it: stop it first` : text
    throw new StoreError(`${lock}: ${problem}`, { cause: error })
  }
}

async function describe<D>(kind: Kind<D>, file: string): Promise<D> {
  const copy = kind.openToRead(file)
  try {
    return await kind.describe(copy)
  } finally {
    await copy.close()
  }
}

const partialIn = (folder: string) => ({
  folder,
  whole: path.join(folder, 'whole'),
  digest: path.join(folder, 'digest'),
})

type Partial = ReturnType<typeof partialIn>

/** A folder with this process's number that is not listed here is from an earlier process. */
const own = new Set<string>()

/** `target` appears complete in one step that fails if it exists; the process that did places its digest. */
async function placed<T>(target: string, make: (partial: Partial) => Promise<T>): Promise<T> {
  const partial = partialIn(`${target}.${process.pid}-${randomBytes(6).toString('hex')}.partial`)
  own.add(partial.folder)
  try {
    fs.mkdirSync(partial.folder)
    const result = await make(partial)
    syncFile(partial.whole)
    place(partial, target)
    syncFile(path.dirname(target))
    return result
  } finally {
    own.delete(partial.folder)
    fs.rmSync(partial.folder, { recursive: true, force: true })
  }
}

function place({ whole, digest }: Partial, target: string): void {
  try {
    fs.linkSync(whole, target)
  } catch (error) {
    assertAbsent(target)
    throw error
  }
  try {
    if (fs.existsSync(digest)) fs.renameSync(digest, digestFile(target))
  } catch (error) {
    fs.rmSync(target)
    throw error
  }
}

/** Removes leftovers of ended processes; a digest whose file is in place is placed too. */
function clearAbandoned(target: string): void {
  const folder = path.dirname(target)
  const start = `${path.basename(target)}.`
  for (const name of fs.existsSync(folder) ? fs.readdirSync(folder) : []) {
    const [, pid] =
      /^([1-9]\d*)-[0-9a-f]{12}\.partial$/.exec(name.startsWith(start) ? name.slice(start.length) : '') ?? []
    const partial = partialIn(path.join(folder, name))
    if (pid === undefined || own.has(partial.folder) || (Number(pid) !== process.pid && isAlive(Number(pid)))) continue
    if (fs.existsSync(partial.digest) && isSameFile(partial.whole, target)) {
      fs.renameSync(partial.digest, digestFile(target))
    }
    fs.rmSync(partial.folder, { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process belongs to another user.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((file) => fs.statSync(file, { throwIfNoEntry: false, bigint: true }))
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev
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

/** Reading a pipe would block forever. */
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
