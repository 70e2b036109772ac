import 'server-only'
import { tokenUnits } from '@/lib/account/mints/token-units'
import { type ListUrl, listHref } from '@/lib/listing/address/list-address'
import { listsTokens } from '@/lib/listing/address/owner-address'
import type { ListPage } from '@/lib/listing/pages/list-page'
import type { LoadedList } from '@/lib/listing/pages/loaded-list'
import { explorersFor } from '@/lib/page/explorers'
import { type ListMethod, rowsOf } from '@/lib/protocol/rpc/methods'
import { callsPerSecond, load, shownNetwork } from './load'
import { amountsIn, areMintsLate, loadMints } from './load-mints'
import { loadProofs } from './load-proofs'
import type { OpenedPage } from './open-page'
import { sharedRequest } from './shared-request'

/** Loads a page of a list, with the proofs of its rows and the mints of their amounts. A failure becomes its state. */
export async function loadList<Url extends ListUrl, M extends ListMethod>(
  page: ListPage<Url, M>,
  { network, cluster, url, params, position }: OpenedPage<Url, M>,
): Promise<LoadedList<Url, M>> {
  const { method } = page
  const loaded = await load(network, method, params)
  const { outcome, problem, status } = loaded
  const proven = await loadProofs(network, method, params, loaded)
  const slice = 'dataSlice' in params ? (params.dataSlice ?? null) : null
  const tokens = 'owner' in params && listsTokens(params.owner, slice)
  const amounts =
    'answer' in outcome && (tokens || rowsOf(method) === 'tokenAccounts')
      ? amountsIn(outcome.answer.result.value.items, slice)
      : []
  const { mints, problem: mintsProblem } = await loadMints(
    network,
    amounts.map(({ mint }) => mint),
  )
  const { subject, title } = page.words(url)
  const goesAlong = Object.fromEntries(page.elsewhere.map((name) => [name, url[name]]))
  const feed = page.feed?.(url, cluster)?.href ?? null
  return {
    ...{ url, cluster, params, position, status, outcome, problem, tokens, mintsProblem, ...proven },
    network: shownNetwork(network, (other) => listHref(page.list(url, other), goesAlong)),
    units: tokenUnits(mints, amounts),
    areMintsLate: await areMintsLate(),
    explorers: subject ? explorersFor(network, 'address', subject.text) : [],
    callsPerSecond: callsPerSecond(network),
    share: sharedRequest(network, method, params, { title, feed }),
  }
}
