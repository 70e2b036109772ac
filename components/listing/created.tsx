import type { ReactNode } from 'react'
import { VERBATIM } from '@/components/ui/verbatim'
import type { CreatedRange } from '@/lib/api/request-params'
import { groupDigits } from '@/lib/format/numbers'
import { type ListAddress, type ListParams, listHref } from '@/lib/listing/address/list-address'
import { Chip } from '../ui/chip'
import { Notice } from '../ui/notice'
import { SlotAge } from '../ui/slot-age'
import * as words from './words-server'

/* `since=` and `until=`; proxy.ts turns ages and times into slots. Works without scripts. design.md 4.3. */

const AGES = [
  { since: '1h', text: 'Last hour' },
  { since: '1d', text: 'Last day' },
  { since: '7d', text: 'Last 7 days' },
]

const BOUNDS = [
  { name: 'since', label: 'From', text: 'Created since' },
  { name: 'until', label: 'Before', text: 'Created before' },
] as const

interface CreatedProps {
  address: ListAddress
  place: ListParams
  created: CreatedRange | null
}

function hrefWith({ address, place }: Omit<CreatedProps, 'created'>, bounds: Record<string, string | number | null>) {
  return listHref({ ...address, narrowed: { ...address.narrowed, since: null, until: null, ...bounds } }, place)
}

/** The panel of filters that every list of accounts has. */
export function ListFilters({ count, children }: { count: number; children: ReactNode }) {
  return (
    <details>
      <summary className="button button-quiet list-none">
        <span>{`Filters${count > 0 ? ` (${count})` : ''}`}</span> <span aria-hidden="true">▾</span>
      </summary>
      <div className="panel absolute inset-x-0 z-20 mt-1 divide-y divide-line shadow-lg">{children}</div>
    </details>
  )
}

export function CreatedForm({ created, ...list }: CreatedProps) {
  const { pathname, searchParams } = new URL(hrefWith(list, {}), 'http://here')
  return (
    <div className="p-4">
      <h2 className="text-base">Created</h2>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3 pt-1">
        <p className="flex flex-wrap gap-2">
          {AGES.map(({ since, text }) => (
            <a key={since} href={hrefWith(list, { since })} rel="nofollow" className="button min-h-9!">
              {text}
            </a>
          ))}
        </p>
        <form action={pathname} method="get" aria-label="Created" className="grid grid-cols-2 items-end gap-3 sm:flex">
          {[...searchParams].map(([name, value]) => (
            <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
          ))}
          {BOUNDS.map(({ name, label }) => (
            <label key={name} className="block sm:w-44">
              <span className="block pb-1 text-xs font-semibold text-muted">{label}</span>
              <input
                name={name}
                defaultValue={created?.[name] ?? ''}
                {...VERBATIM}
                aria-describedby="created-about"
                className="field number"
              />
            </label>
          ))}
          <button type="submit" className="button min-h-9! max-sm:col-span-2">
            Show
          </button>
        </form>
      </div>
      <p id="created-about" className="pt-2 text-sm text-muted">
        {words.createdAbout}
      </p>
    </div>
  )
}

/** What the list is narrowed to, and the way back. */
export function ActiveCreated({ created, ...list }: CreatedProps) {
  if (!created) return null
  return (
    <ul aria-label="Created" className="flex flex-wrap items-center gap-2 pb-3">
      {BOUNDS.map(({ name, text }) => {
        const slot = created[name]
        if (slot === null) return null
        return (
          <Chip key={name} without={hrefWith(list, { ...created, [name]: null })} what={`bound ${text.toLowerCase()}`}>
            <span>
              <span>{text}</span> <SlotAge slot={slot} /> <span>{`(slot ${groupDigits(slot)})`}</span>
            </span>
          </Chip>
        )
      })}
    </ul>
  )
}

export function NoneCreated({ created, of, all }: { created: CreatedRange; of: number | null; all: string }) {
  return (
    <Notice title={words.noneInTime} text={words.noneCreated(created, of)}>
      <p className="mt-3">
        <a href={all} className="button">
          All rows
        </a>
      </p>
    </Notice>
  )
}
