import type { ReactNode } from 'react'
import { PageHead } from '@/components/frame/page-head'
import { Shell } from '@/components/frame/shell'
import { KeyList } from '@/components/reader/key-list'
import { Link } from '@/components/ui/link'
import { compareHref } from '@/lib/compare/address'
import { helpHref } from '@/lib/page/address'
import { PROGRAMS_COMPARED_ON } from '@/lib/protocol/solana/known-programs'
import { helpPage } from '@/lib/site/static-pages'
import { loadStatus } from '@/lib/status/api'
import { onCallHref } from '@/lib/status/run-book-address'
import { chainStates } from '@/lib/upstream/chain/node'
import { pageMetadata } from '../../lib/site/head'
import { clusterOf, shownNetwork } from '../../lib/site/load'
import { openPage, type PageInput } from '../../lib/site/open-page'
import { InvalidPage } from '../invalid-page'

export const generateMetadata = pageMetadata(helpPage)

export default async function HelpPage(input: PageInput) {
  const opened = await openPage(helpPage, input)
  if (!opened.ok) return <InvalidPage address={opened} />
  const { network } = opened
  return (
    <Shell
      network={shownNetwork(network, helpHref)}
      status={await loadStatus(network)}
      showsData={false}
      here={helpHref(undefined)}
    >
      <PageHead kind="Help" title="Help">
        <p>Leafscan looks up compressed accounts, tokens, delegates and transactions of ZK Compression on Solana.</p>
      </PageHead>
      <div className="gap-x-10 text-sm lg:columns-2 [&>section]:break-inside-avoid [&>section]:pb-8">
        <Part title="Get started">
          <Item name="Search">
            Paste an address, account hash or signature, a link of another explorer, or a text with several of them.
          </Item>
          <Item name="What a wallet holds">
            Open the wallet: its tokens by mint, SOL and delegations. Compressed tokens belong to the token program, so
            the list of accounts owned by a wallet is often empty.
          </Item>
        </Part>
        <Part title="Pages">
          <Item name="/wallet/<address>">
            What a wallet holds: tokens by mint, SOL, delegations given and received.
          </Item>
          <Item name="/owner/<address>">Live accounts of an owner, with filters on their data.</Item>
          <Item name="/delegate/<address>">
            Token accounts delegated to an address, with totals by mint and wallet.
          </Item>
          <Item name="/mint/<address>">
            A mint: supply, authorities, extensions, pools, and the compressed accounts that hold it.
          </Item>
          <Item name="/account/<hash>">
            One account version: created, then live or consumed, with its content and the versions around it.
          </Item>
          <Item name="/tx/<signature>">What a transaction did to compressed accounts.</Item>
          <Item name="/latest">The latest compression transactions, live.</Item>
          <Item name="/status">Health, slot and lag of the indexer, with its history and incidents.</Item>
          <Item name="/compare">
            <Link href={compareHref({}, clusterOf(network))}>Two indexers</Link> of a network side by side: rows and
            fields that differ, aligned by slot.
          </Item>
          <Item name="/help/on-call">
            <a href={onCallHref(clusterOf(network))}>On call</a>: what verdicts and alerts mean, and what to do.
          </Item>
        </Part>
        <Part title="Completeness of a list">
          <Item name="Complete">The end of the list was reached, and no row can be missing.</Item>
          <Item name="More available">No row is missing so far. The end of the list is not reached yet.</Item>
          <Item name="Not proven complete">
            The end was reached, but the indexer’s cursors do not prove that no row was skipped.
          </Item>
          <Item name="Incomplete">
            The indexer’s paging skips or repeats rows. Duplicates are removed; skipped rows cannot be loaded.
          </Item>
          <Item name="Stale">The indexer does not respond: older data is shown, with the reason and its age.</Item>
        </Part>
        <Part title="Proof" id="proof">
          <Item name="Content matches the hash">
            An account’s hash is made of its owner, lamports, address, tree, leaf index and data. Leafscan makes it
            again from each row and compares. It proves content, not that the hash is in the state tree.
          </Item>
          <Item name="Wrong">
            The fields make another hash: the indexer altered or mixed them up, or they were damaged on the way.
          </Item>
          <Item name="Unknown">
            The account’s fields match. How its program hashes the bytes is not known, or only a part of them was
            requested. Token accounts of the programs until August 2024 are not checked.
          </Item>
          <Item name="Not covered">
            Slot and seq, and the extension data of token accounts in layouts 1 and 2, are not part of any hash.
          </Item>
        </Part>
        <Part title={`What a chain node ${chainStates(network).length > 0 ? 'adds' : 'would add (CHAIN_URL)'}`}>
          <Item name="Transactions">
            Status, fee, signers, and the accounts that a transaction consumed and created. Fee, time and log are the
            node’s word; what was signed is checked by its signatures.
          </Item>
          <Item name="Accounts by hash">
            Content, live or consumed, from the transaction that created it, and the versions before and after it.
          </Item>
          <Item name="Tokens">
            Decimals, symbols and names of mints. A symbol is the issuer’s claim: the address tells mints apart.
          </Item>
        </Part>
        <Part title="Connect an indexer" id="connect">
          <Item name="INDEXER_URL=https://… npm start">
            Leafscan shows this indexer, Photon for example: your own or a provider’s. A key in the address stays on the
            server. name=https://… names the network.
          </Item>
          <Item name="CHAIN_URL=https://…">
            A Solana node of the same network, for transactions, account histories and mints.
          </Item>
          <Item name="LEDGER=https://… npm start">Without an indexer: the embedded one follows this Solana node.</Item>
        </Part>
        <Part title="Limits of the data">
          <Item name="Totals and holders">
            No counts or totals without reading the whole list. A mint’s holders are known by their token accounts only.
          </Item>
          <Item name="Failed transactions">Not listed: they change no compressed account.</Item>
          <Item name="Transactions of an owner">Only those of one account, and the latest of all.</Item>
          <Item name="A snapshot of a whole list">Each page has its own slot. The list may change in between.</Item>
          <Item name="Other filters">
            No filter by mint, state or amount, and no time range, for accounts of an owner.
          </Item>
        </Part>
        {network.about?.removed && (
          <Part title={`The network “${network.name}”`} id="demo">
            <Item name="What it is">{network.about.about}</Item>
            <Item name="How long it lasts">{network.about.removed}</Item>
          </Part>
        )}
        <section>
          <h2 className="pb-2 text-base">Keyboard shortcuts</h2>
          <KeyList />
          <p className="pt-2 text-muted">
            Shortcuts are ignored while you type. Turn single-key shortcuts off with the Shortcuts button below every
            page.
          </p>
        </section>
        <Part title="Exports">
          <Item name="Export">
            Above each list: the whole list, all rows from this page on, or this page, as CSV or NDJSON. A file that
            breaks off says so, and names the cursor where the next one continues.
          </Item>
          <Item name="The file">
            Names the query, the slots and whether the list is complete, and has a SHA-256. In CSV, integers of more
            than 15 digits and texts that look like formulas begin with an apostrophe.
          </Item>
        </Part>
        <Part title="Saved in your browser only">
          <Item name="Watched and recent pages">
            Starred pages and the last twelve you visited, in the menu and on the home page.
          </Item>
          <Item name="Labels">
            Your names for addresses, hashes and signatures, drawn with a dashed edge.{' '}
            <button type="button" className="button needs-script" data-habit="labels" aria-haspopup="dialog">
              Labels and watchlist
            </button>
          </Item>
          <Item name="UTC or local time">Switch below every page. Times on /status and in files stay in UTC.</Item>
        </Part>
        <Part title="Safety">
          <Item name="Look-alikes">
            Different identifiers on a page with the same first and last four characters are marked.
          </Item>
          <Item name="Known programs">
            {`Names of programs and sysvars come from a list checked against its sources on ${PROGRAMS_COMPARED_ON}, never from the chain.`}
          </Item>
        </Part>
        <Part title="Address parameters">
          <Item name="cluster=">The network. Without it, the default network.</Item>
          <Item name="limit=">Rows per page: 1 to 1,000.</Item>
          <Item name="cursor=">The place in a list, with the way back to earlier pages.</Item>
          <Item name="filter=<offset>:<base58>">
            Owner pages: accounts whose data has these bytes at this offset. At most five filters of 256 bytes; the form
            on the page also takes hex, text and integers.
          </Item>
          <Item name="slice=<offset>:<length>">Owner pages: only these bytes of each account’s data.</Item>
          <Item name="whole=true">
            Owner pages: the whole list, read in parts where the indexer’s pages lose rows; calls= allows more than
            2,000 calls. It shows the cost first.
          </Item>
          <Item name="mint=">
            Wallet and delegate pages: only this mint. A wallet’s associated token account of this mint is checked as
            well.
          </Item>
          <Item name="associated=listed">
            Wallet pages: the associated token accounts of the listed mints are checked, ten at most.
          </Item>
          <Item name="columns=<name>">Lists: a column to show; repeat it for several. Exports have all columns.</Item>
          <Item name="open=<hash>">The expanded row.</Item>
          <Item name="owner=<address>">
            Account pages: the owner in whose first 1,000 live accounts the account is searched; filter= narrows them.
          </Item>
          <Item name="minSlot=<slot>">
            Lists and accounts: nothing older than this slot. Waits up to 5 seconds until the indexer has reached it.
          </Item>
          <Item name="since=, until=">
            Lists of accounts: only those created from since on and before until. A slot, a time in UTC
            (2026-11-20T10:05) or an age (1h, 7d), which becomes a slot. Complete lists of up to 10,000 rows.
          </Item>
          <Item name="takenAt=<slot>">Shared links: the slot the sender saw. The page shows what changed since.</Item>
        </Part>
        <Part title="API and feeds">
          <Item name="/api/v1/<operation>">
            The same data as JSON with exact integers, and the interface’s parameters.
          </Item>
          <Item name="/api/v1/<operation>/export?format=">
            A whole list as csv or ndjson. limit= exports one page, cursor= continues, marks=true marks where,
            proof=true checks each row against its hash, comments=false leaves only rows.
          </Item>
          <Item name="/api/v1/status">Status of the indexer; /api/v1/status/history for the last 90 days.</Item>
          <Item name="/api/v1/health?strict=1">200 while the indexer is ok, else 503: for uptime monitors.</Item>
          <Item name="/badge.svg">Status badge for other pages; /badge.json for shields.io.</Item>
          <Item name="/status.atom, /latest.atom, /account/<hash>.atom, /owner/<address>.atom">
            Feeds of status changes, the latest transactions, one account, and an owner’s new accounts (of 1,000).
          </Item>
          <Item name="/preview/….png">The preview image that chats show for a link.</Item>
        </Part>
      </div>
    </Shell>
  )
}

function Part({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section id={id}>
      <h2 className="pb-2 text-base">{title}</h2>
      <dl className="space-y-2">{children}</dl>
    </section>
  )
}

function Item({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className={/[/=]/.test(name) ? 'id' : 'font-semibold'}>{name}</dt>
      <dd className="text-muted">{children}</dd>
    </div>
  )
}
