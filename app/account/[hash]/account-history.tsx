import type { ReactNode } from 'react'
import { ProofChip } from '@/components/account/proof-fact'
import { PagerLink } from '@/components/listing/pager'
import { WhatHappened } from '@/components/table/what-happened'
import { BlockTime } from '@/components/ui/block-time'
import { ExactTokens } from '@/components/ui/exact-tokens'
import { Identifier } from '@/components/ui/identifier'
import { KnownName } from '@/components/ui/known-name'
import { Lamports } from '@/components/ui/lamports'
import { Link } from '@/components/ui/link'
import { SlotAge } from '@/components/ui/slot-age'
import { StateNotice } from '@/components/ui/state-notice'
import { accountHref, type HistoryPlace, historyHref } from '@/lib/account/address'
import {
  type AccountChoice,
  type AccountHistory,
  type AccountVersion,
  type HistoryEnd,
  isCompleteHistory,
} from '@/lib/account/history/contract'
import { versionChanges } from '@/lib/account/lens/version-changes'
import { lifetimeText } from '@/lib/account/life'
import type { Result } from '@/lib/api/result'
import { groupDigits } from '@/lib/format/numbers'
import { href, txHref } from '@/lib/page/address'
import { walletHref } from '@/lib/wallet/address'
import type { AccountSectionProps } from './account-content'
import { VersionChangesList } from './version-changes'
import * as words from './words-server'

export function AccountHistorySection({ history, ...part }: AccountSectionProps & { history: Result<AccountHistory> }) {
  const { url, cluster } = part
  const here = (place: HistoryPlace) =>
    `${historyHref(url.hash, cluster, { ...url, minSlot: null, ...place })}#account-history`
  return (
    <section aria-labelledby="account-history" className="pt-8">
      <div className="flex items-baseline justify-between gap-x-4 pb-2">
        <h2 id="account-history" className="text-base">
          History
        </h2>
        <a href="#account-content" className="text-sm">
          Content
        </a>
      </div>
      {history.ok ? (
        <Known history={history.value} here={here} {...part} />
      ) : (
        <>
          <p className="max-w-prose pb-3 text-sm">{words.noHistory}</p>
          <StateNotice problem={history.problem} />
          {url.history !== null && (
            <p className="pt-3 text-sm">
              <Link href={here({ history: null })}>{words.aroundThis}</Link>
            </p>
          )}
        </>
      )}
    </section>
  )
}

interface HistoryPart extends AccountSectionProps {
  history: AccountHistory
  here(place: HistoryPlace): string
}

function Known(part: HistoryPart) {
  const { history, url, cluster, here } = part
  const { hash, items, newer, known, live, olderThan, newerThan } = history
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
          <span className="number">{groupDigits(live.slotCreated)}</span> <SlotAge slot={live.slotCreated} />
          <span>.</span>
        </p>
      )}
      {isFirstPage && <End end={history.newestEnd} side="newest" part={part} />}
      <ol
        className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3 [&_.happened]:whitespace-normal"
        aria-label={words.newestFirst}
        reversed
      >
        {items.map((version) => (
          <Version key={version.account.hash} version={version} part={part} />
        ))}
      </ol>
      {isLastPage && <End end={history.oldestEnd} side="oldest" part={part} />}
      {(!isFirstPage || !isLastPage || url.history !== null) && (
        <nav aria-label="Pages" className="mt-3 flex flex-wrap items-center gap-2">
          <PagerLink
            href={isFirstPage || newerThan === null ? null : here({ history: { newerThan } })}
            rel="prev"
            text="Newer"
          />
          <PagerLink
            href={isLastPage || olderThan === null ? null : here({ history: { olderThan } })}
            rel="next"
            text="Older"
          />
          {url.history !== null && (
            <Link href={here({ history: null })} className="button">
              Around this version
            </Link>
          )}
        </nav>
      )}
      <p className="mt-3 text-sm text-muted">
        Whole history as{' '}
        <a href={href('/api/v1/account/history/export', { hash, format: 'csv', cluster })} rel="nofollow">
          CSV
        </a>{' '}
        or{' '}
        <a href={href('/api/v1/account/history/export', { hash, format: 'ndjson', cluster })} rel="nofollow">
          NDJSON
        </a>
      </p>
    </>
  )
}

function Summary({ history }: { history: AccountHistory }) {
  const { address, known } = history
  const text = words.historyText(known, address !== null, isCompleteHistory(history))
  if (address === null) return text
  return (
    <>
      <span>{text}</span> <Identifier text={address} what="address" short roomy />
      <span>.</span>
    </>
  )
}

function Version({ version, part }: { version: AccountVersion; part: HistoryPart }) {
  const { account, tokenData, created, consumed, number, previous, proof } = version
  const { history, mints, cluster } = part
  const isCurrent = account.hash === history.hash
  return (
    <li className={`panel p-4 ${isCurrent ? 'border-leaf' : ''}`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-sm font-semibold">
          <span>{number === null ? 'Version' : `Version ${groupDigits(number)}`}</span>{' '}
          <Identifier
            text={account.hash}
            what="hash"
            short
            {...(!isCurrent && { href: accountHref(account.hash, cluster) })}
          />
        </h3>
        {isCurrent && <span className="chip">this page</span>}
        {consumed === null && <span className="chip chip-live">live</span>}
        {proof.result === 'differs' && <ProofChip result={proof.result} />}
      </div>
      <p className="pt-1 text-sm">
        Slot <span className="number">{groupDigits(created.slot)}</span>, <BlockTime seconds={created.blockTime} />
      </p>
      <p className="pb-2 text-sm text-muted">
        Created in <Transaction signature={created.signature} part={part} />, signed by{' '}
        <Identifier
          text={created.signer}
          what="signer"
          href={walletHref(created.signer, {}, cluster)}
          short
          copy={false}
        />{' '}
        <KnownName address={created.signer} />
        <span>{consumed && ` · ${lifetimeText(created, consumed)}`}</span>{' '}
        {!created.finalized && <span className="chip chip-doubt">not finalized</span>}
      </p>
      <WhatHappened signature={created.signature} cluster={cluster} />
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

function Transaction({ signature, part: { cluster } }: { signature: string; part: HistoryPart }) {
  return <Identifier text={signature} what="signature" href={txHref(signature, cluster)} short copy={false} />
}

interface EndProps {
  end: HistoryEnd
  side: 'newest' | 'oldest'
  part: HistoryPart
}

function End({ end, side, part }: EndProps) {
  if (end.kind === 'live') return null
  const [newest] = part.history.items
  // What the other transactions did is said at the versions that they created.
  const last =
    side === 'newest' && newest?.consumed?.signature !== newest?.created.signature && newest?.consumed?.signature
  return (
    <div className="mt-3 max-w-prose text-sm">
      <div>
        <EndNote end={end} side={side} part={part} />
      </div>
      {last && (
        <div className="pt-1.5">
          <WhatHappened signature={last} cluster={part.cluster} />
        </div>
      )}
    </div>
  )
}

function EndNote({ end, side, part }: EndProps) {
  const [where, other] = side === 'oldest' ? ['before', 'older'] : ['after', 'newer']
  switch (end.kind) {
    case 'live':
      return null
    case 'closed':
      return (
        <>
          <span className="chip">closed</span> <span>by</span> <Transaction signature={end.by.signature} part={part} />{' '}
          <span>in slot</span> <span className="number">{groupDigits(end.by.slot)}</span>{' '}
          <BlockTime seconds={end.by.blockTime} />
          <span>: nothing came after it.</span>
        </>
      )
    case 'created':
      return words.firstVersion(end.isNewAddress)
    case 'several':
      return (
        <>
          <span>{words.severalVersions(side === 'oldest', end.accounts.length)}</span>
          <Choices accounts={end.accounts} part={part} />
        </>
      )
    case 'older_than_index':
      return (
        <>
          <span>{`The version ${where} it is`}</span> <Identifier text={end.hash} what="hash" short />
          <span>{words.notIndexed(side === 'oldest')}</span>
        </>
      )
    case 'unknown':
      return words.fieldsMissing
    case 'unwalked':
      return (
        <>
          <Link
            href={part.here({ history: part.url.history, walked: part.history.known })}
            rel="nofollow"
            className="button"
          >
            {`Read ${other} versions`}
          </Link>{' '}
          <span>{words.costsTwo}</span>
        </>
      )
    case 'problem':
      return (
        <>
          <p className="pb-2">{`The version ${where} this one could not be read.`}</p>
          <StateNotice problem={end.problem} />
        </>
      )
    default:
      return end satisfies never
  }
}

const MAX_CHOICES = 100

function Choices({ accounts, part }: { accounts: readonly AccountChoice[]; part: HistoryPart }): ReactNode {
  const { history, mints, cluster } = part
  return (
    <>
      <ul className="panel mt-2 divide-y divide-line">
        {accounts.slice(0, MAX_CHOICES).map(({ hash, owner, lamports, tokenData }) => (
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
                  <span>{` · ${tokenData ? 'token owner ' : 'owner '}`}</span>
                  <Identifier text={tokenData?.owner ?? owner} what="owner" short copy={false} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {accounts.length > MAX_CHOICES && (
        <p className="mt-1 text-muted">
          <span>{`${groupDigits(accounts.length - MAX_CHOICES)} more:`}</span>{' '}
          <a href={href('/api/v1/account/history', { hash: history.hash, cluster })}>history as JSON</a>
        </p>
      )}
    </>
  )
}
