import { HydrationBoundary } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { IdlNote } from '@/components/account/idl/idl-note'
import { HeadActions, PageHead, ShareButton } from '@/components/frame/page-head'
import { Shell } from '@/components/frame/shell'
import { ActiveCreated, CreatedForm, ListFilters, NoneCreated } from '@/components/listing/created'
import { ExportMenu } from '@/components/listing/export-menu'
import { ListTools } from '@/components/listing/list-tools'
import type { ShownList } from '@/components/listing/list-view'
import { FeedLine, ListSince } from '@/components/listing/notes'
import * as words from '@/components/listing/words-server'
import type { SavedPage } from '@/components/reader/saved-pages'
import { Identicon } from '@/components/ui/identifier'
import { MintsNote, ProofAlarm, ProofLegend } from '@/components/ui/proof-notes'
import { SlotTimes } from '@/components/ui/slot-age'
import { StateNotice } from '@/components/ui/state-notice'
import { WithoutSlot } from '@/components/ui/without-slot'
import { splitRequest } from '@/lib/api/request-params'
import { NEWEST_FIRST, readSort, sortText } from '@/lib/listing/address/columns'
import { decodedColumns } from '@/lib/listing/address/decoded-columns'
import { type ListUrl, listHref } from '@/lib/listing/address/list-address'
import type { ListPage } from '@/lib/listing/pages/list-page'
import { type ListMethod, rowsNameOf } from '@/lib/protocol/rpc/methods'
import type { loadList } from '@/lib/site/open-page'

export function ListPageFrame<Url extends ListUrl, M extends ListMethod>({
  page,
  list,
  rows: draw,
  savedAs,
  about,
  empty,
  filters,
  children,
}: {
  page: ListPage<Url, M>
  list: Awaited<ReturnType<typeof loadList<Url, M>>>
  rows(shown: ShownList<M>): ReactNode
  savedAs?: Pick<SavedPage, 'kind' | 'note'>
  about: ReactNode
  empty: ReactNode
  /** Beside the time of creation. */
  filters?: { count: number; forms: ReactNode }
  children?: ReactNode
}) {
  const { url, cluster, params, position, network, status, outcome, problem, tokens } = list
  const { method } = page
  const { subject, title, noun, rows, end } = page.words(url)
  const address = page.list(url, cluster)
  const feed = page.feed?.(url, cluster) ?? null
  const { limit, mode, columns, minSlot, created } = url
  const sort = url.sort ?? (created && NEWEST_FIRST)
  const byTime = { address, place: { ...{ limit, mode, columns, minSlot }, sort: url.sort }, created }
  const all = listHref(page.list({ ...url, created: null }, cluster), byTime.place)
  const fileParams =
    'answer' in outcome && outcome.answer.meta.sorted?.whole === false
      ? { ...splitRequest<M>(params).params, ...(minSlot !== null && { minSlot }) }
      : params
  const meta = 'answer' in outcome ? outcome.answer.meta : null
  const provable = !problem && rowsNameOf(method) !== 'signatures'
  const shown: ShownList<M> = {
    ...{ method, params, address, position, limit, sort, mode, columns, minSlot, end },
    empty: created ? <NoneCreated created={created} of={meta?.created?.of ?? null} all={all} /> : empty,
    network: network.name,
    rows: rowsNameOf(method),
    judged: page.judged,
    initialProblem: problem,
    failed: problem && (
      <StateNotice
        problem={problem}
        action={
          <>
            <WithoutSlot problem={problem} href={listHref(address, { ...url, minSlot: null })} />
            {created && !problem.retryable && (
              <p className="mt-2 text-sm">
                <a href={all}>Show all rows</a>
              </p>
            )}
          </>
        }
      />
    ),
    notContinuous: mode === 'continuous' && (
      <noscript>
        <p className="panel mb-3 px-4 py-2 text-sm">{words.noScript}</p>
      </noscript>
    ),
    reset: status.reset,
    units: list.units,
    idl: meta?.idl ?? null,
  }
  const share = <ShareButton request={list.share} />
  return (
    <Shell network={network} status={status} here={new URL(listHref(address), 'http://here').pathname}>
      {subject ? (
        <PageHead
          kind={subject.kind}
          text={subject.text}
          sign={<Identicon text={subject.text} large />}
          actions={
            savedAs && (
              <HeadActions page={{ ...savedAs, text: subject.text, href: listHref(address), network: network.name }} />
            )
          }
          share={share}
          explorers={savedAs ? list.explorers : []}
        >
          {about}
        </PageHead>
      ) : (
        <PageHead kind="List" title={title} share={share}>
          {about}
        </PageHead>
      )}
      {url.isOlder && (
        <aside aria-label="Older link" className="panel mb-5 max-w-3xl border-s-4 border-s-doubt px-4 py-2 text-sm">
          {words.olderLink}
        </aside>
      )}
      <SlotTimes known={list.times}>
        <ListSince takenAt={url.takenAt} outcome={outcome} noun={noun} />
        {children}
        <ActiveCreated {...byTime} />
        {provable && <ProofAlarm cluster={cluster} />}
        <HydrationBoundary state={list.state}>
          <ListTools
            table={rowsNameOf(method)}
            tokens={tokens}
            decoded={shown.idl?.state === 'found' ? decodedColumns(shown.idl.structs) : []}
            chosen={columns}
            listUrl={listHref(address, { ...url, columns: null })}
            sort={sort === null ? null : readSort(rowsNameOf(method), sort)}
            sortHref={(next) => listHref(address, { limit, mode, columns, minSlot, sort: next && sortText(next) })}
            filters={
              rowsNameOf(method) !== 'signatures' && (
                <ListFilters count={(filters?.count ?? 0) + (created ? 1 : 0)}>
                  <CreatedForm {...byTime} />
                  {filters?.forms}
                </ListFilters>
              )
            }
            files={
              'answer' in outcome && (
                <ExportMenu
                  method={method}
                  params={fileParams}
                  network={network.name}
                  what={rows}
                  here={fileParams.cursor ?? outcome.answer.meta.here ?? null}
                />
              )
            }
          >
            {draw(shown)}
          </ListTools>
        </HydrationBoundary>
      </SlotTimes>
      {provable && <ProofLegend unproven={list.unproven} cluster={cluster} />}
      <IdlNote idl={shown.idl} cluster={cluster} />
      <MintsNote problem={list.mintsProblem} />
      {list.areMintsLate && <span hidden data-late-mints />}
      {!problem && feed && <FeedLine href={feed.href} what={feed.what} />}
    </Shell>
  )
}
