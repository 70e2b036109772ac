import { Describes } from '@/components/table/what-happened'
import { latestPage } from '@/lib/listing/pages/latest'
import { whatHappened } from '@/lib/transaction/what-happened'
import { pageMetadata } from '../../lib/site/head'
import { signaturesIn } from '../../lib/site/load'
import { loadList, openPage, type PageInput } from '../../lib/site/open-page'
import { InvalidPage } from '../invalid-page'
import { ListPageFrame } from '../list-page'
import { latestAbout, noTransactions } from '../words'
import { LatestSignatures } from './latest-signatures'

export const dynamic = 'force-dynamic'

export const generateMetadata = pageMetadata(latestPage)

export default async function LatestPage(input: PageInput) {
  const opened = await openPage(latestPage, input)
  if (!opened.ok) return <InvalidPage address={opened} />
  const list = await loadList(latestPage, opened)
  const happened = await whatHappened(opened.network, signaturesIn(list.outcome))
  return (
    <ListPageFrame
      page={latestPage}
      list={list}
      rows={(shown) => (
        <Describes happened={happened}>
          <LatestSignatures shown={shown} />
        </Describes>
      )}
      about={<p className="max-sm:sr-only">{latestAbout}</p>}
      empty={<p className="panel p-4 text-sm">{noTransactions}</p>}
    />
  )
}
