import { Elsewhere } from '@/components/frame/elsewhere'
import { NO_CONSUMED } from '@/components/listing/words-server'
import { Notice } from '@/components/ui/notice'
import { loadMintState } from '@/lib/account/page-requests'
import { mintPage } from '@/lib/listing/pages/mint'
import { asksChain, chainOf } from '@/lib/upstream/chain/node'
import { pageMetadata } from '../../../lib/site/head'
import { loadList, openPage, type PageInput } from '../../../lib/site/open-page'
import { InvalidPage } from '../../invalid-page'
import { ListPageFrame } from '../../list-page'
import { MintClaims, MintPanel } from './mint-panel'
import { MintRows } from './mint-rows'
import * as words from './words'

export const generateMetadata = pageMetadata(mintPage)

/** Milliseconds that the page waits for the mint's account. */
const ACCOUNT_MS = 3_000

export default async function MintPage(input: PageInput) {
  const opened = await openPage(mintPage, input)
  if (!opened.ok) return <InvalidPage address={opened} />
  const { network: on, cluster, url } = opened
  const { mint } = url
  const asks = asksChain(on)
  const [list, state] = await Promise.all([
    loadList(mintPage, opened),
    asks === 'yes' ? loadMintState(on, mint, ACCOUNT_MS) : asks,
  ])
  return (
    <ListPageFrame
      page={mintPage}
      list={list}
      rows={(shown) => <MintRows shown={shown} mint={mint} />}
      savedAs={{ kind: 'mint' }}
      about={<MintClaims state={state} />}
      empty={
        <Notice title={words.noAccounts} text={`${words.nobodyHolds} ${NO_CONSUMED}`}>
          <Elsewhere network={on} kind="mint" text={mint} cluster={cluster} />
        </Notice>
      }
    >
      <MintPanel state={state} isRecorded={chainOf(on)?.isApart === false} cluster={cluster} />
      <h2 className="pb-1 text-base">{words.accounts}</h2>
    </ListPageFrame>
  )
}
