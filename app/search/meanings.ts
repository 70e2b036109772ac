import { counted } from '@/lib/format/counted'
import 'server-only'
import type { OldAnswer } from '@/components/notices/stale-label'
import type { Problem } from '@/lib/api/problem'
import type { Network } from '@/lib/gateway/networks'
import type { MethodName, Params } from '@/lib/rpc/methods'
import { door } from '@/lib/server/door'
import { accountHref, type Cluster, delegateHref, ownerHref } from '@/lib/urls/links'

/** One thing that 32 bytes may be, and what the indexer said about it. */
export interface Meaning {
  as: 'Owner' | 'Delegate' | 'Account hash'
  href: string
  /** `unknown`: the indexer was asked but has no data, so its "nothing" means nothing. */
  outcome: 'rows' | 'nothing' | 'unknown' | 'failed'
  words: string
  /** Set where this comes from an answer that is not current. */
  old: OldAnswer | null
  /** Why the request failed, for `failed`. */
  problem: Problem | null
}

/** The smallest page the gateway serves: enough to distinguish some from none. */
const PROBE_LIMIT = 10

/** Asks the indexer for all three meanings at once. */
export function meaningsOf(network: Network, text: string, cluster: Cluster): Promise<Meaning[]> {
  return Promise.all([
    probe(
      network,
      'getCompressedAccountsByOwner',
      { owner: text, limit: PROBE_LIMIT },
      {
        as: 'Owner',
        href: ownerHref(text, {}, cluster),
        noun: 'live account',
      },
    ),
    probe(
      network,
      'getCompressedTokenAccountsByDelegate',
      { delegate: text, limit: PROBE_LIMIT },
      {
        as: 'Delegate',
        href: delegateHref(text, {}, cluster),
        noun: 'delegated token account',
      },
    ),
    probe(
      network,
      'getCompressionSignaturesForAccount',
      { hash: text },
      {
        as: 'Account hash',
        href: accountHref(text, cluster),
        noun: 'signature',
      },
    ),
  ])
}

type ListMethod = Exclude<MethodName, 'getIndexerHealth' | 'getIndexerSlot' | 'getLatestCompressionSignatures'>

async function probe<M extends ListMethod>(
  network: Network,
  method: M,
  params: Params<M>,
  { as, href, noun }: { as: Meaning['as']; href: string; noun: string },
): Promise<Meaning> {
  const meaning = (outcome: Meaning['outcome'], words: string, more: Partial<Meaning> = {}): Meaning => ({
    as,
    href,
    outcome,
    words,
    old: null,
    problem: null,
    ...more,
  })
  const answer = await door().ask(network, method, params)
  if (!answer.ok) {
    if (answer.problem.code === 'not_found') return meaning('nothing', 'not known as an account hash')
    return meaning('failed', 'could not be asked', { problem: answer.problem })
  }
  const { result, meta } = answer.value
  const { value } = result as { value: { items: unknown[]; cursor?: string | null } }
  const old = meta.state === 'stale' ? meta : null
  const count = value.items.length
  if (count === 0) {
    return meta.slot === 0
      ? meaning('unknown', 'not known: the indexer has no data (slot 0)', { old })
      : meaning('nothing', `no ${noun}`, { old })
  }
  const more = value.cursor ? ' and more' : ''
  return meaning('rows', `${counted(count, noun)}${more}`, { old })
}
