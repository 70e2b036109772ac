import type { ReactNode } from 'react'
import { VersionChangesList } from '@/app/account/[hash]/version-changes'
import { ProofChip } from '@/components/account/proof-fact'
import { PagerLink } from '@/components/listing/pager-link'
import { BlockTime } from '@/components/ui/block-time'
import { ExactTokens } from '@/components/ui/exact-tokens'
import { Identifier, KnownName } from '@/components/ui/identifier'
import { Lamports } from '@/components/ui/lamports'
import { Link } from '@/components/ui/link'
import { StateNotice } from '@/components/ui/state-notice'
import { type AccountUrl, accountHref, type HistoryPlace, historyHref } from '@/lib/account/address'
import type { AccountChoice, AccountHistory, AccountVersion, HistoryEnd } from '@/lib/account/history/contract'
import { versionChanges } from '@/lib/account/lens/version-changes'
import type { Problem } from '@/lib/api/problem'
import { formatDuration } from '@/lib/format/duration'
import { counted, groupDigits } from '@/lib/format/numbers'
import { ownerHref } from '@/lib/listing/address/owner-address'
import { type Cluster, txHref } from '@/lib/page/address'
import type { Mints } from '@/lib/protocol/solana/mint-info'

export function AccountHistorySection({
  history,
  mints,
  url,
  cluster,
}: {
  history: { ok: true; value: AccountHistory } | { ok: false; problem: Problem }
  mints: Mints
  url: AccountUrl
  cluster: Cluster
}) {
  return (
    <section aria-labelledby="account-history" className="pt-8">
      <h2 id="account-history" className="pb-2 text-base">
        History
      </h2>
      {history.ok ? (
        <Known history={history.value} mints={mints} url={url} cluster={cluster} />
      ) : (
        <>
          <p className="max-w-prose pb-3 text-sm">The versions before and after this one could not be read.</p>
          <StateNotice problem={history.problem} />
          {url.history !== null && (
            <p className="pt-3 text-sm">
              <Link
                href={`${historyHref(url.hash, cluster, { ...url, minSlot: null, history: null })}#account-history`}
              >
                Versions around this one
              </Link>
            </p>
          )}
        </>
      )}
    </section>
  )
}

export function placeInHistory({ hash, address, items, known }: AccountHistory): string {
  const noun = address === null ? 'account' : 'version'
  if (known === 1) return 'History'
  const number = items.find(({ account }) => account.hash === hash)?.number ?? null
  if (number === null) return `History: ${counted(known, noun)} so far`
  return `${noun === 'version' ? 'Version' : 'Account'} ${groupDigits(number)} of ${groupDigits(known)}`
}

interface HistoryPart {
  history: AccountHistory
  mints: Mints
  url: AccountUrl
  cluster: Cluster
}

function Known(part: HistoryPart) {
  const { history, mints, url, cluster } = part
  const { hash, items, newer, known, newestEnd, oldestEnd, live, olderThan, newerThan } = history
  const here = (place: HistoryPlace) =>
    `${historyHref(hash, cluster, { ...url, minSlot: null, ...place })}#account-history`
  const isFirstPage = newer === 0
  const isLastPage = newer + items.length === known
  return (
    <>
      <p className="max-w-prose pb-3 text-sm">
        <Summary history={history} />
      </p>
      {live && (
        <p className="max-w-prose pt-3 text-sm">
          <span className="chip chip-live">live</span> Its live version is{' '}
          <Identifier text={live.hash} what="hash" href={accountHref(live.hash, cluster)} short />, created in slot{' '}
          <span className="number">{groupDigits(live.slotCreated)}</span>.
        </p>
      )}
      {isFirstPage && (
        <End
          end={newestEnd}
          side="newest"
          mints={mints}
          cluster={cluster}
          more={here({ history: url.history, walked: known })}
          json={jsonHref(hash, cluster)}
        />
      )}
      <ol className="mt-3 grid gap-3" aria-label="Versions, newest first" reversed>
        {items.map((version) => (
          <Version
            key={version.account.hash}
            noun={history.address === null ? 'Account' : 'Version'}
            version={version}
            mints={mints}
            isCurrent={version.account.hash === hash}
            cluster={cluster}
          />
        ))}
      </ol>
      {isLastPage && (
        <End
          end={oldestEnd}
          side="oldest"
          mints={mints}
          cluster={cluster}
          more={here({ history: url.history, walked: known })}
          json={jsonHref(hash, cluster)}
        />
      )}
      {(!isFirstPage || !isLastPage || url.history !== null) && (
        <nav aria-label="Pages" className="mt-3 flex flex-wrap items-center gap-2">
          <PagerLink href={isFirstPage || newerThan === null ? null : here({ history: { newerThan } })} rel="prev">
            Newer
          </PagerLink>
          <PagerLink href={isLastPage || olderThan === null ? null : here({ history: { olderThan } })} rel="next">
            Older
          </PagerLink>
          {url.history !== null && (
            <Link href={here({ history: null })} className="button">
              Around this version
            </Link>
          )}
        </nav>
      )}
      <p className="mt-3 text-sm text-muted">
        Whole history as{' '}
        <a href={exportHref(hash, 'csv', cluster)} rel="nofollow">
          CSV
        </a>{' '}
        or{' '}
        <a href={exportHref(hash, 'ndjson', cluster)} rel="nofollow">
          NDJSON
        </a>
      </p>
    </>
  )
}

function jsonHref(hash: string, cluster: Cluster): string {
  return `/api/v1/account/history?${new URLSearchParams({ hash, ...(cluster !== undefined && { cluster }) })}`
}

function exportHref(hash: string, format: string, cluster: Cluster): string {
  const search = new URLSearchParams({ hash, format, ...(cluster !== undefined && { cluster }) })
  return `/api/v1/account/history/export?${search}`
}

function Summary({ history: { address, known, newestEnd, oldestEnd } }: { history: AccountHistory }) {
  const isWhole = [newestEnd, oldestEnd].every(({ kind }) => kind === 'live' || kind === 'closed' || kind === 'created')
  const count = isWhole ? `All ${counted(known, 'version')}` : `${counted(known, 'version')} so far`
  if (address !== null) {
    return (
      <>
        <span>{`${count} of the account with address`}</span> <Identifier text={address} what="address" short roomy />
        <span>.</span>
      </>
    )
  }
  if (known === 1) return 'It has no address, so nothing says which account before or after it is the same one.'
  return `${counted(known, 'account')} in a row, each made from the one before it alone. They have no address, so nothing says that they are one account.`
}

function Version({
  noun,
  version,
  mints,
  isCurrent,
  cluster,
}: {
  noun: 'Version' | 'Account'
  version: AccountVersion
  mints: Mints
  isCurrent: boolean
  cluster: Cluster
}) {
  const { account, tokenData, created, consumed, number, previous, proof } = version
  const { hash } = account
  return (
    <li className={`panel p-4 ${isCurrent ? 'border-leaf' : ''}`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-sm font-semibold">
          <span>{number === null ? noun : `${noun} ${groupDigits(number)}`}</span>{' '}
          <Identifier text={hash} what="hash" short {...(!isCurrent && { href: accountHref(hash, cluster) })} />
        </h3>
        {isCurrent && <span className="chip">this page</span>}
        {consumed === null ? <span className="chip chip-live">live</span> : null}
        {proof.result === 'differs' && <ProofChip result={proof.result} />}
      </div>
      <p className="pt-1 text-sm">
        Slot <span className="number">{groupDigits(created.slot)}</span>, <BlockTime seconds={created.blockTime} />
      </p>
      <p className="pb-2 text-sm text-muted">
        Made by{' '}
        <Identifier
          text={created.signature}
          what="signature"
          href={txHref(created.signature, cluster)}
          short
          copy={false}
        />
        , signed by{' '}
        <Identifier
          text={created.signer}
          what="signer"
          href={ownerHref(created.signer, {}, cluster)}
          short
          copy={false}
        />{' '}
        <KnownName address={created.signer} />
        <span>{consumed && ` · ${lifeText(created, consumed)}`}</span>{' '}
        {!created.finalized && <span className="chip chip-doubt">not finalized</span>}
      </p>
      {previous && (
        <VersionChangesList
          changes={versionChanges(previous, version)}
          decoded={tokenData !== null}
          info={tokenData ? mints[tokenData.mint] : undefined}
        />
      )}
    </li>
  )
}

function lifeText(created: { slot: number; blockTime: number }, consumed: { slot: number; blockTime: number }): string {
  if (consumed.slot === created.slot) return 'consumed in the same slot'
  const slots = `lived ${counted(consumed.slot - created.slot, 'slot')}`
  const known = created.blockTime > 0 && consumed.blockTime >= created.blockTime
  return known ? `${slots}, ${formatDuration(consumed.blockTime - created.blockTime)}` : slots
}

const MOST_CHOICES = 100

function End({
  end,
  side,
  mints,
  cluster,
  more,
  json,
}: {
  end: HistoryEnd
  side: 'newest' | 'oldest'
  mints: Mints
  cluster: Cluster
  more: string
  json: string
}) {
  switch (end.kind) {
    case 'live':
      return null
    case 'closed':
      return (
        <Note>
          <span className="chip chip-fail">closed</span> by{' '}
          <Identifier
            text={end.by.signature}
            what="signature"
            href={txHref(end.by.signature, cluster)}
            short
            copy={false}
          />{' '}
          in slot <span className="number">{groupDigits(end.by.slot)}</span>: nothing came after it.
        </Note>
      )
    case 'created':
      return <Note>{end.isNewAddress ? 'Here its address was new.' : 'Here it was made from no other account.'}</Note>
    case 'several':
      return (
        <Note>
          <span>
            {side === 'oldest'
              ? `Made from ${counted(end.accounts.length, 'account')} at once. Which of them it goes back to is not defined:`
              : `Became ${counted(end.accounts.length, 'account')} at once. Which of them goes on is not defined:`}
          </span>
          <Choices accounts={end.accounts} mints={mints} cluster={cluster} />
          {end.accounts.length > MOST_CHOICES && (
            <p className="mt-1 text-muted">
              <span>{`${groupDigits(end.accounts.length - MOST_CHOICES)} more:`}</span>{' '}
              <a href={json}>history as JSON</a>
            </p>
          )}
        </Note>
      )
    case 'older_than_index':
      return (
        <Note>
          <span>{`The version ${side === 'oldest' ? 'before' : 'after'} it is`}</span>{' '}
          <Identifier text={end.hash} what="hash" short />
          <span>{`, which this index does not have${side === 'oldest' ? ': it is older than this index' : ''}.`}</span>
        </Note>
      )
    case 'unknown':
      return <Note>Its creating transaction does not hold the fields of all accounts that it consumed.</Note>
    case 'unwalked':
      return (
        <Note>
          <Link href={more} rel="nofollow" className="button">
            {`Read ${side === 'oldest' ? 'older' : 'newer'} versions`}
          </Link>{' '}
          Each costs two calls, so a page reads ten at most.
        </Note>
      )
    case 'problem':
      return (
        <div className="mt-3">
          <p className="max-w-prose pb-2 text-sm">
            {`The version ${side === 'oldest' ? 'before' : 'after'} this one could not be read.`}
          </p>
          <StateNotice problem={end.problem} />
        </div>
      )
    default:
      return end satisfies never
  }
}

function Note({ children }: { children: ReactNode }) {
  return <div className="mt-3 max-w-prose text-sm">{children}</div>
}

function Choices({ accounts, mints, cluster }: { accounts: readonly AccountChoice[]; mints: Mints; cluster: Cluster }) {
  return (
    <ul className="panel mt-2 divide-y divide-line">
      {accounts.slice(0, MOST_CHOICES).map(({ hash, owner, lamports, tokenData }) => (
        <li key={hash} className="flex flex-wrap items-center justify-between gap-x-4 px-3 py-2">
          <Identifier text={hash} what="hash" href={accountHref(hash, cluster)} short />
          <span className="text-muted">
            {tokenData ? (
              <ExactTokens amount={tokenData.amount} info={mints[tokenData.mint]} brief />
            ) : lamports !== null ? (
              <Lamports value={lamports} />
            ) : (
              <span>content unknown</span>
            )}
            {owner !== null && (
              <>
                {' '}
                <span>{`· ${tokenData ? 'token owner ' : 'owner '}`}</span>
                <Identifier text={tokenData?.owner ?? owner} what="owner" short copy={false} />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
