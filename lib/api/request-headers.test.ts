import { describe, expect, it, test } from 'vitest'
import { acceptsEncoding, isCrawler } from './request-headers'

test.each([
  [undefined, false],
  ['', false],
  ['gzip', true],
  ['GZIP', true],
  ['br, deflate', false],
  ['br;q=1.0, gzip;q=0.2', true],
  ['gzip;q=0', false],
  ['gzip; q=0.000', false],
  ['*', true],
  ['*;q=0', false],
  ['gzip;q=0, *', false],
  ['identity, *;q=0.1', true],
])('Accept-Encoding %s: gzip %s', (header, accepted) => {
  expect(acceptsEncoding(header, 'gzip')).toBe(accepted)
})

test('a long header takes no longer than its length: the square of this one would take longer than a test may', () => {
  expect(acceptsEncoding('x;q=0, '.repeat(300_000), 'gzip')).toBe(false)
})

describe('a crawler', () => {
  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Twitterbot/1.0',
    'facebookexternalhit/1.1',
    'WhatsApp/2.23',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'SomeCrawler/3',
  ])('is %s', (agent) => expect(isCrawler(agent)).toBe(true))

  it.each([
    undefined,
    'curl/8.5.0',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
  ])('is not %s', (agent) => expect(isCrawler(agent)).toBe(false))
})
