import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { once } from '../platform/once'

/** True where a reader takes this content coding: named or meant by `*`, and not with a weight of zero. RFC 9110 12.5.3. */
export function accepts(acceptEncoding: string | undefined, coding: string): boolean {
  if (acceptEncoding === undefined) return false
  const weights = new Map(
    acceptEncoding.split(',').map((part) => {
      const [name = '', ...parameters] = part.toLowerCase().split(';')
      return [name.trim(), !parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter))]
    }),
  )
  return weights.get(coding) ?? weights.get('*') ?? false
}

/**
 * Agents that fetch one page because somebody shared its link, to show what it is. They honour robots.txt, and a link to
 * page 7 of a filtered list has a preview as well.
 */
export const PREVIEW_AGENTS = [
  'Twitterbot',
  'facebookexternalhit',
  'LinkedInBot',
  'Slackbot',
  'Slackbot-LinkExpanding',
  'Discordbot',
  'TelegramBot',
  'WhatsApp',
  'Applebot',
  'SkypeUriPreview',
  'Mastodon',
]

/** What the agents of search engines and of previews call themselves, in any case. */
const CRAWLER = /bot\b|bot\/|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|mastodon|embedly|pinterest/i

/** True for a reader that fetches pages for an index or a preview: for it no chain node is asked. */
export function isCrawler(userAgent: string | undefined): boolean {
  return userAgent !== undefined && (CRAWLER.test(userAgent) || PREVIEW_AGENTS.some((name) => userAgent.includes(name)))
}

/** Ids that are taken over from a client: nothing that could be mistaken for more than an id, wherever it is repeated. */
const USABLE = /^[\w-]{8,64}$/

/** Names one process among others and its starts; what follows counts its requests. */
const made = once('request ids', () => ({ process: randomBytes(9).toString('base64url'), requests: 0 }))

/** The id that a client, or a proxy in front, gave a request; null where it gave none, or one that is none. */
export function givenRequestId(headers: IncomingHttpHeaders): string | null {
  const given = headers['x-request-id']
  return typeof given === 'string' && USABLE.test(given) ? given : null
}

/** An id for a request that came without one. */
export function newRequestId(): string {
  const ids = made()
  ids.requests += 1
  return `${ids.process}-${ids.requests.toString(36)}`
}
