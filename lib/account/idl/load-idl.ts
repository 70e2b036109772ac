import 'server-only'
import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { type Address, isAddress } from '@solana/kit'
import { LRUCache } from 'lru-cache'
import type { IdlState } from '../../api/idl'
import { isProblem } from '../../api/problem'
import { clock, inTime } from '../../platform/clock'
import { once } from '../../platform/once'
import { isTokenProgram } from '../../protocol/light/token-program'
import { knownProgram } from '../../protocol/solana/known-programs'
import type { RequestClass } from '../../rpc-client/urgency'
import { nodeAccounts } from '../../upstream/chain/accounts'
import { chainGeneration } from '../../upstream/chain/genesis'
import { chainOf, isForCrawler } from '../../upstream/chain/node'
import { idlFolder, type Network } from '../../upstream/networks/networks'
import type { ChainAccount } from '../mints/read-mints'
import { type Idl, IdlError, isIdlError, MAX_IDL_BYTES } from './idl'
import { type IdlText, idlPlaces, idlTextIn } from './idl-account'
import { readIdl } from './read-idl'

const MAX_REMEMBERED = 1_000
const MAX_CHARS = 32_000_000

/** Milliseconds until a program is looked up again, and until a file is read again. */
const LOOK_UP_MS = 3_600_000
const FILE_MS = 5_000

/** Look-ups a minute on all networks. */
const MAX_LOOK_UPS = 60
const MINUTE_MS = 60_000

/** Longer than a page waits: late results serve the next request. */
const CALL_MS = 6_000

type FoundState = Extract<IdlState, { state: 'found' }>
export type ProgramIdl = Exclude<IdlState, FoundState> | (FoundState & { idl: Idl; text: string })

interface Remembered {
  found: ProgramIdl | null
  onChain: ProgramIdl
  pending: Promise<ProgramIdl> | null
  /** Monotonic milliseconds, as askChainAt. */
  readAgainAt: number
  askChainAt: number
}

const NOT_ASKED: ProgramIdl = { state: 'not asked' }

type AccountReader = (
  ...call: [addresses: string[], deadline: number, by: RequestClass]
) => Promise<(ChainAccount | null)[]>

/** The IDLs of one network's programs. */
export class IdlMemory {
  readonly #programs = new LRUCache<string, Remembered>({
    max: MAX_REMEMBERED,
    maxSize: MAX_CHARS,
    sizeCalculation: ({ found }) => 1_000 + (found?.state === 'found' ? found.text.length : 0),
  })

  /** @param read null: no chain node */
  constructor(
    private readonly read: AccountReader | null,
    private readonly folder: string | null,
    private readonly mayLookUp: () => boolean,
  ) {}

  /** What is known now, without a call. */
  atHand(program: string): ProgramIdl | null {
    return this.#programs.get(program)?.found ?? null
  }

  /** Results after `withinMs` (0: no call) serve the next request. Never rejects. */
  async of(program: string, withinMs: number, by: RequestClass = 'interactive'): Promise<ProgramIdl> {
    if (knownProgram(program) || isTokenProgram(program) || !isAddress(program)) return NOT_ASKED
    const fresh = { found: null, onChain: NOT_ASKED, pending: null, readAgainAt: 0, askChainAt: 0 }
    const known: Remembered = this.#programs.get(program) ?? fresh
    if (withinMs > 0 && known.pending === null && clock().monotonic() >= known.readAgainAt) {
      known.pending = this.#lookUp(program, known, by)
      this.#programs.set(program, known)
    }
    if (known.found !== null) return known.found
    return (known.pending && (await inTime(known.pending, withinMs))) ?? NOT_ASKED
  }

  async #lookUp(program: Address, known: Remembered, by: RequestClass): Promise<ProgramIdl> {
    const file = this.folder === null ? null : await textOfFile(path.join(this.folder, `${program}.json`))
    if (file === null && clock().monotonic() >= known.askChainAt) {
      const found = await this.#askChain(program, by)
      const isAnswer = found.state !== 'failed' && found.state !== 'not asked'
      // Of a failed look-up nothing follows about what was found before.
      if (isAnswer || known.onChain.state !== 'found') known.onChain = found
      known.askChainAt = clock().monotonic() + (isAnswer ? LOOK_UP_MS : MINUTE_MS)
    }
    known.found = file === null ? known.onChain : foundIn(program, { source: { kind: 'file' }, ...file })
    known.readAgainAt = this.folder === null ? known.askChainAt : clock().monotonic() + FILE_MS
    known.pending = null
    this.#programs.set(program, known)
    return known.found
  }

  async #askChain(program: Address, by: RequestClass): Promise<ProgramIdl> {
    if (this.read === null || !this.mayLookUp()) return NOT_ASKED
    const places = await idlPlaces(program)
    try {
      const accounts = await this.read([places.metadata, places.anchor], clock().monotonic() + CALL_MS, by)
      const text = idlTextIn(program, places, accounts)
      return text === null ? { state: 'absent' } : foundIn(program, text)
    } catch (error) {
      if (isProblem(error)) return { state: 'failed', reason: error.problem.detail }
      throw error
    }
  }
}

function foundIn(program: string, read: IdlText): ProgramIdl {
  const { source } = read
  try {
    if ('problem' in read) throw new IdlError(read.problem)
    const { text } = read
    const hash = createHash('sha256').update(text).digest('hex')
    return { state: 'found', idl: readIdl(text, program), text, source, hash }
  } catch (error) {
    if (isIdlError(error)) return { state: 'damaged', source, reason: error.message }
    throw error
  }
}

async function textOfFile(file: string): Promise<{ text: string } | { problem: string } | null> {
  try {
    const { size } = await fs.stat(file)
    if (size > MAX_IDL_BYTES) return { problem: 'It is larger than 1 MiB.' }
    return { text: await fs.readFile(file, 'utf8') }
  } catch (error) {
    return (error as { code?: string }).code === 'ENOENT' ? null : { problem: 'The file cannot be read.' }
  }
}

const memories = once('IDLs', () => new WeakMap<Network, { generation: number; memory: IdlMemory }>())
const lookUps = once('IDL look-ups', (): number[] => [])

function mayLookUp(): boolean {
  const now = clock().monotonic()
  const made = lookUps()
  while (made[0] !== undefined && made[0] <= now - MINUTE_MS) made.shift()
  if (made.length >= MAX_LOOK_UPS) return false
  made.push(now)
  return true
}

function memoryOf(network: Network): IdlMemory {
  const generation = chainGeneration(network.name)
  const known = memories().get(network)
  if (known?.generation === generation) return known.memory
  const read: AccountReader = async (...call) => (await nodeAccounts(network, ...call)).accounts
  const memory = new IdlMemory(chainOf(network) ? read : null, idlFolder(), mayLookUp)
  memories().set(network, { generation, memory })
  return memory
}

/** Like IdlMemory.of(); only for owners whose rows have data. Crawlers cause no call. */
export function idlOf(network: Network, program: string, withinMs: number, by?: RequestClass): Promise<ProgramIdl> {
  return memoryOf(network).of(program, isForCrawler() ? 0 : withinMs, by)
}

export function idlAtHand(network: Network, program: string): ProgramIdl | null {
  return memoryOf(network).atHand(program)
}
