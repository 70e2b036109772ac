import { HeadActions, PageHead, ShareButton } from '@/components/frame/page-head'
import { Shell } from '@/components/frame/shell'
import { Identicon } from '@/components/ui/identifier'
import { Link } from '@/components/ui/link'
import { ProofAlarm, ProofLegend } from '@/components/ui/proof-notes'
import { SlotTimes } from '@/components/ui/slot-age'
import { tokenAmounts } from '@/lib/account/lens/token-data'
import { tokenUnits } from '@/lib/account/mints/contract'
import { loadRowProofs } from '@/lib/account/page-requests'
import { withProof } from '@/lib/account/proof/contract'
import { rpcPath } from '@/lib/api/query'
import { DEFAULT_CALLS } from '@/lib/api/whole'
import { listsTokens, type OwnerUrl, ownerHref, type UrlWhole } from '@/lib/listing/address/owner-address'
import { loadTimes, loadWhole } from '@/lib/listing/page-requests'
import { ownerPage } from '@/lib/listing/pages/owner'
import { slotIn } from '@/lib/protocol/rpc/items'
import { loadStatus } from '@/lib/status/api'
import { allowedCallsPerSecond } from '@/lib/upstream/indexer/indexers'
import { areMintsLate, loadMints, PROOFS_WITHIN_MS, sharedRequest, shownNetwork } from '../../../../lib/site/load'
import type { OpenedPage } from '../../../../lib/site/open-page'
import { WholeOwnerRows } from '../owner-rows'
import { wholeAbout } from '../words-server'

/** After this time the page shows progress instead. */
const WAIT_MS = 5_000

/** Reads a list in parts, so that it has the rows that the indexer's paging loses. design.md 4.4. */
export async function WholeOwner({ opened, whole }: { opened: OpenedPage<OwnerUrl, never>; whole: UrlWhole }) {
  const { network: on, url } = opened
  const { owner, filters, slice, limit, cursor, columns } = url
  const list = ownerPage.request?.params({ ...url, cursor: null, sort: null, minSlot: null }) ?? { owner }
  const params = { ...list, ...(cursor && { cursor }) }
  const maxCalls = whole.calls ?? DEFAULT_CALLS
  const mode = whole.calls === null ? 'estimate' : whole.mode
  const [read, status] = await Promise.all([
    loadWhole(on, params, { mode, maxCalls, minSlot: url.minSlot }, WAIT_MS),
    loadStatus(on),
  ])
  const answer = read.ok ? read.value.answer : null
  const items = answer?.result.value.items ?? []
  const proving = { sliced: slice !== null, indexer: answer?.meta.indexer, withinMs: PROOFS_WITHIN_MS }
  const proofs = await loadRowProofs(on, items, proving)
  const proven = items.map((row, i) => withProof(row, proofs[i] ?? null))
  if (answer) answer.result.value.items = proven
  const amounts = listsTokens(owner, slice) ? tokenAmounts(items, slice) : []
  const [{ mints }, times] = await Promise.all([
    loadMints(
      on,
      amounts.map(({ mint }) => mint),
    ),
    loadTimes(on, items.map(slotIn)),
  ])
  const network = shownNetwork(on, (cluster) => ownerHref(owner, { filters, slice, limit, columns, whole }, cluster))
  const { cluster } = network
  const paged = ownerHref(owner, { filters, slice, limit, columns }, cluster)
  const shared = sharedRequest(on, 'getCompressedAccountsByOwner', list, { title: `Accounts of ${owner}`, feed: null })
  const asked = { ...params, whole: whole.mode, calls: maxCalls }
  const api = rpcPath('getCompressedAccountsByOwner', asked, on.name)
  return (
    <Shell network={network} status={status}>
      <PageHead
        kind="Owner"
        text={owner}
        sign={<Identicon text={owner} large />}
        actions={<HeadActions page={{ kind: 'owner', text: owner, href: paged, network: on.name }} />}
        share={<ShareButton request={{ ...shared, api }} />}
      >
        <p className="mt-2 max-w-4xl">
          <span>{wholeAbout(filters.length > 0)}</span> <Link href={paged}>Back to pages</Link>
        </p>
      </PageHead>
      {answer && <ProofAlarm cluster={cluster} />}
      <SlotTimes known={times}>
        <WholeOwnerRows
          key={`${paged} ${whole.mode} ${cursor}`}
          shown={{
            ...{ url, whole, cluster },
            params: list,
            network: on.name,
            first: { answer, problem: read.ok ? null : read.problem },
            previous: read.ok ? read.value.previous : null,
            callsPerSecond: allowedCallsPerSecond(on),
            units: tokenUnits(mints, amounts),
          }}
        />
      </SlotTimes>
      {answer && <ProofLegend unproven={proofs.filter((proof) => proof === null).length} cluster={cluster} />}
      {(await areMintsLate()) && <span hidden data-late-mints />}
    </Shell>
  )
}
