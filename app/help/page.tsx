import type { ReactNode } from 'react'
import { PageHead } from '@/components/frame/page-head'
import { Shell } from '@/components/frame/shell'
import { KeyList } from '@/components/habits/key-list'
import { KNOWN_SINCE } from '@/lib/labels/known-programs'
import { helpPage } from '@/lib/pages/help'
import { door } from '@/lib/server/door'
import { helpHref, LIMITS } from '@/lib/urls/links'
import { metadataOf } from '../head'
import { shownNetwork } from '../load'
import { openPage, type PageInput } from '../open-page'

export const generateMetadata = metadataOf(helpPage)

/** /help: what can be requested, what is not known, how addresses are built. design.md 4.3. */
export default async function HelpPage(input: PageInput) {
  const opened = await openPage(helpPage, input)
  if (!opened.ok) return opened.page
  const { network } = opened
  return (
    <Shell
      network={shownNetwork(network, helpHref)}
      status={await door().statusOf(network, 0)}
      showsData={false}
      here={helpHref(undefined)}
    >
      <PageHead kind="Help" title="What can be asked, and what cannot be told">
        <p>
          Leafscan asks an indexer six questions and shows its answers digit for digit. What it adds of its own, such as
          names of programs, sums and roles, it says.
        </p>
      </PageHead>
      <div className="gap-x-10 text-sm lg:columns-2 [&>section]:break-inside-avoid [&>section]:pb-8">
        <Part title="What can be asked">
          <Item name="/owner/<address>">Live accounts of an owner, with filters on their bytes.</Item>
          <Item name="/delegate/<address>">Token accounts that a delegate may move, of all mints or one.</Item>
          <Item name="/account/<hash>">The life of one account version: created, then perhaps consumed.</Item>
          <Item name="/latest">The newest transactions that touched compressed state.</Item>
          <Item name="/status">
            Whether the indexer moves, how far it is behind and since when; from= and to= show a stretch of time.
          </Item>
        </Part>
        <Part title="What the six questions cannot tell">
          <Item name="An account by its hash or address">
            Its content is shown only in its owner’s list, while it is live. No proofs either.
          </Item>
          <Item name="Balances, totals and holders">
            No sums, counts or last pages, short of walking a whole list; no holders of a mint. Compressed tokens are
            listed under the token program, found by the wallet’s bytes.
          </Item>
          <Item name="Decimals, symbols, names">
            A token amount is in base units, because nothing says more. Names of programs come from a list of our own.
          </Item>
          <Item name="What a transaction did">
            Not its content, fee or result; failed ones are never listed. No blocks.
          </Item>
          <Item name="Signatures of an owner or address">
            Only those of one account version, and the newest of all.
          </Item>
          <Item name="The chain’s newest slot">Only when the indexer says how far it is behind.</Item>
          <Item name="An address over time">
            A hash names one version; the next one has another hash. Consumed accounts are in no list.
          </Item>
          <Item name="One moment for a whole list">
            Each page is answered at its own slot: the list may change between.
          </Item>
          <Item name="Another order">
            No sorting, no ranges of time, no filter by mint, state or amount of an owner’s accounts.
          </Item>
          <Item name="News as it happens">Nothing is pushed: pages that are live ask again.</Item>
        </Part>
        <Part title="In every address">
          <Item name="cluster=">The network; absent for the default one.</Item>
          <Item name="limit=">Rows a page: {LIMITS.join(', ')}.</Item>
          <Item name="cursor=">The place in a list, with the way back to the pages before.</Item>
          <Item name="filter=<offset>:<base58>">
            Owner pages, at most five of 256 bytes: the data holds these bytes at this place. The page’s form takes them
            as hex, text or integers too.
          </Item>
          <Item name="slice=<offset>:<length>">Owner pages: only these bytes of each account’s data.</Item>
          <Item name="mint=">Delegate pages: only this mint.</Item>
          <Item name="columns=<name>">
            Lists: one of the columns shown, as often as there are; all without it. Exports have every column.
          </Item>
          <Item name="open=<hash>">The row that stands open.</Item>
          <Item name="owner=<address>">
            Account pages: whose live accounts are searched for the row, the first 1,000 of them; filter= narrows them.
          </Item>
          <Item name="minSlot=<slot>">Account pages: waits until the indexer has reached this slot.</Item>
          <Item name="takenAt=<slot>">
            Copied links: the slot of what its sender saw. The page says what is known to have happened since.
          </Item>
        </Part>
        <Part title="Words used about lists">
          <Item name="Complete">The end was seen, and no row can have been left out on the way.</Item>
          <Item name="More rows follow">Nothing is missing so far; the end has not been seen.</Item>
          <Item name="Completeness not proven">
            The end was seen, but the indexer’s cursors do not show that nothing was skipped.
          </Item>
          <Item name="Incomplete">
            The indexer’s paging leaves rows out or repeats them. Repeats are removed; what was skipped cannot be had.
          </Item>
        </Part>
        <Part title="Exports">
          <Item name="Export …">
            Below each list: this page, all rows from here or from the first, as CSV or NDJSON, with progress. It can be
            paused, goes on by itself after a failure, and no row is lost or doubled where it does.
          </Item>
          <Item name="The file">
            Says what was asked, at which slots, whether it is complete, and has a SHA-256 of its rows. In CSV, integers
            of more than 15 digits and texts that look like formulas begin with an apostrophe.
          </Item>
        </Part>
        <Part title="Search">
          <Item name="What search takes">
            Addresses, hashes, signatures; links of other explorers with their network; a text that holds several.
          </Item>
        </Part>
        {network.about?.removed && (
          <Part title={`The network “${network.name}”`}>
            <Item name="What it is">{network.about.about}</Item>
            <Item name="How long it lasts">{network.about.removed}</Item>
          </Part>
        )}
        <section>
          <h2 className="pb-2 text-base">Keys</h2>
          <KeyList />
          <p className="pt-2 text-muted">
            They act where nobody types, with scripts. The Keys button below every page switches the single ones off.
          </p>
        </section>
        <Part title="Kept in your browser alone">
          <Item name="Watched and recent pages">
            Starred pages and the last twelve visited: in the menu and on the home page.
          </Item>
          <Item name="Your labels">
            Names you give to addresses, hashes and signatures, drawn with a dashed edge and seen by nobody else.{' '}
            <button type="button" className="button needs-script" data-habit="labels" aria-haspopup="dialog">
              Labels and watchlist
            </button>
          </Item>
          <Item name="Known programs">
            Names of programs and sysvars come from a list that was compared with its sources on {KNOWN_SINCE}; never
            from the chain.
          </Item>
          <Item name="Look-alikes">
            Two unequal identifiers on a page with the same four characters at both ends are marked, with what differs.
          </Item>
          <Item name="UTC or local time">One switch below every page. Times of /status and of files stay in UTC.</Item>
        </Part>
        <Part title="For programs">
          <Item name="/api/v1/<operation>">
            The same answers as JSON with exact integers; parameters bear the interface’s names.
          </Item>
          <Item name="/api/v1/<operation>/export?format=">
            A whole list as csv or ndjson; limit= makes it one page, cursor= goes on, marks=true tells where.
          </Item>
          <Item name="/api/v1/<operation>/received">
            The indexer’s own answer, byte for byte: of a list, the chunk that its pages are cut from.
          </Item>
          <Item name="/api/v1/status">
            What the badge knows; /history behind it: what was seen in the last 90 days.
          </Item>
          <Item name="/api/v1/health?strict=1">200 while the indexer is ok, else 503: for uptime monitors.</Item>
          <Item name="/badge.svg">The verdict as a picture for other pages; /badge.json for shields.</Item>
          <Item name="/status.atom">A feed of the verdict’s changes.</Item>
          <Item name="/latest.atom, /account/<hash>.atom">
            Feeds of new signatures, and of what happens to an account.
          </Item>
          <Item name="/owner/<address>.atom">
            New accounts of an owner, as far as one answer of 1,000 rows shows them; the feed says where there are more.
          </Item>
          <Item name="/preview/….png">The picture of a page that chats show for its link.</Item>
        </Part>
      </div>
    </Shell>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
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
