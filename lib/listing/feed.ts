import 'server-only'
import { LRUCache } from 'lru-cache'
import { accountHref } from '../account/address'
import type { AccountHistory, HistoryWindow } from '../account/history/contract'
import { tokenOf } from '../account/lens/token-data'
import { chainWord, lifeOf, NO_EVIDENCE, type Role } from '../account/life'
import { historyAround } from '../account/load'
import type { ApiAnswer } from '../api/api-answer'
import { Content } from '../api/content'
import { invalidParams, ProblemError } from '../api/problem'
import { formatUtc } from '../format/block-time'
import { groupDigits } from '../format/integers'
import { formatLamports } from '../format/lamports'
import { shorten } from '../format/shorten'
import { type Cluster, DEFAULT_LIMIT, txHref } from '../page/address'
import { type AtomEntry, atomFeed } from '../page/atom'
import { tagOf } from '../page/atom-tag'
import { feedHref, latestFeedHref } from '../page/feed-address'
import type { ChainWord } from '../page/life-evidence'
import { clock, nowIso } from '../platform/clock'
import { once } from '../platform/once'
import { TOKEN_PROGRAM } from '../protocol/light/token-program'
import type { AccountItem } from '../protocol/rpc/items'
import { hash as accountHash, address, MAX_LIMIT } from '../protocol/rpc/primitives'
import { startedAt } from '../status/feed'
import { chainOf } from '../upstream/chain/node'
import { blockTimesOf } from '../upstream/indexer/block-times'
import { refuseOthers, takeNetwork } from '../upstream/networks/network-param'
import { type Network, siteUrl } from '../upstream/networks/networks'
import { walletHref } from '../wallet/address'
import { latestHref } from './address/latest-address'
import { ownerHref, walletFilter } from './address/owner-address'
import { ask } from './ask'

/*
 * What pages show, as feeds: the newest signatures, what happens to one account, new accounts of an owner or a wallet. Each asks what
 * its page asks, through the same memory, so that readers of feeds cost the indexer no more than readers of pages.
 * features.md a72, e14.
 */

/** Readers of feeds come every few minutes. */
const CACHE = 'public, max-age=30'

/** Entries of an owner's feed. */
const MAX_ENTRIES = 50

/**
 * GET /latest.atom
 * @throws ProblemError
 */
export async function latestFeed(search: URLSearchParams): Promise<ApiAnswer> {
  const { network, cluster, site } = placeOf(search)
  const { result } = await ask(network, 'getLatestCompressionSignatures', { limit: DEFAULT_LIMIT })
  const tag = tagOf(site, 'latest', network.name)
  return feedAnswer({
    id: tag,
    title: `Latest transactions on ${network.name}`,
    subtitle: `The ${DEFAULT_LIMIT} newest compression transactions. There may be more between two updates of this feed.`,
    self: site + latestFeedHref(cluster),
    alternate: site + latestHref({}, cluster),
    entries: result.value.items
      .filter(({ signature }) => isBase58(signature))
      .map((row) => ({
        id: `${tag}/${row.signature}`,
        title: `Slot ${groupDigits(row.slot)}: ${short(row.signature)}`,
        ...timesOf(`${tag}/${row.signature}`, row.blockTime),
        link: site + txHref(row.signature, cluster),
        category: 'signature',
        summary: `${row.signature}, slot ${groupDigits(row.slot)}, ${formatTime(row.blockTime)}.`,
      })),
  })
}

/**
 * GET /account/<hash>.atom: the newest versions of its account with a chain node, else what happened to this one.
 * @throws ProblemError not_found for a hash that the indexer does not know, as its page says.
 */
export async function accountFeed(hash: string, search: URLSearchParams): Promise<ApiAnswer> {
  check('hash', accountHash.safeParse(hash))
  const { network, cluster, site } = placeOf(search)
  const { result } = await ask(network, 'getCompressionSignaturesForAccount', { hash })
  const { items } = result.value
  const tag = tagOf(site, 'account', network.name, hash)
  const { history, chain } = await historyFor(network, hash)
  if (history)
    return feedAnswer({
      ...feedOfHistory(history, tag, site, cluster),
      self: site + feedHref('account', hash, cluster),
    })
  const { roles } = lifeOf(items, { ...NO_EVIDENCE, chain })
  const words: Record<Role, string> = {
    created: 'Created',
    consumed: 'Consumed',
    'created and consumed': 'Created and consumed',
    unknown: 'Transaction',
  }
  return feedAnswer({
    id: tag,
    title: `Account ${short(hash)} on ${network.name}`,
    subtitle: `What happened to the compressed account ${hash}, derived from the order of slots.`,
    self: site + feedHref('account', hash, cluster),
    alternate: site + accountHref(hash, cluster),
    entries: items
      .map((row, i) => ({ ...row, role: roles[i] ?? ('unknown' as const) }))
      .filter(({ signature }) => isBase58(signature))
      .map(({ role, slot, signature, blockTime }) => ({
        id: `${tag}/${signature}`,
        title: `${words[role]} in slot ${groupDigits(slot)}`,
        ...timesOf(`${tag}/${signature}`, blockTime),
        link: site + accountHref(hash, cluster),
        category: role,
        summary: `${words[role]} by ${signature} in slot ${groupDigits(slot)}, ${formatTime(blockTime)}.`,
      })),
  })
}

/** Milliseconds that a feed waits for the chain. */
const HISTORY_MS = 6_000

/** The newest known versions of an account, where a chain node can tell them; else what it says all the same. */
async function historyFor(
  network: Network,
  hash: string,
): Promise<{ history: AccountHistory | null; chain: ChainWord }> {
  if (!chainOf(network)) return { history: null, chain: null }
  const read = (window: HistoryWindow) =>
    historyAround(
      network,
      hash,
      { window, limit: MAX_ENTRIES },
      { deadline: clock().monotonic() + HISTORY_MS, by: 'refresh' },
    )
  try {
    const around = await read(null)
    const { newerThan } = around
    // Known ones cost nothing; the walk itself goes on with the next request.
    const history = newerThan === null || around.newer === 0 ? around : await read({ newerThan })
    return { history, chain: null }
  } catch (error) {
    if (error instanceof ProblemError) return { history: null, chain: chainWord({ ok: false, problem: error.problem }) }
    throw error
  }
}

function feedOfHistory({ hash, address, items }: AccountHistory, tag: string, site: string, cluster: Cluster) {
  return {
    id: tag,
    title: address === null ? `Account ${short(hash)}` : `Account with address ${short(address)}`,
    subtitle: `The newest known versions of the account that ${hash} is one of. Times are the chain node’s word.`,
    alternate: site + accountHref(hash, cluster),
    entries: items.map(({ account, tokenData, created }) => ({
      id: `${tag}/version/${account.hash}`,
      title: `Version ${short(account.hash)} in slot ${groupDigits(created.slot)}`,
      ...timesOf(`${tag}/version/${account.hash}`, created.blockTime),
      link: site + accountHref(account.hash, cluster),
      category: 'version',
      summary: `${account.hash}, made by ${created.signature} in slot ${groupDigits(created.slot)}: ${tokenData ? `${groupDigits(tokenData.amount)} base units of mint ${tokenData.mint}` : formatLamports(account.lamports).main}.`,
    })),
  }
}

/**
 * GET /owner/<owner>.atom: the newest of the accounts in the first answer of its list. That list has an order of its own,
 * so of a longer one only this much can be told.
 * @throws ProblemError
 */
export async function ownerFeed(owner: string, search: URLSearchParams): Promise<ApiAnswer> {
  check('owner', address.safeParse(owner))
  const { network, cluster, site } = placeOf(search)
  const { result } = await ask(network, 'getCompressedAccountsByOwner', { owner, limit: MAX_LIMIT })
  const { items, cursor } = result.value
  const tag = tagOf(site, 'owner', network.name, owner)
  const among = (cursor ?? null) === null ? 'all its live accounts' : PART
  return feedAnswer({
    id: tag,
    title: `Accounts of ${short(owner)} on ${network.name}`,
    subtitle: `The ${MAX_ENTRIES} newest compressed accounts of ${owner} among ${among}. Accounts created and consumed between two updates are missing. Times are estimated from slots.`,
    self: site + feedHref('owner', owner, cluster),
    alternate: site + ownerHref(owner, {}, cluster),
    entries: newestOf(items).map(({ hash, lamports, slotCreated, data }) => ({
      id: `${tag}/${hash}`,
      title: `Account ${short(hash)} in slot ${groupDigits(slotCreated)}`,
      ...estimatedTimes(network, hash, slotCreated),
      link: site + accountHref(hash, cluster, { owner }),
      category: 'created',
      summary: `${hash}, created in slot ${groupDigits(slotCreated)}: ${formatLamports(lamports).main}, ${data ? 'with data' : 'without data'}.`,
    })),
  })
}

/**
 * GET /wallet/<address>.atom: the newest of the accounts that the wallet owns and of the token accounts that name it, among
 * the first answers of both lists.
 * @throws ProblemError
 */
export async function walletFeed(wallet: string, search: URLSearchParams): Promise<ApiAnswer> {
  check('address', address.safeParse(wallet))
  const { network, cluster, site } = placeOf(search)
  const filters = [{ memcmp: walletFilter(wallet) }]
  const lists = await Promise.all([
    ask(network, 'getCompressedAccountsByOwner', { owner: wallet, limit: MAX_LIMIT }),
    ask(network, 'getCompressedAccountsByOwner', { owner: TOKEN_PROGRAM, filters, limit: MAX_LIMIT }),
  ])
  const values = lists.map(({ result }) => result.value)
  const tag = tagOf(site, 'wallet', network.name, wallet)
  const among = values.every(({ cursor }) => (cursor ?? null) === null) ? 'all its live accounts' : PART
  return feedAnswer({
    id: tag,
    title: `Wallet ${short(wallet)} on ${network.name}`,
    subtitle: `The ${MAX_ENTRIES} newest compressed accounts and token accounts of the wallet ${wallet} among ${among}. Accounts created and consumed between two updates are missing. Times are estimated from slots.`,
    self: site + feedHref('wallet', wallet, cluster),
    alternate: site + walletHref(wallet, {}, cluster),
    entries: newestOf(values.flatMap(({ items }) => items)).map((account) => {
      const { hash, owner, lamports, slotCreated } = account
      const token = tokenOf(account)
      return {
        id: `${tag}/${hash}`,
        title: `${token ? 'Token account' : 'Account'} ${short(hash)} in slot ${groupDigits(slotCreated)}`,
        ...estimatedTimes(network, hash, slotCreated),
        link: site + accountHref(hash, cluster, token ? { owner, filters: [walletFilter(wallet)] } : { owner }),
        category: token ? 'token account' : 'account',
        summary: `${hash}, created in slot ${groupDigits(slotCreated)}: ${token ? `${groupDigits(token.amount)} base units of mint ${token.mint}` : formatLamports(lamports).main}.`,
      }
    }),
  })
}

/** How much of a longer list a feed knows. */
const PART = `the first ${groupDigits(MAX_LIMIT)} live accounts of a longer list, in the indexer’s order: new ones further down are missing`

/** The newest accounts that have a page to link to. */
function newestOf(accounts: readonly AccountItem[]): AccountItem[] {
  return accounts
    .filter(({ hash }) => isBase58(hash))
    .sort((a, b) => b.slotCreated - a.slotCreated)
    .slice(0, MAX_ENTRIES)
}

interface Listed {
  id: string
  title: string
  subtitle: string
  self: string
  alternate: string
  entries: AtomEntry[]
}

function feedAnswer({ entries, ...feed }: Listed): ApiAnswer {
  const newest = entries.reduce((latest, { updated }) => (updated > latest ? updated : latest), '')
  const updated = newest === '' ? startedAt() : newest
  return {
    content: new Content(atomFeed({ ...feed, author: 'Leafscan', updated, entries })),
    contentType: 'application/atom+xml; charset=utf-8',
    cacheControl: CACHE,
  }
}

function placeOf(search: URLSearchParams): { network: Network; cluster: Cluster; site: string } {
  const network = takeNetwork(search)
  refuseOthers(search, [])
  return { network, cluster: network.isDefault ? undefined : network.name, site: siteUrl() }
}

function check(name: string, read: ReturnType<typeof address.safeParse>): void {
  if (!read.success) {
    throw new ProblemError(invalidParams([{ name, message: read.error.issues[0]?.message ?? 'is malformed' }]))
  }
}

/** Unix seconds of the end of the year 9999: RFC 3339 has four digits for years. */
const LAST_SECOND = 253_402_300_799

type Times = Pick<AtomEntry, 'published' | 'updated'>

/** The times of entries that no chain gave: a feed must not change an entry. A new process gives them anew. */
const givenTimes = once('times of listed transactions', () => new LRUCache<string, Times>({ max: 20_000 }))

/** The times of an entry: those of its block, else when it was first seen, which an entry must say. RFC 4287 4.1.2. */
function timesOf(id: string, seconds: number): Times {
  if (formatUtc(seconds) === null || seconds > LAST_SECOND) return givenOnce(id, firstSeenNow)
  const time = new Date(seconds * 1_000).toISOString()
  return { published: time, updated: time }
}

function givenOnce(id: string, give: () => Times): Times {
  const times = givenTimes().get(id) ?? give()
  givenTimes().set(id, times)
  return times
}

const firstSeenNow = (): Times => ({ updated: nowIso() })

function formatTime(seconds: number): string {
  return formatUtc(seconds) ?? 'block time unknown'
}

/** When a slot was, as far as signatures tell, to the minute; else when the account was first seen. */
function estimatedTimes({ name }: Network, hash: string, slot: number): Times {
  const id = `${name} ${hash}`
  return givenOnce(id, () => {
    const times = blockTimesOf(name)
    const near = times.nearest(slot, Number.POSITIVE_INFINITY)
    if (!near) return firstSeenNow()
    const seconds = near.seconds + (slot - near.slot) * times.pace().secondsPerSlot
    return timesOf(id, Math.max(0, Math.floor(seconds / 60) * 60))
  })
}

/** An indexer may write anything where an identifier should stand: such a row has no page to link to. */
function isBase58(text: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]{1,88}$/.test(text)
}

function short(identifier: string): string {
  const { head, tail } = shorten(identifier)
  return tail === '' ? head : `${head}…${tail}`
}
