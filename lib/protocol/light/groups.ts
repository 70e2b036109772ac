import { base58 } from '@scure/base'
import {
  type DecodedRpcTransaction,
  decodeTransactionFromRpcResponse,
  getAccountMetasFromCompiledTransactionMessage,
  getInstructionsFromCompiledTransactionMessage,
  isSignerRole,
} from '@solana/kit'
import { decodeBase58Data } from './base58-data'
import { decodeErrorText, LayoutError } from './layouts'
import { MAX_ACCOUNTS, MAX_INSTRUCTIONS, MAX_TRANSACTION_CHARS } from './transaction-limits'
import { readWire, versionOfWire, type WireTransaction } from './wire'

/** A transaction as an RPC node serialises it: untrusted. facts/light-events.md 2. */
export interface SerialisedTransaction {
  transaction: unknown
  meta: unknown
  version?: unknown
}

/** Accounts are resolved, lookup tables included. Addresses are base58. */
export interface Instruction {
  program: string
  accounts: string[]
  data: Uint8Array
}

export interface OpenTransaction {
  /** The first signature, 64 bytes. */
  signature: Uint8Array
  /** Each top-level instruction, then its inner ones. Empty if no event is possible: failed, or without the program. */
  groups: Instruction[][]
}

/** The node did not record inner instructions, so compressed state may have changed unseen. facts/light-events.md 2. */
export class NotRecorded extends LayoutError {
  override readonly name = 'NotRecorded'

  constructor(signature: Uint8Array, what: 'inner instructions' | 'loaded addresses' | 'outcome') {
    super(`the node did not record the ${what} of transaction ${base58.encode(signature)}`)
  }
}

export function isNotRecorded(error: unknown): error is NotRecorded {
  return error instanceof Error && error.name === 'NotRecorded'
}

const NO_BYTES = new Uint8Array(0)
const opened = new WeakMap<SerialisedTransaction, OpenTransaction>()

/** base64, base58 or json encoding; cached. facts/light-events.md 2. @throws LayoutError, NotRecorded */
export function openTransaction(source: SerialisedTransaction, compressionProgram: string): OpenTransaction {
  const known = opened.get(source)
  if (known) return known
  const transaction = open(source, compressionProgram)
  opened.set(source, transaction)
  return transaction
}

/** Avoids decoding the transaction where possible. facts/light-events.md 2. @throws LayoutError */
export function firstSignature(transaction: unknown): Uint8Array {
  return quickSignature(transaction, wireBytes(transaction)) ?? open({ transaction, meta: { err: {} } }, '').signature
}

function open(source: SerialisedTransaction, compressionProgram: string): OpenTransaction {
  const wire = wireBytes(source.transaction)
  if (isObject(source.meta) && !('err' in source.meta) && mentions(source, wire, compressionProgram)) {
    throw new NotRecorded(firstSignature(source.transaction), 'outcome')
  }
  const meta = metaOf(source)
  const failed = meta.err !== null && meta.err !== undefined
  if (!failed && lacksLoadedAddresses(source, wire)) {
    throw new NotRecorded(firstSignature(source.transaction), 'loaded addresses')
  }
  const irrelevant = failed || !mentions(source, wire, compressionProgram)
  const quick = irrelevant ? quickSignature(source.transaction, wire) : null
  if (quick) return { signature: quick, groups: [] }

  const { signature, ...resolved } = (wire && regularTransaction(source, wire)) ?? decodedTransaction(source, wire)
  if (irrelevant) return { signature, groups: [] }
  const inner = innerInstructionsOf(meta)
  // The id may occur anywhere as plain bytes: only a transaction that names the program as an account can call it.
  if (!inner && resolved.keys.includes(compressionProgram)) throw new NotRecorded(signature, 'inner instructions')
  return { signature, groups: checked(() => groupsOf(resolved, inner ?? [])) }
}

function decodedTransaction(source: SerialisedTransaction, wire: Buffer | null) {
  const decoded = decode(source)
  return { signature: signatureOf(decoded, source, wire), ...checked(() => resolvable(decoded)) }
}

interface Resolvable {
  outer: CalledInstruction[]
  /** Base58; keys from lookup tables last. */
  keys: string[]
}

/** Fast path for base64: kit takes 1 ms per transaction. null: unusual, left to kit. */
function regularTransaction(
  { version, meta }: SerialisedTransaction,
  wire: Buffer,
): (Resolvable & { signature: Uint8Array }) | null {
  const read = regularWire(wire)
  const [signature] = read?.signatures ?? []
  if (!read || !signature || (version ?? namedVersion(read)) !== namedVersion(read)) return null
  const loaded = isObject(meta) && 'loadedAddresses' in meta ? meta.loadedAddresses : null
  const { writable, readonly } = { writable: [], readonly: [], ...(isObject(loaded) ? loaded : {}) }
  if (!isListOfText(writable) || !isListOfText(readonly)) return null
  const wanted = (of: 'writable' | 'readonly') => read.lookups.reduce((sum, lookup) => sum + lookup[of].length, 0)
  if (writable.length !== wanted('writable') || readonly.length !== wanted('readonly')) return null
  const keys = [...read.keys, ...writable, ...readonly]
  const outer: CalledInstruction[] = []
  for (const { program, accounts, data } of read.instructions) {
    const [called, ...others] = [program, ...accounts].map((index) => keys[index])
    if (called === undefined || !others.every((key) => key !== undefined)) return null
    outer.push({ program: called, accounts: others, data, depth: 1 })
  }
  return { signature, outer, keys }
}

const namedVersion = ({ isVersioned }: WireTransaction) => (isVersioned ? 0 : 'legacy')

function regularWire(wire: Buffer): WireTransaction | null {
  const version = versionOfWire(wire)
  if (version !== 'legacy' && version !== 0) return null
  try {
    return readWire(wire)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function isListOfText(list: unknown): list is string[] {
  return Array.isArray(list) && list.every((each) => typeof each === 'string')
}

export interface CalledInstruction extends Instruction {
  /** 1: top-level; 2: called by a top-level instruction, and so on; null: not reported by the node. */
  depth: number | null
}

export interface WholeTransaction {
  signature: Uint8Array
  version: 'legacy' | number
  /** Base58; the first one pays the fee. */
  signers: string[]
  /** Base58, lookup tables included, in the order of the balances. */
  accounts: string[]
  groups: CalledInstruction[][]
  /** False: the node did not record inner instructions, so `groups` lacks them. */
  isRecorded: boolean
}

const openedWhole = new WeakMap<SerialisedTransaction, WholeTransaction>()

/** Inner instructions decoded between yields: some 10 ms at 10 kB each. */
const DECODED_AT_ONCE = 8

const decodedData = new WeakMap<object, Uint8Array>()

export type NextTurn = () => Promise<unknown>

export async function openWholeYielding(source: SerialisedTransaction, nextTurn: NextTurn): Promise<WholeTransaction> {
  if (openedWhole.has(source)) return openWhole(source)
  const inner = innerInstructionsOf(metaOf(source)) ?? []
  assertAtMost(MAX_INSTRUCTIONS, 'instructions', countInnerInstructions(inner))
  for (const [i, instruction] of inner.flatMap(({ instructions }) => instructions).entries()) {
    if (i % DECODED_AT_ONCE === DECODED_AT_ONCE - 1) await nextTurn()
    decodedData.set(instruction, decodeBase58Data(instruction.data))
  }
  return openWhole(source)
}

/** Like openTransaction, but also without compression. facts/light-events.md 2. @throws LayoutError */
export function openWhole(source: SerialisedTransaction): WholeTransaction {
  const known = openedWhole.get(source)
  if (known) return known
  const whole = decodeTransaction(source)
  openedWhole.set(source, whole)
  return whole
}

function decodeTransaction(source: SerialisedTransaction): WholeTransaction {
  const meta = metaOf(source)
  const wire = wireBytes(source.transaction)
  const decoded = decode(source)
  const signature = signatureOf(decoded, source, wire)
  const inner = innerInstructionsOf(meta)
  const groups = checked(() => groupsOf(resolvable(decoded), inner ?? []))
  const { compiledMessage, loadedAddresses } = decoded
  const metas = getAccountMetasFromCompiledTransactionMessage(compiledMessage, loadedAddresses)
  return {
    signature,
    version: compiledMessage.version,
    signers: metas.filter(({ role }) => isSignerRole(role)).map(({ address }) => address),
    accounts: metas.map(({ address }) => address),
    groups,
    isRecorded: inner !== null,
  }
}

function metaOf({ meta }: SerialisedTransaction): { err: unknown } {
  if (!isObject(meta) || !('err' in meta)) throw new LayoutError('wanted meta with a member err, found none')
  return meta
}

function decode(source: SerialisedTransaction): DecodedRpcTransaction {
  try {
    assertBounded(source.transaction)
    return decodeTransactionFromRpcResponse(source as Parameters<typeof decodeTransactionFromRpcResponse>[0])
  } catch (error) {
    throw new LayoutError(`the transaction does not decode: ${decodeErrorText(error)}`, { cause: error })
  }
}

function signatureOf(decoded: DecodedRpcTransaction, source: SerialisedTransaction, wire: Buffer | null): Uint8Array {
  const first = Object.values(decoded.transaction?.signatures ?? {})[0]
  const signature = first ? new Uint8Array(first) : quickSignature(source.transaction, wire)
  if (signature?.length !== 64) throw new LayoutError('wanted a signature of 64 bytes, found none')
  return signature
}

function resolvable({ compiledMessage, loadedAddresses }: DecodedRpcTransaction): Resolvable {
  const outer = getInstructionsFromCompiledTransactionMessage(compiledMessage, loadedAddresses).map((outer) => ({
    program: outer.programAddress as string,
    accounts: outer.accounts?.map((account) => account.address as string) ?? [],
    data: outer.data ? new Uint8Array(outer.data) : NO_BYTES,
    depth: 1,
  }))
  const metas = getAccountMetasFromCompiledTransactionMessage(compiledMessage, loadedAddresses)
  return { outer, keys: metas.map(({ address }) => address) }
}

function checked<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new LayoutError(`the instructions do not decode: ${decodeErrorText(error)}`, { cause: error })
  }
}

const MAX_SIGNATURE_CHARS = 88

/** Bounds the input of kit's base58, which takes quadratic time. @throws LayoutError naming the part */
function assertBounded(transaction: unknown): void {
  if (Array.isArray(transaction)) {
    const [text, encoding]: unknown[] = transaction
    if (encoding === 'base58' && typeof text === 'string') assertLength('the transaction', text.length)
    return
  }
  const { signatures, message } = { signatures: null, message: null, ...(isObject(transaction) ? transaction : {}) }
  for (const signature of Array.isArray(signatures) ? signatures : []) {
    assertLength('a signature', lengthOf(signature), MAX_SIGNATURE_CHARS)
  }
  const { instructions, recentBlockhash, addressTableLookups }: Record<string, unknown> = {
    ...(isObject(message) ? message : {}),
  }
  assertLength('the recent blockhash', lengthOf(recentBlockhash), MAX_SIGNATURE_CHARS)
  for (const lookup of Array.isArray(addressTableLookups) ? addressTableLookups : []) {
    assertLength('a lookup table', lengthOf(memberOf(lookup, 'accountKey')), MAX_SIGNATURE_CHARS)
  }
  let data = 0
  for (const each of Array.isArray(instructions) ? instructions : []) data += lengthOf(memberOf(each, 'data'))
  assertLength('the instructions', data)
}

function assertLength(what: string, length: number, longest = MAX_TRANSACTION_CHARS): void {
  if (length > longest) {
    throw new LayoutError(`wanted at most ${longest} characters of base58 for ${what}, found ${length}`)
  }
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? (value as Record<string, unknown>)[name] : null
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length : 0
}

/** Replaces kit's walkInstructions, whose base58 is too slow for inner instructions (DECISIONS.md). */
function groupsOf({ outer, keys }: Resolvable, inner: InnerInstructions[]): CalledInstruction[][] {
  assertAtMost(MAX_ACCOUNTS, 'accounts', keys.length)
  assertAtMost(MAX_INSTRUCTIONS, 'instructions', outer.length + countInnerInstructions(inner))
  const groups = outer.map((instruction) => [instruction])
  const keyAt = (index: number): string => {
    const key = keys[index]
    if (key === undefined) throw new LayoutError(`an inner instruction names account ${index} of ${keys.length}`)
    return key
  }
  for (const { index, instructions } of inner) {
    const group = groups[index]
    if (!group) throw new LayoutError(`inner instructions name top-level instruction ${index} of ${groups.length}`)
    for (const instruction of instructions) {
      const { programIdIndex, accounts, stackHeight } = instruction
      assertAtMost(MAX_ACCOUNTS, 'accounts of an instruction', accounts.length)
      const depth = isDepth(stackHeight) ? stackHeight : null
      const data = decodedData.get(instruction) ?? decodeBase58Data(instruction.data)
      group.push({ program: keyAt(programIdIndex), accounts: accounts.map(keyAt), data, depth })
    }
  }
  return groups
}

export function countInnerInstructions(inner: unknown): number {
  if (!Array.isArray(inner)) return 0
  return inner.reduce<number>((sum, group) => {
    const instructions = memberOf(group, 'instructions')
    return sum + (Array.isArray(instructions) ? instructions.length : 0)
  }, 0)
}

/** A call chain is no longer than the number of instructions. */
function isDepth(height: unknown): height is number {
  return typeof height === 'number' && Number.isInteger(height) && height > 1 && height <= MAX_INSTRUCTIONS
}

function assertAtMost(most: number, what: string, found: number): void {
  if (found > most) throw new LayoutError(`wanted at most ${most} ${what}, found ${found}`)
}

/** Hides strings from the log: a node may send anything, its own URL included. */
function shown(value: unknown): string {
  return typeof value === 'number' ? String(value) : typeof value
}

interface InnerInstructions {
  index: number
  instructions: { programIdIndex: number; accounts: number[]; data: string; stackHeight?: unknown }[]
}

function innerInstructionsOf(meta: object): InnerInstructions[] | null {
  const inner = memberOf(meta, 'innerInstructions')
  return Array.isArray(inner) && inner.every(isInner) ? inner : null
}

function isInner(value: unknown): value is InnerInstructions {
  const instructions = memberOf(value, 'instructions')
  return typeof memberOf(value, 'index') === 'number' && Array.isArray(instructions) && instructions.every(isCompiled)
}

function isCompiled(value: unknown): boolean {
  const accounts = memberOf(value, 'accounts')
  const isPlaced = typeof memberOf(value, 'programIdIndex') === 'number' && typeof memberOf(value, 'data') === 'string'
  return isPlaced && Array.isArray(accounts) && accounts.every((index) => typeof index === 'number')
}

/** True if the node did not resolve lookup tables, where the compression program may be. */
function lacksLoadedAddresses({ transaction, meta }: SerialisedTransaction, wire: Buffer | null): boolean {
  const loaded = memberOf(meta, 'loadedAddresses')
  const lacking = (['writable', 'readonly'] as const).filter((kind) => !Array.isArray(memberOf(loaded, kind)))
  if (lacking.length === 0) return false
  const lookups = wire ? regularWire(wire)?.lookups : memberOf(memberOf(transaction, 'message'), 'addressTableLookups')
  if (!Array.isArray(lookups)) return false
  const names = lacking.flatMap((kind) => [kind, `${kind}Indexes`])
  const isNamed = (list: unknown) => Array.isArray(list) && list.length > 0
  return lookups.some((lookup) => names.some((name) => isNamed(memberOf(lookup, name))))
}

/** A cheap check that rules out most transactions: every event needs the program among the accounts. */
function mentions(source: SerialisedTransaction, wire: Buffer | null, program: string): boolean {
  if (wire?.includes(Buffer.from(base58.decode(program)))) return true
  const { transaction, meta } = source
  const message = isObject(transaction) && 'message' in transaction ? transaction.message : null
  const keys = isObject(message) && 'accountKeys' in message ? message.accountKeys : null
  const loaded = isObject(meta) && 'loadedAddresses' in meta ? meta.loadedAddresses : null
  const { writable, readonly } = { writable: null, readonly: null, ...(isObject(loaded) ? loaded : {}) }
  return [keys, writable, readonly].some((list: unknown) => Array.isArray(list) && list.includes(program))
}

/** null: json encoding. Checks the text, since Buffer skips invalid base64. */
function wireBytes(transaction: unknown): Buffer | null {
  if (!Array.isArray(transaction)) return null
  const [text, encoding]: unknown[] = transaction
  if (typeof text !== 'string') throw new LayoutError(`wanted an encoded transaction, found ${typeof text}`)
  if (encoding === 'base64' && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)) {
    return Buffer.from(text, 'base64')
  }
  const bytes = encoding === 'base58' ? base58Bytes(text) : null
  if (!bytes) throw new LayoutError(`wanted a transaction in base64, base58 or json, found ${shown(encoding)}`)
  return Buffer.from(bytes)
}

/** null: wire version 1, whose first byte is no signature count. */
function quickSignature(transaction: unknown, wire: Buffer | null): Uint8Array | null {
  if (wire) {
    const [count = 0] = wire
    return count > 0 && count < 0x80 && wire.length > 65 ? new Uint8Array(wire.subarray(1, 65)) : null
  }
  const listed = isObject(transaction) && 'signatures' in transaction ? transaction.signatures : null
  const [text]: unknown[] = Array.isArray(listed) ? listed : []
  const bytes = typeof text === 'string' ? base58Bytes(text) : null
  return bytes?.length === 64 ? bytes : null
}

function base58Bytes(text: string): Uint8Array | null {
  try {
    return decodeBase58Data(text)
  } catch {
    return null
  }
}

function isObject(value: unknown): value is object {
  return value !== null && typeof value === 'object'
}
