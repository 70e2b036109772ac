import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { hash, slot } from '@/lib/protocol/rpc/primitives'
import type { KnownBlock } from '../ledger'
import { type Recording, readRecording, recordingFile } from '../recording-note'

/** Blocks whose hashes are read again on resume: the deepest fork of a confirmed chain. */
const KNOWN = 32

class RecordingError extends Error {
  override readonly name = 'RecordingError'
}

/** Slots, both included. */
export type RecordingTarget = Pick<Recording, 'genesisHash' | 'from' | 'to'>

/** Blocks are written in ascending order, each file whole or absent: the folder always holds the chain up to some slot. */
export class RecordingFolder {
  readonly slots: number[]
  private note: Recording

  /** @throws RecordingError if the folder holds something else */
  constructor(
    private readonly folder: string,
    wanted: RecordingTarget,
  ) {
    const there = readRecording(folder)
    const files = this.files()
    if (!there && (files.length > 0 || fs.existsSync(path.join(folder, 'transactions')))) {
      throw new RecordingError(`${folder}: it holds a ledger that was not recorded by this command`)
    }
    if (there && there.genesisHash !== wanted.genesisHash) {
      throw new RecordingError(`${folder}: it is of the chain ${there.genesisHash}, not ${wanted.genesisHash}`)
    }
    if (there && there.from !== wanted.from) {
      throw new RecordingError(`${folder}: it begins at slot ${there.from}, not ${wanted.from}`)
    }
    this.slots = files
      .filter((name) => /^\d{1,15}\.json$/.test(name))
      .map((name) => Number.parseInt(name, 10))
      .sort((a, b) => a - b)
    const whole = there?.complete ? there.to : (this.slots.at(-1) ?? 0)
    const complete = wanted.to <= whole
    this.note = { ...wanted, to: complete ? whole : wanted.to, complete, foreignTrees: there?.foreignTrees ?? [] }
    fs.mkdirSync(path.join(folder, 'blocks'), { recursive: true })
    for (const name of files.filter((name) => name.endsWith('.part'))) fs.rmSync(this.block(name))
    this.keep()
  }

  get complete(): boolean {
    return this.note.complete
  }

  known(): KnownBlock[] {
    return this.slots
      .slice(-KNOWN)
      .reverse()
      .map((at) => ({ slot: at, blockhash: blockhashIn(this.block(`${at}.json`)) }))
  }

  write(at: number, text: string): void {
    writeWhole(this.block(`${at}.json`), text)
    this.slots.push(at)
  }

  /** The newest first: what is left is the chain up to some slot at any moment. */
  dropAbove(at: number): void {
    while ((this.slots.at(-1) ?? 0) > at) fs.rmSync(this.block(`${this.slots.pop()}.json`), { force: true })
  }

  addForeign(tree: string): void {
    if (this.note.foreignTrees.includes(tree)) return
    this.note.foreignTrees.push(tree)
    this.keep()
  }

  finish(): void {
    this.note.complete = true
    this.keep()
  }

  private keep(): void {
    writeWhole(recordingFile(this.folder), `${JSON.stringify(this.note, null, 2)}\n`)
  }

  private block(name: string): string {
    return path.join(this.folder, 'blocks', name)
  }

  private files(): string[] {
    const blocks = path.join(this.folder, 'blocks')
    return fs.existsSync(blocks) ? fs.readdirSync(blocks) : []
  }
}

/** Written beside, synced and renamed: the name always has whole contents, old or new. */
function writeWhole(file: string, text: string): void {
  fs.writeFileSync(`${file}.part`, text, { flush: true })
  fs.renameSync(`${file}.part`, file)
}

const named = z.object({ blockhash: hash, parentSlot: slot })

function blockhashIn(file: string): string {
  const read = named.safeParse(JSON.parse(fs.readFileSync(file, 'utf8')))
  if (!read.success) throw new RecordingError(`${file}: wanted a getBlock result`)
  return read.data.blockhash
}
