import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { once } from '../platform/once'

/** True if the header lists the coding or `*`, with a nonzero weight. RFC 9110 12.5.3. */
export function acceptsEncoding(acceptEncoding: string | undefined, coding: string): boolean {
  if (acceptEncoding === undefined) return false
  const weights = new Map(
    acceptEncoding.split(',').map((part) => {
      const [name = '', ...parameters] = part.toLowerCase().split(';')
      return [name.trim(), !parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter))]
    }),
  )
  return weights.get(coding) ?? weights.get('*') ?? false
}

/** Agents that fetch one shared link for its preview. They honour robots.txt, and any page may be shared. */
export const PREVIEW_AGENTS =
  `Twitterbot facebookexternalhit LinkedInBot Slackbot Slackbot-LinkExpanding Discordbot TelegramBot WhatsApp
  Applebot SkypeUriPreview Mastodon`.split(/\s+/)

const CRAWLER = /bot\b|bot\/|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|mastodon|embedly|pinterest/i

export function isCrawler(userAgent: string | undefined): boolean {
  return userAgent !== undefined && (CRAWLER.test(userAgent) || PREVIEW_AGENTS.some((name) => userAgent.includes(name)))
}

/** Safe to repeat in logs and headers. */
const USABLE = /^[\w-]{8,64}$/

const made = once('request ids', () => ({ process: randomBytes(9).toString('base64url'), requests: 0 }))

export function givenRequestId(headers: IncomingHttpHeaders): string | null {
  const given = headers['x-request-id']
  return typeof given === 'string' && USABLE.test(given) ? given : null
}

export function newRequestId(): string {
  const ids = made()
  ids.requests += 1
  return `${ids.process}-${ids.requests.toString(36)}`
}
