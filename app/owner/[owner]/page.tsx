import { FilterForms, OwnerCorrections, SentChips, ViewAs, WholeOffer } from '@/app/owner/[owner]/filters/owner-tools'
import type { ListParams } from '@/lib/listing/address/list-address'
import { readOwnerQuery } from '@/lib/listing/address/owner-query'
import { isWhole, ownerPage, wholeOwnerPage } from '@/lib/listing/pages/owner'
import { DEFAULT_LIMIT } from '@/lib/page/address'
import { firstOf } from '@/lib/page/url-reader'
import { readPageLimit } from '@/lib/protocol/rpc/limit-text'
import { knownAccount } from '@/lib/protocol/solana/known-accounts'
import { pageMetadata } from '../../../lib/site/head'
import { clusterOf } from '../../../lib/site/load'
import { type InvalidUrl, loadList, openPage, type PageInput } from '../../../lib/site/open-page'
import { InvalidPage } from '../../invalid-page'
import { ListPageFrame } from '../../list-page'
import { EmptyOwner } from './empty-owner'
import { OwnerRows } from './owner-rows'
import { WholeOwner } from './whole/whole-owner'
import { about } from './words-server'

const pagedHead = pageMetadata(ownerPage)
const wholeHead = pageMetadata(wholeOwnerPage)

export async function generateMetadata(input: PageInput) {
  return isWhole(await input.searchParams) ? wholeHead(input) : pagedHead(input)
}

export default async function OwnerPage(input: PageInput) {
  if (isWhole(await input.searchParams)) {
    const whole = await openPage(wholeOwnerPage, input)
    if (!whole.ok) return <InvalidPage address={whole} />
    return whole.url.whole && <WholeOwner opened={whole} whole={whole.url.whole} />
  }
  const opened = await openPage(ownerPage, input)
  if (!opened.ok) return <InvalidOwner address={opened} />
  const { network, cluster, url, search } = opened
  const { owner, filters, slice, limit, mode, columns, sort, created } = url
  const list = await loadList(ownerPage, opened)
  const answer = 'answer' in list.outcome ? list.outcome.answer : null
  const tools = { owner, query: readOwnerQuery(owner, search), place: { limit, mode, columns, sort, created }, cluster }
  const filtered = filters.length > 0
  return (
    <ListPageFrame
      page={ownerPage}
      list={list}
      rows={(shown) => <OwnerRows {...{ shown, owner, filters, slice, created }} />}
      filters={{ count: filters.length + (slice ? 1 : 0), forms: <FilterForms tools={tools} /> }}
      savedAs={{ kind: 'owner', ...(filtered && { note: 'filtered' }) }}
      about={
        <>
          <p className="max-sm:sr-only">{[knownAccount(owner)?.purpose, about].filter(Boolean).join(' ')}</p>
          <ViewAs owner={owner} cluster={cluster} />
        </>
      }
      empty={<EmptyOwner {...{ network, owner, filtered, cluster }} />}
    >
      <SentChips tools={tools} heading="Active filters" />
      {answer && <WholeOffer answer={answer} tools={tools} />}
    </ListPageFrame>
  )
}

/** The forms can correct their own parameters, but not a missing owner. */
function InvalidOwner({ address }: { address: InvalidUrl }) {
  const { network, invalid, subject: owner, search } = address
  if (!network || invalid.some(({ name }) => name === 'owner' || name === 'cursor')) {
    return <InvalidPage address={address} />
  }
  const limit = readPageLimit(firstOf(search, 'limit') ?? '') ?? DEFAULT_LIMIT
  const place: ListParams = { limit, mode: firstOf(search, 'mode') === 'continuous' ? 'continuous' : 'pages' }
  const tools = { owner, query: readOwnerQuery(owner, search), place, cluster: clusterOf(network) }
  return (
    <InvalidPage address={address}>
      <OwnerCorrections tools={tools} />
    </InvalidPage>
  )
}
