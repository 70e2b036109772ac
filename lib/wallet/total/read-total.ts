import 'server-only'
import { LRUCache } from 'lru-cache'
import { isProblem } from '../../api/problem'
import { ownedMintFilters, walletFilter } from '../../listing/address/owner-address'
import { ask } from '../../listing/ask'
import type { UrlFilter } from '../../page/address'
import { clock, inTime } from '../../platform/clock'
import { once } from '../../platform/once'
import { awaitUpstream } from '../../platform/request-context'
import { associatedTokenAccount } from '../../protocol/light/associated-token-account'
import { TOKEN_PROGRAM } from '../../protocol/light/token-program'
import { MAX_LIMIT } from '../../protocol/rpc/primitives'
import { TOKEN_PROGRAMS } from '../../protocol/solana/mint-account'
import { readTokenAccount } from '../../protocol/solana/token-account'
import type { RequestClass } from '../../rpc-client/urgency'
import { chainGeneration } from '../../upstream/chain/genesis'
import { chainOf, type NodeCall } from '../../upstream/chain/node'
import { noChainNodeProblem } from '../../upstream/chain/problem'
import { type ChainAccountRead, chainHoldings } from '../../upstream/chain/token-accounts'
import { closedAccounts } from '../../upstream/indexer/closed-accounts'
import type { Network } from '../../upstream/networks/networks'
import type { WalletTotal } from './contract'
import { type ColdHoldings, type ColdList, closedMints, listFrom, listsOf, type Readings, walletTotal } from './total'

/** Milliseconds that all readers of a wallet share one reading. */
const SHARED_MS = 10_000

/** Milliseconds for both tries. */
const READ_MS = 8_000

const TRIES = 2

const MAX_WALLETS = 1_000

/** Three addresses each in one call of MAX_ACCOUNTS. */
const MAX_LISTED_MINTS = 33

/** Associated token accounts whose compressed accounts are read: each is two calls to the indexer. */
export const FIRST_ASSOCIATED = 10
export const MORE_ASSOCIATED = 100

interface Shared {
  until: number
  total: Promise<WalletTotal>
  mints: readonly string[]
}

const shared = once('wallet totals', () => new LRUCache<string, Shared>({ max: MAX_WALLETS }))

/** Rejects only by mistakes of the explorer: what could not be read is a reason in the result. */
export function totalOf(network: Network, wallet: string, associated: number, by: RequestClass): Promise<WalletTotal> {
  const key = `${network.name} ${chainGeneration(network.name)} ${associated} ${wallet}`
  const known = shared().get(key)
  if (known && known.until > clock().monotonic()) return known.total
  const entry: Shared = {
    until: Number.POSITIVE_INFINITY,
    mints: known?.mints ?? [],
    total: readTotal(network, wallet, associated, by, known?.mints ?? [], (mints) => {
      entry.mints = mints
    }).finally(() => {
      entry.until = clock().monotonic() + SHARED_MS
    }),
  }
  entry.total.catch(() => shared().delete(key))
  shared().set(key, entry)
  return entry.total
}

/** null: not read within `withinMs`, but soon there for the next request. */
export function loadTotal(network: Network, wallet: string, associated: number, withinMs: number) {
  return awaitUpstream(() => inTime(totalOf(network, wallet, associated, 'interactive'), withinMs))
}

async function readTotal(
  network: Network,
  wallet: string,
  maxAssociated: number,
  by: RequestClass,
  earlier: readonly string[],
  onMints: (mints: readonly string[]) => void,
): Promise<WalletTotal> {
  const deadline = clock().monotonic() + READ_MS
  let mints = earlier
  for (let tries = 1; ; tries++) {
    const readings = await readOnce(network, wallet, mints.slice(0, maxAssociated), deadline, by)
    const total = walletTotal(wallet, { ...readings, unaskedMints: 0 })
    const asked = new Set(readings.before.associated.map(({ mint }) => mint))
    mints = [...new Set([...closedMints(readings.closed), ...total.mints.map(({ mint }) => mint)])]
    onMints(mints)
    const unasked = mints.filter((mint) => !asked.has(mint))
    const canAskMore = unasked.length > 0 && asked.size < maxAssociated
    const isTorn = total.sum === 'none'
    if (tries === TRIES || !(isTorn || canAskMore) || clock().monotonic() >= deadline) {
      return { ...total, unaskedMints: unasked.length }
    }
  }
}

async function readOnce(
  network: Network,
  wallet: string,
  mints: readonly string[],
  deadline: number,
  by: RequestClass,
): Promise<Omit<Readings, 'unaskedMints'>> {
  const owners = await Promise.all(
    mints.map(async (mint) => ({ mint, account: (await associatedTokenAccount(wallet, mint, TOKEN_PROGRAM)) ?? '' })),
  )
  const cold = (minSlot: number | null) => coldHoldings(network, wallet, owners, minSlot, deadline, by)
  const before = await cold(null)
  const reached = slotsIn(listsOf(before))
  const chain = await chainOrProblem(network, wallet, mints, reached.length === 0 ? null : Math.max(...reached), {
    deadline,
    by,
  })
  const slots = 'problem' in chain ? [] : slotsIn([chain.lamports, chain.spl, chain.token2022, chain.light])
  const after = 'problem' in chain ? null : await cold(Math.max(...slots))
  // Last, so that whatever was closed by the chain's slot is known.
  const { tokens } = after ?? before
  const closed = tokens.ok || !network.embedded ? await closedAccounts(network, wallet, deadline) : tokens
  return { before, chain, after, closed }
}

function slotsIn(parts: readonly ({ ok: true; slot: number | null } | { ok: false })[]): number[] {
  return parts.flatMap((part) => (part.ok && part.slot !== null ? [part.slot] : []))
}

async function chainOrProblem(
  network: Network,
  wallet: string,
  mints: readonly string[],
  minSlot: number | null,
  call: NodeCall,
): Promise<Readings['chain']> {
  if (!chainOf(network)) return { problem: noChainNodeProblem(network.name, 'what a wallet holds on the chain') }
  const known = async (found: readonly ChainAccountRead[]) => {
    const read = found.flatMap(({ program, data }) => {
      const account = readTokenAccount(program, data)
      return account.ok ? [account.value.mint] : []
    })
    const listed = [...new Set([...mints, ...read])].slice(0, MAX_LISTED_MINTS)
    const programs = [TOKEN_PROGRAM, TOKEN_PROGRAMS.spl, TOKEN_PROGRAMS.token2022]
    const derived = listed.flatMap((mint) => programs.map((program) => associatedTokenAccount(wallet, mint, program)))
    return (await Promise.all(derived)).filter((address) => address !== null)
  }
  try {
    return await chainHoldings(network, wallet, known, minSlot, call)
  } catch (error) {
    if (isProblem(error)) return { problem: error.problem }
    throw error
  }
}

async function coldHoldings(
  network: Network,
  wallet: string,
  owners: readonly { mint: string; account: string }[],
  minSlot: number | null,
  deadline: number,
  by: RequestClass,
): Promise<ColdHoldings> {
  const list = async (owner: string, filters: readonly UrlFilter[]): Promise<ColdList> => {
    const params = {
      owner,
      limit: MAX_LIMIT,
      ...(filters.length > 0 && { filters: filters.map((memcmp) => ({ memcmp })) }),
    }
    try {
      const request = { ...params, ...(minSlot !== null && { minSlot }) }
      const answer = await ask(network, 'getCompressedAccountsByOwner', request, by, deadline)
      return listFrom(answer)
    } catch (error) {
      if (isProblem(error)) return { ok: false, problem: error.problem }
      throw error
    }
  }
  const [own, tokens, ...associated] = await Promise.all([
    list(wallet, []),
    list(TOKEN_PROGRAM, [walletFilter(wallet)]),
    ...owners.map(({ account, mint }) => list(TOKEN_PROGRAM, ownedMintFilters(account, mint))),
  ])
  return {
    ...{ own, tokens },
    associated: owners.flatMap((owner, i) => (associated[i] ? [{ ...owner, list: associated[i] }] : [])),
  }
}
