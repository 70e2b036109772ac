import { z } from 'zod'
import { TOKEN_PROGRAM, WALLET_OFFSET } from '@/lib/protocol/light/token-program'
import { address, signature, slot } from '@/lib/protocol/rpc/primitives'
import { TOKEN_PROGRAMS } from '../../protocol/solana/mint-account'
import { invalidParams } from '../json-rpc/method-error'
import { issueText, quoteValue } from '../json-rpc/params'

/* Params as Agave takes them: by position, the last one a config whose unknown members are ignored. design.md 4.5. */

const MAX_ACCOUNTS = 100

export type SolanaCall =
  /** `maxVersion`: null: only transactions without a version. */
  | { method: 'getTransaction'; signature: string; maxVersion: number | null }
  | { method: 'getSlot'; minSlot: number }
  | { method: 'getGenesisHash' }
  | { method: 'getMultipleAccounts'; addresses: string[]; minSlot: number }
  | { method: 'getBalance'; address: string; minSlot: number }
  | { method: 'getTokenAccountsByOwner'; wallet: string; program: string; minSlot: number }
  | { method: 'getProgramAccounts'; wallet: string; program: string; minSlot: number }

export type SolanaMethod = SolanaCall['method']

const rule = (error: string) => ({ error })

const commitments = z.enum(['processed', 'confirmed', 'finalized'], rule('must be processed, confirmed or finalized'))
const VERSION_RULE = rule('must be a whole number from 0 to 255')
const base64 = z.literal('base64', rule('must be base64'))

const ONE_FILTER = rule(`must be a list of one memcmp filter at offset ${WALLET_OFFSET}`)
const walletFilter = z.looseObject(
  {
    memcmp: z.looseObject(
      {
        offset: z.literal(WALLET_OFFSET, rule(`must be ${WALLET_OFFSET}`)),
        bytes: address,
        encoding: z.literal('base58', rule('must be base58')).nullish(),
      },
      rule('must be an object with offset and bytes'),
    ),
  },
  rule('must be an object with memcmp'),
)

function config<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.looseObject({ ...shape, commitment: commitments.nullish() }, rule('must be an object'))
}

const readers: { [M in SolanaMethod]: (given: unknown) => Extract<SolanaCall, { method: M }> } = {
  getTransaction(given) {
    const version = z.int(VERSION_RULE).min(0, VERSION_RULE).max(255, VERSION_RULE).nullish()
    const [of, how] = positions(given, [
      ['signature', signature],
      ['config', config({ encoding: base64, maxSupportedTransactionVersion: version })],
    ])
    return { method: 'getTransaction', signature: of, maxVersion: how.maxSupportedTransactionVersion ?? null }
  },
  getSlot(given) {
    const [how] = positions(given, [['config', config({ minContextSlot: slot.nullish() })]])
    return { method: 'getSlot', minSlot: how.minContextSlot ?? 0 }
  },
  getGenesisHash(given) {
    positions(given, [])
    return { method: 'getGenesisHash' }
  },
  getMultipleAccounts(given) {
    const addresses = z.array(address, rule('must be a list of addresses'))
    const [of, how] = positions(given, [
      ['addresses', addresses.max(MAX_ACCOUNTS, rule(`must be at most ${MAX_ACCOUNTS} addresses`))],
      ['config', config({ encoding: base64.nullish(), minContextSlot: slot.nullish() })],
    ])
    return { method: 'getMultipleAccounts', addresses: of, minSlot: how.minContextSlot ?? 0 }
  },
  getBalance(given) {
    const [of, how] = positions(given, [
      ['address', address],
      ['config', config({ minContextSlot: slot.nullish() })],
    ])
    return { method: 'getBalance', address: of, minSlot: how.minContextSlot ?? 0 }
  },
  getTokenAccountsByOwner(given) {
    const [wallet, { programId }, how] = positions(given, [
      ['owner', address],
      ['filter', z.looseObject({ programId: address }, rule('must be an object with programId'))],
      ['config', config({ encoding: base64.nullish(), minContextSlot: slot.nullish() })],
    ])
    // Agave's text.
    if (!LISTED_PROGRAMS.includes(programId)) throw invalidParams('Invalid param: unrecognized Token program id')
    return { method: 'getTokenAccountsByOwner', wallet, program: programId, minSlot: how.minContextSlot ?? 0 }
  },
  getProgramAccounts(given) {
    const [program, how] = positions(given, [
      ['program', z.literal(TOKEN_PROGRAM, rule(`must be ${TOKEN_PROGRAM}`))],
      [
        'config',
        config({
          encoding: base64.nullish(),
          withContext: z.literal(true, rule('must be true')),
          filters: z.tuple([walletFilter], ONE_FILTER),
          minContextSlot: slot.nullish(),
        }),
      ],
    ])
    const [{ memcmp }] = how.filters
    return { method: 'getProgramAccounts', wallet: memcmp.bytes, program, minSlot: how.minContextSlot ?? 0 }
  },
}

const LISTED_PROGRAMS: readonly string[] = Object.values(TOKEN_PROGRAMS)

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
    throw invalidParams(`params: must be a list${names && ` of ${names}`}, found ${quoteValue(given)}`)
  if (list.length > wanted.length) {
    throw invalidParams(`params: must be at most ${wanted.length} values (${names || 'none'}), found ${list.length}`)
  }
  const values = wanted.map(([name, schema], i) => {
    const value = name === 'config' ? (list[i] ?? {}) : list[i]
    const read = schema.safeParse(value)
    if (read.success) return read.data
    const [issue] = read.error.issues
    throw invalidParams(issue ? issueText({ ...issue, path: [name, ...issue.path] }, { [name]: value }) : name)
  })
  // A map over a tuple loses the output type of each schema.
  return values as Values<P>
}
