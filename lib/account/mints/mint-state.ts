import 'server-only'
import { base58 } from '@scure/base'
import { LRUCache } from 'lru-cache'
import { clock } from '../../platform/clock'
import { once } from '../../platform/once'
import { POOL_AUTHORITY, poolAddresses } from '../../protocol/light/pools'
import { TOKEN_PROGRAM } from '../../protocol/light/token-program'
import { TOKEN_PROGRAMS, viewOf } from '../../protocol/solana/mint-account'
import { nodeAccounts } from '../../upstream/chain/accounts'
import { chainGeneration } from '../../upstream/chain/genesis'
import type { Network } from '../../upstream/networks/networks'
import { type ChainAccount, type MintFacts, metadataAddress, readMintFacts } from './read-mints'

const MAX_RECENT = 500

/** Milliseconds that all readers of a mint share one call. */
const RECENT_MS = 5_000

/** SPL token account: mint, owner, amount u64. */
const OWNER_AT = 32
const AMOUNT_AT = 64
const TOKEN_ACCOUNT_BYTES = 165

export interface Pool {
  address: string
  /** Base units; null: the account there is not a pool of this mint. */
  amount: bigint | null
}

/** What the chain has at a mint's address, as of `slot`. `other`: an account that is no mint. */
export type MintState = { slot: number } & (
  | { kind: 'mint'; mint: MintFacts; pools: Pool[]; firstPool: string }
  | { kind: 'absent' }
  | { kind: 'other'; program: string; why: string }
)

const recent = once(
  'mint states',
  () => new LRUCache<string, { until: number; state: Promise<MintState> }>({ max: MAX_RECENT }),
)

/** @throws as nodeAccounts() */
export function mintState(network: Network, mint: string, deadline: number): Promise<MintState> {
  const key = `${network.name} ${chainGeneration(network.name)} ${mint}`
  const now = clock().monotonic()
  const known = recent().get(key)
  if (known && known.until > now) return known.state
  const state = readState(network, mint, deadline)
  recent().set(key, { until: now + RECENT_MS, state })
  state.catch(() => recent().delete(key))
  return state
}

async function readState(network: Network, mint: string, deadline: number): Promise<MintState> {
  const [metadataAt, plain, restricted] = await Promise.all([
    metadataAddress(mint),
    poolAddresses(mint, TOKEN_PROGRAM),
    poolAddresses(mint, TOKEN_PROGRAM, true),
  ])
  const pools = [...plain, ...restricted]
  const { slot, accounts } = await nodeAccounts(network, [mint, metadataAt ?? mint, ...pools], deadline)
  const [account = null, metadata = null, ...poolAccounts] = accounts
  if (!account) return { slot, kind: 'absent' }
  const read = readMintFacts(mint, account, metadata, metadataAt)
  if (!read.ok) return { slot, kind: 'other', program: account.owner, why: read.reason }
  const found = pools.flatMap((address, i) => {
    const pool = poolAccounts[i]
    return pool ? [{ address, amount: amountIn(pool, mint) }] : []
  })
  return { slot, kind: 'mint', mint: read.value, pools: found, firstPool: plain[0] ?? '' }
}

function amountIn({ owner, data }: ChainAccount, mint: string): bigint | null {
  const isTokenAccount =
    (owner === TOKEN_PROGRAMS.spl || owner === TOKEN_PROGRAMS.token2022) && data.length >= TOKEN_ACCOUNT_BYTES
  const keyAt = (at: number) => base58.encode(data.subarray(at, at + 32))
  if (!isTokenAccount || keyAt(0) !== mint || keyAt(OWNER_AT) !== POOL_AUTHORITY) return null
  return viewOf(data).getBigUint64(AMOUNT_AT, true)
}
