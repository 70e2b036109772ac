import 'server-only'
import { z } from 'zod'
import { type Problem, ProblemError, problem } from '../../api/problem'
import { clock } from '../../platform/clock'
import { TOKEN_PROGRAM, WALLET_OFFSET } from '../../protocol/light/token-program'
import { isRpcError } from '../../protocol/rpc/failure'
import { TOKEN_PROGRAMS } from '../../protocol/solana/mint-account'
import { wrongAnswerError } from '../../rpc-client/solana/answer'
import type { Network } from '../networks/networks'
import { accountShape, MAX_ACCOUNTS } from './accounts'
import { callNode, isRefusal } from './call'
import { createLeafFetcher } from './failover'
import type { NodeCall, NodeMethod } from './node'
import { chainProblem } from './problem'

/* What the chain holds for a wallet: SOL, and its accounts of the three token programs. facts/hot-tokens.md 5. */

/** Accounts of one program that are read; a wallet may have more. */
export const MAX_TOKEN_ACCOUNTS = 1_000

/** Milliseconds until a refused getProgramAccounts is tried again. */
const REFUSED_MS = 600_000

export interface ChainAccountRead {
  address: string
  program: string
  lamports: bigint
  data: Uint8Array
}

/** `cut`: there are more accounts than were read. `refused`: the node does not serve the method. */
export type ChainPart<T> =
  | { ok: true; slot: number; value: T; cut: boolean }
  | { ok: false; problem: Problem; refused: boolean }

export interface ChainHoldings {
  lamports: ChainPart<bigint>
  spl: ChainPart<ChainAccountRead[]>
  token2022: ChainPart<ChainAccountRead[]>
  light: ChainPart<ChainAccountRead[]>
  /** Accounts at the given addresses; null: the node refused no list, or no address was given. */
  listed: ChainPart<ChainAccountRead[]> | null
}

const lamportsShape = z.union([z.int().nonnegative().transform(BigInt), z.bigint()])
const context = z.object({ slot: z.int().nonnegative() })
const balanceShape = z.object({ context, value: lamportsShape })
const ownedShape = z.object({ context, value: z.array(z.object({ pubkey: z.string(), account: accountShape })) })
const listedShape = z.object({ context, value: z.array(accountShape.nullable()) })

/**
 * One node answers all, in four calls, or five where it refuses to list accounts. Parts fail on their own.
 * @param known addresses of the wallet's accounts that follow from known mints and these accounts, at most MAX_ACCOUNTS
 * @param minSlot which the node must have reached
 * @throws ProblemError if no node answers any of the calls
 */
export async function chainHoldings(
  network: Network,
  wallet: string,
  known: (found: readonly ChainAccountRead[]) => Promise<readonly string[]>,
  minSlot: number | null,
  call: NodeCall,
): Promise<ChainHoldings> {
  const found = await createLeafFetcher(network, call, async (node, { counts }) => {
    const config = { encoding: 'base64', commitment: 'confirmed', ...(minSlot !== null && { minContextSlot: minSlot }) }
    const ask = async <T>(method: NodeMethod, params: unknown[], shape: z.ZodType<T>): Promise<T> => {
      const read = shape.safeParse(await callNode(node, counts, method, params, call))
      if (read.success) return read.data
      throw wrongAnswerError('accounts that are none', method, read.error.issues[0]?.path.map(String).join('.') ?? '')
    }
    const owned = (program: string) =>
      partOf(ask('getTokenAccountsByOwner', [wallet, { programId: program }, config], ownedShape), listOf)
    const filters = [{ memcmp: { offset: WALLET_OFFSET, bytes: wallet } }]
    const ofProgram = () =>
      partOf(ask('getProgramAccounts', [TOKEN_PROGRAM, { ...config, withContext: true, filters }], ownedShape), listOf)
    const isKnownToRefuse = node.refusesProgramAccountsUntil > clock().monotonic()
    const [lamports, spl, token2022, light] = await Promise.all([
      partOf(ask('getBalance', [wallet, config], balanceShape), ({ value }) => ({ value, cut: false })),
      owned(TOKEN_PROGRAMS.spl),
      owned(TOKEN_PROGRAMS.token2022),
      isKnownToRefuse ? REFUSED : ofProgram(),
    ])
    if (!light.ok && light.refused && !isKnownToRefuse) {
      node.refusesProgramAccountsUntil = clock().monotonic() + REFUSED_MS
    }
    const isListRefused = [spl, token2022, light].some((part) => !part.ok && part.refused)
    const read = [spl, token2022, light].flatMap((part) => (part.ok ? part.value : []))
    const addresses = isListRefused ? (await known(read)).slice(0, MAX_ACCOUNTS) : []
    const listed =
      addresses.length === 0
        ? null
        : await partOf(ask('getMultipleAccounts', [addresses, config], listedShape), ({ value }) => {
            if (value.length !== addresses.length)
              throw wrongAnswerError('another number of accounts than addresses', 'getMultipleAccounts')
            const there = value.flatMap((account, i) => (account ? [readOf(addresses[i] ?? '', account)] : []))
            return { value: there, cut: false }
          })
    const parts = [lamports, spl, token2022, light, ...(listed ? [listed] : [])]
    const problems = parts.flatMap((part) => (part.ok ? [] : [part.problem]))
    const why = problems.find((each) => each !== REFUSED.problem) ?? REFUSED.problem
    if (problems.length === parts.length) throw new ProblemError(why)
    return { lamports, spl, token2022, light, listed }
  })
  // Null only where the callback returns it.
  return found as ChainHoldings
}

const REFUSED = {
  ok: false,
  problem: problem('chain_unavailable', 'The chain node does not list accounts of a wallet.'),
  refused: true,
} as const

async function partOf<A extends { context: { slot: number } }, T>(
  answer: Promise<A>,
  read: (answer: A) => { value: T; cut: boolean },
): Promise<ChainPart<T>> {
  try {
    const given = await answer
    return { ok: true, slot: given.context.slot, ...read(given) }
  } catch (error) {
    if (!isRpcError(error)) throw error
    return isRefusal(error.failure) ? REFUSED : { ok: false, problem: chainProblem(error.failure), refused: false }
  }
}

function listOf({ value }: z.output<typeof ownedShape>) {
  const read = value.slice(0, MAX_TOKEN_ACCOUNTS).map(({ pubkey, account }) => readOf(pubkey, account))
  return { value: read, cut: value.length > MAX_TOKEN_ACCOUNTS }
}

function readOf(address: string, { owner, lamports, data }: z.output<typeof accountShape>): ChainAccountRead {
  return { address, program: owner, lamports, data: Buffer.from(data[0], 'base64') }
}
