import { z } from 'zod'
import { address, signature, slot } from '@/lib/protocol/rpc/primitives'
import { invalidParams } from '../json-rpc/method-error'
import { issueText, shown } from '../json-rpc/params'

/* Params as Agave takes them: by position, the last one a config whose unknown members are ignored. design.md 4.5. */

/** Agave's limit on the slots of one getBlocks. */
export const MAX_RANGE = 500_000

const MAX_ACCOUNTS = 100

export type TransactionEncoding = 'json' | 'base64' | 'base58'

/** `binary`: a bare base58 string, Agave's legacy form. */
export type AccountEncoding = 'base64' | 'base58' | 'binary'

export interface TransactionForm {
  encoding: TransactionEncoding
  /** null: only transactions without a version. */
  maxVersion: number | null
}

export interface AccountForm {
  encoding: AccountEncoding
  slice: { offset: number; length: number } | null
}

export type BlockDetails = 'full' | 'signatures' | 'none'

export type SolanaCall =
  | { method: 'getTransaction'; signature: string; form: TransactionForm }
  | { method: 'getBlock'; slot: number; form: TransactionForm; details: BlockDetails; rewards: boolean }
  | { method: 'getBlocks'; from: number; to: number | null }
  | { method: 'getBlockTime'; slot: number }
  | { method: 'getSlot'; minSlot: number }
  | { method: 'getGenesisHash' }
  | { method: 'getAccountInfo'; address: string; form: AccountForm; minSlot: number }
  | { method: 'getMultipleAccounts'; addresses: string[]; form: AccountForm; minSlot: number }

export type SolanaMethod = SolanaCall['method']

const rule = (error: string) => ({ error })

const commitment = z
  .enum(['processed', 'confirmed', 'finalized'], rule('must be processed, confirmed or finalized'))
  .nullish()
/** Agave refuses `processed` for methods that read its ledger. */
const sureCommitment = z.enum(['confirmed', 'finalized'], rule('must be confirmed or finalized')).nullish()

const VERSION_RULE = rule('must be a whole number from 0 to 255')
const transactionConfig = {
  encoding: z.enum(['json', 'base64', 'base58'], rule('must be json, base64 or base58')).nullish(),
  commitment: sureCommitment,
  maxSupportedTransactionVersion: z.int(VERSION_RULE).min(0, VERSION_RULE).max(255, VERSION_RULE).nullish(),
}
const accountConfig = {
  encoding: z.enum(['base64', 'base58'], rule('must be base64 or base58')).nullish(),
  dataSlice: z
    .object({ offset: slot, length: slot }, rule('must be an object with offset and length, in bytes'))
    .nullish(),
  commitment,
  minContextSlot: slot.nullish(),
}

function config<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.looseObject(shape, rule('must be an object'))
}

/** May be absent; a bare string is the encoding, as in Agave. */
function configOf(given: unknown): unknown {
  return typeof given === 'string' ? { encoding: given } : (given ?? {})
}

const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish()
const addresses = z.array(address, rule('must be a list of addresses'))

type ParamsReader<M extends SolanaMethod> = (given: unknown) => Extract<SolanaCall, { method: M }>

const readers: { [M in SolanaMethod]: ParamsReader<M> } = {
  getTransaction(given) {
    const [of, how] = positions(given, [
      ['signature', signature],
      ['config', config(transactionConfig)],
    ])
    return { method: 'getTransaction', signature: of, form: transactionForm(how) }
  },
  getBlock(given) {
    const details = z.enum(['full', 'signatures', 'none'], rule('must be full, signatures or none')).nullish()
    const rewards = z.boolean(rule('must be true or false')).nullish()
    const [at, how] = positions(given, [
      ['slot', slot],
      ['config', config({ ...transactionConfig, transactionDetails: details, rewards })],
    ])
    return {
      method: 'getBlock',
      slot: at,
      form: transactionForm(how),
      details: how.transactionDetails ?? 'full',
      rewards: how.rewards ?? true,
    }
  },
  getBlocks(given) {
    const [from, to] = positions(withoutEnd(given), [
      ['startSlot', slot],
      ['endSlot', optional(slot)],
      ['config', config({ commitment: sureCommitment })],
    ])
    return { method: 'getBlocks', from, to: to ?? null }
  },
  getBlockTime(given) {
    const [at] = positions(given, [['slot', slot]])
    return { method: 'getBlockTime', slot: at }
  },
  getSlot(given) {
    const [how] = positions(given, [['config', config({ commitment, minContextSlot: slot.nullish() })]])
    return { method: 'getSlot', minSlot: how.minContextSlot ?? 0 }
  },
  getGenesisHash(given) {
    positions(given, [])
    return { method: 'getGenesisHash' }
  },
  getAccountInfo(given) {
    const [of, how] = positions(given, [
      ['address', address],
      ['config', config(accountConfig)],
    ])
    return { method: 'getAccountInfo', address: of, ...accountForm(how, 'binary') }
  },
  getMultipleAccounts(given) {
    const [of, how] = positions(given, [
      ['addresses', addresses.max(MAX_ACCOUNTS, rule(`must be at most ${MAX_ACCOUNTS} addresses`))],
      ['config', config(accountConfig)],
    ])
    return { method: 'getMultipleAccounts', addresses: of, ...accountForm(how, 'base64') }
  },
}

export function isSolanaMethod(name: string): name is SolanaMethod {
  return Object.hasOwn(readers, name)
}

/** @throws MethodError that names the param, what is wrong and what is allowed */
export function readCall(method: SolanaMethod, given: unknown): SolanaCall {
  return readers[method](given)
}

type Positions = readonly (readonly [name: string, schema: z.ZodType])[]
type Values<P extends Positions> = { -readonly [I in keyof P]: z.output<P[I][1]> }

function positions<const P extends Positions>(given: unknown, wanted: P): Values<P> {
  const names = wanted.map(([name]) => name).join(', ')
  const list: unknown = given ?? []
  if (!Array.isArray(list))
    throw invalidParams(`params: must be a list${names && ` of ${names}`}, found ${shown(given)}`)
  if (list.length > wanted.length) {
    throw invalidParams(`params: must be at most ${wanted.length} values (${names || 'none'}), found ${list.length}`)
  }
  const values = wanted.map(([name, schema], i) => {
    const value = name === 'config' ? configOf(list[i]) : list[i]
    const read = schema.safeParse(value)
    if (read.success) return read.data
    const [issue] = read.error.issues
    throw invalidParams(issue ? issueText({ ...issue, path: [name, ...issue.path] }, { [name]: value }) : name)
  })
  // A map over a tuple loses the output type of each schema.
  return values as Values<P>
}

/** getBlocks may omit the end and still have a config. */
function withoutEnd(given: unknown): unknown {
  if (!Array.isArray(given) || given.length !== 2 || typeof given[1] !== 'object') return given
  return [given[0], null, given[1]]
}

function transactionForm(how: z.output<ReturnType<typeof config<typeof transactionConfig>>>): TransactionForm {
  return { encoding: how.encoding ?? 'json', maxVersion: how.maxSupportedTransactionVersion ?? null }
}

function accountForm(
  how: z.output<ReturnType<typeof config<typeof accountConfig>>>,
  encoding: AccountEncoding,
): { form: AccountForm; minSlot: number } {
  return {
    form: { encoding: how.encoding ?? encoding, slice: how.dataSlice ?? null },
    minSlot: how.minContextSlot ?? 0,
  }
}
