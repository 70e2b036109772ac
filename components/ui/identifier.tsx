import { identiconOf } from '@/lib/format/identicon'
import { escapeInvisible, shorten } from '@/lib/format/text'
import { Link } from './link'

/** Plain markup: one listener handles all buttons, so that a thousand rows cost nothing. Hidden without scripts. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  return <button type="button" className="copy" data-copy={text} aria-label={`Copy ${what}`} title={`Copy ${what}`} />
}

/**
 * The full text is in the document, for screen readers, selection and copying; `short` shows both ends only. Isolated, with
 * invisible characters named, so that odd text cannot reorder its row or pass for another. The copy button keeps the original
 * text.
 */
export function Identifier({
  text,
  what,
  href,
  short = false,
  side,
  roomy = false,
  copy = true,
}: {
  text: string
  what: string
  href?: string
  short?: boolean
  /** Characters at both ends; default: as many as tell look-alikes apart. */
  side?: number
  roomy?: boolean
  copy?: boolean
}) {
  const { head, middle, tail } = shorten(text, side)
  const cut = short && middle !== ''
  const body = cut ? (
    <bdi dir="ltr" translate="no" className={`id id-short ${roomy ? 'id-roomy' : ''}`} title={escapeInvisible(text)}>
      {escapeInvisible(head)}
      <span className="id-middle">{escapeInvisible(middle)}</span>
      {escapeInvisible(tail)}
    </bdi>
  ) : (
    <bdi dir="ltr" translate="no" className="id">
      {escapeInvisible(text)}
    </bdi>
  )
  return (
    <span className={short ? 'whitespace-nowrap' : ''}>
      {href ? <Link href={href}>{body}</Link> : body}
      {copy && <CopyButton text={text} what={what} />}
    </span>
  )
}

/** Narrows the list to the rows with the same mint or wallet; null: it is not offered. */
export function NarrowLink({ href, what }: { href: string | null; what: string }) {
  if (href === null) return null
  return <Link href={href} className="narrow" aria-label={`Only this ${what}`} title={`Only this ${what}`} />
}

export function Identicon({ text, large = false }: { text: string; large?: boolean }) {
  const { hue, path } = identiconOf(text)
  return (
    <svg
      viewBox="0 0 5 5"
      className={large ? 'identicon me-0! size-5!' : 'identicon'}
      fill={`light-dark(hsl(${hue} 50% 42%), hsl(${hue} 55% 64%))`}
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}
