import 'server-only'
import type { ApiAnswer } from '../api/api-answer'
import { isProblem } from '../api/problem'
import { formatLamports } from '../format/amounts'
import { groupDigits } from '../format/numbers'
import { type Cluster, feedHref } from '../page/address'
import { atomTag } from '../page/atom-tag'
import type { ChainEvidence } from '../page/evidence'
import { assertAddress, entryTimesOf, feedAnswer, formatTime, isBase58, MAX_ENTRIES } from '../page/feed-entries'
import { shortIdentifier } from '../page/summary'
import { clock } from '../platform/clock'
import { hash as accountHash } from '../protocol/rpc/primitives'
import { chainOf } from '../upstream/chain/node'
import { siteContext } from '../upstream/networks/network-param'
import type { Network } from '../upstream/networks/networks'
import { accountHref } from './address'
import type { AccountHistory, HistoryWindow } from './history/contract'
import { chainEvidence, lifeOf, NO_EVIDENCE, type Role } from './life'
import { historyAround, signaturesFor } from './load'

/** What a transaction did, in a sentence; null: not known. Makes no call. */
export type TextOf = (network: Network, signature: string) => string | null

/** GET /account/<hash>.atom: the newest versions; without a chain node, the transactions of this one. @throws ProblemError */
export async function accountFeed(textOf: TextOf, hash: string, search: URLSearchParams): Promise<ApiAnswer> {
  assertAddress('hash', accountHash.safeParse(hash))
  const { network, cluster, site } = siteContext(search)
  const items = await signaturesFor(network, hash)
  const tag = atomTag(site, 'account', network.name, hash)
  const { history, chain } = await historyFor(network, hash)
  if (history)
    return feedAnswer({
      ...feedOfHistory(history, (signature) => textOf(network, signature), { tag, site, cluster }),
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
    title: `Account ${shortIdentifier(hash)} on ${network.name}`,
    subtitle: `What happened to the compressed account ${hash}, derived from the order of slots.`,
    self: site + feedHref('account', hash, cluster),
    alternate: site + accountHref(hash, cluster),
    entries: items
      .map((row, i) => ({ ...row, role: roles[i] ?? ('unknown' as const) }))
      .filter(({ signature }) => isBase58(signature))
      .map(({ role, slot, signature, blockTime }) => ({
        id: `${tag}/${signature}`,
        title: withText(`${words[role]} in slot ${groupDigits(slot)}`, textOf(network, signature)),
        ...entryTimesOf(`${tag}/${signature}`, blockTime),
        link: site + accountHref(hash, cluster),
        category: role,
        summary: `${words[role]} by ${signature} in slot ${groupDigits(slot)}, ${formatTime(blockTime)}.`,
      })),
  })
}

/** Milliseconds to wait for the chain. */
const HISTORY_MS = 6_000

async function historyFor(
  network: Network,
  hash: string,
): Promise<{ history: AccountHistory | null; chain: ChainEvidence }> {
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
    const history = newerThan === null || around.newer === 0 ? around : await read({ newerThan })
    return { history, chain: null }
  } catch (error) {
    if (isProblem(error)) return { history: null, chain: chainEvidence({ ok: false, problem: error.problem }) }
    throw error
  }
}

/** Neither id nor `updated` depend on the text, which may come later. */
const withText = (title: string, text: string | null) => (text === null ? title : `${title}: ${text}`)

function feedOfHistory(
  { hash, address, items }: AccountHistory,
  textOf: (signature: string) => string | null,
  { tag, site, cluster }: { tag: string; site: string; cluster: Cluster },
) {
  return {
    id: tag,
    title: address === null ? `Account ${shortIdentifier(hash)}` : `Account with address ${shortIdentifier(address)}`,
    subtitle: `The newest known versions of the account that ${hash} is one of. Times are the chain node’s word.`,
    alternate: site + accountHref(hash, cluster),
    entries: items.map(({ account, tokenData, created }) => ({
      id: `${tag}/version/${account.hash}`,
      title: withText(
        `Version ${shortIdentifier(account.hash)} in slot ${groupDigits(created.slot)}`,
        textOf(created.signature),
      ),
      ...entryTimesOf(`${tag}/version/${account.hash}`, created.blockTime),
      link: site + accountHref(account.hash, cluster),
      category: 'version',
      summary: `${account.hash}, made by ${created.signature} in slot ${groupDigits(created.slot)}: ${tokenData ? `${groupDigits(tokenData.amount)} base units of mint ${tokenData.mint}` : formatLamports(account.lamports).main}.`,
    })),
  }
}
