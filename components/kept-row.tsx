import Link from 'next/link'
import { shorten } from '@/lib/format/shorten'
import { type Kept, pin, unpin } from './kept'

const KINDS: Record<Kept['kind'], string> = {
  owner: 'Owner',
  delegate: 'Delegate',
  account: 'Account',
  tx: 'Transaction',
}

/** What an entry is called: its kind, its text and what narrows it. */
export function nameOf({ kind, text, note }: Kept): string {
  return `${KINDS[kind]} ${text}${note ? `, ${note}` : ''}`
}

/** The row moves to another group, where its button is a new one: the focus goes with it. */
function toggle(kept: Kept, pinned: boolean, button: HTMLButtonElement): void {
  const around = button.closest('dialog') ?? document
  if (pinned) unpin(kept)
  else pin(kept)
  requestAnimationFrame(() => {
    around.querySelector<HTMLElement>(`[data-pin="${CSS.escape(kept.network + kept.href)}"]`)?.focus()
  })
}

/** A kept page: the link to it, and the button that pins it or lets go of it. */
export function KeptRow({
  kept,
  pinned,
  network,
  onLeave,
}: {
  kept: Kept
  pinned: boolean
  /** The network that is looked at: a link to another one is a whole page load. */
  network: string
  /** Called before a link is followed. */
  onLeave?: () => void
}) {
  const { head, middle, tail } = shorten(kept.text)
  const elsewhere = kept.network !== network
  const className = 'flex min-w-0 flex-1 items-baseline gap-x-3 px-4 py-2 text-ink no-underline'
  const label = (
    <>
      <span className="w-20 shrink-0 text-muted">{KINDS[kept.kind]}</span>
      <bdi dir="ltr" className="id id-short" title={kept.text}>
        {head}
        {middle && <span className="id-middle">{middle}</span>}
        {tail}
      </bdi>
      {kept.note && <span className="whitespace-nowrap text-muted">{kept.note}</span>}
      {elsewhere && <span className="chip">{kept.network}</span>}
    </>
  )
  return (
    <li className="flex items-center text-sm hover:bg-sunken">
      {elsewhere ? (
        <a href={kept.href} data-entry className={className} {...(onLeave && { onClick: onLeave })}>
          {label}
        </a>
      ) : (
        <Link href={kept.href} prefetch={false} data-entry className={className} {...(onLeave && { onClick: onLeave })}>
          {label}
        </Link>
      )}
      <button
        type="button"
        aria-pressed={pinned}
        aria-label={`Pin ${nameOf(kept)}`}
        title={pinned ? 'Unpin' : 'Pin'}
        data-pin={kept.network + kept.href}
        onClick={({ currentTarget }) => toggle(kept, pinned, currentTarget)}
        className={`me-2 grid size-8 shrink-0 place-items-center rounded hover:bg-leaf-soft hover:text-leaf ${pinned ? 'text-leaf' : 'text-muted'}`}
      >
        <svg viewBox="0 0 16 16" className="size-4" aria-hidden="true">
          <path
            d="M5 1.75h6l-1 4.5 2.5 2.5v1h-9v-1L6 6.25zM8 9.75v4.5"
            fill={pinned ? 'currentColor' : 'none'}
            stroke="currentColor"
            strokeWidth="1.25"
            strokeLinejoin="round"
          />
        </svg>
      </button>
    </li>
  )
}
