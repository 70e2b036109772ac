import 'server-only'
import type { PastedLink } from '../../search/pasted-link'
import { type RecognisedText, recognise } from '../../search/recognise'
import { configuration, type Network, networkNamed } from '../../upstream/networks/networks'
import { hasPage } from '../pages'

export interface SearchQuery {
  what: RecognisedText
  link: PastedLink | null
  /** True: of another network or none; it is not looked up. */
  goesAstray: boolean
  /** What to look up; null: nothing. */
  thing: RecognisedText | null
  /** Where to look it up. */
  network: Network
}

export function readQuery(q: string, on: Network): SearchQuery {
  const what = recognise(q, { hosts: configuration().ownHosts, hasPage })
  const link = what.kind === 'link' ? what.link : null
  const target = link?.network ? networkNamed(link.network) : undefined
  const goesAstray = link !== null && (link.thing === null || link.custom || target === null)
  const thing = link ? (goesAstray ? null : link.thing) : what
  return { what, link, goesAstray, thing, network: (link?.thing && target) || on }
}
