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
