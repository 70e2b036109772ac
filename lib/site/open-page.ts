import 'server-only'
import { tokenAmounts } from '@/lib/account/lens/token-data'
import { tokenUnits } from '@/lib/account/mints/contract'
import type { InvalidParam } from '@/lib/api/problem'
import { type ListUrl, listHref } from '@/lib/listing/address/list-address'
import { listsTokens } from '@/lib/listing/address/owner-address'
import type { ListPlace } from '@/lib/listing/cursor/cursor'
import { loadTimes } from '@/lib/listing/page-requests'
import type { ListPage } from '@/lib/listing/pages/list-page'
import { type Cluster, explorersFor } from '@/lib/page/address'
import type { Page, PageMethod } from '@/lib/page/page'
import { type Search, valuesOf } from '@/lib/page/url-reader'
import { percentDecoded } from '@/lib/platform/percent-decoded'
import { type AnyItem, holdsAccount, slotIn } from '@/lib/protocol/rpc/items'
import { type ListMethod, type Params, rowsNameOf } from '@/lib/protocol/rpc/methods'
import type { Network } from '@/lib/upstream/networks/networks'
import {
  areMintsLate,
  clusterOf,
  load,
  loadMints,
  loadProofs,
  networkFrom,
  positionOf,
  sharedRequest,
  shownNetwork,
} from './load'

const START: ListPlace = { rowsBefore: 0, previous: null, isFirst: true, firstSlot: null }

export interface PageInput {
  params: Promise<Record<string, string>>
  searchParams: Promise<Search>
}

export interface OpenedPage<Url, M extends PageMethod> {
  ok: true
  network: Network
  cluster: Cluster
  url: Url
  search: Search
  params: Params<M>
  position: ListPlace
}

/** A malformed URL, for which proxy.ts has set status 400. Rendered by app/invalid-page.tsx. */
export interface InvalidUrl {
  ok: false
  invalid: readonly InvalidParam[]
  network: Network | null
  subject: string
  isSubject: boolean
  search: Search
}

export async function openPage<Url, M extends PageMethod>(
  page: Page<Url, M>,
  input: PageInput,
): Promise<OpenedPage<Url, M> | InvalidUrl> {
  const [encoded = ''] = Object.values(await input.params)
  const subject = percentDecoded(encoded)
  const search = await input.searchParams
  const on = networkFrom(search)
  const refused = (invalid: readonly InvalidParam[], network: Network | null): InvalidUrl => {
    const isSubject = network !== null && invalid.some(({ name }) => valuesOf(search, name).length === 0)
    return { ok: false, invalid, network, subject, isSubject, search }
  }
  if ('invalid' in on) return refused(on.invalid, null)
  const { network } = on
  const read = page.read(subject, search)
  if (!read.ok) return refused(read.invalid, network)
  const opened = { ok: true, network, cluster: clusterOf(network), url: read.value, search } as const
  if (!page.request) return { ...opened, params: {} as Params<M>, position: START }
  const { method, params: paramsOf } = page.request
  const params = paramsOf(read.value)
  const at = positionOf(network, method, params)
  return 'invalid' in at ? refused(at.invalid, network) : { ...opened, params, position: at.position }
}

export async function loadList<Url extends ListUrl, M extends ListMethod>(
  page: ListPage<Url, M>,
  { network, cluster, url, params, position }: OpenedPage<Url, M>,
) {
  const { method } = page
  const loaded = await load(network, method, params)
  const { outcome, problem, status } = loaded
  const proven = await loadProofs(network, method, params, loaded)
  const slice = 'dataSlice' in params ? (params.dataSlice ?? null) : null
  const tokens = 'owner' in params && listsTokens(params.owner, slice)
  const amounts =
    'answer' in outcome && (tokens || rowsNameOf(method) === 'tokenAccounts')
      ? tokenAmounts(outcome.answer.result.value.items, slice)
      : []
  const rows: readonly AnyItem[] = 'answer' in outcome ? outcome.answer.result.value.items : []
  const slots = [
    ...rows.filter(holdsAccount).map(slotIn),
    ...[url.takenAt, url.created?.since, url.created?.until].filter((slot) => slot != null),
  ]
  const [{ mints, problem: mintsProblem }, times] = await Promise.all([
    loadMints(
      network,
      amounts.map(({ mint }) => mint),
    ),
    loadTimes(network, slots),
  ])
  const { subject, title } = page.words(url)
  const goesAlong = Object.fromEntries(page.elsewhere.map((name) => [name, url[name]]))
  const feed = page.feed?.(url, cluster)?.href ?? null
  return {
    ...{ url, cluster, params, position, status, outcome, problem, tokens, mintsProblem, times, ...proven },
    network: shownNetwork(network, (other) => listHref(page.list({ ...url, created: null }, other), goesAlong)),
    units: tokenUnits(mints, amounts),
    areMintsLate: await areMintsLate(),
    explorers: subject ? explorersFor(network, subject.kind === 'Mint' ? 'mint' : 'address', subject.text) : [],
    share: sharedRequest(network, method, params, { title, feed }),
  }
}
