import { signOf } from '@/lib/format/identicon'
import { shorten, visible } from '@/lib/format/text'
import { leadsToList } from '@/lib/listing/address/list-address'
import { KNOWN_SINCE, knownProgram } from '@/lib/protocol/solana/known-programs'
import { Link } from './link'
import { ListLink } from './list-link'

/**
 * A button that copies `text` exactly. Plain markup: one listener in copy-listener.tsx serves every button of the page,
 * so that a thousand rows cost nothing. Hidden where scripts do not run.
 */
export function CopyButton({ text, what }: { text: string; what: string }) {
  return <button type="button" className="copy" data-copy={text} aria-label={`Copy ${what}`} title={`Copy ${what}`} />
}

/**
 * An address, hash or signature. The whole text stands in the document: read aloud, selected and copied whole. `short`
 * draws only both ends. Isolated and with unseen characters named, so that odd text cannot turn the row around it or pass
 * for another; the copy button has it as it came.
 */
export function Identifier({
  text,
  what,
  href,
  short = false,
  roomy = false,
  copy = true,
}: {
  text: string
  /** What it is, for the copy button: `hash`, `owner`, `mint`. */
  what: string
  href?: string
  short?: boolean
  /** With `short`: whole where its table has room. */
  roomy?: boolean
  copy?: boolean
}) {
  const Anchor = href && leadsToList(href) ? ListLink : Link
  const { head, middle, tail } = shorten(text)
  const cut = short && middle !== ''
  const body = cut ? (
    <bdi dir="ltr" translate="no" className={`id id-short ${roomy ? 'id-roomy' : ''}`} title={visible(text)}>
      {visible(head)}
      <span className="id-middle">{visible(middle)}</span>
      {visible(tail)}
    </bdi>
  ) : (
    <bdi dir="ltr" translate="no" className="id">
      {visible(text)}
    </bdi>
  )
  return (
    <span className={short ? 'whitespace-nowrap' : ''}>
      {href ? <Anchor href={href}>{body}</Anchor> : body}
      {copy && <CopyButton text={text} what={what} />}
    </span>
  )
}

/** The sign of a mint, a program or another address, to know it again by. What it says stands beside it in words. */
export function Identicon({ text, large = false }: { text: string; large?: boolean }) {
  const { hue, path } = signOf(text)
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

/** What a known program is called, beside its address and never in its place. On the server only: the list is long. */
export function KnownName({ address }: { address: string }) {
  const known = knownProgram(address)
  if (!known) return null
  const about = `known program: ${known.source}, compared on ${KNOWN_SINCE}`
  return (
    <span className="chip" title={about} data-known>
      <span>{known.name}</span>
      <span className="sr-only">{` (${about})`}</span>
    </span>
  )
}
