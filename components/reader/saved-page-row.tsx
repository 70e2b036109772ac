import { capitalize, shorten } from '@/lib/format/text'
import { type Cluster, searchHref } from '@/lib/page/address'
import { ownMember } from '@/lib/platform/own-member'
import { Star } from '../ui/icon'
import { Link } from '../ui/link'
import type { LabelOnly } from './labelled'
import { type Labels, type SavedPage, setWatched, useSavedPages } from './saved-pages'

function wordOf(kind: string): string {
  return kind === 'tx' ? 'Transaction' : capitalize(kind)
}

export function nameOf({ kind, text, note }: SavedPage, labels: Labels): string {
  const label = ownMember(labels, text)
  return `${label ? `${label}, ` : ''}${wordOf(kind)} ${text}${note ? `, ${note}` : ''}`
}

/** The row moves to another group with a new button, which gets the focus. */
function toggle(page: SavedPage, watched: boolean, button: HTMLButtonElement): void {
  const around = button.closest('dialog') ?? document
  setWatched(page, !watched)
  requestAnimationFrame(() => {
    around.querySelector<HTMLElement>(`[data-watch-row="${CSS.escape(page.network + page.href)}"]`)?.focus()
  })
}

export function SavedPageRow({
  page,
  watched,
  network,
  onLeave,
}: {
  page: SavedPage
  watched: boolean
  network: string
  onLeave?: () => void
}) {
  const { labels } = useSavedPages()
  const elsewhere = page.network !== network
  // Links to another network are full page loads.
  const Anchor = elsewhere ? 'a' : Link
  return (
    <li className="flex flex-wrap items-center text-sm hover:bg-sunken [&>[data-mark]]:me-2">
      <Anchor
        href={page.href}
        data-entry
        className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 px-4 py-1.5 text-ink no-underline"
        onClick={onLeave}
      >
        <LabelledText text={page.text} label={ownMember(labels, page.text)} kind={wordOf(page.kind)} />
        {page.note && <span className="whitespace-nowrap text-muted">{page.note}</span>}
        {elsewhere && <span className="chip">{page.network}</span>}
      </Anchor>
      <button
        type="button"
        aria-pressed={watched}
        aria-label={`Watch ${nameOf(page, labels)}`}
        title={watched ? 'Stop watching' : 'Watch'}
        data-watch-row={page.network + page.href}
        onClick={({ currentTarget }) => toggle(page, watched, currentTarget)}
        className={`me-2 grid size-8 shrink-0 place-items-center rounded hover:bg-leaf-soft hover:text-leaf ${watched ? 'text-leaf' : 'text-muted'}`}
      >
        <Star fill={watched ? 'currentColor' : 'none'} />
      </button>
    </li>
  )
}

/** Leads to search, which finds the page of the text. */
export function LabelRow({
  of: [text, label],
  cluster,
  onLeave,
}: {
  of: LabelOnly
  cluster: Cluster
  onLeave?: () => void
}) {
  return (
    <li className="text-sm hover:bg-sunken">
      <Link
        href={searchHref(text, cluster)}
        data-entry
        className="flex flex-wrap items-baseline gap-x-3 px-4 py-1.5 text-ink no-underline"
        onClick={onLeave}
      >
        <LabelledText text={text} label={label} />
      </Link>
    </li>
  )
}

function LabelledText({ text, label, kind }: { text: string; label: string | undefined; kind?: string }) {
  const { head, middle, tail } = shorten(text)
  return (
    <>
      {label && <bdi className="chip chip-own">{label}</bdi>}
      {kind && <span className={`shrink-0 text-muted ${label ? '' : 'w-20'}`}>{kind}</span>}
      <bdi dir="ltr" translate="no" className="id id-short" title={text}>
        {head}
        {middle && <span className="id-middle">{middle}</span>}
        {tail}
      </bdi>
    </>
  )
}
