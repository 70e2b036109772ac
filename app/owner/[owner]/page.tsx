import { OwnerFilters, OwnerSent, WholeOffer } from '@/app/owner/[owner]/filters/owner-tools'
import { readOwnerQuery } from '@/lib/listing/address/owner-query'
import { isWhole, ownerPage, wholeOwnerPage } from '@/lib/listing/pages/owner'
import { TOKEN_PROGRAM } from '@/lib/protocol/light/token-program'
import { ListPageFrame } from '../../../components/listing/list-page'
import { metadataOf } from '../../../lib/site/head'
import { loadList, openPage, type PageInput } from '../../../lib/site/open-page'
import { InvalidPage } from '../../invalid-page'
import { EmptyOwner, otherReadings } from './empty-owner'
import { InvalidOwner } from './invalid-owner'
import { OwnerRows } from './owner-rows'
import { WholeOwner } from './whole/whole-owner'

const pagedHead = metadataOf(ownerPage)
const wholeHead = metadataOf(wholeOwnerPage)

export async function generateMetadata(input: PageInput) {
  return isWhole(await input.searchParams) ? wholeHead(input) : pagedHead(input)
}

export default async function OwnerPage(input: PageInput) {
  if (isWhole(await input.searchParams)) {
    const whole = await openPage(wholeOwnerPage, input)
    return whole.ok && whole.url.whole ? (
      <WholeOwner opened={whole} whole={whole.url.whole} />
    ) : (
      !whole.ok && <InvalidPage address={whole} />
    )
  }
  const opened = await openPage(ownerPage, input)
  if (!opened.ok) {
    const { invalid, network, subject, search } = opened
    // The forms can correct their own parameters, but not a missing owner.
    const isInForms = network && !invalid.some(({ name }) => name === 'owner' || name === 'cursor')
    return isInForms ? (
      <InvalidOwner {...{ search, invalid, network }} owner={subject} />
    ) : (
      <InvalidPage address={opened} />
    )
  }
  const { network, cluster, url, search } = opened
  const { owner, filters, slice, limit, mode, columns, sort } = url
  const filtered = filters.length > 0
  const list = await loadList(ownerPage, opened)
  const answer = 'answer' in list.outcome ? list.outcome.answer : null
  const tools = { owner, query: readOwnerQuery(owner, search), limit, mode, columns, sort, cluster }
  return (
    <ListPageFrame
      page={ownerPage}
      list={list}
      rows={(shown) => <OwnerRows shown={shown} owner={owner} filters={filters} slice={slice} />}
      filters={<OwnerFilters {...tools} />}
      savedAs={{ kind: 'owner', ...(filtered && { note: 'filtered' }) }}
      about={
        <p>
          {`Live compressed accounts that belong to this address.${owner === TOKEN_PROGRAM ? ' This is the token program: it owns the compressed tokens of every wallet.' : ''}`}
        </p>
      }
      empty={
        <EmptyOwner
          owner={owner}
          filtered={filtered}
          complete={answer ? answer.meta.complete : null}
          cluster={cluster}
        />
      }
    >
      <OwnerSent {...tools} readings={otherReadings(network, owner)} />
      {answer && <WholeOffer answer={answer} {...{ owner, filters, slice, cluster }} />}
    </ListPageFrame>
  )
}
