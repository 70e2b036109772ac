import { latestPage } from '@/lib/pages/latest'
import { metadataOf } from '../head'
import { ListPageFrame } from '../list/list-page'
import { openPage, type PageInput } from '../open-page'
import { LatestSignatures } from './latest-signatures'

export const dynamic = 'force-dynamic'

export const generateMetadata = metadataOf(latestPage)

/** /latest: the feed. design.md 4.3. */
export default async function LatestPage(input: PageInput) {
  const opened = await openPage(latestPage, input)
  if (!opened.ok) return opened.page
  return (
    <ListPageFrame
      page={latestPage}
      opened={opened}
      rows={(shown) => <LatestSignatures shown={shown} />}
      about={
        <p>
          Transactions that touched compressed state, newest slot first. The order inside one slot is the indexer’s, not
          that of execution; failed transactions are not listed.
        </p>
      }
      empty={<p className="panel p-4 text-sm">The indexer has not seen a compression transaction yet.</p>}
    />
  )
}
