import { shorten } from '@/lib/format/shorten'
import { visible } from '@/lib/format/visible'
import { leadsToList } from '@/lib/listing/address/list-address'
import { CopyButton } from './copy-button'
import { Link } from './link'
import { ListLink } from './list-link'

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
