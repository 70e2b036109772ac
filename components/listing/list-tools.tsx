import type { ReactNode } from 'react'
import type { Column, Sort } from '@/lib/listing/address/columns'
import { chosenColumns, columnOrder, offeredColumns, sortText, withDecoded } from '@/lib/listing/address/columns'
import type { RowsName } from '@/lib/protocol/rpc/items'
import { copies, orders } from './words-server'

/**
 * The toolbar of a list: filters, columns (a plain form, kept in the URL), copy and download. The tables themselves omit
 * columns that are not shown. features.md a26, a57.
 */
export function ListTools({
  table,
  tokens,
  decoded,
  chosen,
  listUrl,
  sort,
  sortHref,
  filters,
  files,
  children,
}: {
  table: RowsName
  tokens: boolean
  decoded: readonly Column[]
  chosen: readonly string[] | null
  /** Link to the list without `columns=`. */
  listUrl: string
  sort: Sort | null
  sortHref(sort: Sort | null): string
  filters?: ReactNode
  files?: ReactNode
  children: ReactNode
}) {
  const { pathname, searchParams } = new URL(listUrl, 'http://here')
  const offered = withDecoded<Column>(offeredColumns(table, tokens), decoded)
  const [always, ...others] = offered
  const columns = chosenColumns(offered, chosen, tokens)
  const shown = new Set<string>(columns.map(({ name }) => name))
  const sorts = columns.flatMap((column) => {
    const { name, heading } = column
    const by = columnOrder(column)
    const ways = orders[by].map((order, i) => ({ column: name, descending: i === 1, heading, order }))
    return by === 'alphabet' ? ways : ways.reverse()
  })
  const sorted = sorts.find((each) => isSame(each, sort))
  return (
    <div className="relative" data-list>
      <div className="list-tools flex-wrap gap-1.5 pb-2 sm:float-end sm:ms-4 sm:justify-end">
        {filters}
        <details className="of-rows sm:relative">
          <summary className="button button-quiet list-none">
            <span>{`Columns${chosen ? ` (${shown.size} of ${others.length + 1})` : ''}`}</span>{' '}
            <span aria-hidden="true">▾</span>
          </summary>
          <form
            action={pathname}
            method="get"
            aria-label="Columns"
            className="panel absolute z-10 mt-1 w-56 p-3 text-sm shadow-lg max-sm:start-0 sm:end-0"
          >
            {[...searchParams].map(([name, value]) => (
              <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
            ))}
            <input type="hidden" name="columns" value={always?.name} />
            {others.map(({ name, heading }) => (
              <label key={name} className="flex min-h-7 items-center gap-2">
                <input type="checkbox" name="columns" value={name} defaultChecked={shown.has(name)} />
                <span>{heading}</span>
              </label>
            ))}
            <p className="flex items-center gap-3 pt-2">
              <button type="submit" className="button">
                Apply
              </button>
              {chosen && <a href={listUrl}>Reset</a>}
            </p>
          </form>
        </details>
        {/* Cards have no headings to sort by. */}
        <details className="of-rows sm:hidden">
          <summary className="button button-quiet list-none">
            Sort
            {sorted && (
              <>
                <span>{`: ${sorted.heading}`}</span> <span aria-hidden="true">{sorted.descending ? '↓' : '↑'}</span>
                <span className="sr-only">{`, ${sorted.order}`}</span>
              </>
            )}{' '}
            <span aria-hidden="true">▾</span>
          </summary>
          <ul className="panel absolute start-0 z-10 mt-1 max-h-80 w-64 overflow-y-auto p-1 text-sm shadow-lg">
            {sorts.map((each) => (
              <li key={sortText(each)}>
                <a
                  href={sortHref(each)}
                  rel="nofollow"
                  aria-current={isSame(each, sort) ? 'true' : undefined}
                  className="block rounded px-3 py-2 no-underline hover:bg-sunken"
                >
                  {`${each.heading}, ${each.order}`}
                </a>
              </li>
            ))}
            {sort && (
              <li>
                <a href={sortHref(null)} className="block rounded px-3 py-2 no-underline hover:bg-sunken">
                  Not sorted
                </a>
              </li>
            )}
          </ul>
        </details>
        <details className="of-rows needs-script sm:relative">
          <summary className="button button-quiet list-none">
            Copy <span aria-hidden="true">▾</span>
          </summary>
          <ul className="panel absolute z-10 mt-1 w-64 p-1 text-sm shadow-lg max-sm:start-0 sm:end-0">
            {copies.map(({ habit, words, about }) => (
              <li key={habit}>
                <button
                  type="button"
                  className="block w-full rounded px-3 py-1.5 text-start hover:bg-sunken"
                  data-habit={habit}
                >
                  <span>{words}</span>
                  <span className="block text-xs text-muted">{about}</span>
                </button>
              </li>
            ))}
          </ul>
        </details>
        {files}
      </div>
      {children}
    </div>
  )
}

function isSame(one: Sort, other: Sort | null): boolean {
  return one.column === other?.column && one.descending === other.descending
}
